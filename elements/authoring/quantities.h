// Results of authored elements by name, and the rows they are written in.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "elements/authoring/table.h"
#include "model/local.h"
#include "model/output_spec.h"

namespace flexura::authoring {

/// Takes named numbers from `quantities()` of an element: the names once, the numbers at each output.
class Quantities {
 public:
  explicit Quantities(std::vector<Quantity>& names) : names_(&names) {}
  explicit Quantities(double* values) : values_(values) {}

  /// `dimension` in words: "Length", "Force", "Dimensionless", ...
  void add(std::string_view name, std::string_view dimension, double value, std::string_view description) {
    if (names_) names_->push_back({std::string(name), std::string(dimension), std::string(description), 1});
    if (values_) *values_++ = value;
  }
  void add(std::string_view name, std::string_view dimension, const Vec3& value, std::string_view description) {
    if (names_) names_->push_back({std::string(name), std::string(dimension), std::string(description), 3});
    if (values_)
      for (int i = 0; i < 3; ++i) *values_++ = value(i);
  }

 private:
  std::vector<Quantity>* names_ = nullptr;
  double* values_ = nullptr;
};

/// Names of private data: "l", and for vectors "Fx", "Fy", "Fz".
std::vector<std::string> names_of(const std::vector<Quantity>& quantities);

/// What a row of results holds before the quantities: of joints force and couple on the first node, in its axes and in
/// global ones (12); of forces the label of the first node and the force on it (4); of user defined elements nothing.
class ResultRow {
 public:
  explicit ResultRow(std::string_view family) : family_(family) {}
  [[nodiscard]] OutputSpec spec(std::string_view type, const std::vector<Quantity>& quantities) const;
  /// Writes these numbers, given force and couple on the first node, global axes; returns how many.
  int write(const Model& model, const Local& q, const Vec6& first, double* record) const;

 private:
  std::string_view family_;
};

}  // namespace flexura::authoring
