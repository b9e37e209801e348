#include "app/progress.h"

#include <boost/test/unit_test.hpp>

#include <csignal>
#include <limits>
#include <thread>

#include "app/stop_signals.h"

namespace flexura {
namespace {

/// What a progress display writes into a file.
template <class Use>
std::string written(Progress::Style style, double end, Use&& use) {
  std::FILE* file = std::tmpfile();
  {
    Progress progress(style, 0, end, file);
    use(progress);
  }
  std::rewind(file);
  std::string text(10000, '\0');
  text.resize(std::fread(text.data(), 1, text.size(), file));
  std::fclose(file);
  return text;
}

StepReport report(double time) {
  StepReport r;
  r.time = time;
  r.iterations = 3;
  return r;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(progress)

BOOST_AUTO_TEST_CASE(a_line_has_all_that_matters) {
  BOOST_TEST(progress_line({0.254, 0.127, 1234.4, 2.04, 75.2}) ==
             " 25 %  t = 0.127  1234 steps/s  2.0 it/step  ends in 1:15");
  BOOST_TEST(progress_line({-1, 1e-6, 0.51234, 12.25, -1}) == "t = 1e-06  0.512 steps/s  12.2 it/step");
}

BOOST_AUTO_TEST_CASE(the_bar_fills_with_time) {
  BOOST_TEST(progress_bar({0, 0, 0, 0, -1}).starts_with("[....................]   0 %"));
  BOOST_TEST(progress_bar({0.5, 0, 0, 0, -1}).starts_with("[##########..........]  50 %"));
  BOOST_TEST(progress_bar({1.0000001, 0, 0, 0, -1}).starts_with("[####################] 100 %"));
  BOOST_TEST(progress_bar({0.5, 123456.7, 99999, 12.3, 360000}).size() < 100U);
}

BOOST_AUTO_TEST_CASE(durations_read_like_clocks) {
  BOOST_TEST(duration_text(0.4) == "0:00");
  BOOST_TEST(duration_text(59.6) == "1:00");
  BOOST_TEST(duration_text(754) == "12:34");
  BOOST_TEST(duration_text(3661) == "1:01:01");
}

BOOST_AUTO_TEST_CASE(the_bar_is_drawn_at_most_ten_times_a_second_and_removed_at_the_end) {
  const std::string text = written(Progress::Style::bar, 1, [](Progress& progress) {
    for (int k = 1; k <= 250; ++k) {
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
      progress.step(report(0.001 * k));
    }
  });
  const auto bars = std::count(text.begin(), text.end(), '[') - std::count(text.begin(), text.end(), '\x1b');
  BOOST_TEST(bars >= 1);
  BOOST_TEST(bars <= 12);  // the machine may be slow: 1.2 s for 250 steps
  BOOST_TEST(text.ends_with("\r\x1b[K"));
  BOOST_TEST(text.find("3.0 it/step") != std::string::npos);
}

BOOST_AUTO_TEST_CASE(into_a_pipe_go_few_lines_and_none_when_silent) {
  const auto steps = [](Progress& progress) {
    for (int k = 1; k <= 1300; ++k) {
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
      progress.step(report(0.0005 * k));
    }
  };
  const std::string text = written(Progress::Style::lines, 1, steps);
  const auto lines = std::count(text.begin(), text.end(), '\n');
  BOOST_TEST(lines >= 1);
  BOOST_TEST(lines <= 13);
  BOOST_TEST(text.find('\r') == std::string::npos);
  BOOST_TEST(written(Progress::Style::silent, 1, [](Progress& p) { p.step(report(0.5)); }).empty());
}

BOOST_AUTO_TEST_SUITE_END()

BOOST_AUTO_TEST_SUITE(signals)

BOOST_AUTO_TEST_CASE(the_first_signal_is_noted) {
  stop_signals::install();
  BOOST_TEST(stop_signals::noted() == 0);
  std::raise(SIGTERM);
  BOOST_TEST(stop_signals::noted() == SIGTERM);
  stop_signals::clear();
  std::signal(SIGTERM, SIG_DFL);
  std::signal(SIGINT, SIG_DFL);
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace flexura
