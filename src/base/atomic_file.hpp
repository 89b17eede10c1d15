// Output files: written under a temporary name in the same folder, synced, then renamed. A reader sees the old file or
// the whole new one. "-" is standard output; devices and pipes are written directly.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "halfspace/result.hpp"

namespace halfspace {

class AtomicFile {
 public:
  static Result<AtomicFile> create(const std::string& path);
  AtomicFile(AtomicFile&& other) noexcept;
  AtomicFile& operator=(AtomicFile&&) = delete;
  AtomicFile(const AtomicFile&) = delete;
  AtomicFile& operator=(const AtomicFile&) = delete;
  ~AtomicFile();  ///< an uncommitted file is removed

  Result<void> write(std::string_view bytes);
  Result<void> commit();

 private:
  AtomicFile() = default;
  Result<void> flush();
  Error failure(const std::string& what) const;

  std::string shown_path_;
  std::string target_;
  std::string temporary_;  // "" when written directly
  std::string pending_;
  int fd_ = -1;
  bool close_ = false;
};

/// The whole file at once.
Result<void> write_file(const std::string& path, std::string_view bytes);

}  // namespace halfspace
