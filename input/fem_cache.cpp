// The binary file of FEM data: header (magic, version, byte order, size, check sum), then blocks of eight-byte words.
#include <array>
#include <cstdint>
#include <cstring>
#include <filesystem>
#include <fstream>

#include <fmt/format.h>

#include "input/fem_model.h"
#include "input/mapped_file.h"
#include "support/check_sum.h"

namespace flexura {

namespace {

constexpr std::array<char, 8> magic = {'F', 'l', 'e', 'x', 'F', 'E', 'M', '\n'};
constexpr std::uint32_t version = 1;
constexpr std::uint32_t byte_order = 0x01020304;

struct Header {
  std::array<char, 8> magic;
  std::uint32_t version, byte_order;
  std::uint64_t words, sum;
};
static_assert(sizeof(Header) == 32);

class Writer {
 public:
  Writer(const std::string& path, const FemModel& model) : path_(path), file_(path, std::ios::binary) {
    Header header{magic, version, byte_order, 0, 0};
    file_.write(reinterpret_cast<const char*>(&header), sizeof(header));
    write(model);
    header.words = words_;
    header.sum = sum_.value();
    file_.seekp(0);
    file_.write(reinterpret_cast<const char*>(&header), sizeof(header));
    file_.close();
    if (!file_) throw Error(ExitCode::output_failed, fmt::format("cannot write binary FEM file `{}`", path_));
  }

 private:
  void words(const void* data, std::size_t count) {
    file_.write(static_cast<const char*>(data), static_cast<std::streamsize>(8 * count));
    sum_.add(data, count);
    words_ += count;
  }
  void number(std::int64_t value) { words(&value, 1); }
  void text(const std::string& value) {
    number(static_cast<std::int64_t>(value.size()));
    std::vector<std::uint64_t> padded((value.size() + 7) / 8, 0);
    if (!value.empty()) std::memcpy(padded.data(), value.data(), value.size());
    words(padded.data(), padded.size());
  }
  template <class Matrix>
  void matrix(const Matrix& m) {
    number(m.rows());
    number(m.cols());
    words(m.data(), static_cast<std::size_t>(m.size()));
  }
  void write(const FemModel& f) {
    text(f.comment);
    number(f.node_count());
    std::string labels;
    for (const std::string& label : f.labels) labels += label + ' ';
    text(labels);
    matrix(f.initial_values);
    matrix(f.initial_rates);
    matrix(f.positions);
    matrix(f.shapes);
    for (const Eigen::MatrixXd* m : {&f.mass, &f.stiffness, &f.damping, &f.lumped, &f.i3, &f.i4, &f.i8, &f.i5, &f.i9})
      matrix(*m);
    Eigen::VectorXd inertia(f.inertia ? 13 : 0);
    if (f.inertia) inertia << f.inertia->mass, f.inertia->centre, f.inertia->inertia.reshaped();
    matrix(inertia);
    number(static_cast<std::int64_t>(f.stiffening.size()));
    for (const StiffeningMatrix& s : f.stiffening) {
      number(s.load);
      matrix(s.matrix);
    }
  }

  std::string path_;
  std::ofstream file_;
  CheckSum sum_;
  std::uint64_t words_ = 0;
};

class CacheReader {
 public:
  explicit CacheReader(const std::string& path) : file_(path), name_(intern_file_name(path)) {
    Header header{};
    if (file_.size() < sizeof(header)) fail("is no binary file of FEM data");
    std::memcpy(&header, file_.begin(), sizeof(header));
    if (header.magic != magic) fail("is no binary file of FEM data");
    if (header.byte_order != byte_order) fail("was written on a machine with another order of bytes");
    if (header.version != version) fail(fmt::format("has version {} of the format, not {}", header.version, version));
    at_ = file_.begin() + sizeof(header);
    const std::size_t bytes = file_.size() - sizeof(header);
    if (bytes % 8 != 0 || bytes / 8 != header.words)
      fail(fmt::format("is truncated: {} of {} bytes behind the header", bytes, 8 * header.words));
    CheckSum sum;
    sum.add(at_, header.words);
    if (sum.value() != header.sum) fail("is damaged: its check sum is wrong");
  }

