#include "elements/log_record.h"

#include <fmt/format.h>

#include "model/model.h"

namespace flexura {

LogRecord::LogRecord(std::string_view keyword, const ElementInfo& info)
    : text_(fmt::format("{}: {}", keyword, info.label)) {}

LogRecord& LogRecord::node(const Model& model, NodeIndex node) {
  text_ += fmt::format(" {}", model.label(node));
  return *this;
}

LogRecord& LogRecord::add(double value) {
  text_ += fmt::format(" {:g}", value + 0.0);  // zero has no sign
  return *this;
}

LogRecord& LogRecord::add(const Vec3& v) {
  for (int i = 0; i < 3; ++i) add(v(i));
  return *this;
}

LogRecord& LogRecord::add(const Mat3& m) {
  for (int i = 0; i < 9; ++i) add(m(i / 3, i % 3));
  return *this;
}

}  // namespace flexura
