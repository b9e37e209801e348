// Forces and couples: what they do, what they write, how they are read.
#include <boost/test/unit_test.hpp>

#include "tests/elements/samples.h"
#include "tests/elements/scene.h"

using namespace flexura;
using namespace flexura::test;

BOOST_AUTO_TEST_SUITE(loads)

namespace {

struct OneLoad {
  explicit OneLoad(const std::string& load)
      : text(
            "structural: 11, dynamic, 1., 0., 0., 3, 0.,0.,1., 1, 0.,1.,0., null, null;"
            "structural: 12, dynamic, 1., 2., 0., eye, null, null;" +
            load),
        batch(text.model.batch(0)),
        scene(text.model) {}
  Vec3 rows(int first) { return scene.residual(batch, 0).segment<3>(first); }
  std::vector<double> record() { return scene.output(batch, 0); }
  std::string log() { return batch.log(0, text.model); }

  TextModel text;
  ElementBatch& batch;
  Scene scene;
};

void check_record(OneLoad& load, std::initializer_list<double> expected, std::vector<int> labels) {
  const auto record = load.record();
  const OutputSpec spec = load.batch.output_spec(0, load.text.model);
  BOOST_TEST(spec.extension == "frc");
  BOOST_TEST((spec.integer_columns == labels));
  BOOST_REQUIRE(record.size() == expected.size());
  BOOST_TEST(spec.text_columns == static_cast<int>(expected.size()));
  int k = 0;
  for (const double x : expected) {
    BOOST_TEST(std::abs(record[k] - x) < 1e-14, "number " << k << ": " << record[k] << ", expected " << x);
    ++k;
  }
}

bool near(const Vec3& a, const Vec3& b) { return (a - b).norm() < 1e-14; }

}  // namespace

BOOST_AUTO_TEST_CASE(absolute_force_keeps_its_direction_and_moves_with_its_arm) {
  OneLoad load("force: 5, absolute, 11, position, 2., 0., 0., 0., 0., 1., const, 3.;");
  BOOST_TEST(near(load.rows(0), {0, 0, 3}));
  BOOST_TEST(near(load.rows(3), {6, 0, 0}));  // arm (0,2,0)
  check_record(load, {11, 0, 0, 3, 1, 2, 0}, {0});
  BOOST_TEST(load.log() == "structural absolute force: 5 11 2 0 0");
}

BOOST_AUTO_TEST_CASE(follower_force_turns_with_its_node) {
  OneLoad load("force: 5, follower, 11, position, 0., 0., 1., 1., 0., 0., const, 3.;");
  BOOST_TEST(near(load.rows(0), {0, 3, 0}));
  BOOST_TEST(near(load.rows(3), {-3, 0, 0}));
  check_record(load, {11, 0, 3, 0, 1, 0, 1}, {0});
  BOOST_TEST(load.log() == "structural follower force: 5 11 0 0 1");
}

BOOST_AUTO_TEST_CASE(internal_forces_are_opposite) {
  OneLoad absolute("force: 5, absolute internal, 11, position, null, 12, position, 1., 0., 0., 0., 0., 1., const, 3.;");
  BOOST_TEST(near(absolute.rows(0), {0, 0, 3}));
  BOOST_TEST(near(absolute.rows(6), {0, 0, -3}));
  BOOST_TEST(near(absolute.rows(9), {0, 3, 0}));
  check_record(absolute, {11, 0, 0, 3, 1, 0, 0, 12, 0, 0, -3, 2, 2, 0}, {0, 7});
  BOOST_TEST(absolute.log() == "structural internal absolute force: 5 11 0 0 0 12 1 0 0");
  OneLoad follower("force: 5, internal follower, 11, position, null, 12, position, null, 1., 0., 0., const, 3.;");
  BOOST_TEST(near(follower.rows(6), {0, -3, 0}));
  BOOST_TEST(follower.log() == "structural internal follower force: 5 11 0 0 0 12 0 0 0");
}

BOOST_AUTO_TEST_CASE(couples) {
  OneLoad absolute("couple: 5, absolute, 11, 1., 0., 0., const, 3.;");
  BOOST_TEST(near(absolute.rows(3), {3, 0, 0}));
  BOOST_TEST(near(absolute.rows(0), Vec3::Zero()));
  check_record(absolute, {11, 3, 0, 0}, {0});
  BOOST_TEST(absolute.batch.output_spec(0, absolute.text.model).family == "couple");
  BOOST_TEST(absolute.log() == "structural absolute couple: 5 11 0 0 0");
  OneLoad follower("couple: 5, follower, 11, position, 1., 2., 3., 1., 0., 0., const, 3.;");
  BOOST_TEST(near(follower.rows(3), {0, 3, 0}));
  BOOST_TEST(follower.log() == "structural follower couple: 5 11 1 2 3");
  OneLoad internal("couple: 5, follower internal, 11, 12, 1., 0., 0., const, 3.;");
  BOOST_TEST(near(internal.rows(9), {0, -3, 0}));
  check_record(internal, {11, 0, 3, 0, 12, 0, -3, 0}, {0, 4});
}

BOOST_AUTO_TEST_CASE(total_force_is_a_follower_force_and_couple) {
  OneLoad load(
      "force: 5, total, 11, position, 0., 0., 1., force orientation, 1, 0.,1.,0., 3, 0.,0.,1., "
      "force, 1., 0., 0., const, 3., moment, 0., 0., 1., const, 4.;");
  // Force axis 1 is node axis 2, global -x.
  BOOST_TEST(near(load.rows(0), {-3, 0, 0}));
  BOOST_TEST(near(load.rows(3), {0, -3, 4}));
  check_record(load, {11, -3, 0, 0, 1, 0, 1, 0, 0, 4}, {0});
  OneLoad internal("force: 5, total internal, 11, 12, position, 1., 0., 0., force, 1., 0., 0., const, 3.;");
  BOOST_TEST(near(internal.rows(6), {0, -3, 0}));
  BOOST_TEST(near(internal.rows(9), {0, 0, -3}));
}

BOOST_AUTO_TEST_CASE(old_names_and_directions_before_offsets_are_read) {
  OneLoad load("force: 5, conservative, 11, 0., 0., 1., 2., 0., 0., const, 3.;");
  BOOST_TEST(load.batch.type() == "absolute");
  BOOST_TEST(near(load.rows(3), {6, 0, 0}));
  // A direction has no length.
  OneLoad longer("force: 5, absolute, 11, 0., 0., 4., 2., 0., 0., const, 3.;");
  BOOST_TEST(near(longer.rows(3), {6, 0, 0}));
  OneLoad internal("force: 5, absolute internal, 11, 0., 0., 4., null, 12, null, const, 3.;");
  BOOST_TEST(near(internal.rows(0), {0, 0, 3}));
  BOOST_CHECK_THROW(OneLoad("force: 5, absolute, 11, null, null, const, 3.;"), InputError);
}

BOOST_AUTO_TEST_CASE(forces_and_couples_share_their_labels) {
  BOOST_CHECK_THROW(OneLoad("force: 5, absolute, 11, position, null, 0., 0., 1., const, 3.;"
                            "couple: 5, absolute, 11, 0., 0., 1., const, 3.;"),
                    InputError);
}

BOOST_AUTO_TEST_CASE(values_take_a_frame_after_the_word_single) {
  OneLoad load("force: 5, absolute, 11, position, null, single, reference, node, 1., 0., 0., const, 3.;");
  BOOST_TEST(near(load.rows(0), {0, 3, 0}));
}

BOOST_AUTO_TEST_SUITE_END()
