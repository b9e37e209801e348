#include "app/result_prefix.h"

#include <boost/test/unit_test.hpp>

#include <cstdlib>
#include <filesystem>

#include "support/error.h"

namespace flexura {
BOOST_AUTO_TEST_SUITE(prefix)

namespace {

struct Folder {
  Folder() {
    std::string name = (std::filesystem::temp_directory_path() / "flexura_prefix_XXXXXX").string();
    path = mkdtemp(name.data());
  }
  ~Folder() { std::filesystem::remove_all(path); }
  Folder(const Folder&) = delete;
  Folder& operator=(const Folder&) = delete;
  std::string path;
};

auto code_is(ExitCode code) {
  return [code](const Error& e) { return e.exit_code() == code; };
}

}  // namespace

BOOST_AUTO_TEST_CASE(without_a_request_it_is_the_model_without_its_extension) {
  const Folder folder;
  BOOST_TEST(result_prefix("pendulum.mbd", "", false) == "pendulum");
  BOOST_TEST(result_prefix(folder.path + "/a.b.mbd", "", true) == folder.path + "/a.b");
  BOOST_TEST(result_prefix("pendulum", "", false) == "pendulum");
}

BOOST_AUTO_TEST_CASE(a_folder_keeps_the_name_of_the_model) {
  const Folder folder;
  BOOST_TEST(result_prefix("models/x.mbd", folder.path + "/", false) == folder.path + "/x");
  BOOST_TEST(result_prefix("models/x.mbd", folder.path, true) == folder.path + "/x");
}

BOOST_AUTO_TEST_CASE(any_other_request_is_taken_as_it_is) {
  const Folder folder;
  BOOST_TEST(result_prefix("x.mbd", folder.path + "/run.1", false) == folder.path + "/run.1");
  BOOST_TEST(result_prefix("models/x.mbd", "y", false) == "y");
}

BOOST_AUTO_TEST_CASE(a_folder_that_does_not_exist_is_an_output_error) {
  BOOST_CHECK_EXCEPTION(result_prefix("x.mbd", "nowhere/y", false), Error, code_is(ExitCode::output_failed));
  BOOST_CHECK_EXCEPTION(result_prefix("x.mbd", "nowhere/", false), Error, code_is(ExitCode::output_failed));
}

BOOST_AUTO_TEST_CASE(results_never_replace_the_model) {
  BOOST_TEST(result_prefix("x.out", "", false) == "x.out");
  BOOST_CHECK_EXCEPTION(result_prefix("x.out", "x", false), Error, code_is(ExitCode::usage));
  BOOST_CHECK_EXCEPTION(result_prefix("./x.nc", "x", false), Error, code_is(ExitCode::usage));
}

BOOST_AUTO_TEST_CASE(several_models_need_a_folder) {
  const Folder folder;
  BOOST_CHECK_EXCEPTION(result_prefix("x.mbd", folder.path + "/y", true), Error, code_is(ExitCode::usage));
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace flexura
