// The common checks notice what they are for.
#include <boost/test/unit_test.hpp>

#include "app/parallel_check.h"
#include "elements/check/element_check.h"
#include "elements/nodes/node_argument.h"
#include "module.h"

using namespace flexura;
using namespace flexura::test;

namespace {

namespace author = flexura::authoring;

enum class Fault { none, force, moment, energy, space, reaction, memory, branch, group, neighbour };

/// A spring between two nodes that keeps a constraint, with a fault.
template <Fault fault>
class Faulty : public author::Element<2, 1> {
 public:
  static author::Declaration<Faulty> declare() {
    author::Declaration<Faulty> d("faulty " + std::to_string(static_cast<int>(fault)), "a fault");
    d.node("first");
    d.node("second");
    d.constraint("height", fault == Fault::group ? Dimension::velocity : Dimension::length);
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
    // A node that it has not declared: that of another rank, perhaps.
    if constexpr (fault == Fault::neighbour) r.force(0).x() += 1e-3 * q.state().nodes[3].x.x();
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
const author::CatalogueEntry& add_type() {
  author::add_element_type<Faulty<fault>>(open_element_types("user defined"));
  return author::catalogue().back();
}
template <Fault fault>
ElementReport report() {
  return check_element(add_type<fault>());
}

/// A force on one node whose batch gets a sum wrong.
enum class Sum { right, absolute, divided, alone };
template <Sum sum>
struct Pull {
  static constexpr std::string_view type = "pull", family = "force";
  NodeIndex node;
  [[nodiscard]] std::array<NodeIndex, 1> nodes() const { return {node}; }
  [[nodiscard]] int unknown_count() const { return 0; }
  void residual(const Local& q, Residual& r) const { r.force(0) += Vec3(-2, 3, 0) * q.node(0).x.x(); }
  void jacobian(const Local&, Jacobian& j) const {
    j(local::force(0), local::position(0)) += Vec3(-2, 3, 0) * Eigen::RowVector3d(1, 0, 0);
  }
};

template <Sum sum>
ElementReport report_sum() {
  static int number = 0;
  Sample sample;
  sample.card = "user defined";
  sample.keyword = "pull " + std::to_string(static_cast<int>(sum)) + " " + std::to_string(number++);
  sample.type = "pull";
  sample.text = "user defined: 1, " + sample.keyword + ", 1;";
  sample.relative = false;
  open_element_types("user defined")
      .add(
          sample.keyword,
          [](Reader& reader, ElementInfo info) {
            return reader.model().add_element(std::move(info), Pull<sum>{NodeArgument(reader).index});
          },
          "a force");
  return check_element(sample, {});
}

std::string failed(const ElementReport& report) {
  std::string names = report.failure;
  for (const CheckResult& check : report.checks)
    if (!check.passed()) names += check.name + " ";
  return names;
}

/// What all batches do, but for one thing.
template <Sum sum>
void add_wrongly(const Batch<Pull<sum>>& batch, const State& state, std::span<const int> which, double* f,
                 double* f_abs) {
  for (const int i : which) {
    const auto dof = batch.dofs(i);
    const Vec3 force = Vec3(-2, 3, 0) * state.nodes[batch.nodes(i)[0]].x.x();
    for (int k = 0; k < 3; ++k) {
      f[dof[k]] = (sum == Sum::alone ? 0 : f[dof[k]]) + force(k) / (sum == Sum::divided && which.size() > 1 ? 2 : 1);
      if (f_abs) f_abs[dof[k]] += sum == Sum::absolute ? force(k) : std::abs(force(k));
    }
  }
}

}  // namespace

namespace flexura {
#define WRONG_SUM(sum)                                                                                              \
  template <>                                                                                                       \
  void Batch<Pull<sum>>::residual(const State& state, std::span<const int> which, double* f, double* f_abs) const { \
    add_wrongly<sum>(*this, state, which, f, f_abs);                                                                \
  }
WRONG_SUM(Sum::absolute)
WRONG_SUM(Sum::divided)
WRONG_SUM(Sum::alone)
#undef WRONG_SUM
}  // namespace flexura

BOOST_AUTO_TEST_SUITE(element_checks)

BOOST_AUTO_TEST_CASE(a_right_element_passes_all_of_them) {
  const ElementReport right = report<Fault::none>();
  BOOST_TEST(right.passed(), table_of({right}));
  BOOST_TEST(right.checks.size() == 9U);
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
  BOOST_TEST(contains(failed(report<Fault::group>()), "sepnorm"));
}

BOOST_AUTO_TEST_CASE(sums_of_absolute_contributions_are_checked) {
  BOOST_TEST(failed(report_sum<Sum::right>()) == "");
  for (const ElementReport& wrong : {report_sum<Sum::absolute>(), report_sum<Sum::divided>(), report_sum<Sum::alone>()})
    BOOST_TEST(contains(failed(wrong), "sepnorm"), table_of({wrong}));
}

BOOST_AUTO_TEST_CASE(an_element_that_sees_more_than_its_rank_has_is_found) {
  const CheckResult right = check_parallel(sample_of(add_type<Fault{12}>()));
  BOOST_TEST(right.passed(), right.where);
  const CheckResult wrong = check_parallel(sample_of(add_type<Fault::neighbour>()));
  BOOST_TEST(!wrong.passed());
  BOOST_TEST(wrong.where == "residual on 2 ranks");
}

BOOST_AUTO_TEST_CASE(nothing_is_worse_than_not_a_number) {
  CheckResult result{"any", 0, 1e-12, {}};
  result.note(std::nan(""), "here");
  result.note(0, "there");
  BOOST_TEST(!result.passed());
  BOOST_TEST(result.where == "here");
}

BOOST_AUTO_TEST_CASE(a_failure_is_told_with_its_place) {
  author::add_element_type<Faulty<Fault{11}>>(open_element_types("user defined"));
  ElementReport wrong = check_element(author::catalogue().back());
  wrong.checks[0].error = 0.5;
  wrong.checks[0].where = "row 3";
  const std::string table = table_of({wrong});
  BOOST_TEST(contains(table, "5e-01 !"));
  BOOST_TEST(contains(table, "jacobian 0.5, at most 1e-07: row 3"));
  BOOST_TEST(contains(table, "0 of 1 types pass"));
}

BOOST_AUTO_TEST_SUITE_END()
