#include <boost/test/unit_test.hpp>

#include "tests/input/language.h"

using namespace flexura;
using flexura::test::contains;
using flexura::test::error_of;
using flexura::test::Language;

namespace template_drives {
namespace {

struct Fixture : Language {
  /// Value of a template drive at time 2.
  template <class T>
  T at_two(const TemplateDrive<T>& drive) {
    std::vector<Taylor2> values;
    const DriveContext context = test::at_time(2);
    for (DriveId id = 0; id < model.drive_count(); ++id) values.push_back(model.drive(id).value(context.time, context));
    return drive.value(values.data());
  }
  Vec3 vec3(const std::string& text) {
    Reader& r = read(text);
    const Drive3 drive = r.drive3();
    r.end_card();
    return at_two(drive);
  }
  Mat3 mat3(const std::string& text) {
    Reader& r = read(text);
    const Drive33 drive = r.drive33();
    r.end_card();
    return at_two(drive);
  }
};

}  // namespace
}  // namespace template_drives

BOOST_FIXTURE_TEST_SUITE(template_drives, Fixture)

BOOST_AUTO_TEST_CASE(vectors_times_drives) {
  BOOST_TEST((vec3("single, 1., 2., 3., linear, 0., 1.") == Vec3(2, 4, 6)));
  BOOST_TEST((vec3("1., 2., 3., linear, 0., 1.") == Vec3(2, 4, 6)));
  BOOST_TEST((vec3("null") == Vec3::Zero()));
  BOOST_TEST((vec3("single, null, 1.") == Vec3::Zero()));
  BOOST_TEST((vec3("single, 1., 2., 3., scale, 2., 1.") == Vec3(2, 4, 6)));
}

BOOST_AUTO_TEST_CASE(components_have_a_drive_each) {
  BOOST_TEST((vec3("component, linear, 0., 1., inactive, 5.") == Vec3(2, 0, 5)));
  Mat3 full, sym;
  full << 1, 2, 3, 4, 0, 6, 7, 8, 9;
  sym << 1, 2, 3, 2, 0, 5, 3, 5, 6;
  BOOST_TEST((mat3("component, 1., 2., 3., 4., inactive, 6., 7., 8., 9.") == full));
  BOOST_TEST((mat3("component, sym, 1., 2., 3., inactive, 5., 6.") == sym));
  BOOST_TEST((mat3("component, diag, 1., 2., 3.") == Vec3(1, 2, 3).asDiagonal().toDenseMatrix()));
}

BOOST_AUTO_TEST_CASE(arrays_sum) {
  BOOST_TEST((vec3("array, 2, single, 1., 2., 3., 1., component, inactive, inactive, time") == Vec3(1, 2, 5)));
}

BOOST_AUTO_TEST_CASE(single_vectors_may_be_given_in_a_frame) {
  Pose frame;
  frame.R << 0, -1, 0, 1, 0, 0, 0, 0, 1;
  Pose node;
  node.R = frame.R;
  Reader& r =
      read("single, reference, 8, 1., 0., 0., 1., single, reference, node, 1., 0., 0., 1., single, 1., 0., 0., 1.");
  r.frames().add(8, frame);
  const Drive3 first = r.drive3();
  const Drive3 second = r.drive3(FrameContext::absolute_with(node));
  const Drive3 third = r.drive3(FrameContext::relative_to(node));
  BOOST_TEST((at_two(first) == Vec3(0, 1, 0)));
  BOOST_TEST((at_two(second) == Vec3(0, 1, 0)));
  BOOST_TEST((at_two(third) == Vec3(1, 0, 0)));
}

BOOST_AUTO_TEST_CASE(labelled_template_drives_are_used_by_reference) {
  run("template drive caller: 5, 3, single, 1., 2., 3., time;\n"
      "template drive caller: 6, \"3x3\", eye, 1.;\n"
      "template drive caller: 7, \"6x6\", component, diag, 1., 2., 3., 4., 5., 6.;\n"
      "template drive caller: 8, 6, 1., 2., 3., 4., 5., 6., 2.;\n"
      "template drive caller: 9, \"1\", single, 4.;\n"
      "drive caller: 4, linear, 1., 1.;");
  diagnostics.raise();
  reader->open_text("more",
                    "card: reference, 5, reference, 6, reference, 7, reference, 8, reference, 9, reference, 4;");
  std::string description;
  reader->next_card(description);
  BOOST_TEST((at_two(reader->drive3()) == Vec3(2, 4, 6)));
  BOOST_TEST((at_two(reader->drive33()) == Mat3::Identity()));
  BOOST_TEST((at_two(reader->drive66()).diagonal()(5) == 6));
  BOOST_TEST((at_two(reader->drive6())(5) == 12));
  BOOST_TEST(reader->drive1()->value(0.0, {}).f == 4);
  BOOST_TEST(reader->drive1()->value(2.0, {}).f == 3);
}

BOOST_AUTO_TEST_CASE(a_label_is_unique_within_its_dimension) {
  run("template drive caller: 5, 3, single, 1., 2., 3., time; template drive caller: 5, \"3x3\", eye, 7.;");
  diagnostics.raise();
  reader->open_text("more", "card: reference, 5, reference, 5;");
  std::string description;
  reader->next_card(description);
  BOOST_TEST((at_two(reader->drive3()) == Vec3(2, 4, 6)));
  BOOST_TEST((at_two(reader->drive33()) == 7 * Mat3::Identity()));
  run("template drive caller: 5, 3, null; template drive caller: 5, 3, null;");
  BOOST_TEST(contains(error_of([&] { diagnostics.raise(); }), "caller 5 of dimension 3 is already defined"));
}

BOOST_AUTO_TEST_CASE(zero_is_an_older_word_for_null) { BOOST_TEST((vec3("zero") == Vec3::Zero())); }

BOOST_AUTO_TEST_CASE(wrong_references_are_refused) {
  run("template drive caller: 5, 3, null;");
  reader->open_text("more", "card: reference, 5; card: reference, 6;");
  std::string description;
  reader->next_card(description);
  BOOST_TEST(contains(error_of([&] { reader->drive33(); }), "template drive caller 5 has dimension 3"));
  reader->end_card();
  reader->next_card(description);
  BOOST_TEST(
      contains(error_of([&] { reader->drive3(); }), "template drive caller 6 is not defined, did you mean `5`?"));
  BOOST_TEST(contains(error_of([&] { vec3("component, 1., 2."); }), "for component 3 of a template drive"));
}

BOOST_AUTO_TEST_CASE(shared_drives_are_registered_once) {
  run("drive caller: 4, time;");
  reader->open_text("more", "card: reference, 4, reference, 4;");
  std::string description;
  reader->next_card(description);
  const DriveId first = reader->drive_id();
  BOOST_TEST(reader->drive_id() == first);
}

BOOST_AUTO_TEST_SUITE_END()
