// The files of finite element data: text, binary, errors with their place.
#include <unistd.h>

#include <boost/test/unit_test.hpp>
#include <chrono>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <thread>

#include "input/fem_model.h"
#include "input/matrix_market.h"
#include "tests/elements/modal/sample_fem.h"

using namespace flexura;
namespace fs = std::filesystem;

BOOST_AUTO_TEST_SUITE(fem_file)

namespace {

/// A folder that is removed in the end.
struct Folder {
  Folder() : path(fs::temp_directory_path() / ("flexura-fem-" + std::to_string(getpid()))) {
    fs::create_directories(path);
  }
  ~Folder() { fs::remove_all(path); }
  Folder(const Folder&) = delete;
  Folder& operator=(const Folder&) = delete;
  [[nodiscard]] std::string file(const std::string& name) const { return (path / name).string(); }
  std::string write(const std::string& name, const std::string& text) const {
    std::ofstream(file(name)) << text;
    return file(name);
  }
  fs::path path;
};

std::string read_all(const std::string& path) {
  std::ostringstream text;
  text << std::ifstream(path).rdbuf();
  return text.str();
}

const std::string small = R"(anything in front
** RECORD GROUP 1, HEADER
** one comment
 REV0 2 1 0 0 0
** RECORD GROUP 2, LABELS
 root tip_A
** a comment behind the labels
** RECORD GROUP 5, X
 0. 1.
** RECORD GROUP 6, Y
 0. +0.5
** RECORD GROUP 7, Z
 0. 0.
** RECORD GROUP 8, SHAPES
** mode 1
 0. 0. 0.  0. 0. 0.
 0. 0. 1.
 0. -1. 0.
** RECORD GROUP 9, MASS
 2.1
** RECORD GROUP 10, STIFFNESS
 210.
** RECORD GROUP 11, LUMPED DIAGONAL
 2. 2. 2. .1 .1 .1
 3. 3. 3. .2 .2 .2
** END OF FILE
)";

std::string replaced(std::string text, const std::string& from, const std::string& to) {
  const std::size_t at = text.find(from);
  BOOST_REQUIRE(at != std::string::npos);
  return text.replace(at, from.size(), to);
}

/// The message of the error of reading a text.
std::string error_of(const Folder& folder, const std::string& text) {
  const std::string path = folder.write("bad.fem", text);
  try {
    read_fem_text(path);
  } catch (const InputError& error) {
    return error.what();
  }
  return "no error";
}

void check_equal(const FemModel& a, const FemModel& b) {
  BOOST_TEST(a.labels == b.labels);
  const auto same = [](const Eigen::MatrixXd& x, const Eigen::MatrixXd& y) {
    return x.rows() == y.rows() && x.cols() == y.cols() && x == y;
  };
  BOOST_TEST(same(a.positions, b.positions));
  BOOST_TEST(same(a.shapes, b.shapes));
  BOOST_TEST(same(a.mass, b.mass));
  BOOST_TEST(same(a.stiffness, b.stiffness));
  BOOST_TEST(same(a.damping, b.damping));
  BOOST_TEST(same(a.lumped, b.lumped));
  BOOST_TEST(same(a.i3, b.i3));
  BOOST_TEST(same(a.i9, b.i9));
  BOOST_TEST(a.inertia.has_value() == b.inertia.has_value());
  if (a.inertia && b.inertia) {
    BOOST_TEST(a.inertia->mass == b.inertia->mass);
    BOOST_TEST((a.inertia->centre == b.inertia->centre));
    BOOST_TEST((a.inertia->inertia == b.inertia->inertia));
  }
  BOOST_REQUIRE(a.stiffening.size() == b.stiffening.size());
  for (std::size_t k = 0; k < a.stiffening.size(); ++k) {
    BOOST_TEST(a.stiffening[k].load == b.stiffening[k].load);
    BOOST_TEST(same(a.stiffening[k].matrix, b.stiffening[k].matrix));
  }
}

FemModel full() {
  FemModel f = test::random_fem(4, 3, true, 5);
  f.i3 = Eigen::MatrixXd::Random(3, 3);
  f.i9 = Eigen::MatrixXd::Random(3, 27);
  f.inertia = GlobalInertia{f.lumped.row(0).sum(), Vec3(1, 2, 3), Mat3::Random()};
  return f;
}

}  // namespace

BOOST_AUTO_TEST_CASE(a_small_file_is_read_as_written) {
  const Folder folder;
  const FemModel f = read_fem_text(folder.write("small.fem", small));
  BOOST_TEST(f.node_count() == 2);
  BOOST_TEST(f.mode_count() == 1);
  BOOST_TEST(f.find("tip_A").value() == 1);
  BOOST_TEST(!f.find("tip").has_value());
  BOOST_TEST(f.positions(0, 1) == 1);
  BOOST_TEST(f.positions(1, 1) == 0.5);
  BOOST_TEST(f.shapes(8, 0) == 1);
  BOOST_TEST(f.shapes(10, 0) == -1);
  BOOST_TEST(f.stiffness(0, 0) == 210);
  BOOST_TEST(f.lumped(4, 1) == 0.2);
  BOOST_TEST(f.nearest(Vec3(0.9, 0, 0)) == 1);
  BOOST_TEST(f.damping.size() == 0);
}

