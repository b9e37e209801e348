// Drives made of other drives: `array`, `mult`, `drive`, `periodic`, `frequency sweep`.
#pragma once

#include <vector>

#include "input/reader.h"
#include "model/remembers.h"

namespace flexura {

/// A drive that evaluates others; it depends on what they depend on and passes acceptance of steps on.
class CompositeDrive : public Drive, public Remembers {
 public:
  explicit CompositeDrive(std::vector<DrivePointer> parts) : parts_(std::move(parts)) {}
  [[nodiscard]] bool constant() const override;
  [[nodiscard]] bool depends_on_state() const override;
  [[nodiscard]] bool has_memory() const override;
  void accept(const Taylor2& x, const DriveContext& context) override;
  void remember(Archive& archive) final;
  void events(double from, double to, std::vector<double>& times) const override;

 protected:
  [[nodiscard]] const Drive& part(std::size_t i) const { return *parts_[i]; }
  [[nodiscard]] Drive& part(std::size_t i) { return *parts_[i]; }
  [[nodiscard]] std::size_t size() const { return parts_.size(); }

 private:
  std::vector<DrivePointer> parts_;
};

/// Sum of drives.
class ArrayDrive final : public CompositeDrive {
 public:
  using CompositeDrive::CompositeDrive;
  [[nodiscard]] Taylor2 value(const Taylor2& x, const DriveContext& context) const override;
};

/// Product of two drives.
class MultDrive final : public CompositeDrive {
 public:
  using CompositeDrive::CompositeDrive;
  [[nodiscard]] Taylor2 value(const Taylor2& x, const DriveContext& context) const override;
};

/// d1(d2(x)).
class NestedDrive final : public CompositeDrive {
 public:
  using CompositeDrive::CompositeDrive;
  [[nodiscard]] Taylor2 value(const Taylor2& x, const DriveContext& context) const override;
  void accept(const Taylor2& x, const DriveContext& context) override;
  void events(double from, double to, std::vector<double>& times) const override;
};

/// 0 before t0, then func(x - t0 - T floor((x - t0)/T)).
class PeriodicDrive final : public CompositeDrive {
 public:
  PeriodicDrive(double t0, double period, DrivePointer func)
      : CompositeDrive({std::move(func)}), t0_(t0), period_(period) {}
  [[nodiscard]] Taylor2 value(const Taylor2& x, const DriveContext& context) const override;
  [[nodiscard]] bool constant() const override { return false; }
  void accept(const Taylor2& x, const DriveContext& context) override;
  void events(double from, double to, std::vector<double>& times) const override;

 private:
  [[nodiscard]] Taylor2 phase(const Taylor2& x) const;
  double t0_, period_;
};

/// fi before t0, fi + A(x) sin(omega(x) (x - t0)) in [t0, t1], ff after. The phase is the product, not an integral.
class FrequencySweepDrive final : public CompositeDrive {
 public:
  FrequencySweepDrive(double t0, DrivePointer omega, DrivePointer amplitude, double fi, double t1, double ff)
      : CompositeDrive({std::move(omega), std::move(amplitude)}), t0_(t0), fi_(fi), t1_(t1), ff_(ff) {}
  [[nodiscard]] Taylor2 value(const Taylor2& x, const DriveContext& context) const override;
  [[nodiscard]] bool constant() const override { return false; }
  void events(double from, double to, std::vector<double>& times) const override;

 private:
  double t0_, fi_, t1_, ff_;
};

DrivePointer read_array(Reader& reader);            ///< n, drive, ...
DrivePointer read_mult(Reader& reader);             ///< drive, drive
DrivePointer read_nested(Reader& reader);           ///< d1, d2
DrivePointer read_periodic(Reader& reader);         ///< t0, T, drive
DrivePointer read_frequency_sweep(Reader& reader);  ///< t0, omega, A, fi, {forever | t1}, ff

}  // namespace flexura
