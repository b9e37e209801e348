#include "output/classic_header.h"

#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <utility>

#include "support/error.h"

namespace flexura {

namespace {

// Tags and types of the format.
constexpr int dimension_list = 0x0A, variable_list = 0x0B, attribute_list = 0x0C;
constexpr int char_type = 2, int_type = 4, double_type = 6;

constexpr std::size_t header_piece = 1 << 16;

constexpr std::int64_t padded(std::int64_t size) { return (size + 3) / 4 * 4; }

int type_code(NetcdfType type) {
  return type == NetcdfType::text ? char_type : type == NetcdfType::integer ? int_type : double_type;
}

void put_big_endian(std::int64_t value, int size, char* to) {
  for (int k = 0; k < size; ++k)
    to[k] = static_cast<char>(static_cast<std::uint64_t>(value) >> 8 * (size - 1 - k) & 0xFF);
}

std::int64_t type_size(NetcdfType type) { return type == NetcdfType::text ? 1 : type == NetcdfType::integer ? 4 : 8; }

}  // namespace

void ClassicHeader::bytes(const char* data, std::size_t size) {
  length_ += static_cast<std::int64_t>(size);
  if (!file_) {
    if (keeps_) kept_.append(data, size);
    return;
  }
  waiting_.append(data, size);
  if (waiting_.size() >= header_piece) hand_over();
}

void ClassicHeader::hand_over() {
  if (std::fwrite(waiting_.data(), 1, waiting_.size(), file_.get()) != waiting_.size()) fail(errno);
  waiting_.clear();
}

void ClassicHeader::number(std::int64_t value, int size) {
  char digits[8];
  put_big_endian(value, size, digits);
  bytes(digits, static_cast<std::size_t>(size));
}

void ClassicHeader::text(std::string_view text) {
  static constexpr char zeros[4] = {};
  number(static_cast<std::int64_t>(text.size()));
  bytes(text.data(), text.size());
  bytes(zeros, static_cast<std::size_t>(padded(static_cast<std::int64_t>(text.size()))) - text.size());
}

void ClassicHeader::attributes(std::span<const NetcdfAttribute> list) {
  number(list.empty() ? 0 : attribute_list);
  number(static_cast<std::int64_t>(list.size()));
  for (const NetcdfAttribute& a : list) {
    text(a.name);
    number(char_type);
    text(a.text);
  }
}

/// What stands before the variables.
void ClassicHeader::prologue() {
  const char magic[4] = {'C', 'D', 'F', static_cast<char>(wide_ ? 2 : 1)};
  bytes(magic, sizeof magic);
  number(0);  // instants
  number(dimensions_.empty() ? 0 : dimension_list);
  number(static_cast<std::int64_t>(dimensions_.size()));
  for (const Dimension& d : dimensions_) {
    text(d.name);
    number(static_cast<std::int64_t>(d.length));
  }
  std::vector<NetcdfAttribute> list;
  for (const auto& [name, value] : file_attributes_) list.push_back({name, value});
  attributes(list);
  number(all_variables_ == 0 ? 0 : variable_list);
  number(all_variables_);
}

int ClassicHeader::dimension(const std::string& name, std::size_t length) {
  for (std::size_t k = 0; k < dimensions_.size(); ++k)
    if (dimensions_[k].name == name) return static_cast<int>(k);
  dimensions_.push_back({name, length});
  return static_cast<int>(dimensions_.size()) - 1;
}

void ClassicHeader::attribute(const NetcdfAttribute& attribute) {
  if (!file_) file_attributes_.emplace_back(attribute.name, attribute.text);
}

int ClassicHeader::variable(const std::string& name, NetcdfType type, std::span<const int> dimensions,
                            std::initializer_list<NetcdfAttribute> list) {
  std::int64_t size = type_size(type);
  const bool record = !dimensions.empty() && dimensions_[static_cast<std::size_t>(dimensions[0])].length == 0;
  for (std::size_t k = record ? 1 : 0; k < dimensions.size(); ++k)
    size *= static_cast<std::int64_t>(dimensions_[static_cast<std::size_t>(dimensions[k])].length);
  size = padded(size);
  std::int64_t& begin = record ? next_record_ : next_fixed_;
  text(name);
  number(static_cast<std::int64_t>(dimensions.size()));
  for (const int d : dimensions) number(d);
  attributes({list.begin(), list.size()});
  number(type_code(type));
  number(size);
  if (!file_ && keeps_) begins_.push_back({kept_.size(), begin, record});
  number(begin, begin_size());
  begin_of_integers_.push_back(!record && type == NetcdfType::integer ? begin : -1);
  begin += size;
  if (kept_.size() > most_kept_) forget();
  if (!file_ && !record) fixed_ += size;
  return variables_++;
}

/// There is too much to keep.
void ClassicHeader::forget() {
  keeps_ = false;
  kept_ = {};
  begins_ = {};
  integers_ = {};
}

bool ClassicHeader::write_to(const std::string& path) {
  path_ = path;
  all_variables_ = variables_;
  const bool complete = std::exchange(keeps_, false);
  prologue();
  header_ = length_;
  file_.reset(std::fopen(path.c_str(), "wb"));
  if (!file_) fail(errno);
  length_ = 0;
  if (complete) {
    prologue();
    write_kept();
    return true;
  }
  variables_ = 0;
  begin_of_integers_.clear();
  next_fixed_ = header_;
  next_record_ = record_begin();
  prologue();
  return false;
}

void ClassicHeader::write_kept() {
  for (const Begin& begin : begins_)
    put_big_endian(begin.value + (begin.record ? record_begin() : header_), begin_size(), &kept_[begin.at]);
  bytes(kept_.data(), kept_.size());
  for (std::int64_t& begin : begin_of_integers_)
    if (begin >= 0) begin += header_;
  for (const auto& [variable, values] : integers_) integers(variable, values);
  kept_ = {};
}

void ClassicHeader::integers(int variable, const std::vector<int>& values) {
  if (!file_) {
    if (keeps_) integers_.emplace_back(variable, values);
    return;
  }
  hand_over();
  if (std::fseek(file_.get(), begin_of_integers_[static_cast<std::size_t>(variable)], SEEK_SET) != 0) fail(errno);
  for (const int value : values) number(value);
}

void ClassicHeader::finish() {
  hand_over();
  // The last text variable may end the file, and nothing has been written there.
  if (std::fflush(file_.get()) != 0 || ftruncate(fileno(file_.get()), record_begin()) != 0) fail(errno);
  if (std::fclose(file_.release()) != 0) fail(errno);
}

void ClassicHeader::fail(int reason) {
  throw Error(ExitCode::output_failed, "cannot write result file `" + path_ + "`: " + std::strerror(reason));
}

}  // namespace flexura
