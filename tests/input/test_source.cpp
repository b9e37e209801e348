// Places in texts.
#include <boost/test/unit_test.hpp>

#include <fcntl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <cstdio>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "input/source.h"
#include "support/error.h"
#include "tests/sanitizers.h"

namespace flexura {
BOOST_AUTO_TEST_SUITE(sources)

namespace {

/// A text of these lines, each with its end.
struct Written {
  explicit Written(std::vector<std::string> of) : lines(std::move(of)) {
    for (const std::string& line : lines) {
      starts.push_back(text.size());
      text += line + "\n";
    }
  }
  std::vector<std::string> lines;
  std::vector<std::size_t> starts;
  std::string text;
};

std::vector<std::string> short_lines(int count) {
  std::vector<std::string> all;
  for (int i = 0; i < count; ++i)
    all.push_back(std::string(static_cast<std::size_t>(i * 7 % 5), 'a') + std::to_string(i));
  return all;
}

/// Each place of a text whose first line has the number `first` is in its line and column.
void check_places(const SourceText& source, const Written& written, int first) {
  for (std::size_t k = 0; k < written.lines.size(); ++k) {
    const int line = first + static_cast<int>(k);
    for (std::size_t column = 0; column <= written.lines[k].size(); ++column) {
      const SourceLocation where = source.locate(written.starts[k] + column);
      BOOST_REQUIRE(where.line == line);
      BOOST_REQUIRE(where.column == static_cast<int>(column) + 1);
    }
    BOOST_TEST(source.excerpt({source.name(), line, 1}) == "\n  " + written.lines[k].substr(0, 160) + "\n  ^");
  }
}

}  // namespace

BOOST_AUTO_TEST_CASE(each_place_has_its_line_and_column) {
  for (const int count : {1, 2, 15, 100, 3000}) {
    const Written written(short_lines(count));
    for (const bool ends : {false, true}) {
      const SourceText source("places", written.text.substr(0, written.text.size() - (ends ? 0 : 1)), 11);
      check_places(source, written, 11);
      const std::size_t end = source.text().size();
      BOOST_TEST(source.locate(end + 100).line == source.locate(end).line);
      BOOST_TEST(source.locate(end).line == 10 + count + (ends ? 1 : 0));
      BOOST_TEST(source.excerpt({source.name(), 11 + count + (ends ? 1 : 0), 1}).empty());
      BOOST_TEST(source.excerpt({source.name(), 10, 1}).empty());
    }
  }
}

BOOST_AUTO_TEST_CASE(excerpts_point_at_the_column) {
  const Written written(short_lines(50));
  const SourceText source("carets", written.text);
  for (std::size_t k = 0; k < written.lines.size(); ++k) {
    const int column = static_cast<int>(written.lines[k].size());
    BOOST_TEST(source.excerpt({source.name(), static_cast<int>(k) + 1, column}) ==
               "\n  " + written.lines[k] + "\n  " + std::string(written.lines[k].size() - 1, ' ') + "^");
  }
}

BOOST_AUTO_TEST_CASE(lines_may_be_long) {
  std::vector<std::string> lines;
  for (const std::size_t length : {0, 5, 3000, 2047, 1, 2048, 0, 0, 2046, 9000, 2, 4096, 10, 60000, 3})
    lines.push_back(std::string(length, 'b'));
  const Written written(lines);
  check_places(SourceText("long", written.text), written, 1);
}

BOOST_AUTO_TEST_CASE(places_in_a_text_of_one_line_take_no_time) {
  const SourceText source("one line", std::string(20000000, 'c'));
  const auto begin = std::chrono::steady_clock::now();
  for (std::size_t offset = 0; offset < 20000000; offset += 200)
    BOOST_REQUIRE(source.locate(offset).column == static_cast<int>(offset) + 1);
  BOOST_TEST((std::chrono::steady_clock::now() - begin) / std::chrono::seconds(1) < 5);  // minutes if all is searched
}

BOOST_AUTO_TEST_CASE(derived_texts_know_the_lines_they_are_from) {
  const Written written(short_lines(50));
  const SourceText source("origins", written.text);
  for (const std::size_t k : {0, 15, 16, 40}) {
    const std::size_t start = written.starts[k];
    const auto derived = source.derive("ab", {start, start + 1, start + 2});
    const SourceLocation where = derived->locate(1);
    BOOST_TEST(where.line == static_cast<int>(k) + 1);
    BOOST_TEST(where.column == 2);
    BOOST_TEST(derived->excerpt(where) == "\n  " + written.lines[k] + "\n   ^");
  }
}

// Four gigabytes that a file system does not store, but the system has pages of them for a moment.
BOOST_AUTO_TEST_CASE(places_behind_four_gigabytes, *flexura::test::unless_sanitized()) {
  if (static_cast<double>(sysconf(_SC_PHYS_PAGES)) * static_cast<double>(sysconf(_SC_PAGESIZE)) < 8e9) {
    BOOST_TEST_MESSAGE("this machine has too little memory: skipped");
    return;
  }
  const std::string path = "larger_than_4_gb.mbd";
  const std::string tail = "\nbegin: data;\n\"text\"";
  constexpr off_t hole = (off_t{1} << 32) + 100;
  const int file = open(path.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0600);
  BOOST_REQUIRE(file >= 0);
  const bool written = pwrite(file, tail.data(), tail.size(), hole) == static_cast<ssize_t>(tail.size());
  close(file);
  if (written) {  // where files may be so large
    const auto source = SourceText::load(path);
    const std::size_t quote = source->text().size() - 6;
    BOOST_TEST(quote > std::size_t{1} << 32);
    const SourceLocation where = source->locate(quote);
    BOOST_TEST(where.line == 3);
    BOOST_TEST(where.column == 1);
    BOOST_TEST(source->excerpt(where) == "\n  \"text\"\n  ^");
    const auto derived = source->derive("text", {quote + 1, quote + 2, quote + 3, quote + 4, quote + 5});
    BOOST_TEST(derived->locate(2).line == 3);
    BOOST_TEST(derived->locate(2).column == 4);
  }
  std::remove(path.c_str());
}

BOOST_AUTO_TEST_CASE(a_file_that_memory_has_no_room_for, *flexura::test::unless_sanitized()) {
  const std::string path = "larger_than_memory.mbd";
  const int file = open(path.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0600);
  BOOST_REQUIRE(file >= 0);
  BOOST_REQUIRE(ftruncate(file, off_t{1} << 30) == 0);
  close(file);
  const pid_t child = fork();
  if (child == 0) {
    const rlimit limit{rlim_t{1} << 29, rlim_t{1} << 29};
    setrlimit(RLIMIT_AS, &limit);
    try {
      static_cast<void>(SourceText::load(path));
    } catch (const Error& error) {
      _exit(static_cast<int>(error.exit_code()));
    }
    _exit(0);
  }
  int status = 0;
  waitpid(child, &status, 0);
  BOOST_TEST(WEXITSTATUS(status) == static_cast<int>(ExitCode::out_of_memory));
  std::remove(path.c_str());
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace flexura
