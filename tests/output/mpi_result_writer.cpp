#include "output/result_writer.h"

#include <boost/test/unit_test.hpp>

#include <netcdf.h>
#include <sys/resource.h>

#include <csignal>

#include "fixture.h"

namespace flexura {
BOOST_AUTO_TEST_SUITE(result_writer)

namespace {

using namespace test;

/// Output every other step, by a drive that counts.
class Every final : public Drive {
 public:
  explicit Every(int n) : n_(n) {}
  [[nodiscard]] Taylor2 value(const Taylor2&, const DriveContext& context) const override {
    return Taylor2(context.step % n_ == 0 ? 1 : 0, 0, 0);
  }
  void accept(const Taylor2&, const DriveContext&) override { ++accepted; }
  int accepted = 0;

 private:
  int n_;
};

int lines(const std::string& text) { return static_cast<int>(std::count(text.begin(), text.end(), '\n')); }

void run(Structure& s, const OutputOptions& options, int steps) {
  const Ownership owner = undivided(s.model);
  ResultWriter writer(s.model, options, owner, MPI_COMM_SELF);
  writer.begin();
  for (int step = 0; step <= steps; ++step) {
    s.set(0.1 * step);
    writer.accepted({step, 0.1 * step, step ? 0.1 : 0, 2, 1.5e-7, 0, false}, s.state, s.momenta.data(),
                    s.momentum_rates.data());
  }
  writer.finish();
}

}  // namespace

BOOST_AUTO_TEST_CASE(rows_have_label_and_numbers_in_the_documented_layout) {
  const TemporaryFolder folder;
  Structure s(1);
  run(s, options_for(folder / "a"), 0);
  BOOST_TEST(read_file(folder / "a.mov") ==
             "      10 1.000000e+00 0.000000e+00 -0.000000e+00 5.807054e+00 1.143976e+01 -5.821494e-01 1.000000e+00 "
             "2.000000e+00 3.000000e+00 5.000000e-01 0.000000e+00 0.000000e+00\n");
  BOOST_TEST(read_file(folder / "a.ine") ==
             "      10 0.000000e+00 1.000000e+00 2.000000e+00 3.000000e+00 4.000000e+00 5.000000e+00 0.000000e+00 "
             "-1.000000e+00 -2.000000e+00 -3.000000e+00 -4.000000e+00 -5.000000e+00\n");
  BOOST_TEST(read_file(folder / "a.frc") == "1 10 -1.000000e+00 -2.000000e+00 -3.000000e+00\n");
  BOOST_TEST(read_file(folder / "a.jnt").starts_with("       1 1.000000e+01 0.000000e+00 -0.000000e+00 "));
}

BOOST_AUTO_TEST_CASE(inertia_of_a_node_is_the_sum_over_its_elements) {
  const TemporaryFolder folder;
  Structure s(2);
  run(s, options_for(folder / "a"), 0);
  // Momenta are numbered batch by batch: node 20 has those of masses number 1 and 2.
  const std::string text = read_file(folder / "a.ine");
  BOOST_TEST(text.find("      20 1.800000e+01 2.000000e+01 2.200000e+01 2.400000e+01 2.600000e+01 2.800000e+01 "
                       "-1.800000e+01") != std::string::npos);
}

BOOST_AUTO_TEST_CASE(rows_of_a_step_come_in_the_order_of_the_model) {
  const TemporaryFolder folder;
  Structure s(3);
  s.add_dummy(5, {1, 2});
  s.model.change_node(2, [](StructuralNode& node) { node.accelerations = true; });
  run(s, options_for(folder / "a"), 1);
  std::istringstream mov(read_file(folder / "a.mov"));
  std::vector<std::pair<int, int>> rows;  // label, columns
  for (std::string line; std::getline(mov, line);) {
    std::istringstream words(line);
    int label = 0, columns = 0;
    words >> label;
    for (std::string word; words >> word;) ++columns;
    rows.emplace_back(label, columns);
  }
  const std::vector<std::pair<int, int>> step{{10, 12}, {20, 18}, {30, 12}, {5, 12}};
  std::vector<std::pair<int, int>> expected = step;
  expected.insert(expected.end(), step.begin(), step.end());
  BOOST_TEST((rows == expected));
  // The dummy node lies between nodes 10 and 20.
  BOOST_TEST(read_file(folder / "a.mov").find("       5 1.500000e+00") != std::string::npos);
}

BOOST_AUTO_TEST_CASE(step_log_has_a_row_for_each_step_and_marks_those_with_results) {
  const TemporaryFolder folder;
  Structure s(1);
  OutputOptions options = options_for(folder / "a");
  options.frequency = 2;
  run(s, options, 3);
  const std::string out = read_file(folder / "a.out");
  BOOST_TEST(out.find("# Key for lines starting with \"Step\":\n# Step Time TStep NIter ResErr SolErr SolConv Out\n"
                      "Step 0 0 0 2 1.5e-07 0 0 1\nStep 1 0.1 0.1 2 1.5e-07 0 0 0\nStep 2 0.2 0.1 2 1.5e-07 0 0 1\n"
                      "Step 3 0.3 0.1 2 1.5e-07 0 0 0\n") != std::string::npos);
  BOOST_TEST(lines(read_file(folder / "a.mov")) == 2);
}

BOOST_AUTO_TEST_CASE(output_meter_decides_and_advances_once_a_step) {
  const TemporaryFolder folder;
  Structure s(1);
  OutputOptions options = options_for(folder / "a");
  const auto meter = std::make_shared<Every>(3);
  options.meter = meter;
  run(s, options, 6);
  BOOST_TEST(lines(read_file(folder / "a.mov")) == 3);
  BOOST_TEST(meter->accepted == 7);
  BOOST_TEST(read_file(folder / "a.log").find("output frequency: custom\n") != std::string::npos);
}

BOOST_AUTO_TEST_CASE(entities_without_output_have_no_rows) {
  const TemporaryFolder folder;
  Structure s(2);
  s.model.change_node(1, [](StructuralNode& node) { node.output = false; });
  s.model.batch(s.model.find_element("joint", 2)->batch).set_output(0, false);
  run(s, options_for(folder / "a"), 0);
  BOOST_TEST(lines(read_file(folder / "a.mov")) == 1);
  BOOST_TEST(lines(read_file(folder / "a.ine")) == 1);
  BOOST_TEST(lines(read_file(folder / "a.jnt")) == 1);
}

BOOST_AUTO_TEST_CASE(static_model_has_no_inertia_rows) {
  const TemporaryFolder folder;
  Structure s(1);
  s.model.statics = true;
  run(s, options_for(folder / "a"), 0);
  BOOST_TEST(!std::filesystem::exists(folder / "a.ine"));
}

BOOST_AUTO_TEST_CASE(log_describes_nodes_elements_and_numbering) {
  const TemporaryFolder folder;
  Structure s(2);
  s.add_dummy(7, {1});
  s.add_dummy(8, {1, 2});
  s.model.change_node(2, [](StructuralNode& node) { node.orientation_format = OrientationFormat::vector; });
  OutputOptions options = options_for(folder / "a");
  options.units = UnitSystem{"MKS", "m", "kg", "s", "A", "K"};
  run(s, options, 0);
  const std::string log = read_file(folder / "a.log");
  BOOST_TEST(log.starts_with("Unit for the whole model: MKS\n"));
  BOOST_TEST(log.find("\nUnit for Force: N\n") != std::string::npos);
  BOOST_TEST(log.find("\noutput frequency: 1\nstructural node: 10 10 0 0 euler123 -0 0 0\n"
                      "structural node: 20 20 0 0 phi 0 0 0\nstructural node: 7 10 0 0 euler123 -0 0 0\n"
                      "relative frame structural node: 8 15 0 0 euler123 -0 0 0\n") != std::string::npos);
  BOOST_TEST(log.find("\ngauge: 2 20\n") != std::string::npos);
  BOOST_TEST(log.find("\nstruct node dofs: 0 6\nstruct node eqs: 0 6\nstruct node labels: 10 20\n") !=
             std::string::npos);
}

BOOST_AUTO_TEST_CASE(reference_frames_are_written_once) {
  const TemporaryFolder folder;
  Structure s(1);
  OutputOptions options = options_for(folder / "a");
  options.precision = 2;
  ReferenceFrameRow row;
  row.label = 9;
  row.frame.x = Vec3(1, 2, 3);
  options.reference_frames.push_back(row);
  run(s, options, 2);
  BOOST_TEST(lines(read_file(folder / "a.rfm")) == 1);
  BOOST_TEST(read_file(folder / "a.rfm").starts_with("       9 1.00e+00 2.00e+00 3.00e+00 "));
}

BOOST_AUTO_TEST_CASE(large_model_goes_to_the_binary_file_and_says_so) {
  const TemporaryFolder folder;
  Structure s(600);
  run(s, options_for(folder / "a"), 0);
  BOOST_TEST(std::filesystem::exists(folder / "a.nc"));
  BOOST_TEST(!std::filesystem::exists(folder / "a.mov"));
  BOOST_TEST(read_file(folder / "a.out").find("2400 rows an instant") != std::string::npos);
  // The model file has the last word.
  OutputOptions options = options_for(folder / "b");
  options.netcdf = true;
  options.text = true;
  run(s, options, 0);
  BOOST_TEST(std::filesystem::exists(folder / "b.mov"));
  BOOST_TEST(std::filesystem::exists(folder / "b.nc"));
}

BOOST_AUTO_TEST_CASE(a_missing_folder_is_an_output_error_with_the_name_of_the_file) {
  const TemporaryFolder folder;
  Structure s(1);
  BOOST_CHECK_EXCEPTION(run(s, options_for(folder / "nowhere/a"), 0), Error, [](const Error& e) {
    const std::string text = e.what();
    return e.exit_code() == ExitCode::output_failed && text.find("nowhere/a.out") != std::string::npos &&
           text.find("No such file or directory") != std::string::npos;
  });
}

BOOST_AUTO_TEST_CASE(a_full_disk_is_an_output_error_and_leaves_what_was_written) {
  const TemporaryFolder folder;
  // A limit on the size of files stands for the full disk.
  rlimit old{};
  getrlimit(RLIMIT_FSIZE, &old);
  std::signal(SIGXFSZ, SIG_IGN);
  const rlimit limit{3000000, old.rlim_max};
  const auto fails = [](const Error& e) { return e.exit_code() == ExitCode::output_failed; };
  Structure s(50);
  OutputOptions text = options_for(folder / "text");
  OutputOptions classic = options_for(folder / "classic");
  classic.netcdf = true;
  classic.text = false;
  setrlimit(RLIMIT_FSIZE, &limit);
  BOOST_CHECK_EXCEPTION(run(s, text, 1000), Error, fails);
  BOOST_CHECK_EXCEPTION(run(s, classic, 1000), Error, fails);
  setrlimit(RLIMIT_FSIZE, &old);
  std::signal(SIGXFSZ, SIG_DFL);
  BOOST_TEST(std::filesystem::file_size(folder / "text.jnt") > 2000000U);
  int file = -1, dimension = -1;
  std::size_t instants = 0;
  BOOST_REQUIRE_EQUAL(nc_open((folder / "classic.nc").c_str(), NC_NOWRITE, &file), NC_NOERR);
  nc_inq_dimid(file, "time", &dimension);
  nc_inq_dimlen(file, dimension, &instants);
  nc_close(file);
  BOOST_TEST(instants > 50U);
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace flexura
