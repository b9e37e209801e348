#include "output/netcdf_library.h"

#include <netcdf.h>

#include <algorithm>

#include "support/error.h"

namespace flexura {

namespace {
/// Little work, most of the gain.
constexpr int compression = 1;
}  // namespace

void check_netcdf(int code, const std::string& path) {
  if (code != NC_NOERR)
    throw Error(ExitCode::output_failed, "cannot write result file `" + path + "`: " + nc_strerror(code));
}

int NetcdfLibrary::dimension(const std::string& name, std::size_t length) {
  int id = -1;
  if (nc_inq_dimid(file_, name.c_str(), &id) == NC_NOERR) return id;
  check_netcdf(nc_def_dim(file_, name.c_str(), length, &id), path_);
  return id;
}

void NetcdfLibrary::put(int variable, const NetcdfAttribute& a) const {
  check_netcdf(nc_put_att_text(file_, variable, std::string(a.name).c_str(), a.text.size(), a.text.data()), path_);
}

void NetcdfLibrary::attribute(const NetcdfAttribute& attribute) { put(NC_GLOBAL, attribute); }

int NetcdfLibrary::variable(const std::string& name, NetcdfType type, std::span<const int> dimensions,
                            std::initializer_list<NetcdfAttribute> attributes) {
  int id = -1;
  const nc_type code = type == NetcdfType::text ? NC_CHAR : type == NetcdfType::integer ? NC_INT : NC_DOUBLE;
  check_netcdf(nc_def_var(file_, name.c_str(), code, static_cast<int>(dimensions.size()), dimensions.data(), &id),
               path_);
  for (const NetcdfAttribute& a : attributes) put(id, a);
  std::vector<std::size_t> chunk;
  for (const int d : dimensions) {
    chunk.push_back(0);
    check_netcdf(nc_inq_dimlen(file_, d, &chunk.back()), path_);
  }
  if (chunk.empty() || chunk[0] > 0) return id;
  chunk[0] = instants_;
  if (chunk.size() > 1) chunk[1] = std::min(chunk[1], entities_);
  check_netcdf(nc_def_var_chunking(file_, id, NC_CHUNKED, chunk.data()), path_);
  check_netcdf(nc_def_var_deflate(file_, id, NC_SHUFFLE, 1, compression), path_);
  return id;
}

void NetcdfLibrary::integers(int variable, const std::vector<int>& values) {
  const int ended = nc_enddef(file_);
  if (ended != NC_ENOTINDEFINE) check_netcdf(ended, path_);
  check_netcdf(nc_put_var_int(file_, variable, values.data()), path_);
}

int NetcdfFinder::dimension(const std::string& name, std::size_t) {
  int id = -1;
  check_netcdf(nc_inq_dimid(file_, name.c_str(), &id), path_);
  return id;
}

int NetcdfFinder::variable(const std::string& name, NetcdfType, std::span<const int>,
                           std::initializer_list<NetcdfAttribute>) {
  int id = -1;
  check_netcdf(nc_inq_varid(file_, name.c_str(), &id), path_);
  return id;
}

}  // namespace flexura
