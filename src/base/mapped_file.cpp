#include "base/mapped_file.hpp"

#include <cerrno>
#include <cstring>

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

namespace halfspace {
namespace {

Error failure(const std::string& path, const std::string& what) { return {Code::io, path, what}; }

std::string reason() { return std::strerror(errno); }  // NOLINT(concurrency-mt-unsafe): glibc's is safe

}  // namespace

Result<MappedFile> MappedFile::open(const std::string& path) {
  const int fd = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (fd < 0) return failure(path, "cannot be opened: " + reason());
  struct stat about{};
  if (fstat(fd, &about) != 0 || !S_ISREG(about.st_mode)) {
    ::close(fd);
    return failure(path, "is not a regular file");
  }
  const auto size = static_cast<std::size_t>(about.st_size);
  void* data = nullptr;
  if (size > 0) data = mmap(nullptr, size, PROT_READ, MAP_SHARED, fd, 0);
  const std::string why = data == MAP_FAILED ? reason() : "";
  ::close(fd);
  if (data == MAP_FAILED) return failure(path, "cannot be mapped: " + why);
  return MappedFile(data, size);
}

void MappedFile::let_go() const {
  if (data_ != nullptr) madvise(data_, size_, MADV_DONTNEED);
}

MappedFile::~MappedFile() {
  if (data_ != nullptr) munmap(data_, size_);
}

}  // namespace halfspace
