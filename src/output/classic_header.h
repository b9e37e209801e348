// The header of a NetCDF file of a classic kind, written without the library.
#pragma once

#include <cstdint>
#include <cstdio>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "output/netcdf_definitions.h"

namespace flexura {

/// Writes the header when all is defined, as variables come behind it. It keeps the bytes of the definitions, or where
/// these are many adds up lengths only and has them defined again. It does not keep variables: the library keeps 5 kB
/// of each, and a large model has some hundred thousand.
///
///     ClassicHeader header(wide);
///     define(header);
///     if (!header.write_to(path)) define(header);
///     header.finish();
///
/// Format: "The NetCDF Classic Format Specification" (NetCDF User's Guide, appendix), CDF-1 and, `wide`, CDF-2. Every
/// failure throws Error(output_failed).
class ClassicHeader final : public NetcdfDefinitions {
 public:
  /// Keeps so many bytes.
  explicit ClassicHeader(bool wide, std::size_t most_kept = std::size_t{1} << 26)
      : wide_(wide), most_kept_(most_kept) {}
  /// Creates the file. False: the same definitions have to follow again.
  [[nodiscard]] bool write_to(const std::string& path);
  /// All is defined; closes the file.
  void finish();
  /// Where the first instant starts.
  [[nodiscard]] std::int64_t record_begin() const { return header_ + fixed_; }

  int dimension(const std::string& name, std::size_t length) override;
  void attribute(const NetcdfAttribute& attribute) override;
  int variable(const std::string& name, NetcdfType type, std::span<const int> dimensions,
               std::initializer_list<NetcdfAttribute> attributes) override;
  void integers(int variable, const std::vector<int>& values) override;

 private:
  struct Dimension {
    std::string name;
    std::size_t length = 0;
  };
  struct Close {
    void operator()(std::FILE* file) const { std::fclose(file); }
  };

  // These write; when there is no file yet they keep what they would write, or add up its length.
  void number(std::int64_t value, int size = 4);
  void text(std::string_view text);
  void attributes(std::span<const NetcdfAttribute> list);
  void bytes(const char* data, std::size_t size);
  void hand_over();
  void prologue();
  void forget();
  void write_kept();
  [[nodiscard]] int begin_size() const { return wide_ ? 8 : 4; }
  [[noreturn]] void fail(int reason);

  /// The beginning of a variable among those of its kind.
  struct Begin {
    std::size_t at;  ///< where it is said, in kept_
    std::int64_t value;
    bool record;
  };

  bool wide_;
  std::size_t most_kept_;
  bool keeps_ = true;
  std::string kept_;  // variables
  std::vector<Begin> begins_;
  std::vector<std::pair<int, std::vector<int>>> integers_;  // by variable
  std::string path_;
  std::unique_ptr<std::FILE, Close> file_;  // null in the first pass
  std::string waiting_;                     // to be written
  std::vector<Dimension> dimensions_;
  std::vector<std::pair<std::string, std::string>> file_attributes_;
  std::vector<std::int64_t> begin_of_integers_;  // by variable; -1: has the unlimited dimension, or is text
  int variables_ = 0;                            // of this pass
  int all_variables_ = 0;
  std::int64_t length_ = 0;                        // bytes written, or added up
  std::int64_t header_ = 0;                        // bytes of all definitions
  std::int64_t fixed_ = 0;                         // bytes of variables without the unlimited dimension
  std::int64_t next_fixed_ = 0, next_record_ = 0;  // where the next variable begins
};

}  // namespace flexura
