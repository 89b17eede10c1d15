#include "base/atomic_file.hpp"

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <utility>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/text.hpp"

namespace halfspace {
namespace {

constexpr std::size_t pending_most = std::size_t{64} << 10U;

/// The file a chain of links ends at, so that a link stays a link; the path itself where nothing is there yet.
std::string resolved(const std::string& path) {
  char* real = ::realpath(path.c_str(), nullptr);
  if (real == nullptr) return path;
  std::string out(real);
  std::free(real);  // NOLINT(cppcoreguidelines-no-malloc)
  return out;
}

std::string folder_of(const std::string& path) {
  const auto slash = path.rfind('/');
  return slash == std::string::npos ? "." : path.substr(0, slash + 1);
}

/// The permissions of the file that is replaced, or what the umask leaves.
mode_t mode_for(const std::string& path) {
  struct stat old{};
  if (::stat(path.c_str(), &old) == 0) return old.st_mode & 07777U;
  const mode_t mask = ::umask(0);
  ::umask(mask);
  return 0666U & ~mask;
}

}  // namespace

AtomicFile::AtomicFile(AtomicFile&& other) noexcept
    : shown_path_(std::move(other.shown_path_)),
      target_(std::move(other.target_)),
      temporary_(std::exchange(other.temporary_, "")),
      pending_(std::move(other.pending_)),
      fd_(std::exchange(other.fd_, -1)),
      close_(other.close_) {}

AtomicFile::~AtomicFile() {
  if (fd_ >= 0 && close_) ::close(fd_);
  if (!temporary_.empty()) ::unlink(temporary_.c_str());
}

Error AtomicFile::failure(const std::string& what) const {
  const int number = errno;
  if (number == EPIPE) return {Code::io, "", ""};  // the reader has gone: nobody is left to tell
  return {Code::io, shown_path_,
          what + ": " + std::strerror(number) + (number == ENOSPC ? "; free some space or write elsewhere" : "")};
}

Result<AtomicFile> AtomicFile::create(const std::string& path) {
  AtomicFile file;
  file.shown_path_ = path == "-" ? "standard output" : shown(path, 4096);
  if (path == "-") {
    file.fd_ = STDOUT_FILENO;
    return file;
  }
  file.target_ = resolved(path);
  struct stat old{};
  const bool exists = ::stat(file.target_.c_str(), &old) == 0;
  if (exists && S_ISDIR(old.st_mode)) return Error{Code::io, file.shown_path_, "is a directory; give a file name"};
  file.close_ = true;
  if (exists && !S_ISREG(old.st_mode)) {
    file.fd_ = ::open(file.target_.c_str(), O_WRONLY | O_CLOEXEC);
    if (file.fd_ < 0) return file.failure("cannot open for writing");
    return file;
  }
  if (exists && ::access(file.target_.c_str(), W_OK) != 0) return file.failure("cannot replace");
  file.temporary_ = file.target_ + ".tmp-XXXXXX";
  file.fd_ = ::mkostemp(file.temporary_.data(), O_CLOEXEC);
  if (file.fd_ < 0) {
    file.temporary_.clear();
    return file.failure("cannot create a file in its folder");
  }
  ::fchmod(file.fd_, mode_for(file.target_));
  return file;
}

Result<void> AtomicFile::write(std::string_view bytes) {
  pending_ += bytes;
  return pending_.size() < pending_most ? Result<void>{} : flush();
}

Result<void> AtomicFile::flush() {
  for (std::string_view rest = pending_; !rest.empty();) {
    const ssize_t done = ::write(fd_, rest.data(), rest.size());
    if (done < 0 && errno == EINTR) continue;
    if (done < 0) return failure("cannot write");
    rest.remove_prefix(static_cast<std::size_t>(done));
  }
  pending_.clear();
  return {};
}

Result<void> AtomicFile::commit() {
  if (auto flushed = flush(); !flushed) return flushed;
  if (!close_) return {};
  if (!temporary_.empty() && ::fsync(fd_) != 0) return failure("cannot write");
  if (::close(std::exchange(fd_, -1)) != 0) return failure("cannot write");
  if (temporary_.empty()) return {};
  if (::rename(temporary_.c_str(), target_.c_str()) != 0) return failure("cannot replace");
  temporary_.clear();
  const int folder = ::open(folder_of(target_).c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (folder >= 0) {
    ::fsync(folder);  // makes the new name durable; where a file system cannot, the file itself is safe
    ::close(folder);
  }
  return {};
}

Result<void> write_file(const std::string& path, std::string_view bytes) {
  auto file = AtomicFile::create(path);
  if (!file) return file.error();
  if (auto written = file.value().write(bytes); !written) return written;
  return file.value().commit();
}

}  // namespace halfspace