BOOST_AUTO_TEST_CASE(everything_survives_writing_and_reading) {
  const Folder folder;
  const FemModel f = full();
  write_fem_text(f, folder.file("full.fem"), 17);
  check_equal(f, read_fem_text(folder.file("full.fem")));
  write_fem_cache(f, folder.file("full.bin"));
  check_equal(f, read_fem_cache(folder.file("full.bin")));
}

BOOST_AUTO_TEST_CASE(errors_name_record_group_and_line) {
  const Folder folder;
  const auto fails = [&](const std::string& from, const std::string& to, const std::string& line,
                         const std::string& what) {
    const std::string message = error_of(folder, replaced(small, from, to));
    BOOST_TEST(message.find("bad.fem:" + line + ":") != std::string::npos, message << " is not at line " << line);
    BOOST_TEST(message.find(what) != std::string::npos, message << " does not say `" << what << "`");
  };
  fails("** RECORD GROUP 10, STIFFNESS\n 210.\n", "", "25", "record group 10 (modal stiffness matrix) is missing");
  fails(" 210.\n", "", "22", "record group 10 (modal stiffness matrix): 1 numbers expected, 0 found");
  fails(" 210.\n", " 210. 3.\n", "22", "more numbers than the header announces");
  fails(" 210.\n", " nan\n", "22", "`nan` is not a finite number");
  fails(" 210.\n", " 21x0.\n", "22", "`21x0.` is not a finite number");
  fails(" 210.\n", " 1.e999\n", "22", "too large");
  fails(" 0. 1.\n", " 0.\n", "10", "record group 5 (node coordinates X): 2 numbers expected, 1 found");
  fails(" 0. 1.\n", " 0. 1. 2.\n", "9", "more numbers");
  fails("root tip_A", "root root", "6", "label `root` is there twice");
  fails("root tip_A", "root", "7", "2 labels expected, 1 found");
  fails("REV0 2 1 0 0 0", "REV0 0 1 0 0 0", "4", "at least one node");
  fails("REV0 2 1 0 0 0", "REV0 2 1 0 0 4", "4", "no number of modes");
  fails("REV0 2 1 0 0 0", "REV0 2 2 0 0 0", "19", "2 mode shapes expected, 1 found");
  fails("REV0 2 1 0 0 0", "REV0 90000 90 0 0 0", "4", "too short");
  fails("REV0 2 1 0 0 0", "REV0 1 90000 0 0 0", "4", "too short");
  fails(" 2.1\n", " -2.1\n", "19", "the mass -2.1 of mode 1 is negative");
  fails(" 2. 2. 2. .1", " 2. 2. -2. .1", "23", "the mass of node `root` is negative");
  fails("GROUP 6", "GROUP 5", "10", "is already at line 8");
  fails("GROUP 6", "GROUP 66", "10", "record groups 1 to 19");
  fails("** END", "** RECORD GROUP 12\n 7. 0. 0. 0. 1. 0. 0. 0. 1. 0. 0. 0. 1.\n** END", "26", "is not the sum 5");
  fails("** END OF FILE\n", "** RECORD GROUP 12\n 5. 0. 0. 0. 1. 0. 0. 0. 1. 0.\n", "28",
        "the file ends early: 13 entries");
  fails("** END", "** RECORD GROUP 19\n 1 99 1.\n** END", "27", "loads are numbered 1 to 24");
  BOOST_TEST(error_of(folder, "nothing\n").find("not a file of FEM data") != std::string::npos);
  BOOST_CHECK_THROW(read_fem_text(folder.file("absent.fem")), Error);
}

BOOST_AUTO_TEST_CASE(masses_that_contradict_each_other_are_refused) {
  const Folder folder;
  FemModel f = full();
  f.mass(0, 1) += 1;
  write_fem_text(f, folder.file("bad.fem"));
  BOOST_CHECK_THROW(read_fem_text(folder.file("bad.fem")), InputError);
  f.mass(1, 0) += 1;
  f.mass *= 1e-3;
  f.mass(0, 1) = f.mass(1, 0) = 1;
  write_fem_text(f, folder.file("bad.fem"));
  BOOST_CHECK_THROW(read_fem_text(folder.file("bad.fem")), InputError);
}

