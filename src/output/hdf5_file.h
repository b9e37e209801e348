// HDF5 calls that throw, and handles that close themselves.
#pragma once

#include <hdf5.h>

#include <cstdint>
#include <span>
#include <string>
#include <utility>

#ifndef H5_HAVE_PARALLEL
#error "the parallel HDF5 library is needed"
#endif

namespace flexura::hdf5 {

/// Owner of an HDF5 identifier.
template <herr_t (*Close)(hid_t)>
class Handle {
 public:
  Handle() = default;
  explicit Handle(hid_t id) : id_(id) {}
  Handle(const Handle&) = delete;
  Handle& operator=(const Handle&) = delete;
  Handle(Handle&& other) noexcept : id_(std::exchange(other.id_, H5I_INVALID_HID)) {}
  Handle& operator=(Handle&& other) noexcept {
    std::swap(id_, other.id_);
    return *this;
  }
  ~Handle() {
    if (id_ >= 0) Close(id_);
  }
  operator hid_t() const { return id_; }  // NOLINT: used like the identifier
  [[nodiscard]] bool ok() const { return id_ >= 0; }
  /// False when closing fails.
  bool close() { return id_ < 0 || Close(std::exchange(id_, H5I_INVALID_HID)) >= 0; }

 private:
  hid_t id_ = H5I_INVALID_HID;
};

using File = Handle<H5Fclose>;
using Group = Handle<H5Gclose>;
using Dataset = Handle<H5Dclose>;
using Space = Handle<H5Sclose>;
using Object = Handle<H5Oclose>;
using Attribute = Handle<H5Aclose>;
using Properties = Handle<H5Pclose>;
using DataType = Handle<H5Tclose>;

/// Keeps the library from printing its own messages while it lives.
class Silence {
 public:
  Silence() {
    H5Eget_auto2(H5E_DEFAULT, &function_, &data_);
    H5Eset_auto2(H5E_DEFAULT, nullptr, nullptr);
  }
  Silence(const Silence&) = delete;
  Silence& operator=(const Silence&) = delete;
  ~Silence() { H5Eset_auto2(H5E_DEFAULT, function_, data_); }

 private:
  H5E_auto2_t function_ = nullptr;
  void* data_ = nullptr;
};

}  // namespace flexura::hdf5
