#include <boost/test/unit_test.hpp>

#include <netcdf.h>

#include <fstream>
#include <iterator>

#include "fixture.h"
#include "output/classic_header.h"
#include "output/classic_records.h"
#include "output/result_writer.h"

namespace flexura {
BOOST_AUTO_TEST_SUITE(netcdf)

namespace {

using namespace test;

/// A NetCDF file read through the C interface.
class Reader {
 public:
  explicit Reader(const std::string& path) { BOOST_REQUIRE_EQUAL(nc_open(path.c_str(), NC_NOWRITE, &file_), NC_NOERR); }
  ~Reader() { nc_close(file_); }
  Reader(const Reader&) = delete;
  Reader& operator=(const Reader&) = delete;

  [[nodiscard]] bool has(const std::string& name) const {
    int id = 0;
    return nc_inq_varid(file_, name.c_str(), &id) == NC_NOERR;
  }
  [[nodiscard]] int variable(const std::string& name) const {
    int id = -1;
    BOOST_REQUIRE_MESSAGE(nc_inq_varid(file_, name.c_str(), &id) == NC_NOERR, name);
    return id;
  }
  [[nodiscard]] std::vector<std::size_t> shape(const std::string& name) const {
    int rank = 0;
    nc_inq_varndims(file_, variable(name), &rank);
    std::vector<int> dims(rank);
    nc_inq_vardimid(file_, variable(name), dims.data());
    std::vector<std::size_t> sizes(rank);
    for (int k = 0; k < rank; ++k) nc_inq_dimlen(file_, dims[k], &sizes[k]);
    return sizes;
  }
  [[nodiscard]] std::vector<double> values(const std::string& name) const {
    std::size_t total = 1;
    for (const std::size_t n : shape(name)) total *= n;
    std::vector<double> data(total);
    BOOST_REQUIRE_EQUAL(nc_get_var_double(file_, variable(name), data.data()), NC_NOERR);
    return data;
  }
  [[nodiscard]] std::string attribute(const std::string& name, const char* attribute) const {
    std::size_t size = 0;
    BOOST_REQUIRE_EQUAL(nc_inq_attlen(file_, variable(name), attribute, &size), NC_NOERR);
    std::string text(size, ' ');
    nc_get_att_text(file_, variable(name), attribute, text.data());
    return text;
  }
  [[nodiscard]] int format() const {
    int kind = 0;
    nc_inq_format(file_, &kind);
    return kind;
  }

