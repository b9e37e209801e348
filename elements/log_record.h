// Records of the model log: "keyword: label node numbers ...".
#pragma once

#include <string>
#include <string_view>

#include "math/types.h"
#include "model/element_batch.h"

namespace flexura {

/// Builds one line; numbers are separated by blanks, with six digits, matrices by rows.
class LogRecord {
 public:
  LogRecord(std::string_view keyword, const ElementInfo& info);
  LogRecord& node(const Model& model, NodeIndex node);  ///< its label; 0 for the ground
  LogRecord& add(double value);
  LogRecord& add(const Vec3& v);
  LogRecord& add(const Mat3& m);
  [[nodiscard]] const std::string& str() const { return text_; }
  /// One more line of a record of several: "\n key: numbers".
  template <class Value>
  static std::string row(std::string_view key, const Value& value) {
    LogRecord line;
    line.text_ = "\n " + std::string(key) + ":";
    line.add(value);
    return line.text_;
  }

 private:
  LogRecord() = default;
  std::string text_;
};

}  // namespace flexura