BOOST_AUTO_TEST_CASE(a_binary_file_is_checked_before_it_is_used) {
  const Folder folder;
  const std::string path = folder.file("full.bin");
  write_fem_cache(full(), path);
  const std::string good = read_all(path);
  const auto message = [&](const std::string& bytes) {
    folder.write("full.bin", bytes);
    try {
      read_fem_cache(path);
    } catch (const InputError& error) {
      return std::string(error.what());
    }
    return std::string("no error");
  };
  std::string damaged = good;
  damaged[good.size() / 2] ^= 4;
  BOOST_TEST(message(damaged).find("check sum") != std::string::npos);
  BOOST_TEST(message(good.substr(0, good.size() - 8)).find("truncated") != std::string::npos);
  std::string newer = good;
  newer[8] = 9;
  BOOST_TEST(message(newer).find("version 9") != std::string::npos);
  BOOST_TEST(message("short").find("no binary file") != std::string::npos);
  BOOST_TEST(message(good) == "no error");
}

BOOST_AUTO_TEST_CASE(the_binary_file_is_made_used_and_renewed_as_asked) {
  const Folder folder;
  const std::string path = folder.write("small.fem", small);
  const std::string binary = fem_cache_path(path);
  std::vector<std::string> warnings;
  const auto warn = [&](const std::string& text) { warnings.push_back(text); };
  const auto age = [&](const std::string& file, int seconds) {
    fs::last_write_time(file, fs::file_time_type::clock::now() - std::chrono::seconds(seconds));
  };
  read_fem(path, {.create = false, .use = true, .update = false}, warn);
  BOOST_TEST(!fs::exists(binary));
  read_fem(path, {.create = true, .use = true, .update = false}, warn);
  BOOST_TEST(fs::exists(binary));
  // A file of other numbers in its place shows whether it is read.
  FemModel other = read_fem_text(path);
  other.stiffness(0, 0) = 5;
  write_fem_cache(other, binary);
  age(path, 100);
  const FemCacheUse use{.create = false, .use = true, .update = false};
  BOOST_TEST(read_fem(path, use, warn).stiffness(0, 0) == 5);
  BOOST_TEST(read_fem(path, {}, warn).stiffness(0, 0) == 210);
  age(binary, 200);
  BOOST_TEST(read_fem(path, use, warn).stiffness(0, 0) == 210);
  BOOST_TEST(read_fem_cache(binary).stiffness(0, 0) == 5);
  read_fem(path, {.create = false, .use = false, .update = true}, warn);
  BOOST_TEST(read_fem_cache(binary).stiffness(0, 0) == 210);
  BOOST_TEST(read_fem(binary, {}, warn).stiffness(0, 0) == 210);
  BOOST_TEST(warnings.empty());
  folder.write("small.fem.fxb", "nonsense");
  BOOST_TEST(read_fem(path, use, warn).stiffness(0, 0) == 210);
  BOOST_TEST(warnings.size() == 1u);
}

BOOST_AUTO_TEST_CASE(matrices_are_read_in_all_their_forms) {
  const Folder folder;
  const auto read = [&](const std::string& text) {
    return Eigen::MatrixXd(read_matrix_market(folder.write("m.mtx", text)));
  };
  Eigen::MatrixXd expected(2, 2);
  expected << 1, 2, 2, -4;
  BOOST_TEST((read("%%MatrixMarket matrix coordinate real symmetric\n% comment\n2 2 3\n1 1 1.\n2 1 2.\n2 2 -4e0\n") ==
              expected));
  BOOST_TEST((read("%%MatrixMarket matrix array real general\n2 2\n1\n2\n2\n-4\n") == expected));
  BOOST_TEST((read("%%MatrixMarket matrix array real symmetric\n2 2\n1\n2\n-4\n") == expected));
  for (const char* wrong : {"nothing\n", "%%MatrixMarket matrix coordinate complex general\n",
                            "%%MatrixMarket matrix coordinate real general\n",
                            "%%MatrixMarket matrix coordinate real general\n2 2 1\n3 1 1.\n",
                            "%%MatrixMarket matrix coordinate real general\n2 2 2\n1 1 1.\n",
                            "%%MatrixMarket matrix coordinate real general\n2 2 1\n1 1 x\n",
                            "%%MatrixMarket matrix coordinate real general\n2 2 1\n1 1 1.\n1 1 1.\n",
                            "%%MatrixMarket matrix coordinate real symmetric\n2 3 1\n1 1 1.\n"})
    BOOST_CHECK_THROW(read(wrong), InputError);
  const NodePositions table = read_node_positions(folder.write("nodes", "# table\n a 1 2 3\n b 4. 5. 6. # last\n"));
  BOOST_TEST(table.labels.size() == 2u);
  BOOST_TEST(table.positions(2, 1) == 6);
  for (const char* wrong : {"", "a 1 2\n", "a 1 2 x\n", "a 1 2 3\na 1 2 3\n"})
    BOOST_CHECK_THROW(read_node_positions(folder.write("nodes", wrong)), InputError);
}

BOOST_AUTO_TEST_SUITE_END()
