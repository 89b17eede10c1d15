#include "certify/verify/exact_records.hpp"

#include <algorithm>

#include "codec/decoded.hpp"

namespace halfspace {
namespace {

/// A Source that somebody else owns; its bytes are hashed.
class Hashed final : public Source {
 public:
  Hashed(Source& from, Sha256& hash) : from_(from), hash_(hash) {}
  Result<std::size_t> read(std::span<char> to) override {
    const auto got = from_.read(to);
    if (got) hash_.add(to.first(got.value()));
    return got;
  }

 private:
  Source& from_;
  Sha256& hash_;
};

constexpr std::size_t largest_record = std::size_t{256} << 20U;
constexpr std::size_t largest_quoted = std::size_t{1} << 20U;

}  // namespace

ExactRecords::ExactRecords(const Certificate::Text& form, Source& source, const std::string& name)
    : cut_at_blanks_(form.format == "libsvm"),
      delimiter_(form.delimiter),
      skip_lines_(form.style.skip_lines),
      source_(decoded(std::make_unique<Hashed>(source, hash_), form.style.encoding, name)),
      name_(name),
      block_(std::size_t{1} << 18U) {}

void ExactRecords::refuse(const std::string& where, const std::string& what) {
  if (!problem_) problem_ = Error{Code::bad_data, where, what};
}

void ExactRecords::refuse(std::size_t cell, const std::string& what) {
  refuse(name_ + ":" + std::to_string(line_) + ":" + std::to_string(cell + 1), what);
}

bool ExactRecords::next() {
  for (; skip_lines_ > 0 && !problem_; --skip_lines_) {
    record_.clear();
    if (!append_line()) return false;
  }
  for (cells_.clear(); cells_.empty() && !problem_;) {
    record_.clear();
    line_ = lines_ + 1;
    if (!append_line()) return false;
    cut_at_blanks_ ? cut_at_blanks() : cut_at_delimiters();
  }
  return !problem_;
}

Result<std::string> ExactRecords::sha256() {
  while (!ended_) read_block();
  if (unreadable_) return *unreadable_;
  return hash_.hex();
}

void ExactRecords::read_block() {
  const auto got = source_->read(block_);
  if (!got) unreadable_ = got.error();
  unread_ = {block_.data(), got ? got.value() : 0};
  ended_ = unread_.empty();
}

/// Adds the next line, newline included, to the record; false at the end of the text.
bool ExactRecords::append_line() {
  const std::size_t before = record_.size();
  do {
    if (unread_.empty() && !ended_) read_block();
    const std::size_t newline = unread_.find('\n');
    const std::size_t size = newline < unread_.size() ? newline + 1 : unread_.size();
    record_ += unread_.substr(0, size);
    unread_.remove_prefix(size);
  } while (!ended_ && !record_.ends_with('\n') && record_.size() <= largest_record);
  const bool utf16 = record_.starts_with("\xFF\xFE") || record_.starts_with("\xFE\xFF");
  if (++lines_ == 1 && utf16) refuse(0, "UTF-16 text; expected UTF-8");
  if (lines_ == 1 && record_.starts_with("\xEF\xBB\xBF")) record_.erase(0, 3);
  end_ = record_.size() - (record_.ends_with('\n') ? 1 : 0);
  if (end_ > 0 && record_[end_ - 1] == '\r') --end_;
  if (record_.size() > largest_record) refuse(0, "the record that begins here is longer than 256 MiB");
  return record_.size() > before && !problem_;
}

void ExactRecords::cut_at_blanks() {
  static constexpr std::string_view blanks = " \t\r\n";
  const std::string_view row = std::string_view(record_).substr(0, record_.find('#'));
  for (std::size_t k = 0; (k = row.find_first_not_of(blanks, k)) < row.size(); k += cells_.back().size())
    cells_.emplace_back(row.substr(k, row.find_first_of(blanks, k) - k));
}

/// A quote may only open a cell; inside, "" is a quote and newlines are text.
void ExactRecords::cut_at_delimiters() {
  const auto blank = [&](char c) { return (c == ' ' || c == '\t') && c != delimiter_; };
  if (std::all_of(record_.data(), record_.data() + end_, blank)) return;
  for (std::size_t k = 0; k <= end_ && !problem_; ++k) {
    std::string& cell = cells_.emplace_back();
    const bool quoted = record_[k] == '"';
    if (quoted) {
      for (++k;; cell += record_[k++]) {
        if (k == record_.size() && (cell.size() > largest_quoted || !append_line()))
          return refuse(cells_.size() - 1, "the quote opened here is not closed");
        if (record_[k] == '"' && record_[++k] != '"') break;
      }
    } else {
      while (k < end_ && record_[k] != delimiter_ && record_[k] != '"') cell += record_[k++];
    }
    if (k < end_ && record_[k] != delimiter_)
      refuse(cells_.size() - 1, quoted ? "text after the closing quote" : "a quote inside a field");
    if (cell.find('\0') != std::string::npos) refuse(cells_.size() - 1, "a NUL byte; expected text");
  }
}

}  // namespace halfspace
