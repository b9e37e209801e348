#include "support/source_place.h"

#include <deque>
#include <mutex>
#include <unordered_map>

namespace flexura {

namespace {

/// Names of files by number; they stay for the life of the process as what they point to does.
struct Names {
  std::deque<const char*> list{""};
  std::unordered_map<const char*, std::uint32_t> number;
  std::mutex guard;
};

Names& names() {
  static Names of_process;
  return of_process;
}

}  // namespace

SourcePlace::SourcePlace(const SourceLocation& where) : line_(where.line), column_(where.column) {
  Names& known = names();
  const std::lock_guard<std::mutex> lock(known.guard);
  const auto [at, fresh] = known.number.emplace(where.file, static_cast<std::uint32_t>(known.list.size()));
  if (fresh) known.list.push_back(where.file);
  file_ = at->second;
}

SourceLocation SourcePlace::location() const {
  Names& known = names();
  const std::lock_guard<std::mutex> lock(known.guard);
  return {known.list[file_], line_, column_};
}

}  // namespace flexura
