// A model of two nodes and a joint, for tests of what joints read and write.
#pragma once

#include <boost/test/unit_test.hpp>

#include "tests/elements/samples.h"
#include "tests/elements/scene.h"

namespace flexura::test {

/// Two nodes with axes of their own and the joint of a text, at rest; the joint is the last element.
struct OneJoint {
  explicit OneJoint(const std::string& joint)
      : text(
            "structural: 1, dynamic, 1., 0., 0., 3, 0.,0.,1., 1, 0.,1.,0., null, null;"
            "structural: 2, dynamic, 1., 2., 0., eye, null, null;" +
            joint),
        batch(text.model.batch(text.model.batch_count() - 1)),
        scene(text.model) {}
  double* own() { return scene.y.data() + batch.dofs(0)[6 * batch.node_count(0)]; }
  std::vector<double> record() { return scene.output(batch, 0); }
  double datum(const char* name) {
    const auto number = batch.private_datum(0, name);
    BOOST_REQUIRE_MESSAGE(number, name << " is no private datum");
    return batch.private_value(scene.state, 0, *number);
  }
  Vec3 force_on(int node) { return scene.residual(batch, 0).segment<3>(6 * node); }
  Vec3 couple_on(int node) { return scene.residual(batch, 0).segment<3>(6 * node + 3); }

  TextModel text;
  ElementBatch& batch;
  Scene scene;
};

inline Vec3 part(const std::vector<double>& record, int first) {
  return {record[first], record[first + 1], record[first + 2]};
}

inline void set(double* at, std::initializer_list<double> values) { std::copy(values.begin(), values.end(), at); }

inline bool near(const Vec3& a, const Vec3& b, double tolerance = 1e-13) { return (a - b).norm() < tolerance; }

inline void expect_error(const std::string& cards, const std::string& fragment) {
  try {
    OneJoint joint("structural: 9, dummy, 1, offset, null, eye;\n" + cards);
    BOOST_ERROR("no error for: " << cards);
  } catch (const InputError& error) {
    BOOST_TEST(std::string(error.what()).find(fragment) != std::string::npos, cards << " gives: " << error.what());
  }
}

}  // namespace flexura::test
