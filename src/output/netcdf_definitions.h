// What a NetCDF file says of itself before its data: dimensions, variables, attributes.
#pragma once

#include <cstddef>
#include <initializer_list>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace flexura {

enum class NetcdfType { text, integer, real };

struct NetcdfAttribute {
  std::string_view name, text;
};

/// Receives the definitions of a file in order.
class NetcdfDefinitions {
 public:
  NetcdfDefinitions() = default;
  NetcdfDefinitions(const NetcdfDefinitions&) = delete;
  NetcdfDefinitions& operator=(const NetcdfDefinitions&) = delete;
  virtual ~NetcdfDefinitions() = default;

  /// Number of a dimension, a new one when the name is new. Length 0: unlimited.
  virtual int dimension(const std::string& name, std::size_t length) = 0;
  /// Of the file.
  virtual void attribute(const NetcdfAttribute& attribute) = 0;
  /// Number of a new variable.
  virtual int variable(const std::string& name, NetcdfType type, std::span<const int> dimensions,
                       std::initializer_list<NetcdfAttribute> attributes) = 0;
  /// The values of an integer variable without the unlimited dimension; once all is defined.
  virtual void integers(int variable, const std::vector<int>& values) = 0;
};

}  // namespace flexura
