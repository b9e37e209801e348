// Drive `postponed`: stands for a drive caller that is defined later.
#pragma once

#include <memory>

#include "input/reader.h"
#include "model/remembers.h"

namespace flexura {

/// Looks the labelled drive up when it is first used. Throws Error when it was never defined or leads back to itself.
/// As long as it is not defined it counts as depending on everything.
class PostponedDrive final : public Drive, public Remembers {
 public:
  PostponedDrive(unsigned label, const LabelledDrives& drives) : label_(label), drives_(drives) {}
  [[nodiscard]] Taylor2 value(const Taylor2& x, const DriveContext& context) const override;
  [[nodiscard]] bool constant() const override;
  [[nodiscard]] bool depends_on_state() const override;
  [[nodiscard]] bool has_memory() const override;
  void accept(const Taylor2& x, const DriveContext& context) override;
  void remember(Archive& archive) override;
  void events(double from, double to, std::vector<double>& times) const override;

 private:
  template <class Use>
  auto with_target(Use&& use) const;
  [[nodiscard]] bool is_defined() const { return drives_.find(label_) != nullptr; }

  unsigned label_;
  const LabelledDrives& drives_;     ///< holds this drive or one that uses it, and outlives the evaluations
  mutable Drive* target_ = nullptr;  ///< kept alive by the table: it may lead back to this drive
  mutable bool in_use_ = false;
};

DrivePointer read_postponed(Reader& reader);  ///< label

}  // namespace flexura
