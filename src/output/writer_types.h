// The formats of results that `output results` knows, by keyword.
#pragma once

#include <cstdint>

#include "input/reader.h"
#include "input/registry.h"
#include "output/output_writer.h"

namespace flexura {

/// Reads what stands behind the keyword into what the model file wants.
using WriterRegistry = Registry<void(Reader&, OutputOptions&)>;

const WriterRegistry& writer_types();
/// The same, to add writers of a module to.
WriterRegistry& open_writer_types();

/// Throws std::logic_error when a module was compiled with other sizes of the classes of a writer than the program.
void check_writer_layout(std::uint64_t of_module);

}  // namespace flexura
