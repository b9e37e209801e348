#include "elements/drives/discrete_filter.h"

#include <cmath>

namespace flexura {

Taylor2 DiscreteFilterDrive::compute(const Taylor2& x, const DriveContext& context) const {
  double past = 0;
  for (std::size_t i = 0; i < a_.size(); ++i) past += a_[i] * y_[i];
  for (std::size_t i = 0; i < b_.size(); ++i) past += b_[i] * u_[i];
  return Taylor2(past) + Taylor2(b0_) * input_->value(x, context);
}

void DiscreteFilterDrive::advance(const Taylor2& x, const DriveContext& context, const Taylor2& value) {
  constexpr double same = 1e-9;  // relative difference of step sizes that is round-off
  if (time_step_ > 0 && std::abs(context.time_step - time_step_) > same * time_step_) {
    throw Error(ExitCode::input_error, "drive `discrete filter` needs a fixed time step; it changed from " +
                                           std::to_string(time_step_) + " to " + std::to_string(context.time_step));
  }
  if (context.step > 0) time_step_ = context.time_step;
  y_.push_front(value.f);
  y_.pop_back();
  u_.push_front(input_->value(x, context).f);
  u_.pop_back();
  input_->accept(x, context);
}

namespace {
std::vector<double> read_coefficients(Reader& reader) {
  const std::int64_t count = reader.integer();
  if (count < 0) reader.fail("the number of coefficients must not be negative");
  std::vector<double> coefficients;
  for (std::int64_t i = 0; i < count; ++i) coefficients.push_back(reader.real());
  return coefficients;
}
}  // namespace

DrivePointer read_discrete_filter(Reader& reader) {
  auto a = read_coefficients(reader);
  const double b0 = reader.real();
  auto b = read_coefficients(reader);
  return std::make_shared<DiscreteFilterDrive>(std::move(a), b0, std::move(b), reader.drive());
}

}  // namespace flexura
