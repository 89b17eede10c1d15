#include "format/line_reader.hpp"

#include <algorithm>
#include <cstring>
#include <utility>

#include "base/text.hpp"

namespace halfspace {
namespace {

constexpr std::size_t usual_block = std::size_t{256} << 10U;

std::string_view without_return(const char* data, std::size_t size) {
  return {data, size > 0 && data[size - 1] == '\r' ? size - 1 : size};
}

}  // namespace

LineReader::LineReader(std::unique_ptr<Source> source, std::string name)
    : source_(std::move(source)), name_(std::move(name)) {
  buffer_.resize(usual_block + 2 * line_slack);
  std::memset(buffer_.data(), ' ', line_slack);
}

LineReader::LineReader(std::string_view block, std::uint64_t lines_before, std::string name)
    : name_(std::move(name)),
      buffer_(Buffer<char>::view({block.data() - line_slack, block.size() + 2 * line_slack})),
      filled_(line_slack + block.size()),
      at_end_(true),
      started_(true),
      line_(lines_before),
      bytes_(block.size()) {}

bool LineReader::fail(Code code, const std::string& message) {
  problem_ = Error{code, name_, message};
  return false;
}

/// Drops what lies before the current record, makes room, and reads once. False at the end of the text or on a problem.
bool LineReader::refill() {
  if (at_end_ || problem_) return false;
  if (before_wait_ && waits(0)) {
    if (const auto done = before_wait_(); !done) {
      problem_ = done.error();
      return false;
    }
  }
  if (const std::size_t gone = record_ - line_slack; gone > 0) {
    hash_up_to(record_);
    part_hashed_ = line_slack;
    std::memmove(buffer_.data() + line_slack, buffer_.data() + record_, filled_ - record_);
    filled_ -= gone;
    next_ -= gone;
    record_ = line_slack;
    for (Sought* sought : {&nul_, &hash_sign_}) sought->looked_at -= std::min(gone, sought->looked_at);
  }
  if (filled_ - line_slack >= max_record) {
    problem_ = Error{Code::bad_data, name_ + ":" + std::to_string(line_ + 1) + ":1",
                     "the record that holds this line is longer than " + std::to_string(max_record >> 20U) +
                         " MiB; is this the right file?"};
    return false;
  }
  if (filled_ + line_slack == buffer_.size()) buffer_.resize(std::min(buffer_.size() * 2, max_record + 2 * line_slack));
  char* to = buffer_.data() + filled_;
  const std::size_t room = buffer_.size() - line_slack - filled_;
  Result<std::size_t> got = source_->read({to, std::min(room, usual_block)});  // else a long record stays in all blocks
  if (!got) {
    problem_ = got.error();
    return false;
  }
  const std::size_t size = got.value();
  at_end_ = size == 0;
  if (at_end_) return false;
  hash_.add(to, size);
  bytes_ += size;
  filled_ += size;
  return true;
}

void LineReader::hash_up_to(std::size_t place) {
  if (part_) part_->add(buffer_.data() + part_hashed_, place - part_hashed_);
  part_hashed_ = place;
}

std::string LineReader::end_part() {
  hash_up_to(next_);
  std::string hash = part_->hex();
  part_.emplace();
  return hash;
}

/// Byte order marks: UTF-8's is dropped, UTF-16's and UTF-32's are refused.
bool LineReader::check_start() {
  started_ = true;
  while (filled_ < line_slack + 4 && refill()) {
  }
  if (problem_) return false;
  const auto byte = [&](std::size_t k) {
    return line_slack + k < filled_ ? static_cast<unsigned char>(buffer_[line_slack + k]) : 256U;
  };
  if ((byte(0) == 0xFF && byte(1) == 0xFE) || (byte(0) == 0xFE && byte(1) == 0xFF)) {
    problem_ = Error{Code::bad_data, name_ + ":1:1", "UTF-16 text; say --encoding utf-16, or save the file as UTF-8"};
    return false;
  }
  if (byte(0) >= 0x80 && byte(0) < 256 && byte(1) == 'H' && byte(2) == 'S' && byte(3) == 'D') {
    problem_ = Error{Code::bad_data, name_,
                     "halfspace cache: its first bytes are damaged; make it anew from its text with halfspace convert "
                     "TEXT --to cache"};
    return false;
  }
  if (byte(0) == 0xEF && byte(1) == 0xBB && byte(2) == 0xBF) record_ = next_ = line_slack + 3;
  return true;
}

/// Finds the end of the line that starts at next_, having looked up to `from` already.
bool LineReader::find_line(std::size_t from, std::size_t& end) {
  for (;;) {
    const void* newline = std::memchr(buffer_.data() + from, '\n', filled_ - from);
    if (newline != nullptr) {
      end = static_cast<std::size_t>(static_cast<const char*>(newline) - buffer_.data());
      return true;
    }
    from = line_slack + filled_ - record_;  // where the search goes on once the record has moved to the front
    if (!refill()) {
      if (problem_) return false;
      end = filled_;
      return end > next_;  // a last line without a newline
    }
  }
}

bool LineReader::look(Sought& sought) {
  const std::size_t from = std::max(sought.looked_at, record_);
  sought.found = std::memchr(buffer_.data() + from, sought.byte, filled_ - from) != nullptr;
  sought.looked_at = filled_;
  return sought.found;
}

/// The end in the buffer of the whole lines it holds, or 0. They are to fill half a block, so that a source that gives
/// few bytes at a time makes no small ones, unless there are no more without a wait.
std::size_t LineReader::whole_lines() {
  constexpr std::size_t enough = usual_block / 2;
  std::size_t end = 0;
  for (std::size_t from = next_;;) {
    const void* last = ::memrchr(buffer_.data() + from, '\n', filled_ - from);
    if (last != nullptr) end = static_cast<std::size_t>(static_cast<const char*>(last) - buffer_.data()) + 1;
    if ((end > 0 && filled_ - next_ >= enough) || filled_ - next_ > longest_taken) return end;
    if (end > 0 && before_wait_ && waits(0)) return end;
    const std::size_t before = next_;
    from = filled_;
    const bool more = refill();
    const std::size_t moved = before - next_;
    from -= moved;
    if (end > 0) end -= moved;
    if (!more) return end;
  }
}

std::string_view LineReader::take_lines(Buffer<char>& block_taken) {
  if (problem_ || (!started_ && !check_start())) return {};
  record_ = next_;
  const std::size_t end = whole_lines();
  if (end == 0) return {};
  const std::size_t left = filled_ - end;
  const std::size_t needed = std::max(usual_block, left) + 2 * line_slack;
  if (block_taken.size() > 4 * needed) block_taken = Buffer<char>();
  block_taken.resize(std::max(block_taken.size(), needed));
  std::memset(block_taken.data(), ' ', line_slack);
  std::memcpy(block_taken.data() + line_slack, buffer_.data() + end, left);
  std::swap(buffer_, block_taken);
  const std::string_view lines(block_taken.data() + next_, end - next_);
  record_ = next_ = line_slack;
  filled_ = line_slack + left;
  for (Sought* sought : {&nul_, &hash_sign_}) sought->looked_at = 0;
  return lines;
}

void LineReader::put_back(std::span<const std::string_view> blocks) {
  std::size_t size = 0;
  for (const std::string_view b : blocks) size += b.size();
  const std::size_t left = filled_ - next_;
  Buffer<char> all;
  all.resize(std::max(usual_block, size + left) + 2 * line_slack);
  std::memset(all.data(), ' ', line_slack);
  char* to = all.data() + line_slack;
  for (const std::string_view b : blocks) to = std::copy(b.begin(), b.end(), to);
  std::copy_n(buffer_.data() + next_, left, to);
  buffer_ = std::move(all);
  record_ = next_ = line_slack;
  filled_ = line_slack + size + left;
  for (Sought* sought : {&nul_, &hash_sign_}) sought->looked_at = 0;
}

bool LineReader::next(std::string_view& line) {
  if (problem_ || (!started_ && !check_start())) return false;
  record_ = next_;
  std::size_t end = 0;
  if (!find_line(next_, end)) return false;
  line = without_return(buffer_.data() + record_, end - record_);
  next_ = end < filled_ ? end + 1 : end;
  ++line_;
  return true;
}

bool LineReader::extend(std::string_view& record) {
  std::size_t end = 0;
  if (!find_line(next_, end)) return false;
  record = without_return(buffer_.data() + record_, end - record_);
  next_ = end < filled_ ? end + 1 : end;
  ++line_;
  return true;
}

}  // namespace halfspace
