// A part of a file, by its place.
#include <algorithm>
#include <cerrno>
#include <system_error>

#include <fcntl.h>
#include <unistd.h>

#include "codec/source.hpp"

namespace halfspace {
namespace {

class FileRange final : public Source {
 public:
  FileRange(int descriptor, std::uint64_t first, std::uint64_t size, std::string where)
      : descriptor_(descriptor), at_(first), left_(size), where_(std::move(where)) {}
  FileRange(const FileRange&) = delete;
  FileRange& operator=(const FileRange&) = delete;
  ~FileRange() override { ::close(descriptor_); }

  Result<std::size_t> read(std::span<char> to) override {
    const auto most = static_cast<std::size_t>(std::min<std::uint64_t>(to.size(), left_));
    while (most > 0) {
      const ssize_t n = ::pread(descriptor_, to.data(), most, static_cast<off_t>(at_));
      if (n > 0) {
        at_ += static_cast<std::uint64_t>(n);
        left_ -= static_cast<std::uint64_t>(n);
        return static_cast<std::size_t>(n);
      }
      if (n == 0)
        return Error{Code::io, where_, "became shorter while it was read; run again when nothing writes to it"};
      if (errno != EINTR) return Error{Code::io, where_, "cannot read: " + std::generic_category().message(errno)};
    }
    return std::size_t{0};
  }

 private:
  int descriptor_;
  std::uint64_t at_;
  std::uint64_t left_;
  std::string where_;
};

}  // namespace

Result<std::unique_ptr<Source>> open_range(const std::string& path, std::uint64_t first, std::uint64_t size) {
  const int descriptor = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (descriptor < 0) return Error{Code::io, path, "cannot open: " + std::generic_category().message(errno)};
  return std::unique_ptr<Source>(std::make_unique<FileRange>(descriptor, first, size, path));
}

}  // namespace halfspace
