#include "base/same_file.hpp"

#include <string_view>

#include <sys/stat.h>

#include "base/temporary_file.hpp"

namespace halfspace {
namespace {

bool same_inode(const struct stat& x, const struct stat& y) { return x.st_dev == y.st_dev && x.st_ino == y.st_ino; }

/// The name behind the last slash.
std::string_view last_name(std::string_view path) {
  const auto slash = path.rfind('/');
  return slash == std::string_view::npos ? path : path.substr(slash + 1);
}

/// One name for a file to come?
bool same_place(std::string a, std::string b) {
  if (!follow_links(a) || !follow_links(b)) return false;
  struct stat x{};
  struct stat y{};
  if (::stat(folder_of(a).c_str(), &x) != 0 || ::stat(folder_of(b).c_str(), &y) != 0) return a == b;
  return same_inode(x, y) && last_name(a) == last_name(b);
}

}  // namespace

bool same_file(const std::string& a, const std::string& b) {
  struct stat x{};
  struct stat y{};
  const bool first = ::stat(a.c_str(), &x) == 0;
  const bool second = ::stat(b.c_str(), &y) == 0;
  if (!first && !second) return same_place(a, b);
  return first && second && S_ISREG(x.st_mode) && same_inode(x, y);
}

bool is_regular_file(const std::string& path) {
  struct stat found{};
  return path != "-" && ::stat(path.c_str(), &found) == 0 && S_ISREG(found.st_mode);
}

}  // namespace halfspace
