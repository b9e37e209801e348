#include "elements/drives/postponed.h"

namespace flexura {

template <class Use>
auto PostponedDrive::with_target(Use&& use) const {
  if (!target_) target_ = drives_.find(label_).get();
  if (!target_) {
    throw Error(ExitCode::input_error, "postponed drive caller " + std::to_string(label_) + " is not defined");
  }
  if (in_use_) {
    throw Error(ExitCode::input_error, "postponed drive caller " + std::to_string(label_) + " leads back to itself");
  }
  struct Guard {
    explicit Guard(bool& flag) : in_use(flag) { in_use = true; }
    Guard(const Guard&) = delete;
    Guard& operator=(const Guard&) = delete;
    ~Guard() { in_use = false; }
    bool& in_use;
  } const guard(in_use_);
  return use(*target_);
}

Taylor2 PostponedDrive::value(const Taylor2& x, const DriveContext& context) const {
  return with_target([&](const Drive& drive) { return drive.value(x, context); });
}

bool PostponedDrive::constant() const {
  return is_defined() && with_target([](const Drive& drive) { return drive.constant(); });
}

bool PostponedDrive::depends_on_state() const {
  return !is_defined() || with_target([](const Drive& drive) { return drive.depends_on_state(); });
}

bool PostponedDrive::has_memory() const {
  return !is_defined() || with_target([](const Drive& drive) { return drive.has_memory(); });
}

void PostponedDrive::accept(const Taylor2& x, const DriveContext& context) {
  with_target([&](Drive& drive) { drive.accept(x, context); });
}

void PostponedDrive::remember(Archive& archive) {
  with_target([&](Drive& drive) { flexura::remember(drive, archive); });
}

void PostponedDrive::events(double from, double to, std::vector<double>& times) const {
  with_target([&](const Drive& drive) { drive.events(from, to, times); });
}

DrivePointer read_postponed(Reader& reader) {
  const unsigned label = reader.label();
  reader.note_postponed(label);
  return std::make_shared<PostponedDrive>(label, reader.symbols().drives);
}

}  // namespace flexura
