// The image of a results file of the HDF5 kind: the file is byte for byte what it was, whatever was done to the rest of
// it.
#include <boost/test/unit_test.hpp>

#include <netcdf.h>

#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

#include "output/hdf5_image.h"
#include "support/error.h"

namespace flexura {
namespace hdf5_image {
namespace {

namespace fs = std::filesystem;

void check(int status) { BOOST_REQUIRE_MESSAGE(status == NC_NOERR, nc_strerror(status)); }

std::string bytes_of(const fs::path& path) {
  std::ostringstream text;
  text << std::ifstream(path, std::ios::binary).rdbuf();
  return text.str();
}

void write(const fs::path& path, const std::string& bytes) { std::ofstream(path, std::ios::binary) << bytes; }

/// A variable of 600 numbers an instant in chunks of four instants, from `first` to behind `last`.
void write_instants(const fs::path& path, int first, int last) {
  int file = -1, x = -1;
  if (first == 0) {
    int dimensions[2];
    const std::size_t chunk[2] = {4, 600};
    check(nc_create(path.c_str(), NC_CLOBBER | NC_NETCDF4, &file));
    check(nc_def_dim(file, "time", NC_UNLIMITED, &dimensions[0]));
    check(nc_def_dim(file, "node", 600, &dimensions[1]));
    check(nc_def_var(file, "x", NC_DOUBLE, 2, dimensions, &x));
    check(nc_def_var_chunking(file, x, NC_CHUNKED, chunk));
    check(nc_enddef(file));
  } else {
    check(nc_open(path.c_str(), NC_WRITE, &file));
    check(nc_inq_varid(file, "x", &x));
  }
  std::vector<double> row(600);
  for (int t = first; t < last; ++t) {
    const std::size_t at[2] = {static_cast<std::size_t>(t), 0}, count[2] = {1, row.size()};
    for (std::size_t k = 0; k < row.size(); ++k) row[k] = 1000. * t + static_cast<double>(k);
    check(nc_put_vara_double(file, x, at, count, row.data()));
  }
  check(nc_close(file));
}

struct Folder {
  fs::path path = fs::current_path() / "hdf5_image";
  Folder() {
    fs::remove_all(path);
    fs::create_directory(path);
  }
  ~Folder() { fs::remove_all(path); }
};

}  // namespace
}  // namespace hdf5_image

BOOST_FIXTURE_TEST_SUITE(hdf5_image, Folder)

BOOST_AUTO_TEST_CASE(a_file_that_has_grown_becomes_what_it_was) {
  const fs::path file = path / "results.nc";
  write_instants(file, 0, 10);
  Hdf5Image image;
  image.take(file);
  write_instants(file, 10, 18);
  image.take(file);  // chunks that are known are not looked for again
  const std::string then = bytes_of(file);
  std::vector<double> saved;
  Archive out = Archive::save(saved);
  image.remember(out);
  BOOST_TEST(8 * saved.size() < then.size() / 2);  // sixteen of eighteen instants are in full chunks

  write_instants(file, 18, 31);
  std::string killed = bytes_of(file);
  BOOST_REQUIRE(killed.size() > then.size());
  for (std::size_t k = 0; k < 512; ++k) killed[k] = 0;  // tables that did not get to the disk
  write(file, killed);
  Archive in = Archive::restore(saved);
  Hdf5Image restored;
  restored.remember(in);
  for (int pass = 0; pass < 2; ++pass) {  // once more after a kill
    restored.put_back(file);
    BOOST_TEST((bytes_of(file) == then));
  }
}

BOOST_AUTO_TEST_CASE(other_data_are_refused_and_left_alone) {
  const fs::path file = path / "results.nc";
  write_instants(file, 0, 18);
  Hdf5Image image;
  image.take(file);
  std::string other = bytes_of(file);
  for (char& byte : other) byte = static_cast<char>(byte ^ 0x55);
  for (const std::string& bytes : {other, other.substr(0, 1000)}) {
    write(file, bytes);
    BOOST_CHECK_EXCEPTION(image.put_back(file), Error,
                          [](const Error& e) { return e.exit_code() == ExitCode::output_failed; });
    BOOST_TEST((bytes_of(file) == bytes));
  }
  BOOST_CHECK_THROW(image.put_back(path / "missing.nc"), Error);
  BOOST_CHECK_THROW(image.take(path / "missing.nc"), Error);
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace flexura
