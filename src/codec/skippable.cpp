#include "codec/skippable.hpp"

#include <algorithm>

#include "codec/damage.hpp"
#include "codec/little_endian.hpp"

namespace halfspace {
namespace {

Result<void> drop_all(Lookahead& input, std::uint64_t count, std::string_view codec) {
  while (count > 0) {
    const auto head = input.front(1);
    if (!head) return head.error();
    if (head.value().empty()) {
      Error error = truncated(codec);
      error.where = input.name();
      return error;
    }
    const std::size_t n = std::min<std::uint64_t>(count, input.buffered().size());
    input.drop(n);
    count -= n;
  }
  return {};
}

bool starts_skippable(std::string_view head) {
  return head.size() >= 4 && (little_endian(head.substr(0, 4)) & ~std::uint64_t{15}) == 0x184D2A50;
}

bool may_start_skippable(std::string_view head) {
  constexpr std::string_view behind_first = "\x2A\x4D\x18";
  const bool first = head.empty() || (static_cast<unsigned char>(head[0]) & 0xF0U) == 0x50;
  const std::string_view others = head.substr(std::min<std::size_t>(head.size(), 1), behind_first.size());
  return first && behind_first.starts_with(others);
}

}  // namespace

Result<bool> skip_frames(Lookahead& input, std::string_view codec) {
  for (bool any = false;; any = true) {
    const auto head = any ? input.front(8) : input.sniff(8, may_start_skippable);
    if (!head) return head.error();
    if (!starts_skippable(head.value())) return any;
    const auto dropped = drop_all(input, 8 + little_endian(head.value().substr(4)), codec);
    if (!dropped) return dropped.error();
  }
}

}  // namespace halfspace
