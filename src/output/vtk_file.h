// Files of VTK's XML formats, which ParaView, VisIt and VTK read.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace flexura {

/// One array of point or cell data: `components` numbers an entity.
struct VtkArray {
  std::string name;
  int components = 1;
  std::variant<std::vector<double>, std::vector<std::int32_t>> values;
};

/// An unstructured grid in memory.
struct VtkGrid {
  std::vector<double> points;              ///< three each
  std::vector<std::int64_t> connectivity;  ///< points of the cells, one cell after the other
  std::vector<std::int64_t> offsets;       ///< end of each cell in `connectivity`
  std::vector<std::uint8_t> types;         ///< of the cells: VTK_VERTEX, VTK_LINE, ...
  std::vector<VtkArray> point_data, cell_data;

  static constexpr std::uint8_t vertex = 1, vertices = 2, line = 3, polyline = 4;
  /// Appends a cell.
  void cell(std::uint8_t type, const std::vector<std::int64_t>& its_points);
};

/// Writes a grid as `.vtu`, arrays as raw binary data behind the XML. Throws Error(output_failed).
void write_vtu(const std::string& path, const VtkGrid& grid, double time);

/// Writes the `.pvtu` that joins the pieces of several ranks: files beside it, all with the arrays of `grid`. Throws
/// Error(output_failed).
void write_pvtu(const std::string& path, const VtkGrid& grid, const std::vector<std::string>& pieces);

/// A `.pvd` file, which gives the files of a time series with their times. It is complete after each `add`. Every
/// failure throws Error(output_failed).
class VtkSeries {
 public:
  /// Creates the file; or, with the length that `length` gave, goes on with one and drops what came later.
  explicit VtkSeries(std::string path, std::int64_t length = 0);
  ~VtkSeries();
  VtkSeries(const VtkSeries&) = delete;
  VtkSeries& operator=(const VtkSeries&) = delete;

  /// `file`: relative to the folder of the series.
  void add(double time, const std::string& file);
  /// Bytes before the end that is written anew each time.
  [[nodiscard]] std::int64_t length() const { return length_; }

 private:
  void write(std::string_view text, std::string_view end);
  [[noreturn]] void fail(int reason);

  std::string path_;
  int descriptor_ = -1;
  std::int64_t length_ = 0;
};

}  // namespace flexura
