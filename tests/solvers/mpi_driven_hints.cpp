// Driven joints that attach themselves, when they wake up, to what they find.
#include <boost/test/unit_test.hpp>

#include <cmath>
#include <string>
#include <vector>

#include "tests/solvers/run_deck.h"

using namespace flexura;
using flexura::test::run_deck;

BOOST_AUTO_TEST_SUITE(driven_hints)

namespace {

constexpr double wake_time = 0.0105;

/// Motions at accepted steps.
struct Record {
  std::vector<double> time;
  std::vector<NodeState> one, two;
};

class Recorder final : public StepObserver {
 public:
  explicit Recorder(Record& record) : record_(record) {}
  void accepted(const StepReport& report, const State& state, const double*, const double*) override {
    record_.time.push_back(report.time);
    record_.one.push_back(state.nodes[1]);
    record_.two.push_back(state.nodes[2]);
  }
  void message(const std::string&) override {}
  bool stop_requested() override { return false; }

 private:
  Record& record_;
};

/// Two bodies that fly apart and turn; `joint` wakes up behind step 10 of 1 ms.
std::string flying(const std::string& hints, const std::string& joint, const std::string& condition = "Time > 0.0105") {
  return "begin: data; problem: initial value; end: data;"
         "begin: initial value; initial time: 0.; final time: 0.05; time step: 1e-3; method: ms, 0.6;"
         "tolerance: 1e-9; max iterations: 30; end: initial value;"
         "begin: control data; structural nodes: 2; rigid bodies: 2; joints: 1; end: control data;"
         "begin: nodes;"
         "structural: 1, dynamic, 0.1, 0.2, 0.3, euler123, 0.1, 0.2, 0.3, 0.3, -0.1, 0.2, 0.5, 0.2, -0.4;"
         "structural: 2, dynamic, 1.1, -0.4, 0.6, euler123, -0.5, 0.6, 0.7, -0.2, 0.4, 0.1, -0.3, 0.6, 0.1;"
         "end: nodes; begin: elements;"
         "body: 1, 1, 2., null, diag, 0.1, 0.2, 0.3; body: 2, 2, 1., null, diag, 0.3, 0.2, 0.2;"
         "driven: 3, string, \"" +
         condition + "\", " + hints + " joint: 3, " + joint + "; end: elements;";
}

Record run(const std::string& deck) {
  Record record;
  Recorder recorder(record);
  run_deck(deck, recorder);
  return record;
}

/// Position of point p2 of node 2 seen from point p1 of node 1.
Vec3 seen(const Record& r, std::size_t k, const Vec3& p1, const Vec3& p2) {
  return r.one[k].R.transpose() * (r.two[k].x + r.two[k].R * p2 - r.one[k].x) - p1;
}
Mat3 turned(const Record& r, std::size_t k) { return r.one[k].R.transpose() * r.two[k].R; }

std::size_t first_on(const Record& r) {
  std::size_t k = 0;
  while (r.time[k] < wake_time) ++k;
  return k;
}

}  // namespace

BOOST_AUTO_TEST_CASE(an_offset_becomes_what_the_other_node_shows_it) {
  const Vec3 p1(0.1, 0.2, 0.3), p2(-0.2, 0.1, 0.4);
  for (const std::string k : {"1", "2"}) {
    const Record r = run(flying("hint, \"offset{" + k + "}\",",
                                "spherical hinge, 1, position, 0.1, 0.2, 0.3, 2, position, -0.2, 0.1, 0.4"));
    const std::size_t on = first_on(r);
    // The point that the card gives stays; the one of node k is where that was in the first step it is on.
    if (k == "1") {
      const Vec3 f1 = seen(r, on, Vec3::Zero(), p2);
      BOOST_TEST((f1 - p1).norm() > 0.5);
      for (std::size_t i = on; i < r.time.size(); ++i) BOOST_TEST(seen(r, i, f1, p2).norm() < 1e-9);
      BOOST_TEST(seen(r, on - 1, f1, p2).norm() < 2e-3);  // relative speeds of about 1 m/s, a step of 1 ms
    } else {
      const Vec3 c = r.one[on].x + r.one[on].R * p1;
      const Vec3 f2 = r.two[on].R.transpose() * (c - r.two[on].x);
      BOOST_TEST((f2 - p2).norm() > 0.5);
      for (std::size_t i = on; i < r.time.size(); ++i) BOOST_TEST(seen(r, i, p1, f2).norm() < 1e-9);
    }
  }
}

BOOST_AUTO_TEST_CASE(an_orientation_becomes_that_of_the_other_node) {
  for (const std::string k : {"1", "2"}) {
    const Record r =
        run(flying("hint, \"hinge{" + k + "}\",",
                   "prismatic, 1, orientation, euler123, 0.3, 0.2, 0.1, 2, orientation, euler123, 1., 2., 3."));
    const std::size_t on = first_on(r);
    const Mat3 held = turned(r, on);
    for (std::size_t i = on; i < r.time.size(); ++i) BOOST_TEST((turned(r, i) - held).norm() < 1e-8);
    BOOST_TEST((turned(r, on - 1) - held).norm() < 3e-3);
    BOOST_TEST((turned(r, 0) - held).norm() > 5e-3);
  }
}

