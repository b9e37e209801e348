#pragma once

#include <boost/test/unit_test.hpp>

#include <algorithm>

namespace flexura::test {

/// How often a test does what is left to chance: a quarter as often under AddressSanitizer, where a process takes most
/// of a second to start.
constexpr int repetitions(int usual) {
#ifdef __SANITIZE_ADDRESS__
  return std::max(2, usual / 4);
#else
  return usual;
#endif
}

/// Decorator of a test case that cannot run under AddressSanitizer: `BOOST_AUTO_TEST_CASE(name, *unless_sanitized())`.
/// It is compiled there nevertheless. MPI's launcher keeps memory, the shadow memory exceeds every `ulimit -v`, and
/// large factors take minutes. (A test that is disabled would run when its suite is named, `--run_test`.)
inline auto unless_sanitized() {
#ifdef __SANITIZE_ADDRESS__
  return boost::unit_test::precondition([](boost::unit_test::test_unit_id) {
    boost::test_tools::assertion_result skip(false);
    skip.message() << "not under AddressSanitizer";
    return skip;
  });
#else
  return boost::unit_test::enable_if<true>();
#endif
}

}  // namespace flexura::test
