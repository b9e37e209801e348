#pragma once

#include <boost/test/unit_test.hpp>

namespace flexura::test {

/// Decorator of a test case that cannot run under AddressSanitizer: `BOOST_AUTO_TEST_CASE(name, *unless_sanitized())`.
/// It is compiled there nevertheless. MPI's launcher keeps memory, and the shadow memory exceeds every `ulimit -v`.
inline auto unless_sanitized() {
#ifdef __SANITIZE_ADDRESS__
  return boost::unit_test::enable_if<false>();
#else
  return boost::unit_test::enable_if<true>();
#endif
}

}  // namespace flexura::test