BOOST_AUTO_TEST_CASE(all_of_a_total_joint_is_attached_anew) {
  const Record r = run(flying(
      "hint, \"offset{1}\", \"orientation-hinge{1} # which of both\", hint, \"position-hinge{\n2\n}\",",
      "total joint, 1, position, 0.3, 0., 0., position orientation, euler123, 0.2, 0., 0., 2, position, 0.1, 0.2, 0.3, "
      "rotation orientation, euler123, 0., 0.7, 0., position constraint, 1, 1, 1, null, orientation constraint, 1, 1, "
      "1, "
      "null"));
  const std::size_t on = first_on(r);
  for (std::size_t i = on; i < r.time.size(); ++i) {
    BOOST_TEST((seen(r, i, Vec3::Zero(), Vec3::Zero()) - seen(r, on, Vec3::Zero(), Vec3::Zero())).norm() < 1e-8);
    BOOST_TEST((turned(r, i) - turned(r, on)).norm() < 1e-8);
  }
}

BOOST_AUTO_TEST_CASE(an_imposed_displacement_is_counted_from_the_point_it_has_reached) {
  // The points that the hint does not move stay; the displacement imposed since the first step is all that changes.
  const Vec3 p1(0.1, 0.2, 0.3), p2(-0.2, 0.1, 0.4), direction(0.6, 0., 0.8);
  const auto imposed = [](const Record& r, std::size_t i) { return 0.3 + 2. * r.time[i]; };
  for (const std::string k : {"1", "2"}) {
    const Record r =
        run(flying("hint, \"offset{" + k + "}\",",
                   "drive displacement, 1, 0.1, 0.2, 0.3, 2, -0.2, 0.1, 0.4, 0.6, 0., 0.8, linear, 0.3, 2."));
    const std::size_t on = first_on(r);
    const Vec3 f2 = k == "1" ? p2
                             : Vec3(r.two[on].R.transpose() *
                                    (r.one[on].x + r.one[on].R * Vec3(p1 + imposed(r, on) * direction) - r.two[on].x));
    const Vec3 start = seen(r, on, Vec3::Zero(), f2);
    BOOST_TEST((k == "1" || (start - p1 - imposed(r, on) * direction).norm() < 1e-12));
    for (std::size_t i = on; i < r.time.size(); ++i)
      BOOST_TEST((seen(r, i, start, f2) - (imposed(r, i) - imposed(r, on)) * direction).norm() < 1e-9);
    BOOST_TEST(seen(r, on - 1, start, f2).norm() < 2e-3);  // nothing has jumped
    const Record row =
        run(flying("hint, \"offset{" + k + "}\",",
                   "imposed displacement, 1, 0.1, 0.2, 0.3, 2, -0.2, 0.1, 0.4, 0.6, 0., 0.8, linear, 0.3, "
                   "2."));
    BOOST_TEST((row.two[on].x - row.two[on - 1].x).norm() < 2e-3);
  }
}

BOOST_AUTO_TEST_CASE(a_joint_that_is_on_from_the_start_is_attached_as_its_card_says) {
  const Record r = run(flying("hint, \"offset{1}\",", "in plane, 1, 0.4, 0., 0., 1., 0., 0., 2", "Time > -1."));
  const double plane = (r.one[0].R.transpose() * (r.two[0].x - r.one[0].x)).x();
  const double later = (r.one.back().R.transpose() * (r.two.back().x - r.one.back().x)).x();
  BOOST_TEST(std::abs(later - 0.4) < 1e-8);  // the initial assembly has moved it there
  BOOST_TEST(std::abs(plane - 0.4) < 1e-6);
}

BOOST_AUTO_TEST_CASE(a_joint_is_attached_anew_each_time_it_wakes_up) {
  const Record r = run(flying("hint, \"offset{2}\",", "in plane, 1, 0.4, 0., 0., 1., 0., 0., 2",
                              "(Time > 0.0105 && Time < 0.0205) || Time > 0.0305"));
  const auto offset = [&](std::size_t i) -> Vec3 {  // of node 2: how far it is from the plane of node 1
    return r.two[i].R.transpose() * (r.one[i].x + r.one[i].R * Vec3(0.4, 0, 0) - r.two[i].x);
  };
  const auto distance = [&](std::size_t i, const Vec3& f2) { return seen(r, i, Vec3(0.4, 0, 0), f2).x(); };
  const Vec3 first = offset(11), second = offset(31);
  BOOST_TEST((first - second).norm() > 1e-3);
  BOOST_TEST(std::abs(distance(20, first)) < 1e-9);
  BOOST_TEST(std::abs(distance(30, first)) > 1e-4);
  BOOST_TEST(std::abs(distance(50, second)) < 1e-9);
}

BOOST_AUTO_TEST_CASE(a_spring_wakes_up_without_strain) {
  const Record r = run(flying("hint, \"offset{2}\", \"hinge{2}\",",
                              "deformable joint, 1, position, 1., 2., 3., orientation, euler123, 0.3, 0.2, 0.1, 2, "
                              "position, null, linear elastic, 1e3"));
  const Record free =
      run(flying("", "deformable joint, 1, position, null, 2, position, null, linear elastic, 1e3", "Time > 1."));
  const std::size_t on = first_on(r);
  // A force of 1e3 N/m times the relative motion since then, 1 ms at 1 m/s and 1 rad/s.
  BOOST_TEST((r.one[on].x - free.one[on].x).norm() < 1e-6);
  BOOST_TEST((r.one.back().x - free.one.back().x).norm() > 1e-4);
  BOOST_TEST((r.one[on].v - free.one[on].v).norm() < 1e-3);
}

BOOST_AUTO_TEST_SUITE_END()
