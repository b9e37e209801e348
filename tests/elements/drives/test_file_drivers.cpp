// File drivers: tables over time, and the drive that reads them.
#include <boost/test/unit_test.hpp>
#include <cstdio>
#include <fstream>

#include "elements/drives/file_driver.h"
#include "input/blocks/streams/file_driver_types.h"
#include "tests/input/language.h"

using namespace flexura;
using namespace flexura::test;

BOOST_AUTO_TEST_SUITE(file_drivers)

namespace {

/// A file of its own for a test, removed at its end.
class DataFile {
 public:
  explicit DataFile(const std::string& text) : path_("file_driver_test_" + std::to_string(++count_) + ".dat") {
    std::ofstream(path_) << text;
  }
  DataFile(const DataFile&) = delete;
  DataFile& operator=(const DataFile&) = delete;
  ~DataFile() { std::remove(path_.c_str()); }
  [[nodiscard]] std::string quoted() const { return '"' + path_ + '"'; }

 private:
  static inline int count_ = 0;
  std::string path_;
};

/// A drive that reads a driver: the card of the driver, then the arguments of the drive.
struct Read {
  Read(const std::string& card, const std::string& arguments) {
    read_file_driver_card(language.read(card), file_driver_types());
    drive = language.drive(arguments);
  }
  double at(double time) const { return drive->value(Taylor2(time, 1, 0), at_time(time)).f; }
  Language language;
  DrivePointer drive;
};

std::string error(const std::string& card, const std::string& arguments = "file, 1") {
  return error_of([&] { Read(card, arguments); });
}

}  // namespace

BOOST_AUTO_TEST_CASE(fixed_step_interpolates_between_rows_and_is_zero_outside) {
  const DataFile file("# two columns\n1. 10.\n2. 20.\n\n4. 40.\n");
  const Read first("1, fixed step, 3, 2, initial time, 1., time step, 0.5, " + file.quoted(), "file, 1");
  BOOST_TEST(first.at(1.0) == 1);
  BOOST_TEST(first.at(1.25) == 1.5);
  BOOST_TEST(std::abs(first.at(1.75) - 3) < 1e-15);
  BOOST_TEST(first.at(2.0) == 4);
  BOOST_TEST(first.at(0.9) == 0);
  BOOST_TEST(first.at(2.1) == 0);
  const Taylor2 slope = first.drive->value(Taylor2(1.6, 1, 0), at_time(1.6));
  BOOST_TEST(std::abs(slope.d - 4) < 1e-14);
  const Read second("1, fixed step, count, 2, 1., 0.5, " + file.quoted(), "file, 1, 2, amplitude, 0.1");
  BOOST_TEST(std::abs(second.at(1.75) - 3) < 1e-14);
}

BOOST_AUTO_TEST_CASE(constant_interpolation_takes_the_row_before_and_ends_can_hold) {
  const DataFile file("1.\n2.\n4.\n");
  const Read drive("1, fixed step, count, 1, 0., 1., interpolation, const, pad zeroes, no, " + file.quoted(),
                   "file, 1");
  BOOST_TEST(drive.at(0.99) == 1);
  BOOST_TEST(drive.at(1.0) == 2);
  BOOST_TEST(drive.at(1 - 1e-12) == 2);  // a step that ends there but for round-off
  BOOST_TEST(drive.at(-3) == 1);
  BOOST_TEST(drive.at(99) == 4);
}

BOOST_AUTO_TEST_CASE(headers_give_the_times_unless_the_card_does) {
  const DataFile file("# initial time: 2.\n# time step: 0.25\n0.\n1.\n");
  const Read drive("1, fixed step, 2, 1, from file, from file, " + file.quoted(), "file, 1");
  BOOST_TEST(std::abs(drive.at(2.125) - 0.5) < 1e-15);
  const Read own("1, fixed step, 2, 1, initial time, 3., time step, from file, " + file.quoted(), "file, 1");
  BOOST_TEST(std::abs(own.at(3.125) - 0.5) < 1e-15);
}

BOOST_AUTO_TEST_CASE(bailout_ends_the_run) {
  const DataFile file("0.\n1.\n");
  const Read drive("1, fixed step, 2, 1, 0., 1., bailout, upper, " + file.quoted(), "file, 1");
  BOOST_TEST(drive.at(0.5) == 0.5);
  BOOST_TEST(drive.at(-1) == 0);
  BOOST_CHECK_THROW(drive.at(1.5), StopRequest);
}

BOOST_AUTO_TEST_CASE(variable_step_has_its_times_in_the_file) {
  const DataFile file("0. 1. 5.\n0.5 2. 6.\n2., 8., 7.\n");
  const Read drive("1, variable step, 2, " + file.quoted(), "file, 1, 1");
  BOOST_TEST(drive.at(0.25) == 1.5);
  BOOST_TEST(std::abs(drive.at(1.25) - 5) < 1e-14);
  std::vector<double> kinks;
  drive.drive->events(0.1, 1.9, kinks);
  BOOST_TEST(kinks.size() == 1u);
}

BOOST_AUTO_TEST_CASE(errors_say_what_is_wrong) {
  const DataFile good("0.\n1.\n");
  const DataFile falling("0. 1.\n2. 1.\n1. 1.\n");
  const DataFile empty("# nothing\n");
  const std::string start = "1, fixed step, 2, 1, ";
  const auto has = [](const std::string& text, const std::string& part) {
    BOOST_TEST(contains(text, part), "expected `" << part << "` in: " << text);
  };
  has(error(start + "0., 1., \"no_such_file\""), "test.mbd:1:");
  has(error(start + "0., 1., \"no_such_file\""), "cannot read the file");
  has(error("1, fixed step, 3, 1, 0., 1., " + good.quoted()), "has 2 rows, 3 are announced");
  has(error("1, fixed step, 2, 2, 0., 1., " + good.quoted()), ":1: expected 2 numbers, found 1");
  has(error(start + "0., 0., " + good.quoted()), "it must be positive");
  has(error(start + "from file, 1., " + good.quoted()), "no line `# initial time");
  has(error(start + "0., from file, " + good.quoted()), "no line `# time step");
  has(error(start + "0., 1., " + empty.quoted()), "has no rows");
  has(error(start + "0., 1., interpolation, cubic, " + good.quoted()),
      "expected interpolation: `linear`, `const`; found `cubic`");
  has(error(start + "0., 1., bailout, never, " + good.quoted()), "found `never`");
  has(error("1, variable step, 1, " + falling.quoted()), ":3: times must ascend, 1 comes after 2");
  has(error("1, sine, 2"), "unknown file driver `sine`");
  has(error("1, RTAI input, name, \"S\""), "file driver `RTAI input` is not supported");
  has(error(start + "0., 1., " + good.quoted(), "file, 2"), "file driver 2 is not defined, did you mean `1`?");
  has(error(start + "0., 1., " + good.quoted(), "file, 1, 2"), "file driver 1 has 1 column, found 2");
}

BOOST_AUTO_TEST_SUITE_END()
