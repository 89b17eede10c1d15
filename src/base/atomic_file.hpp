// Output files: written under a temporary name in the same folder, synced, then renamed. A reader sees the old file or
// the whole new one. Links are followed. "-" is standard output; devices and pipes are written directly,
// terminals without control characters (for_terminal()).
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include <sys/stat.h>

#include "halfspace/result.hpp"

namespace halfspace {

class AtomicFile {
 public:
  static Result<AtomicFile> create(const std::string& path);

  /// The errors of create() that can be seen beforehand: no such folder, no permission.
  static Result<void> check(const std::string& path);

  AtomicFile(AtomicFile&& other) noexcept;
  AtomicFile& operator=(AtomicFile&&) = delete;
  AtomicFile(const AtomicFile&) = delete;
  AtomicFile& operator=(const AtomicFile&) = delete;
  ~AtomicFile();  ///< an uncommitted file is removed

  Result<void> write(std::string_view bytes);
  /// `lasting`: the bytes are on the disk then, whatever happens to the machine.
  Result<void> commit(bool lasting = true);

  /// What of the replaced file could not be kept (owner, permissions), as a sentence; "" when all was.
  const std::string& remark() const { return remark_; }

 private:
  AtomicFile() = default;

  /// Not open yet; `old` is what stands in its place, of mode 0 where nothing does.
  static Result<AtomicFile> aimed_at(const std::string& path, struct stat& old);
  Result<void> open_directly();
  Result<void> open_temporary(const struct stat& old);
  Result<void> put(std::string_view bytes);
  Result<void> flush();
  Result<void> sync_folder() const;
  Error failure(const std::string& what) const;

  std::string shown_path_;
  std::string target_;
  std::string temporary_;  // "" when written directly
  std::string pending_;
  std::string remark_;
  int fd_ = -1;
  int listed_ = -1;  // its place in open_temporaries.hpp
  bool close_ = false;
  bool terminal_ = false;
};

/// The whole file at once; gives the file's remark().
Result<std::string> write_file(const std::string& path, std::string_view bytes);

}  // namespace halfspace
