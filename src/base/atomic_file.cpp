#include "base/atomic_file.hpp"

#include <cerrno>
#include <cstring>
#include <utility>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/open_temporaries.hpp"
#include "base/temporary_file.hpp"
#include "base/text.hpp"

namespace halfspace {
namespace {

constexpr std::size_t pending_most = std::size_t{64} << 10U;
constexpr unsigned set_id_bits = 06000;

/// Gives the new file the owner, group and permissions of the old one; says what could not be kept.
std::string keep_owner_and_mode(int fd, const struct stat& old) {
  struct stat now{};
  if (::fstat(fd, &now) != 0) return "its owner could not be kept";
  const bool owned = now.st_uid == old.st_uid || ::fchown(fd, old.st_uid, static_cast<gid_t>(-1)) == 0;
  const bool grouped = now.st_gid == old.st_gid || ::fchown(fd, static_cast<uid_t>(-1), old.st_gid) == 0;
  const unsigned mode = old.st_mode & 07777U;  // another owner may not inherit the right to act as its owner
  const bool permitted = ::fchmod(fd, owned && grouped ? mode : mode & ~set_id_bits) == 0;
  if (!owned) return "its owner changed: it belonged to user " + std::to_string(old.st_uid);
  if (!grouped) return "its group changed: it belonged to group " + std::to_string(old.st_gid);
  return permitted ? "" : "its permissions could not be kept";
}

}  // namespace

AtomicFile::AtomicFile(AtomicFile&& other) noexcept
    : shown_path_(std::move(other.shown_path_)),
      target_(std::move(other.target_)),
      temporary_(std::exchange(other.temporary_, "")),
      pending_(std::move(other.pending_)),
      remark_(std::move(other.remark_)),
      fd_(std::exchange(other.fd_, -1)),
      listed_(std::exchange(other.listed_, -1)),
      close_(other.close_),
      terminal_(other.terminal_) {}

AtomicFile::~AtomicFile() {
  if (!temporary_.empty()) ::unlink(temporary_.c_str());
  unlist_temporary(listed_);
  if (fd_ >= 0 && close_) ::close(fd_);
}

Error AtomicFile::failure(const std::string& what) const {
  const int number = errno;
  if (number == EPIPE && !close_) return {Code::io, "", ""};  // the reader of a pipeline has what it wanted
  if (number == EPIPE) return {Code::io, shown_path_, what + ": the reader of this pipe has gone"};
  return {Code::io, shown_path_,
          what + ": " + std::strerror(number) + (number == ENOSPC ? "; free some space or write elsewhere" : "")};
}

Result<AtomicFile> AtomicFile::aimed_at(const std::string& path, struct stat& old) {
  AtomicFile file;
  file.shown_path_ = shown(path, 4096);
  file.target_ = path;
  if (path.empty()) return Error{Code::io, "''", "is no file name; give the path to write to"};
  if (path.find('\0') != std::string::npos) return Error{Code::io, file.shown_path_, "a file name has no NUL byte"};
  const bool exists = ::stat(path.c_str(), &old) == 0;
  if (!exists) old = {};
  if (exists && S_ISDIR(old.st_mode)) return Error{Code::io, file.shown_path_, "is a directory; give a file name"};
  if (exists && !S_ISREG(old.st_mode)) return file;
  if (!follow_links(file.target_)) return file.failure("cannot open for writing");
  if (exists && ::access(file.target_.c_str(), W_OK) != 0) return file.failure("cannot replace");
  return file;
}

Result<AtomicFile> AtomicFile::create(const std::string& path) {
  if (path == "-") {
    AtomicFile file;
    file.shown_path_ = "standard output";
    file.fd_ = STDOUT_FILENO;
    file.terminal_ = ::isatty(STDOUT_FILENO) == 1;
    return file;
  }
  struct stat old{};
  auto file = aimed_at(path, old);
  if (!file) return file;
  AtomicFile& out = file.value();
  out.close_ = true;
  const bool direct = old.st_mode != 0 && !S_ISREG(old.st_mode);
  const auto opened = direct ? out.open_directly() : out.open_temporary(old);
  if (!opened) return opened.error();
  return file;
}

Result<void> AtomicFile::check(const std::string& path) {
  if (path == "-") return {};
  struct stat old{};
  const auto file = aimed_at(path, old);
  if (!file) return file.error();
  const AtomicFile& out = file.value();
  const bool exists = old.st_mode != 0;
  if (exists && !S_ISREG(old.st_mode))
    return ::access(path.c_str(), W_OK) == 0 ? Result<void>{} : out.failure("cannot open for writing");
  const std::size_t slash = out.target_.rfind('/');
  const std::string folder = slash == std::string::npos ? "./" : out.target_.substr(0, slash + 1);
  if (::access(folder.c_str(), W_OK | X_OK) != 0) return out.failure("cannot create a file in its folder");
  struct stat around{};
  const uid_t user = ::geteuid();
  const bool others = exists && user != 0 && old.st_uid != user && ::stat(folder.c_str(), &around) == 0 &&
                      around.st_uid != user && (around.st_mode & S_ISVTX) != 0;
  if (!others) return {};
  errno = EPERM;  // of rename(): a sticky folder, whose files are replaced by their owners alone
  return out.failure("cannot replace");
}

Result<void> AtomicFile::open_directly() {
  fd_ = ::open(target_.c_str(), O_WRONLY | O_CLOEXEC);
  if (fd_ < 0) return failure("cannot open for writing");
  terminal_ = ::isatty(fd_) == 1;
  return {};
}

Result<void> AtomicFile::open_temporary(const struct stat& old) {
  const bool replaces = old.st_mode != 0;
  remove_abandoned(target_);
  TemporaryFile made = create_temporary(target_, replaces ? 0600 : 0666);
  if (made.fd < 0) return failure("cannot create a file in its folder");
  fd_ = made.fd;
  temporary_ = std::move(made.path);
  listed_ = made.listed;
  if (replaces) remark_ = keep_owner_and_mode(fd_, old);
  return {};
}

Result<void> AtomicFile::write(std::string_view bytes) {
  if (!terminal_ && bytes.size() >= pending_most) {
    if (auto flushed = flush(); !flushed) return flushed;
    return put(bytes);
  }
  pending_ += terminal_ ? for_terminal(bytes) : bytes;
  return pending_.size() < pending_most ? Result<void>{} : flush();
}

Result<void> AtomicFile::put(std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t done = ::write(fd_, bytes.data(), bytes.size());
    if (done < 0 && errno == EINTR) continue;
    if (done < 0) return failure("cannot write");
    bytes.remove_prefix(static_cast<std::size_t>(done));
  }
  return {};
}

