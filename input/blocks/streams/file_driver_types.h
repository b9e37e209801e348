// Every type of file driver: tables in files, and what comes from other processes.
#pragma once

#include "elements/drives/file_driver.h"

namespace flexura {

/// Types of the card `file` of block `drivers`.
const FileDriverRegistry& file_driver_types();

}  // namespace flexura
