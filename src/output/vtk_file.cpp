#include "output/vtk_file.h"

#include <fcntl.h>
#include <unistd.h>

#include <bit>
#include <cerrno>
#include <cstring>

#include <fmt/format.h>

#include "output/text_file.h"
#include "support/error.h"

namespace flexura {

namespace {

constexpr const char* byte_order = std::endian::native == std::endian::little ? "LittleEndian" : "BigEndian";

template <class T>
constexpr const char* type_name() {
  if constexpr (std::is_same_v<T, double>) return "Float64";
  if constexpr (std::is_same_v<T, std::int32_t>) return "Int32";
  if constexpr (std::is_same_v<T, std::int64_t>) return "Int64";
  return "UInt8";
}

std::string file_head(const char* type) {
  return fmt::format(
      "<?xml version=\"1.0\"?>\n<VTKFile type=\"{}\" version=\"1.0\" byte_order=\"{}\" header_type=\"UInt64\">\n", type,
      byte_order);
}

/// The XML of the arrays and, in the same order, where their data are.
class Appended {
 public:
  template <class T>
  std::string array(const std::string& name, int components, const std::vector<T>& values) {
    const std::size_t size = values.size() * sizeof(T);
    blocks_.emplace_back(reinterpret_cast<const char*>(values.data()), size);
    const std::size_t offset = offset_;
    offset_ += sizeof(std::uint64_t) + size;
    return fmt::format(
        "<DataArray type=\"{}\" Name=\"{}\" NumberOfComponents=\"{}\" format=\"appended\" offset=\"{}\"/>\n",
        type_name<T>(), name, components, offset);
  }
  std::string array(const VtkArray& a) {
    return std::visit([&](const auto& values) { return array(a.name, a.components, values); }, a.values);
  }
  void write(TextFile& file) const {
    for (const std::string_view block : blocks_) {
      const std::uint64_t size = block.size();
      file.write({reinterpret_cast<const char*>(&size), sizeof size});
      file.write(block);
    }
  }

 private:
  std::vector<std::string_view> blocks_;
  std::size_t offset_ = 0;
};

std::string parallel_arrays(const std::vector<VtkArray>& arrays) {
  std::string text;
  for (const VtkArray& a : arrays) {
    const bool integer = std::holds_alternative<std::vector<std::int32_t>>(a.values);
    text += fmt::format("<PDataArray type=\"{}\" Name=\"{}\" NumberOfComponents=\"{}\"/>\n",
                        integer ? type_name<std::int32_t>() : type_name<double>(), a.name, a.components);
  }
  return text;
}

constexpr std::string_view series_end = "</Collection>\n</VTKFile>\n";

}  // namespace

void VtkGrid::cell(std::uint8_t type, const std::vector<std::int64_t>& its_points) {
  connectivity.insert(connectivity.end(), its_points.begin(), its_points.end());
  offsets.push_back(static_cast<std::int64_t>(connectivity.size()));
  types.push_back(type);
}

void write_vtu(const std::string& path, const VtkGrid& grid, double time) {
  const std::vector<double> times = {time};
  Appended data;
  std::string text = file_head("UnstructuredGrid") + "<UnstructuredGrid>\n<FieldData>\n";
  std::string time_array = data.array("TimeValue", 1, times);
  time_array.replace(time_array.find("NumberOfComponents=\"1\""), 22, "NumberOfTuples=\"1\"");
  text += time_array + "</FieldData>\n";
  text +=
      fmt::format("<Piece NumberOfPoints=\"{}\" NumberOfCells=\"{}\">\n", grid.points.size() / 3, grid.types.size());
  text += "<PointData>\n";
  for (const VtkArray& a : grid.point_data) text += data.array(a);
  text += "</PointData>\n<CellData>\n";
  for (const VtkArray& a : grid.cell_data) text += data.array(a);
  text += "</CellData>\n<Points>\n" + data.array("Points", 3, grid.points) + "</Points>\n<Cells>\n";
  text += data.array("connectivity", 1, grid.connectivity);
  text += data.array("offsets", 1, grid.offsets);
  text += data.array("types", 1, grid.types);
  text += "</Cells>\n</Piece>\n</UnstructuredGrid>\n<AppendedData encoding=\"raw\">\n_";
  TextFile file(path);
  file.write(text);
  data.write(file);
  file.write("\n</AppendedData>\n</VTKFile>\n");
  file.close();
}

void write_pvtu(const std::string& path, const VtkGrid& grid, const std::vector<std::string>& pieces) {
  TextFile file(path);
  file.write(file_head("PUnstructuredGrid") + "<PUnstructuredGrid GhostLevel=\"0\">\n<PPointData>\n");
  file.write(parallel_arrays(grid.point_data) + "</PPointData>\n<PCellData>\n" + parallel_arrays(grid.cell_data));
  file.write(
      "</PCellData>\n<PPoints>\n<PDataArray type=\"Float64\" Name=\"Points\" NumberOfComponents=\"3\"/>\n</PPoints>\n");
  for (const std::string& piece : pieces) file.write(fmt::format("<Piece Source=\"{}\"/>\n", piece));
  file.write("</PUnstructuredGrid>\n</VTKFile>\n");
  file.close();
}

VtkSeries::VtkSeries(std::string path, std::int64_t length) : path_(std::move(path)), length_(length) {
  descriptor_ = ::open(path_.c_str(), O_WRONLY | O_CREAT | O_CLOEXEC, 0666);
  if (descriptor_ < 0) fail(errno);
  if (::lseek(descriptor_, 0, SEEK_END) < length)
    throw Error(ExitCode::output_failed, "result file `" + path_ + "` is shorter than when the checkpoint was made");
  if (::ftruncate(descriptor_, length) != 0) fail(errno);
  write(length == 0 ? file_head("Collection") + "<Collection>\n" : std::string(), series_end);
}

VtkSeries::~VtkSeries() {
  if (descriptor_ >= 0) ::close(descriptor_);
}

void VtkSeries::add(double time, const std::string& file) {
  write(fmt::format("<DataSet timestep=\"{}\" part=\"0\" file=\"{}\"/>\n", time, file), series_end);
}

void VtkSeries::write(std::string_view text, std::string_view end) {
  const std::string all = std::string(text) + std::string(end);
  std::size_t done = 0;
  while (done < all.size()) {
    const ssize_t written =
        ::pwrite(descriptor_, all.data() + done, all.size() - done, length_ + static_cast<std::int64_t>(done));
    if (written < 0 && errno != EINTR) fail(errno);
    if (written > 0) done += static_cast<std::size_t>(written);
  }
  length_ += static_cast<std::int64_t>(text.size());
}

void VtkSeries::fail(int reason) {
  throw Error(ExitCode::output_failed, "cannot write result file `" + path_ + "`: " + std::strerror(reason));
}

}  // namespace flexura
