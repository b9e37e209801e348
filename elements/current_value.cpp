#include "elements/current_value.h"

#include "support/error.h"

namespace flexura {

Taylor2 CurrentValue::call(std::string_view name, const std::vector<Value>& arguments, const DriveContext& context) {
  if (name == "current" && !arguments.empty() && arguments[0].is_string() && arguments[0].string() == name_)
    return value_;
  if (outer_) return outer_->call(name, arguments, context);
  throw Error(ExitCode::input_error, "model::" + std::string(name) + " has no value here");
}

void CurrentValue::check(std::string_view name, const std::vector<Value>& arguments) {
  if (outer_) outer_->check(name, arguments);
}

}  // namespace flexura