  FemModel read() {
    FemModel f;
    f.path = name_;
    f.comment = text();
    const std::int64_t nodes = number();
    const std::string labels = text();
    for (std::size_t from = 0; from < labels.size();) {
      const std::size_t to = labels.find(' ', from);
      f.labels.push_back(labels.substr(from, to - from));
      from = to + 1;
    }
    if (nodes != f.node_count()) fail("is damaged");
    f.initial_values = matrix();
    f.initial_rates = matrix();
    f.positions = matrix();
    f.shapes = matrix();
    for (Eigen::MatrixXd* m : {&f.mass, &f.stiffness, &f.damping, &f.lumped, &f.i3, &f.i4, &f.i8, &f.i5, &f.i9})
      *m = matrix();
    const Eigen::MatrixXd inertia = matrix();
    if (inertia.size() == 13)
      f.inertia = {inertia(0), inertia.block<3, 1>(1, 0), inertia.bottomRows<9>().reshaped(3, 3)};
    const std::int64_t count = number();
    for (std::int64_t k = 0; k < count; ++k) {
      const auto load = static_cast<int>(number());
      f.stiffening.push_back({load, matrix()});
    }
    return f;
  }

 private:
  [[noreturn]] void fail(const std::string& what) const { throw InputError({name_, 1, 1}, "this file " + what); }
  const char* take(std::int64_t words) {
    if (words < 0 || (file_.end() - at_) / 8 < words) fail("is damaged");
    const char* from = at_;
    at_ += 8 * words;
    return from;
  }
  std::int64_t number() {
    std::int64_t value = 0;
    std::memcpy(&value, take(1), sizeof(value));
    return value;
  }
  std::string text() {
    const std::int64_t size = number();
    if (size < 0) fail("is damaged");
    return {take((size + 7) / 8), static_cast<std::size_t>(size)};
  }
  Eigen::MatrixXd matrix() {
    const std::int64_t rows = number(), columns = number();
    if (rows < 0 || columns < 0 || (rows > 0 && columns > (file_.end() - at_) / 8 / rows)) fail("is damaged");
    Eigen::MatrixXd m(rows, columns);
    const char* from = take(rows * columns);
    if (m.size() > 0) std::memcpy(m.data(), from, sizeof(double) * static_cast<std::size_t>(m.size()));
    return m;
  }

  MappedFile file_;
  const char* name_;
  const char* at_ = nullptr;
};

bool is_binary(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  std::array<char, 8> start{};
  return file.read(start.data(), start.size()) && start == magic;
}

}  // namespace

std::string fem_cache_path(const std::string& text_path) { return text_path + ".fxb"; }

void write_fem_cache(const FemModel& model, const std::string& path) {
  // A reader at the same time sees the old file or the new one, never a part.
  const std::string part = path + ".part";
  Writer(part, model);
  std::error_code error;
  std::filesystem::rename(part, path, error);
  if (error) throw Error(ExitCode::output_failed, fmt::format("cannot write binary FEM file `{}`", path));
}

FemModel read_fem_cache(const std::string& path) { return CacheReader(path).read(); }

FemModel read_fem(const std::string& path, const FemCacheUse& cache,
                  const std::function<void(const std::string&)>& warn) {
  if (is_binary(path)) return read_fem_cache(path);
  const std::string binary = fem_cache_path(path);
  std::error_code text_error, binary_error;
  const auto text_time = std::filesystem::last_write_time(path, text_error);
  const auto binary_time = std::filesystem::last_write_time(binary, binary_error);
  const bool exists = !binary_error;
  const bool fresh = exists && (text_error || binary_time >= text_time);
  if (cache.use && fresh) {
    try {
      FemModel model = read_fem_cache(binary);
      model.path = path;
      return model;
    } catch (const InputError& error) {
      warn(fmt::format("the binary file cannot be used, the text is read: {}", error.what()));
    }
  }
  FemModel model = read_fem_text(path);
  if ((cache.create && !exists) || (cache.update && !fresh)) write_fem_cache(model, binary);
  return model;
}

}  // namespace flexura
