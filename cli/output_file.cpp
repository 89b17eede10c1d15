#include "output_file.hpp"

#include "base/atomic_file.hpp"
#include "base/text.hpp"
#include "session.hpp"

namespace halfspace::cli {

void note_remark(const Args& args, const std::string& path, const std::string& remark) {
  if (!remark.empty()) note(args, shown(path, 4096) + " was replaced; " + remark);
}

Result<void> write_output(const Args& args, const std::string& path, std::string_view bytes) {
  const auto written = write_file(path, bytes);
  if (!written) return written.error();
  note_remark(args, path, written.value());
  return {};
}

}  // namespace halfspace::cli
