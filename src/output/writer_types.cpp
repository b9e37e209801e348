#include "output/writer_types.h"

#include <algorithm>
#include <limits>

#include "output/authored_writer.h"

namespace flexura {

namespace {

/// `[, every, steps]`
void read_vtk(Reader& reader, OutputOptions& output) {
  output.vtk_every = 1;
  if (!reader.keyword("every")) return;
  const std::int64_t every = reader.positive_integer("the number of steps from one VTK file to the next");
  output.vtk_every = static_cast<int>(std::min<std::int64_t>(every, std::numeric_limits<int>::max()));
}

/// `[, { classic | classic64 | nc4 | nc4classic | arrays }] [, { sync | no sync }] [, { text | no text }]`
void read_netcdf(Reader& reader, OutputOptions& output) {
  output.netcdf = true;
  output.text = true;
  constexpr NetcdfFormat formats[] = {NetcdfFormat::classic, NetcdfFormat::classic64, NetcdfFormat::nc4,
                                      NetcdfFormat::nc4classic, NetcdfFormat::arrays};
  const int format = reader.one_of({"classic", "classic64", "nc4", "nc4classic", "arrays"});
  output.netcdf_format = format < 0 ? NetcdfFormat::classic : formats[format];
  const int sync = reader.one_of({"sync", "no sync"});
  if (sync >= 0) output.sync = sync == 0;
  const int text = reader.one_of({"text", "no text"});
  if (text >= 0) output.text = text == 0;
}

}  // namespace

WriterRegistry& open_writer_types() {
  static WriterRegistry registry = [] {
    WriterRegistry types("format of results");
    types.add("netcdf", read_netcdf, "one binary file, NetCDF");
    types.add("vtk", read_vtk, "the model in motion, for ParaView");
    return types;
  }();
  return registry;
}
const WriterRegistry& writer_types() { return open_writer_types(); }

void check_writer_layout(std::uint64_t of_module) { authoring::insist_on_layout(of_module, authoring::writer_layout); }

}  // namespace flexura
