// Output of labelled drives.
#pragma once

#include <array>
#include <string>

#include "model/batch.h"
#include "model/model.h"

namespace flexura {

/// Writes the value of a drive; adds nothing to the equations. Text row (`.drv`): value.
class DriveRecord {
 public:
  static constexpr std::string_view type = "drive caller";
  static constexpr std::string_view family = "drive caller";

  explicit DriveRecord(DriveId drive) : drive_(drive) {}
  [[nodiscard]] std::array<NodeIndex, 0> nodes() const { return {}; }
  [[nodiscard]] int unknown_count() const { return 0; }
  static bool active(const State&) { return false; }
  void residual(const Local&, Residual&) const {}
  void jacobian(const Local&, Jacobian&) const {}

  [[nodiscard]] OutputSpec output_spec(const Model&) const {
    OutputSpec spec;
    spec.extension = "drv";
    spec.family = "drive";
    spec.type = type;
    spec.record_size = spec.text_columns = 1;
    spec.variables.push_back({"value", 0, 1, 1, "-", "value of the drive"});
    return spec;
  }
  void output(const Local& q, const Model&, double* record) const { record[0] = q.drive(drive_).f; }

 private:
  DriveId drive_;
};

}  // namespace flexura
