// The common checks notice what they are for.
#include <boost/test/unit_test.hpp>

#include "elements/check/element_check.h"
#include "module.h"

using namespace flexura;
using namespace flexura::test;

namespace {

namespace author = flexura::authoring;

enum class Fault { none, force, moment, energy, space, reaction, memory, branch };

/// A spring between two nodes that keeps a constraint, with a fault.
template <Fault fault>
class Faulty : public author::Element<2, 1> {
 public:
  static author::Declaration<Faulty> declare() {
    author::Declaration<Faulty> d("faulty " + std::to_string(static_cast<int>(fault)), "a fault");
    d.node("first");
    d.node("second");
    d.constraint("height");
    return fault == Fault::space || fault == Fault::reaction ? d : d.conservative();
  }
  template <class S>
  void residual(const author::Motion<S>& q, const author::Forces<S>& r) const {
    const Vector3<S> d = q.node(1).x - q.node(0).x;
    const Vector3<S> f = d * d.dot(d) * 4.0;
    r.force(0) += f;
    r.force(1) -= f;
    if constexpr (fault == Fault::force) r.force(1) += d;
    if constexpr (fault == Fault::moment) r.moment(1) += d;
    if constexpr (fault == Fault::space) r.force(1).x() += q.node(1).x.x();
    const Vector3<S> across = q.node(0).R * Vec3(Vec3::UnitX());
    const Vector3<S> pull = across * q.unknown(0);
    r.force(0) += pull;
    r.force(1) -= pull;
    if constexpr (fault != Fault::reaction) r.moment(0) += d.cross(pull);
    r.equation(0) -= across.dot(d);
    if constexpr (fault == Fault::memory) r.force(0).x() += static_cast<double>(++calls_ % 1000);
    // Derivatives of the value alone.
    if constexpr (fault == Fault::branch) r.force(0).x() += value_of(d.dot(d));
  }
  double energy(const author::Motion<double>& q) const {
    const double l = (q.node(1).x - q.node(0).x).squaredNorm();
    return (fault == Fault::energy ? 1.1 : 1.0) * l * l;
  }

 private:
  mutable int calls_ = 0;
};

template <Fault fault>
ElementReport report() {
  author::add_element_type<Faulty<fault>>(open_element_types("user defined"));
  return check_element(author::catalogue().back());
}

std::string failed(const ElementReport& report) {
  std::string names = report.failure;
  for (const CheckResult& check : report.checks)
    if (!check.passed()) names += check.name + " ";
  return names;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(element_checks)

BOOST_AUTO_TEST_CASE(a_right_element_passes_all_of_them) {
  const ElementReport right = report<Fault::none>();
  BOOST_TEST(right.passed(), table_of({right}));
  BOOST_TEST(right.checks.size() == 8U);
  BOOST_TEST(right.jacobian_time > 0);
  BOOST_TEST(contains(table_of({right}), "1 of 1 types pass"));
}

BOOST_AUTO_TEST_CASE(each_fault_is_found_by_the_check_that_is_for_it) {
  BOOST_TEST(contains(failed(report<Fault::force>()), "power"));
  BOOST_TEST(contains(failed(report<Fault::moment>()), "power"));
  BOOST_TEST(contains(failed(report<Fault::energy>()), "power"));
  BOOST_TEST(contains(failed(report<Fault::space>()), "frames"));
  BOOST_TEST(contains(failed(report<Fault::reaction>()), "reactions"));
  BOOST_TEST(contains(failed(report<Fault::memory>()), "memory"));
  BOOST_TEST(contains(failed(report<Fault::branch>()), "jacobian"));
}

BOOST_AUTO_TEST_CASE(a_failure_is_told_with_its_place) {
  author::add_element_type<Faulty<Fault{9}>>(open_element_types("user defined"));
  ElementReport wrong = check_element(author::catalogue().back());
  wrong.checks[0].error = 0.5;
  wrong.checks[0].where = "row 3";
  const std::string table = table_of({wrong});
  BOOST_TEST(contains(table, "5e-01 !"));
  BOOST_TEST(contains(table, "jacobian 0.5, at most 1e-07: row 3"));
  BOOST_TEST(contains(table, "0 of 1 types pass"));
}

BOOST_AUTO_TEST_SUITE_END()
