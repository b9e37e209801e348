// Definitions of a NetCDF file through the library, of the HDF5 kinds.
#pragma once

#include <cstddef>
#include <limits>
#include <string>
#include <utility>
#include <vector>

#include "output/netcdf_definitions.h"

namespace flexura {

/// Throws Error(output_failed) with the path and the words of the library unless the code is that of success.
void check_netcdf(int code, const std::string& path);

/// Defines variables of an open file. Those with the unlimited dimension lie in chunks of so many instants and of at
/// most so many entities, and are compressed.
class NetcdfLibrary final : public NetcdfDefinitions {
 public:
  NetcdfLibrary(int file, std::string path, std::size_t instants,
                std::size_t entities = std::numeric_limits<std::size_t>::max())
      : file_(file), path_(std::move(path)), instants_(instants), entities_(entities) {}

  int dimension(const std::string& name, std::size_t length) override;
  void attribute(const NetcdfAttribute& attribute) override;
  int variable(const std::string& name, NetcdfType type, std::span<const int> dimensions,
               std::initializer_list<NetcdfAttribute> attributes) override;
  void integers(int variable, const std::vector<int>& values) override;

 private:
  void put(int variable, const NetcdfAttribute& attribute) const;

  int file_;
  std::string path_;
  std::size_t instants_, entities_;
};

/// Finds what has been defined when the file was made.
class NetcdfFinder final : public NetcdfDefinitions {
 public:
  NetcdfFinder(int file, std::string path) : file_(file), path_(std::move(path)) {}

  int dimension(const std::string& name, std::size_t length) override;
  void attribute(const NetcdfAttribute&) override {}
  int variable(const std::string& name, NetcdfType type, std::span<const int> dimensions,
               std::initializer_list<NetcdfAttribute> attributes) override;
  void integers(int, const std::vector<int>&) override {}

 private:
  int file_;
  std::string path_;
};

}  // namespace flexura
