#include "certify/exact_csv.hpp"

#include <algorithm>

namespace halfspace {
namespace {

constexpr std::size_t largest_quoted = std::size_t{1} << 20U;

/// "" is one quote.
std::string unquoted(std::string_view text) {
  std::string out;
  for (std::size_t k = 0; k < text.size(); k += text[k] == '"' ? 2 : 1) out += text[k];
  return out;
}

}  // namespace

bool ExactRecords::next() {
  const auto blank = [&](char c) { return (c == ' ' || c == '\t') && c != delimiter_; };
  do {
    if (!lines_.next(record_)) return false;
  } while (std::all_of(record_.begin(), record_.end(), blank));
  line_ = lines_.number();
  if (!cut()) return false;
  cells_.clear();
  unquoted_.clear();
  for (const Place& p : places_) {
    cells_.push_back(record_.substr(p.begin, p.end - p.begin));
    if (p.doubled) cells_.back() = unquoted_.emplace_back(unquoted(cells_.back()));
  }
  return true;
}

bool ExactRecords::cut() {
  places_.clear();
  for (std::size_t k = 0;; ++k) {
    if (k < record_.size() && record_[k] == '"') {
      if (!cut_quoted(k)) return false;
    } else {
      const std::size_t begin = k;
      while (k < record_.size() && record_[k] != delimiter_ && record_[k] != '"') ++k;
      if (k < record_.size() && record_[k] == '"') return refuse("a quote inside a field");
      places_.push_back({begin, k, false});
    }
    const std::string_view cell = record_.substr(places_.back().begin, places_.back().end - places_.back().begin);
    if (cell.find('\0') != std::string_view::npos) {
      places_.pop_back();
      return refuse("a NUL byte; expected text");
    }
    if (k == record_.size()) return true;
  }
}

/// A cell whose quote opens at k, perhaps over several lines; afterwards k is behind the closing quote.
bool ExactRecords::cut_quoted(std::size_t& k) {
  const std::size_t begin = ++k;
  for (bool doubled = false;; doubled = true, k += 2) {
    while ((k = record_.find('"', k)) == std::string_view::npos) {
      k = record_.size();
      if (k - begin > largest_quoted || !lines_.extend(record_)) return refuse("the quote opened here is not closed");
    }
    if (k + 1 < record_.size() && record_[k + 1] == '"') continue;
    if (k + 1 < record_.size() && record_[k + 1] != delimiter_) return refuse("text after the closing quote");
    places_.push_back({begin, k, doubled});
    ++k;
    return true;
  }
}

}  // namespace halfspace
