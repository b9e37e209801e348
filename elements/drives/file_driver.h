// File drivers: channels of numbers over time, read by `file` drives.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "input/reader.h"
#include "input/registry.h"
#include "model/remembers.h"

namespace flexura {

/// A table of channels over time (cards of block `drivers`).
class FileDriver {
 public:
  FileDriver() = default;
  FileDriver(const FileDriver&) = delete;
  FileDriver& operator=(const FileDriver&) = delete;
  virtual ~FileDriver() = default;
  [[nodiscard]] virtual int channels() const = 0;
  /// Value of a channel (from 0) with its derivatives. Throws StopRequest where the driver ends the run.
  [[nodiscard]] virtual Taylor2 value(int channel, const Taylor2& time) const = 0;
  /// Saves or takes back what depends on the run: channels that come from outside.
  virtual void remember(Archive&) {}
  /// Times in (from, to) where a channel jumps or has a kink.
  virtual void events(double from, double to, std::vector<double>& times) const = 0;
};

using FileDriverPointer = std::shared_ptr<FileDriver>;
using FileDriverRegistry = Registry<FileDriverPointer(Reader&)>;

/// Types of file drivers that are tables in files.
FileDriverRegistry table_driver_types();

/// The file drivers of a model by label.
struct FileDrivers {
  std::map<unsigned, FileDriverPointer> by_label;
  static std::shared_ptr<FileDrivers> of(Reader& reader);
};

/// Card `file : label, type, ...` of block `drivers`, one of these types. Throws InputError.
void read_file_driver_card(Reader& reader, const FileDriverRegistry& types);

/// Drive `file`: amplitude times a channel of a driver; the argument is the current time.
class FileDrive final : public Drive, public Remembers {
 public:
  FileDrive(FileDriverPointer driver, int channel, double amplitude)
      : driver_(std::move(driver)), channel_(channel), amplitude_(amplitude) {}
  [[nodiscard]] Taylor2 value(const Taylor2&, const DriveContext& context) const override {
    return driver_->value(channel_, context.time) * Taylor2(amplitude_);
  }
  void events(double from, double to, std::vector<double>& times) const override { driver_->events(from, to, times); }
  void remember(Archive& archive) override { driver_->remember(archive); }

 private:
  FileDriverPointer driver_;
  int channel_;
  double amplitude_;
};

DrivePointer read_file_drive(Reader& reader);  ///< label [, column] [, amplitude, A]

}  // namespace flexura