 private:
  int file_ = -1;
};

OutputOptions binary(const std::string& prefix, NetcdfFormat format) {
  OutputOptions options = options_for(prefix);
  options.netcdf = true;
  options.text = false;
  options.netcdf_format = format;
  return options;
}

void run(Structure& s, const OutputOptions& options, int steps) {
  const Ownership owner = undivided(s.model);
  ResultWriter writer(s.model, options, owner, MPI_COMM_SELF);
  writer.begin();
  for (int step = 0; step <= steps; ++step) {
    s.set(0.1 * step);
    writer.accepted({step, 0.1 * step, 0.1, step + 1, 1e-7, 1e-8, step % 2 == 1}, s.state, s.momenta.data(),
                    s.momentum_rates.data());
  }
  writer.finish();
}

}  // namespace

BOOST_AUTO_TEST_CASE(every_format_holds_the_same_numbers) {
  const TemporaryFolder folder;
  const std::pair<NetcdfFormat, int> formats[] = {{NetcdfFormat::classic, NC_FORMAT_CLASSIC},
                                                  {NetcdfFormat::classic64, NC_FORMAT_64BIT_OFFSET},
                                                  {NetcdfFormat::nc4, NC_FORMAT_NETCDF4},
                                                  {NetcdfFormat::nc4classic, NC_FORMAT_NETCDF4_CLASSIC}};
  const int steps = 300;  // more than the HDF5 kinds keep in memory
  for (const auto& [format, kind] : formats) {
    Structure s(2);
    run(s, binary(folder / "a", format), steps);
    const Reader file(folder / "a.nc");
    BOOST_TEST(file.format() == kind);
    const auto time = file.values("time");
    BOOST_REQUIRE_EQUAL(time.size(), steps + 1U);
    BOOST_TEST(time[7] == 0.1 * 7);
    BOOST_TEST(file.values("run.step")[9] == 9);
    BOOST_TEST(file.values("run.iterations")[9] == 10);
    BOOST_TEST(file.values("run.solconv")[9] == 1);
    const auto x = file.values("node.struct.20.X");
    BOOST_TEST(file.shape("node.struct.20.X") == (std::vector<std::size_t>{steps + 1U, 3}),
               boost::test_tools::per_element());
    for (int k = 0; k <= steps; ++k) {
      BOOST_REQUIRE_EQUAL(x[3 * k], 2);
      BOOST_REQUIRE_EQUAL(x[3 * k + 1], 0.1 * k);
      BOOST_REQUIRE_EQUAL(x[3 * k + 2], -2 * (0.1 * k));
    }
  }
}

BOOST_AUTO_TEST_CASE(the_classic_header_is_byte_for_byte_that_of_the_library) {
  const TemporaryFolder folder;
  const std::string own = folder / "own.nc", library = folder / "library.nc";
  for (const bool wide : {false, true}) {
    int file = -1, old = 0;
    BOOST_REQUIRE(nc_create(library.c_str(), NC_CLOBBER | (wide ? NC_64BIT_OFFSET : 0), &file) == NC_NOERR);
    nc_set_fill(file, NC_NOFILL, &old);
    nc_put_att_text(file, NC_GLOBAL, "source", 5, "words");
    int time = -1, one = -1, three = -1, labels = -1, id = -1;
    nc_def_dim(file, "time", NC_UNLIMITED, &time);
    nc_def_dim(file, "Vec1", 1, &one);
    nc_def_dim(file, "Vec3", 3, &three);
    const int vector[] = {time, three};
    for (int k = 0; k < 40; ++k) {
      const std::string name = "node." + std::to_string(k * k * k);
      nc_def_var(file, name.c_str(), NC_CHAR, 1, &one, &id);
      nc_put_att_text(file, id, "type", 7, "dynamic");
      nc_def_var(file, (name + ".X").c_str(), NC_DOUBLE, 2, vector, &id);
      nc_put_att_text(file, id, "units", 1, "m");
      nc_put_att_text(file, id, "description", 0, "");
    }
    nc_def_dim(file, "labels", 5, &labels);
    nc_def_var(file, "node", NC_INT, 1, &labels, &id);
    nc_def_var(file, "step", NC_INT, 1, &time, &id);
    nc_enddef(file);
    BOOST_REQUIRE(nc_close(file) == NC_NOERR);

    const auto define = [&](NetcdfDefinitions& to) {
      to.attribute({"source", "words"});
      const int t = to.dimension("time", 0), o = to.dimension("Vec1", 1), v = to.dimension("Vec3", 3);
      for (int k = 0; k < 40; ++k) {
        const std::string name = "node." + std::to_string(k * k * k);
        to.variable(name, NetcdfType::text, {&o, 1}, {{"type", "dynamic"}});
        to.variable(name + ".X", NetcdfType::real, std::vector<int>{t, v}, {{"units", "m"}, {"description", ""}});
      }
      const int l = to.dimension("labels", 5);
      const int node = to.variable("node", NetcdfType::integer, {&l, 1}, {});
      to.variable("step", NetcdfType::integer, {&t, 1}, {});
      to.integers(node, {1, 2, 3, 4, 5});
    };
    const auto bytes = [](const std::string& path) {
      std::ifstream stream(path, std::ios::binary);
      return std::string(std::istreambuf_iterator<char>(stream), {});
    };
    for (const std::size_t most_kept : {std::size_t{0}, std::size_t{2000}, std::size_t{1} << 20}) {
      ClassicHeader header(wide, most_kept);
      define(header);
      const bool kept = header.write_to(own);
      BOOST_TEST(kept == (most_kept > 2000));
      if (!kept) define(header);
      header.finish();
      const std::string mine = bytes(own), theirs = bytes(library);
      BOOST_TEST(static_cast<std::int64_t>(mine.size()) == header.record_begin());
      BOOST_TEST(record_begin(own) == header.record_begin());
      const std::size_t definitions = mine.size() - 40 * 4 - 5 * 4;  // behind them: text and labels
      BOOST_REQUIRE(theirs.size() >= definitions);
      BOOST_TEST((mine.substr(0, definitions) == theirs.substr(0, definitions)));
      const Reader file_read(own);
      BOOST_TEST(file_read.values("node")[4] == 5);
    }
  }
}

BOOST_AUTO_TEST_CASE(monitors_are_there_when_asked_for) {
  const TemporaryFolder folder;
  for (const NetcdfFormat format : {NetcdfFormat::classic, NetcdfFormat::nc4}) {
    Structure s(2);
    OutputOptions options = binary(folder / "a", format);
    run(s, options, 2);
    BOOST_TEST(!Reader(folder / "a.nc").has("run.energy"));
    options.monitors = true;
    run(s, options, 2);
    const Reader file(folder / "a.nc");
    BOOST_TEST(file.shape("run.momentum") == (std::vector<std::size_t>{3, 3}), boost::test_tools::per_element());
    BOOST_TEST(file.attribute("run.violated_angles", "units") == "Angle");
    const auto kinetic = file.values("run.kinetic_energy"), potential = file.values("run.potential_energy");
    const auto energy = file.values("run.energy"), momentum = file.values("run.momentum");
    for (int k = 0; k < 3; ++k) {
      BOOST_TEST(energy[k] == kinetic[k] + potential[k]);
      s.set(0.1 * k);
      Vec3 sum = Vec3::Zero();
      for (std::size_t j = 0; j < s.momenta.size(); j += 6) sum += Eigen::Map<const Vec3>(&s.momenta[j]);
      for (int i = 0; i < 3; ++i) BOOST_TEST(momentum[3 * k + i] == sum(i));
    }
    BOOST_TEST(file.values("node.struct.20.X")[3] == 2);  // what follows is at its place
  }
}

BOOST_AUTO_TEST_CASE(headers_of_any_length_are_followed_by_the_data) {
  // The library writes in blocks: where a block ends must not matter.
  const TemporaryFolder folder;
  for (int length = 1; length < 17000; length += 331) {
    for (const NetcdfFormat format : {NetcdfFormat::classic, NetcdfFormat::classic64}) {
      Structure s(1);
      s.model.title = std::string(length, 'x');
      run(s, binary(folder / "a", format), 1);
      const Reader file(folder / "a.nc");
      BOOST_TEST(file.values("time")[1] == 0.1);
      BOOST_TEST(file.values("node.struct.10.X")[4] == 0.1);
    }
  }
}

BOOST_AUTO_TEST_CASE(matrices_lie_by_columns) {
  const TemporaryFolder folder;
  Structure s(1);
  s.model.change_node(1, [](StructuralNode& node) { node.orientation_format = OrientationFormat::matrix; });
  run(s, binary(folder / "a", NetcdfFormat::classic), 2);
  const Reader file(folder / "a.nc");
  BOOST_TEST(file.shape("node.struct.10.R") == (std::vector<std::size_t>{3, 3, 3}), boost::test_tools::per_element());
  const auto node = file.values("node.struct.10.R"), joint = file.values("elem.joint.1.R");
  for (int r = 0; r < 3; ++r) {
    for (int c = 0; c < 3; ++c) {
      BOOST_TEST(node[18 + 3 * c + r] == s.nodes[1].R(r, c));
      BOOST_TEST(joint[18 + 3 * c + r] == s.nodes[1].R(r, c));
    }
  }
  BOOST_TEST(!file.has("node.struct.10.E"));
}

BOOST_AUTO_TEST_CASE(entities_are_listed_and_described) {
  const TemporaryFolder folder;
  Structure s(2);
  s.add_dummy(5, {1});
  s.model.change_node(2, [](StructuralNode& node) { node.accelerations = true; });
  run(s, binary(folder / "a", NetcdfFormat::classic), 0);
  const Reader file(folder / "a.nc");
  const auto same = boost::test_tools::per_element();
  BOOST_TEST(file.attribute("node", "types") == "struct");
  BOOST_TEST(file.attribute("elem", "types") == "autostruct;force;joint");
  BOOST_TEST(file.values("elem")[0] == 3);
  BOOST_TEST(file.values("node.struct") == (std::vector<double>{10, 20, 5}), same);
  BOOST_TEST(file.values("elem.autostruct") == (std::vector<double>{10, 20}), same);
  BOOST_TEST(file.values("elem.force") == (std::vector<double>{1, 2}), same);
  BOOST_TEST(file.attribute("node.struct.10", "type") == "dynamic");
  BOOST_TEST(file.attribute("node.struct.5", "type") == "dummy");
  BOOST_TEST(file.attribute("elem.joint.1", "type") == "gauge");
  BOOST_TEST(file.attribute("node.struct.10.E", "units") == "deg");
  BOOST_TEST(file.attribute("node.struct.10.E", "description") ==
             "global orientation Euler angles (123) (E_X, E_Y, E_Z)");
  BOOST_TEST(file.attribute("elem.couple.1.M", "units") == "Moment");
  BOOST_TEST(file.attribute("elem.joint.1.R", "type") == "Mat3x3");
  BOOST_TEST(file.shape("elem.joint.1.d").size() == 1U);
  BOOST_TEST(file.has("node.struct.20.XPP"));
  BOOST_TEST(!file.has("node.struct.10.XPP"));
  BOOST_TEST(file.has("node.struct.10.BP"));
  BOOST_TEST(!file.has("node.struct.5.B"));
}

BOOST_AUTO_TEST_CASE(units_are_real_ones_when_the_model_names_them) {
  const TemporaryFolder folder;
  Structure s(1);
  OutputOptions options = binary(folder / "a", NetcdfFormat::classic);
  options.units = UnitSystem{"MKS", "m", "kg", "s", "A", "K"};
  run(s, options, 0);
  const Reader file(folder / "a.nc");
  BOOST_TEST(file.attribute("time", "units") == "s");
  BOOST_TEST(file.attribute("node.struct.10.XP", "units") == "m s^-1");
  BOOST_TEST(file.attribute("elem.joint.1.F", "units") == "N");
}

BOOST_AUTO_TEST_CASE(with_sync_the_file_can_be_read_while_it_grows) {
  for (const NetcdfFormat format : {NetcdfFormat::classic, NetcdfFormat::nc4}) {
    const TemporaryFolder folder;
    Structure s(1);
    OutputOptions options = binary(folder / "a", format);
    options.sync = true;
    const Ownership owner = undivided(s.model);
    ResultWriter writer(s.model, options, owner, MPI_COMM_SELF);
    writer.begin();
    for (int step = 0; step < 3; ++step) {
      s.set(step);
      writer.accepted({step, 1. * step, 1, 1, 0, 0, false}, s.state, s.momenta.data(), s.momentum_rates.data());
      if (format == NetcdfFormat::classic) {  // the HDF5 library locks a file that is being written
        const Reader file(folder / "a.nc");
        BOOST_TEST(file.values("time").size() == step + 1U);
        BOOST_TEST(file.values("node.struct.10.X")[3 * step + 1] == step);
      }
    }
    writer.finish();
    BOOST_TEST(Reader(folder / "a.nc").values("time").size() == 3U);
  }
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace flexura
