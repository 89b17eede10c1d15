// Files of the page's own file system: written in place, since nobody reads beside the writer and no power fails.
#include "base/atomic_file.hpp"

#include <cerrno>
#include <cstring>
#include <utility>

#include <fcntl.h>
#include <unistd.h>

#include "base/temporary_file.hpp"
#include "base/text.hpp"

namespace halfspace {

AtomicFile::AtomicFile(AtomicFile&& other) noexcept
    : shown_path_(std::move(other.shown_path_)),
      target_(std::move(other.target_)),
      fd_(std::exchange(other.fd_, -1)),
      close_(other.close_) {}

AtomicFile::~AtomicFile() {
  if (fd_ >= 0 && close_) ::close(fd_);
}

Error AtomicFile::failure(const std::string& what) const {
  return {Code::io, shown_path_, what + ": " + std::strerror(errno)};
}

Result<AtomicFile> AtomicFile::create(const std::string& path) {
  AtomicFile file;
  file.shown_path_ = shown(path, 4096);
  file.target_ = path;
  if (path.find('\0') != std::string::npos) return Error{Code::io, file.shown_path_, "a file name has no NUL byte"};
  file.fd_ = ::open(path.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0666);
  file.close_ = true;
  if (file.fd_ < 0) return file.failure("cannot open for writing");
  return file;
}

Result<void> AtomicFile::check(const std::string&) { return {}; }

Result<void> AtomicFile::write(std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t done = ::write(fd_, bytes.data(), bytes.size());
    if (done < 0) return failure("cannot write");
    bytes.remove_prefix(static_cast<std::size_t>(done));
  }
  return {};
}

Result<void> AtomicFile::commit(bool) {
  return ::close(std::exchange(fd_, -1)) == 0 ? Result<void>{} : failure("cannot write");
}

Result<std::string> write_file(const std::string& path, std::string_view bytes) {
  auto file = AtomicFile::create(path);
  if (!file) return file.error();
  if (auto written = file.value().write(bytes); !written) return written.error();
  if (auto kept = file.value().commit(); !kept) return kept.error();
  return file.value().remark();
}

std::string folder_of(const std::string& path) {
  const auto slash = path.rfind('/');
  return slash == std::string::npos ? "." : path.substr(0, slash + 1);
}

bool follow_links(std::string&) { return true; }  // that file system has none

}  // namespace halfspace
