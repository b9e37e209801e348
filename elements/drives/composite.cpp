#include "elements/drives/composite.h"

#include <algorithm>
#include <cmath>

#include "elements/drives/window.h"

namespace flexura {

bool CompositeDrive::constant() const {
  return std::all_of(parts_.begin(), parts_.end(), [](const auto& part) { return part->constant(); });
}

bool CompositeDrive::depends_on_state() const {
  return std::any_of(parts_.begin(), parts_.end(), [](const auto& part) { return part->depends_on_state(); });
}

bool CompositeDrive::has_memory() const {
  return std::any_of(parts_.begin(), parts_.end(), [](const auto& part) { return part->has_memory(); });
}

void CompositeDrive::accept(const Taylor2& x, const DriveContext& context) {
  for (const auto& part : parts_) part->accept(x, context);
}

void CompositeDrive::remember(Archive& archive) {
  for (const auto& part : parts_) flexura::remember(*part, archive);
}

void CompositeDrive::events(double from, double to, std::vector<double>& times) const {
  for (const auto& part : parts_) part->events(from, to, times);
}

Taylor2 ArrayDrive::value(const Taylor2& x, const DriveContext& context) const {
  Taylor2 sum;
  for (std::size_t i = 0; i < size(); ++i) sum += part(i).value(x, context);
  return sum;
}

Taylor2 MultDrive::value(const Taylor2& x, const DriveContext& context) const {
  return part(0).value(x, context) * part(1).value(x, context);
}

Taylor2 NestedDrive::value(const Taylor2& x, const DriveContext& context) const {
  return part(0).value(part(1).value(x, context), context);
}

void NestedDrive::accept(const Taylor2& x, const DriveContext& context) {
  part(0).accept(part(1).value(x, context), context);
  part(1).accept(x, context);
}

void NestedDrive::events(double from, double to, std::vector<double>& times) const {
  part(1).events(from, to, times);  // those of the outer drive are values of the inner one, not times
}

Taylor2 PeriodicDrive::phase(const Taylor2& x) const {
  return x - Taylor2(t0_ + period_ * std::floor((x.f - t0_) / period_));
}

Taylor2 PeriodicDrive::value(const Taylor2& x, const DriveContext& context) const {
  return x.f < t0_ ? Taylor2(0) : part(0).value(phase(x), context);
}

void PeriodicDrive::accept(const Taylor2& x, const DriveContext& context) {
  if (x.f >= t0_) part(0).accept(phase(x), context);
}

void PeriodicDrive::events(double from, double to, std::vector<double>& times) const {
  constexpr double most = 1e4;  // periods in one interval worth telling apart
  const double first = std::max(0.0, std::floor((from - t0_) / period_));
  if ((to - t0_) / period_ - first > most) return;
  for (double k = first; t0_ + k * period_ < to; ++k) {
    const double start = t0_ + k * period_;
    add_event(start, from, to, times);
    std::vector<double> inner;
    part(0).events(0, period_, inner);
    for (const double time : inner) add_event(start + time, from, to, times);
  }
}

Taylor2 FrequencySweepDrive::value(const Taylor2& x, const DriveContext& context) const {
  if (x.f < t0_) return fi_;
  if (x.f > t1_) return ff_;
  const Taylor2 omega = part(0).value(x, context);
  const Taylor2 amplitude = part(1).value(x, context);
  return Taylor2(fi_) + amplitude * sin(omega * (x - Taylor2(t0_)));
}

void FrequencySweepDrive::events(double from, double to, std::vector<double>& times) const {
  add_event(t0_, from, to, times);
  add_event(t1_, from, to, times);
  CompositeDrive::events(from, to, times);
}

DrivePointer read_array(Reader& reader) {
  const std::int64_t count = reader.positive_integer("the number of drives");
  std::vector<DrivePointer> parts;
  for (std::int64_t i = 0; i < count; ++i) parts.push_back(reader.drive());
  return std::make_shared<ArrayDrive>(std::move(parts));
}

namespace {
std::vector<DrivePointer> read_two(Reader& reader) {
  std::vector<DrivePointer> parts = {reader.drive()};
  parts.push_back(reader.drive());
  return parts;
}
}  // namespace

DrivePointer read_mult(Reader& reader) { return std::make_shared<MultDrive>(read_two(reader)); }
DrivePointer read_nested(Reader& reader) { return std::make_shared<NestedDrive>(read_two(reader)); }

DrivePointer read_periodic(Reader& reader) {
  const double t0 = reader.real();
  const double period = reader.positive_real("the period");
  return std::make_shared<PeriodicDrive>(t0, period, reader.drive());
}

DrivePointer read_frequency_sweep(Reader& reader) {
  const double t0 = reader.real();
  auto parts = read_two(reader);
  const double fi = reader.real();
  const double t1 = read_end_time(reader, t0);
  return std::make_shared<FrequencySweepDrive>(t0, parts[0], parts[1], fi, t1, reader.real());
}

}  // namespace flexura
