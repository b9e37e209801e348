// A file of VTK read back.
#pragma once

#include <boost/test/unit_test.hpp>

#include <cstdint>
#include <cstring>
#include <map>
#include <string>
#include <vector>

namespace flexura::test {

/// A `.vtu` file taken apart: arrays by name as bytes.
struct Grid {
  explicit Grid(const std::string& bytes) {
    const std::size_t data = bytes.find("<AppendedData encoding=\"raw\">");
    BOOST_REQUIRE(data != std::string::npos);
    const std::size_t begin = bytes.find('_', data) + 1;
    const auto attribute = [&](std::size_t tag, const std::string& name) {
      const std::size_t at = bytes.find(" " + name + "=\"", tag) + name.size() + 3;
      return bytes.substr(at, bytes.find('"', at) - at);
    };
    std::size_t end = begin;
    for (std::size_t tag = bytes.find("<DataArray"); tag < data; tag = bytes.find("<DataArray", tag + 1)) {
      const std::size_t at = begin + std::stoul(attribute(tag, "offset"));
      std::uint64_t size = 0;
      std::memcpy(&size, bytes.data() + at, sizeof size);
      BOOST_REQUIRE(at + sizeof size + size <= bytes.size());
      arrays[attribute(tag, "Name")].push_back(bytes.substr(at + sizeof size, size));
      end = at + sizeof size + size;
    }
    BOOST_TEST(bytes.substr(end) == "\n</AppendedData>\n</VTKFile>\n");
    const std::size_t piece = bytes.find("<Piece");
    points = std::stoul(attribute(piece, "NumberOfPoints"));
    cells = std::stoul(attribute(piece, "NumberOfCells"));
  }
  template <class T>
  [[nodiscard]] std::vector<T> get(const std::string& name, std::size_t which = 0) const {
    const std::string& bytes = arrays.at(name).at(which);
    std::vector<T> values(bytes.size() / sizeof(T));
    std::memcpy(values.data(), bytes.data(), bytes.size());
    return values;
  }
  std::map<std::string, std::vector<std::string>> arrays;
  std::size_t points = 0, cells = 0;
};

}  // namespace flexura::test
