// Files of eigenanalyses: the transform, the script, the variables of the binary file.
#include <netcdf.h>
#include <unistd.h>

#include <boost/test/unit_test.hpp>

#include <cmath>
#include <complex>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>

#include "output/eigen_results.h"
#include "support/error.h"

using namespace flexura;

BOOST_AUTO_TEST_SUITE(eigen_results)

namespace {

using Complex = std::complex<double>;

/// m x'' + d x' + k x = 0 as a result: x = (z, z').
struct Oscillator {
  Oscillator() {
    settings.matrices = EigenSettings::Matrices::full;
    settings.eigenvectors = settings.geometry = true;
    result.settings = &settings;
    result.number = 3;
    result.step = 7;
    result.time = 0.25;
    result.coefficient = 1e-3;
    result.size = 2;
    result.unknowns = 1;
    // m = 1, d = 6, k = 1609: s = -3 +- 40 i
    const Complex s(-3, 40);
    result.modes.push_back({s, false, {1.0, s}});
    result.labels = {12};
    result.offsets = {0};
    result.geometry.push_back({1, 2, 3, 0.1, 0.2, 0.3});
    result.e = {{0, 0, 1}, {0, 1, 0}, {6, 1, 1}};
    result.a = {{0, 1}, {0, 1}, {-1609, 1}};
  }
  EigenSettings settings;
  EigenResult result;
};

std::string text_of(const std::string& path) {
  std::ifstream file(path);
  std::stringstream text;
  text << file.rdbuf();
  return text.str();
}

struct Folder {
  Folder() : path(std::filesystem::temp_directory_path() / ("flexura_eigen_" + std::to_string(::getpid()))) {
    std::filesystem::create_directories(path);
  }
  Folder(const Folder&) = delete;
  Folder& operator=(const Folder&) = delete;
  ~Folder() { std::filesystem::remove_all(path); }
  [[nodiscard]] std::string prefix() const { return (path / "result").string(); }
  std::filesystem::path path;
};

double dense(const Triplets& m, int i, int j) {
  double value = 0;
  for (std::size_t k = 0; k < m.value.size(); ++k)
    if (m.row[k] == i && m.column[k] == j) value += m.value[k];
  return value;
}

}  // namespace

BOOST_AUTO_TEST_CASE(the_formulas_of_the_language_give_the_eigenvalues_back) {
  const Oscillator o;
  const auto alpha = transformed_eigenvalues(o.result);
  BOOST_REQUIRE(alpha.size() == 2u);
  const double d = o.result.coefficient;
  const Complex expected[] = {{-3, 40}, {-3, -40}};
  for (int k = 0; k < 2; ++k) {
    const auto& [ar, ai, b] = alpha[k];
    const Complex big = Complex(ar, ai) / b;
    BOOST_TEST(std::abs((big - 1.0) / (big + 1.0) / d - expected[k]) < 1e-11);
    const Complex second = Complex(ar * ar + ai * ai - b * b, 2 * ai * b) / ((ar + b) * (ar + b) + ai * ai) / d;
    BOOST_TEST(std::abs(second - expected[k]) < 1e-11);
  }
}

BOOST_AUTO_TEST_CASE(matrices_and_vectors_satisfy_the_transformed_problem) {
  const Oscillator o;
  const Triplets plus = transformed_matrix(o.result, 1);
  const Triplets minus = transformed_matrix(o.result, -1);
  const double d = o.result.coefficient;
  for (int i = 0; i < 2; ++i)
    for (int j = 0; j < 2; ++j) {
      BOOST_TEST(std::abs((dense(plus, i, j) + dense(minus, i, j)) / 2 - dense(o.result.e, i, j)) < 1e-12);
      BOOST_TEST(std::abs(-(dense(plus, i, j) - dense(minus, i, j)) / (2 * d) - dense(o.result.a, i, j)) < 1e-9);
    }
  const auto row = transformed_eigenvalues(o.result)[0];
  const Complex big = Complex(row[0], row[1]) / row[2];
  for (int i = 0; i < 2; ++i) {
    Complex rest = 0;
    for (int j = 0; j < 2; ++j) rest += (dense(minus, i, j) - big * dense(plus, i, j)) * o.result.modes[0].vector[j];
    BOOST_TEST(std::abs(rest) < 1e-11);
  }
}

