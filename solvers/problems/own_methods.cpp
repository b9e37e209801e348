#include "solvers/problems/own_methods.h"

#include <algorithm>
#include <utility>

namespace flexura {

double radius_of(const MethodSettings& settings, const DriveContext& context) {
  return settings.rho ? settings.rho->value(context.time, context).f : 1;
}

OwnMethods::OwnMethods(const std::vector<MethodSettings>& settings) : settings_(settings), formulas_(settings.size()) {
  for (const MethodSettings& one : settings) {
    methods_.push_back(make_method(one));
    history_ = std::max(history_, methods_.back()->history());
  }
}

void OwnMethods::fill(NextStep step, const DriveContext& context) {
  for (std::size_t k = 0; k < methods_.size(); ++k) {
    step.rho = radius_of(settings_[k], context);
    methods_[k]->fill(step, one_);
    std::swap(formulas_[k], one_.front());
  }
}

LocalError OwnMethods::worst(LocalError error, const DriveContext& context) const {
  for (std::size_t k = 0; k < methods_.size(); ++k) {
    const LocalError own = local_error(*methods_[k], radius_of(settings_[k], context));
    if (own.order > error.order) continue;
    error.constant = own.order < error.order ? own.constant : std::max(error.constant, own.constant);
    error.order = own.order;
  }
  return error;
}

}  // namespace flexura
