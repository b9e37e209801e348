// Drives: scalar functions of time (or of any argument, or of the state) that the model file defines.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "math/taylor.h"
#include "math/types.h"

namespace flexura {

struct State;
class Model;

/// What a drive may look at besides its argument.
struct DriveContext {
  Taylor2 time;           ///< current time, s (rate 1)
  double time_step = 0;   ///< current step size, s
  std::int64_t step = 0;  ///< number of the step being computed (0 at the initial time)
  const Model* model = nullptr;
  const State* state = nullptr;      ///< current kinematics; null while a model is read
  const State* previous = nullptr;   ///< last accepted kinematics; null before the first step
  const double* observed = nullptr;  ///< values of Model::observations(); null while a model is read
};

/// A scalar function with its first two time derivatives (language manual, "drive callers").
///
/// `value(x, context)` takes its argument as a Taylor number, so that derivatives of nested drives follow by the chain
/// rule. The argument is the current time unless the user of the drive says otherwise.
class Drive {
 public:
  Drive() = default;
  Drive(const Drive&) = delete;
  Drive& operator=(const Drive&) = delete;
  virtual ~Drive() = default;

  /// Value and derivatives. Free of side effects; may throw Error (e.g. log of a negative number in a string drive).
  [[nodiscard]] virtual Taylor2 value(const Taylor2& x, const DriveContext& context) const = 0;

  /// True when the value never changes.
  [[nodiscard]] virtual bool constant() const { return false; }
  /// True when the value depends on nodes or elements, so that it must be evaluated anew in each iteration.
  [[nodiscard]] virtual bool depends_on_state() const { return false; }
  /// True when value() depends on what happened before (random, meter, discrete filter, ...).
  [[nodiscard]] virtual bool has_memory() const { return false; }
  /// Called once when a step has been accepted, and once at the initial time: drives with memory advance here.
  virtual void accept(const Taylor2& x, const DriveContext& context) {
    (void)x;
    (void)context;
  }
  /// Times in (from, to) where the value or its slope jumps, appended in no particular order.
  virtual void events(double from, double to, std::vector<double>& times) const {
    (void)from;
    (void)to;
    (void)times;
  }
};

using DrivePointer = std::shared_ptr<Drive>;

/// Index of a drive whose value the model keeps up to date in State::drives.
using DriveId = int;

/// A constant entity times a drive, summed: the value of a template drive caller of any shape.
template <class T>
class TemplateDrive {
 public:
  void add(const T& direction, DriveId drive) { terms_.emplace_back(direction, drive); }
  [[nodiscard]] bool empty() const { return terms_.empty(); }
  [[nodiscard]] const std::vector<std::pair<T, DriveId>>& terms() const { return terms_; }
  /// Value at the current state; `drives` is State::drives.
  [[nodiscard]] T value(const Taylor2* drives) const { return sum(drives, &Taylor2::f); }
  [[nodiscard]] T rate(const Taylor2* drives) const { return sum(drives, &Taylor2::d); }
  [[nodiscard]] T acceleration(const Taylor2* drives) const { return sum(drives, &Taylor2::dd); }
  /// The same with the directions mapped, e.g. rotated into another frame.
  template <class Map>
  void map(Map&& f) {
    for (auto& term : terms_) term.first = f(term.first);
  }

 private:
  [[nodiscard]] T sum(const Taylor2* drives, double Taylor2::*member) const {
    T total = T::Zero();
    for (const auto& [direction, drive] : terms_) total += direction * (drives[drive].*member);
    return total;
  }
  std::vector<std::pair<T, DriveId>> terms_;
};

using Drive3 = TemplateDrive<Vec3>;
using Drive33 = TemplateDrive<Mat3>;
using Drive6 = TemplateDrive<Vec6>;

}  // namespace flexura
