// What is in a NetCDF file, to be compared.
#pragma once

#include <boost/test/unit_test.hpp>

#include <netcdf.h>

#include <map>
#include <string>
#include <vector>

namespace flexura::test {

/// Everything a file has: shape, attributes and values of its variables.
struct Contents {
  std::map<std::string, std::vector<std::size_t>> shapes;
  std::map<std::string, std::string> attributes;
  std::map<std::string, std::vector<double>> values;

  explicit Contents(const std::string& path) {
    int file = -1, variables = 0;
    BOOST_REQUIRE_EQUAL(nc_open(path.c_str(), NC_NOWRITE, &file), NC_NOERR);
    nc_inq_nvars(file, &variables);
    for (int v = 0; v < variables; ++v) {
      char name[NC_MAX_NAME + 1] = "", attribute[NC_MAX_NAME + 1] = "";
      int rank = 0, dimensions[NC_MAX_VAR_DIMS], count = 0;
      BOOST_REQUIRE_EQUAL(nc_inq_var(file, v, name, nullptr, &rank, dimensions, &count), NC_NOERR);
      std::size_t total = 1;
      for (int d = 0; d < rank; ++d) {
        shapes[name].push_back(0);
        nc_inq_dimlen(file, dimensions[d], &shapes[name].back());
        total *= shapes[name].back();
      }
      for (int a = 0; a < count; ++a) {
        std::size_t length = 0;
        nc_inq_attname(file, v, a, attribute);
        nc_inq_attlen(file, v, attribute, &length);
        std::string text(length, ' ');
        if (nc_get_att_text(file, v, attribute, text.data()) == NC_NOERR)
          attributes[std::string(name) + ":" + attribute] = text;
      }
      nc_type type = NC_DOUBLE;
      nc_inq_vartype(file, v, &type);
      if (type == NC_CHAR) continue;
      values[name].resize(total);
      BOOST_REQUIRE_EQUAL(nc_get_var_double(file, v, values[name].data()), NC_NOERR);
    }
    nc_close(file);
  }
  [[nodiscard]] bool operator==(const Contents&) const = default;
};

}  // namespace flexura::test