Result<void> AtomicFile::flush() {
  auto written = put(pending_);
  if (written) pending_.clear();
  return written;
}

Result<void> AtomicFile::commit(bool lasting) {
  if (auto flushed = flush(); !flushed) return flushed;
  if (!close_) return {};
  if (temporary_.empty()) return ::close(std::exchange(fd_, -1)) == 0 ? Result<void>{} : failure("cannot write");
  if (lasting && ::fsync(fd_) != 0) return failure("cannot write");
  temporary_is_renamed(listed_);
  if (::rename(temporary_.c_str(), target_.c_str()) != 0) return failure("cannot replace");
  temporary_.clear();  // the lock is held until here: nobody takes the file for abandoned
  ::close(std::exchange(fd_, -1));
  auto synced = lasting ? sync_folder() : Result<void>{};
  unlist_temporary(std::exchange(listed_, -1));
  return synced;
}

/// Makes the new name durable.
Result<void> AtomicFile::sync_folder() const {
  const int folder = ::open(folder_of(target_).c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  const std::string what =
      "was written, but its folder could not be synced: after a power failure the old file may be back";
  if (folder < 0) return errno == EACCES ? Result<void>{} : failure(what);  // a folder that may be written, not read
  const bool synced = ::fsync(folder) == 0 || errno == EINVAL || errno == ENOTSUP;  // file systems without it
  const auto done = synced ? Result<void>{} : failure(what);
  ::close(folder);
  return done;
}

Result<std::string> write_file(const std::string& path, std::string_view bytes) {
  auto file = AtomicFile::create(path);
  if (!file) return file.error();
  if (auto written = file.value().write(bytes); !written) return written.error();
  if (auto kept = file.value().commit(); !kept) return kept.error();
  return file.value().remark();
}

}  // namespace halfspace
