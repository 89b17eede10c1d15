#include "terminal_size.hpp"

#include <cstdlib>

#include <sys/ioctl.h>

#include "base/number.hpp"

namespace halfspace::cli {

std::size_t terminal_columns(int fd) {
  constexpr std::size_t widest = 10000;
  struct winsize size{};
  if (::ioctl(fd, TIOCGWINSZ, &size) == 0 && size.ws_col > 0) return size.ws_col;
  const char* named = std::getenv("COLUMNS");  // NOLINT(concurrency-mt-unsafe)
  if (named == nullptr) return 80;
  const auto columns = option_count(named, "COLUMNS");
  return columns && columns.value() > 0 && columns.value() <= widest ? columns.value() : 80;
}

}  // namespace halfspace::cli
