// File drivers `fixed step` and `variable step`: rows of a text file.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "elements/drives/file_driver.h"

namespace flexura {

/// What happens outside the times of the rows.
struct TableEnds {
  bool pad_zeroes = true;                             ///< zero outside; otherwise the first and the last row hold
  bool bailout_lower = false, bailout_upper = false;  ///< the run ends there
};

/// Rows at given times: straight lines between them, or the value of the row before.
class TableDriver final : public FileDriver {
 public:
  /// `values` by rows; `times` ascend.
  TableDriver(std::string name, std::vector<double> times, std::vector<double> values, int channels, bool linear,
              const TableEnds& ends);
  [[nodiscard]] int channels() const override { return channels_; }
  [[nodiscard]] Taylor2 value(int channel, const Taylor2& time) const override;
  void events(double from, double to, std::vector<double>& times) const override;
  [[nodiscard]] const std::vector<double>& times() const { return times_; }

 private:
  [[nodiscard]] double entry(std::size_t row, int channel) const {
    return values_[row * static_cast<std::size_t>(channels_) + static_cast<std::size_t>(channel)];
  }
  std::string name_;
  std::vector<double> times_, values_;
  int channels_;
  bool linear_;
  TableEnds ends_;
};

/// {count | steps}, columns, [initial time,] {from file | t0}, [time step,] {from file | h}, options, "file"
FileDriverPointer read_fixed_step(Reader& reader);
/// channels, options, "file": rows of a time and the channels
FileDriverPointer read_variable_step(Reader& reader);

}  // namespace flexura
