#include "base/temporary_file.hpp"

#include <array>
#include <cerrno>
#include <climits>
#include <cstdint>
#include <memory>
#include <string_view>

#include <dirent.h>
#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/open_temporaries.hpp"

namespace halfspace {
namespace {

constexpr std::string_view mark = ".tmp-";
constexpr std::string_view letters = "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";
constexpr std::size_t drawn_letters = 3;
constexpr std::size_t check_letters = 3;
constexpr std::size_t longest_stem = NAME_MAX - mark.size() - drawn_letters - check_letters;

/// NAME.tmp-, NAME cut where a folder's entry could not be so long.
std::string stem_of(const std::string& target) {
  const auto slash = target.rfind('/');
  const std::string name = slash == std::string::npos ? target : target.substr(slash + 1);
  return name.substr(0, longest_stem) + std::string(mark);
}

std::string as_letters(std::uint64_t value, std::size_t count) {
  std::string out;
  for (; out.size() < count; value /= letters.size()) out += letters[value % letters.size()];
  return out;
}

/// The last letters of a temporary's name, by FNV-1a of those before.
std::string check_of(std::string_view name) {
  std::uint64_t hash = 14695981039346656037U;
  for (const char c : name) hash = (hash ^ static_cast<unsigned char>(c)) * 1099511628211U;
  return as_letters(hash >> 16U, check_letters);
}

bool is_temporary(std::string_view name, std::string_view stem) {
  return name.size() == stem.size() + drawn_letters + check_letters && name.starts_with(stem) &&
         name.ends_with(check_of(name.substr(0, stem.size() + drawn_letters)));
}

/// Holds the lock of a file that still has a name?
bool locked(int fd) {
  struct stat status{};
  if (::flock(fd, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK) return false;
  return ::fstat(fd, &status) != 0 || status.st_nlink > 0;
}

void remove_if_abandoned(const std::string& path) {
  const int fd = ::open(path.c_str(), O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
  if (fd < 0) return;
  struct stat status{};
  const bool ours = ::fstat(fd, &status) == 0 && S_ISREG(status.st_mode) && status.st_uid == ::geteuid();
  if (ours && ::flock(fd, LOCK_EX | LOCK_NB) == 0) ::unlink(path.c_str());
  ::close(fd);
}

// std::filesystem's iterator ends the process where there is no memory for a name.
struct CloseFolder {
  void operator()(DIR* folder) const { ::closedir(folder); }
};

const dirent* next_entry(DIR& folder) { return ::readdir(&folder); }  // NOLINT(concurrency-mt-unsafe): a DIR of its own

}  // namespace

std::string folder_of(const std::string& path) {
  const auto slash = path.rfind('/');
  return slash == std::string::npos ? "." : path.substr(0, slash + 1);
}

bool follow_links(std::string& path) {
  constexpr int most_links = 40;  // as Linux
  for (int k = 0; k <= most_links; ++k) {
    struct stat status{};
    if (::lstat(path.c_str(), &status) != 0) return errno == ENOENT;
    if (!S_ISLNK(status.st_mode)) return true;
    std::array<char, PATH_MAX> end{};
    const ssize_t size = ::readlink(path.c_str(), end.data(), end.size());
    if (size < 0) return false;
    const std::string to(end.data(), static_cast<std::size_t>(size));
    const bool relative = !to.starts_with('/') && path.find('/') != std::string::npos;
    path = relative ? folder_of(path) : "";
    path += to;
  }
  errno = ELOOP;
  return false;
}

TemporaryFile create_temporary(const std::string& target, unsigned permissions) {
  const std::string stem = stem_of(target);
  const std::string folder = target.substr(0, target.rfind('/') + 1);
  for (int tries = 0; tries < 100; ++tries) {
    std::uint64_t drawn = 0;
    if (::getentropy(&drawn, sizeof drawn) != 0) return {};
    const std::string name = stem + as_letters(drawn, drawn_letters);
    TemporaryFile out{folder + name + check_of(name), -1};
    out.listed = list_temporary(out.path);  // before it is there: a signal may come at once
    out.fd = ::open(out.path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, permissions);
    if (out.fd >= 0 && locked(out.fd)) return out;
    unlist_temporary(out.listed);
    if (out.fd < 0 && errno != EEXIST) return {};
    if (out.fd >= 0) ::close(out.fd);  // another run took it for abandoned, and removes it
  }
  errno = EEXIST;
  return {};
}

void remove_abandoned(const std::string& target) {
  const std::string stem = stem_of(target);
  const std::unique_ptr<DIR, CloseFolder> folder(::opendir(folder_of(target).c_str()));
  if (!folder) return;
  for (const dirent* entry = next_entry(*folder); entry != nullptr; entry = next_entry(*folder)) {
    const std::string_view name = entry->d_name;
    if (is_temporary(name, stem)) remove_if_abandoned(target.substr(0, target.rfind('/') + 1) + std::string(name));
  }
}

}  // namespace halfspace
