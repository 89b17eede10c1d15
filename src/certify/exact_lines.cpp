#include "certify/exact_lines.hpp"

#include <cstring>

namespace halfspace {
namespace {

constexpr std::size_t most_bytes = std::size_t{256} << 20U;

}  // namespace

/// Moves the record to the front and reads more behind it.
bool ExactLines::refill() {
  if (ended_ || !problem_.empty()) return false;
  std::memmove(buffer_.data(), buffer_.data() + begin_, filled_ - begin_);
  filled_ -= begin_;
  next_ -= begin_;
  begin_ = 0;
  if (filled_ >= most_bytes) {
    problem_ = "the record that holds this line is longer than 256 MiB";
    return false;
  }
  if (filled_ == buffer_.size()) buffer_.resize(2 * buffer_.size());
  const auto got = source_.read({buffer_.data() + filled_, buffer_.size() - filled_});
  if (!got) unreadable_ = got.error();
  ended_ = !got || got.value() == 0;
  if (ended_) return false;
  hash_.add({buffer_.data() + filled_, got.value()});
  filled_ += got.value();
  return true;
}

bool ExactLines::extend(std::string_view& record) {
  for (std::size_t looked = next_;;) {
    const void* newline = std::memchr(buffer_.data() + looked, '\n', filled_ - looked);
    const std::size_t unseen = filled_ - begin_;
    if (newline == nullptr && refill()) {
      looked = begin_ + unseen;
      continue;
    }
    if (!problem_.empty() || unreadable_ || (newline == nullptr && next_ == filled_)) return false;
    std::size_t end =
        newline == nullptr ? filled_ : static_cast<std::size_t>(static_cast<const char*>(newline) - buffer_.data());
    next_ = newline == nullptr ? end : end + 1;
    if (end > begin_ && buffer_[end - 1] == '\r') --end;
    record = {buffer_.data() + begin_, end - begin_};
    ++number_;
    return true;
  }
}

bool ExactLines::next(std::string_view& line) {
  if (!started_) {
    started_ = true;
    while (filled_ < 3 && refill()) {
    }
    const std::string_view front(buffer_.data(), filled_);
    if (front.starts_with("\xFF\xFE") || front.starts_with("\xFE\xFF")) problem_ = "UTF-16 text; expected UTF-8";
    if (front.starts_with("\xEF\xBB\xBF")) next_ = 3;
  }
  begin_ = next_;
  return problem_.empty() && extend(line);
}

Result<std::string> ExactLines::finish() {
  problem_.clear();
  do begin_ = next_ = filled_;
  while (refill());
  if (unreadable_) return *unreadable_;
  return hash_.hex();
}

}  // namespace halfspace
