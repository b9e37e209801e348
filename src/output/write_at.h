// Parts of a file that several processes write.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

namespace flexura {

/// Whether parts of this open file that processes write beside each other must be locked. A client of NFS writes back
/// whole pages, with what it believes of the parts of others, unless it holds a lock.
bool needs_locks(int descriptor) noexcept;

/// Writes all of it at a place of an open file; false, with errno set, when that fails. `locked`: under a lock of these
/// bytes, and handed to the server before it returns.
bool write_at(int descriptor, std::int64_t place, const char* data, std::size_t size, bool locked = false) noexcept;

/// Whether a file can be written at any place: not a pipe, a socket or a terminal. True when there is none yet.
bool has_places(const std::string& path) noexcept;

/// Cuts a file to this length, if that is possible.
void try_to_cut(const std::string& path, std::int64_t length) noexcept;

}  // namespace flexura
