#include "codec/lookahead.hpp"

#include <algorithm>
#include <cstring>
#include <utility>

namespace halfspace {

Lookahead::Lookahead(std::unique_ptr<Source> bytes, std::string name)
    // NOLINTNEXTLINE(cppcoreguidelines-avoid-c-arrays)
    : bytes_(std::move(bytes)), name_(std::move(name)), buffer_(std::make_unique_for_overwrite<char[]>(block)) {}

Result<bool> Lookahead::refill() {
  if (end_ == block && begin_ > 0) {
    std::memmove(buffer_.get(), buffer_.get() + begin_, end_ - begin_);
    end_ -= std::exchange(begin_, 0);
  }
  if (ended_ || end_ == block) return false;
  const auto n = bytes_->read({buffer_.get() + end_, block - end_});
  if (!n) return n.error();
  end_ += n.value();
  ended_ = n.value() == 0;
  return !ended_;
}

Result<std::string_view> Lookahead::front(std::size_t n) {
  while (buffered().size() < n) {
    const auto more = refill();
    if (!more) return more.error();
    if (!more.value()) break;
  }
  return std::string_view(buffered().data(), std::min(n, buffered().size()));
}

Result<std::string_view> Lookahead::sniff(std::size_t n, bool (*wants_more)(std::string_view)) {
  const auto so_far = [&] { return std::string_view(buffered().data(), std::min(n, buffered().size())); };
  while (so_far().size() < n && wants_more(so_far())) {
    const auto more = refill();
    if (!more && (more.error().code != Code::interrupted || buffered().empty())) return more.error();
    if (!more || !more.value()) break;
  }
  return so_far();
}

Result<std::size_t> Lookahead::read(std::span<char> to) {
  const auto kept = buffered();
  if (kept.empty() && !ended_) {
    const auto n = bytes_->read(to);
    ended_ = n.ok() && n.value() == 0;
    return n;
  }
  const std::size_t n = std::min(to.size(), kept.size());
  std::memcpy(to.data(), kept.data(), n);
  drop(n);
  return n;
}

}  // namespace halfspace
