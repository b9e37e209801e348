// Files that survive a crash of the machine.
#pragma once

#include <string>

namespace flexura {

/// Waits until the data of an open file are on the disk. What cannot be waited for (a pipe, a device) is let pass.
/// Returns false when the disk reports an error, with errno set.
bool sync_to_disk(int descriptor) noexcept;

/// The same for a file or a folder by name; a folder keeps the names of new files.
bool sync_path(const std::string& path) noexcept;

}  // namespace flexura
