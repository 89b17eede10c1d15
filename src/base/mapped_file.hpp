// A whole file as memory: read from the system's cache of it when it is looked at, and shared by all processes.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <utility>

#include "halfspace/result.hpp"

namespace halfspace {

class MappedFile {
 public:
  /// Errors (io): no such file, not a regular one, unreadable. The file must not change while it is mapped.
  static Result<MappedFile> open(const std::string& path);

  MappedFile(MappedFile&& other) noexcept
      : data_(std::exchange(other.data_, nullptr)), size_(std::exchange(other.size_, 0)) {}
  MappedFile(const MappedFile&) = delete;
  MappedFile& operator=(const MappedFile&) = delete;
  MappedFile& operator=(MappedFile&&) = delete;
  ~MappedFile();

  /// The pages leave this process's memory; what is looked at again is read anew.
  void let_go() const;

  std::string_view bytes() const { return {static_cast<const char*>(data_), size_}; }

 private:
  MappedFile(void* data, std::size_t size) : data_(data), size_(size) {}

  void* data_ = nullptr;
  std::size_t size_ = 0;
};

}  // namespace halfspace
