// Sources of bytes as they are: a file, standard input, memory.
#include <algorithm>
#include <cerrno>
#include <cstdint>
#include <string>
#include <system_error>

#include <fcntl.h>
#include <poll.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/text.hpp"
#include "codec/source.hpp"

namespace halfspace {
namespace {

Error failed(const std::string& where, const std::string& what, int number) {
  return Error{Code::io, where, what + ": " + std::generic_category().message(number)};
}

/// A file whose size or time of change at its end is not that of its opening was written to in between: what was read
/// is neither its old nor its new text.
class File final : public Source {
 public:
  File(int descriptor, const struct stat& opened, std::string where, StopToken stop)
      : descriptor_(descriptor), opened_(opened), where_(std::move(where)), stop_(std::move(stop)) {}
  File(const File&) = delete;
  File& operator=(const File&) = delete;
  ~File() override {
    if (descriptor_ != STDIN_FILENO) ::close(descriptor_);
  }

  Result<std::size_t> read(std::span<char> to) override {
    for (;;) {
      if (const auto there = wait(); !there) return there.error();
      const ssize_t n = ::read(descriptor_, to.data(), to.size());
      if (n > 0) return static_cast<std::size_t>(n);
      if (n == 0) return at_end();
      if (errno != EINTR && errno != EAGAIN) return failed(where_, "cannot read", errno);
    }
  }

  bool waits(int milliseconds) const override {
    struct pollfd input = {descriptor_, POLLIN, 0};
    return !S_ISREG(opened_.st_mode) && ::poll(&input, 1, milliseconds) == 0;
  }

  std::uint64_t expected() const override {
    return S_ISREG(opened_.st_mode) ? static_cast<std::uint64_t>(opened_.st_size) : 0;
  }

 private:
  /// Until a read would not wait, or the run ends.
  Result<void> wait() const {
    constexpr int between_asking = 50;  // milliseconds
    struct pollfd input = {descriptor_, POLLIN, 0};
    while (!S_ISREG(opened_.st_mode)) {
      const int ready = ::poll(&input, 1, between_asking);
      if (ready > 0 || (ready < 0 && errno != EINTR)) break;
      if (stop_.ended()) return Error{Code::interrupted, where_, "reading was interrupted"};
    }
    return {};
  }

  Result<std::size_t> at_end() const {
    struct stat now{};
    if (!S_ISREG(opened_.st_mode)) return std::size_t{0};
    if (::fstat(descriptor_, &now) != 0) return failed(where_, "cannot read", errno);
    const bool same = now.st_size == opened_.st_size && now.st_mtim.tv_sec == opened_.st_mtim.tv_sec &&
                      now.st_mtim.tv_nsec == opened_.st_mtim.tv_nsec;
    if (same) return std::size_t{0};
    return Error{Code::io, where_,
                 "changed while it was read (" + counted(static_cast<std::uint64_t>(opened_.st_size), "byte") +
                     " when it was opened, " + counted(static_cast<std::uint64_t>(now.st_size), "byte") +
                     " at the end); run again when nothing writes to it"};
  }

  int descriptor_;
  struct stat opened_;
  std::string where_;
  StopToken stop_;
};

class Memory final : public Source {
 public:
  explicit Memory(std::span<const char> bytes) : bytes_(bytes), size_(bytes.size()) {}

  Result<std::size_t> read(std::span<char> to) override {
    const std::size_t n = std::min(to.size(), bytes_.size());
    std::copy_n(bytes_.data(), n, to.data());
    bytes_ = bytes_.subspan(n);
    return n;
  }

  std::uint64_t expected() const override { return size_; }

 private:
  std::span<const char> bytes_;
  std::uint64_t size_;
};

/// A named pipe opens before its writer does: reads wait for both.
int open_for_reading(const std::string& path) {
  for (;;) {
    const int descriptor = ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK);  // NOLINT(*-pro-type-vararg)
    if (descriptor >= 0 || errno != EINTR) return descriptor;
  }
}

}  // namespace

std::unique_ptr<Source> memory_source(std::span<const char> bytes) { return std::make_unique<Memory>(bytes); }

Result<std::unique_ptr<Source>> open_file(const std::string& path, const StopToken& stop) {
  const bool is_stdin = path == "-";
  const std::string where = is_stdin ? "stdin" : shown(path, 4096);
  if (path.find('\0') != std::string::npos) return Error{Code::io, where, "a file name has no NUL byte"};
  const int descriptor = is_stdin ? STDIN_FILENO : open_for_reading(path);
  if (descriptor < 0) return failed(path.empty() ? "''" : where, "cannot open", errno);
  struct stat status{};
  const int problem = ::fstat(descriptor, &status) == 0 ? 0 : errno;
  auto file = std::make_unique<File>(descriptor, status, where, stop);
  if (problem != 0) return failed(where, "cannot read", problem);
  if (S_ISDIR(status.st_mode)) return Error{Code::io, where, "is a directory: give a file"};
  return std::unique_ptr<Source>(std::move(file));
}

Result<std::unique_ptr<Source>> open_source(const std::string& path, const StopToken& stop) {
  auto file = open_file(path, stop);
  if (!file) return file;
  return unpack(std::move(file).value(), path == "-" ? "stdin" : shown(path, 4096));
}

}  // namespace halfspace