BOOST_AUTO_TEST_CASE(an_eigenvalue_at_the_pole_of_the_transform_has_beta_zero) {
  Oscillator o;
  o.result.coefficient = 0.5;
  o.result.modes[0].s = 2;
  const auto alpha = transformed_eigenvalues(o.result);
  BOOST_REQUIRE(alpha.size() == 1u);
  BOOST_TEST(alpha[0][0] == 1.0);
  BOOST_TEST(alpha[0][2] == 0.0);
}

BOOST_AUTO_TEST_CASE(the_script_has_what_was_asked_for_and_nothing_else) {
  const Folder folder;
  Oscillator o;
  write_eigen_script(folder.prefix(), o.result);
  const std::string all = text_of(folder.prefix() + "_3.m");
  for (const char* part : {"dTime = 0.25;", "dCoef = 0.001", "lStep = int32(7);", "Aplus = [", "Aminus = [",
                           "labels = int32([\n12;", "idx = int32([\n0;", "X0 = [\n1.0", "alpha = [", "VR = ["})
    BOOST_TEST(all.find(part) != std::string::npos, part);
  o.settings.suffix = "{:03}";
  o.settings.matrices = EigenSettings::Matrices::sparse;
  o.settings.eigenvectors = o.settings.geometry = false;
  write_eigen_script(folder.prefix(), o.result);
  const std::string some = text_of(folder.prefix() + "_003.m");
  BOOST_TEST(some.find("Aplus = spconvert(Aplus);") != std::string::npos);
  for (const char* part : {"VR", "X0", "idx"}) BOOST_TEST(some.find(part) == std::string::npos, part);
  BOOST_CHECK_THROW(write_eigen_script("/nonexistent/folder/result", o.result), Error);
}

BOOST_AUTO_TEST_CASE(the_binary_file_keeps_its_instants_and_gains_the_modes) {
  const Folder folder;
  const std::string path = folder.prefix() + ".nc";
  int id = -1, time = -1, variable = -1;
  BOOST_REQUIRE(nc_create(path.c_str(), NC_CLOBBER, &id) == NC_NOERR);
  nc_def_dim(id, "time", NC_UNLIMITED, &time);
  nc_def_var(id, "time", NC_DOUBLE, 1, &time, &variable);
  nc_enddef(id);
  for (std::size_t k = 0; k < 3; ++k) {
    const double value = 0.5 * static_cast<double>(k);
    nc_put_var1_double(id, variable, &k, &value);
  }
  nc_close(id);
  const Oscillator o;
  append_eigen_variables(path, {o.result});
  BOOST_REQUIRE(nc_open(path.c_str(), NC_NOWRITE, &id) == NC_NOERR);
  double times[3] = {}, alpha[6] = {}, vr[8] = {}, plus[4] = {};
  const auto get = [&](const char* name, double* to) {
    BOOST_REQUIRE(nc_inq_varid(id, name, &variable) == NC_NOERR);
    BOOST_REQUIRE(nc_get_var_double(id, variable, to) == NC_NOERR);
  };
  get("time", times);
  get("eig.3.alpha", alpha);
  get("eig.3.VR", vr);
  get("eig.3.Aplus", plus);
  nc_close(id);
  BOOST_TEST(times[2] == 1.0);
  const auto rows = transformed_eigenvalues(o.result);
  BOOST_TEST(alpha[4] == rows[1][1]);
  BOOST_TEST(vr[0] == 1.0);    // real part of the first component of the first mode
  BOOST_TEST(vr[5] == 40.0);   // imaginary part of its rate
  BOOST_TEST(vr[7] == -40.0);  // of the conjugate
  BOOST_TEST(plus[1] == dense(transformed_matrix(o.result, 1), 1, 0));  // by columns
  BOOST_CHECK_THROW(append_eigen_variables(folder.prefix() + "_absent.nc", {o.result}), Error);
}

BOOST_AUTO_TEST_SUITE_END()
