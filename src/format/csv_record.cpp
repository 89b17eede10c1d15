#include "format/csv_record.hpp"

#include <algorithm>
#include <cstring>

#include "base/text.hpp"

namespace halfspace {
namespace {

bool blank_line(std::string_view line, char delimiter) {
  return std::all_of(line.begin(), line.end(), [&](char c) { return (c == ' ' || c == '\t') && c != delimiter; });
}

std::string single_quotes(std::string_view text) {
  std::string out;
  for (std::size_t k = 0; k < text.size(); ++k) {
    out += text[k];
    if (text[k] == '"') ++k;
  }
  return out;
}

}  // namespace

bool CsvRecord::fail(std::uint64_t line, const std::string& message) {
  error_line_ = line;
  error_field_ = places_.size() + 1;
  error_ = message;
  return false;
}

CsvRecord::State CsvRecord::next() {
  do {
    if (!lines_.next(record_)) return State::end;
  } while (blank_line(record_, delimiter_));
  first_line_ = lines_.line();
  if (!cut()) return State::bad;
  make_fields();
  return State::record;
}

/// Fields of record_ by position: positions stay valid when the record grows.
bool CsvRecord::cut() {
  places_.clear();
  for (std::size_t k = 0;; ++k) {
    if (k < record_.size() && record_[k] == '"') {
      if (!cut_quoted(k)) return false;
    } else {
      const std::size_t begin = k;
      const char* text = record_.data();
      while (k < record_.size() && text[k] != delimiter_ && text[k] != '"') ++k;
      if (k < record_.size() && text[k] == '"') {
        return fail(lines_.line(),
                    "a quote inside a field (" + in_quotes(record_.substr(begin, 60)) +
                        "); a quote may only open a field: quote the whole field and double the quotes in it");
      }
      places_.push_back({begin, k, lines_.line(), false});
    }
    if (k == record_.size()) return true;
    if (places_.size() >= max_fields_) {
      fatal_ = true;
      return fail(first_line_, "more than " + grouped(max_fields_) +
                                   " fields in a record; give more memory with --max-memory if that is right");
    }
  }
}

/// A quoted field that opens at k; afterwards k is at its delimiter or at the end of the record.
bool CsvRecord::cut_quoted(std::size_t& k) {
  const std::uint64_t opening = lines_.line();
  const std::size_t begin = ++k;
  bool doubled = false;
  for (;;) {
    const std::size_t quote = record_.find('"', k);
    if (quote == std::string_view::npos) {
      k = record_.size();
      if (k - begin <= max_field && lines_.extend(record_)) continue;
      fatal_ = true;
      if (lines_.problem()) return fail(opening, lines_.problem()->message);
      return fail(opening, k - begin > max_field
                               ? "the quote opened here is not closed within 1 MiB; close it"
                               : "the quote opened here is never closed; close it, or double it if it is text");
    }
    k = quote + 1;
    if (k == record_.size() || record_[k] == delimiter_) {
      places_.push_back({begin, quote, opening, doubled});
      return true;
    }
    if (record_[k] != '"') {
      return fail(lines_.line(), "text after the closing quote (" + in_quotes(record_.substr(quote, 60)) +
                                     "); expected '" + shown(std::string_view(&delimiter_, 1)) +
                                     "' or the end of the line");
    }
    doubled = true;
    ++k;
  }
}

void CsvRecord::make_fields() {
  fields_.clear();
  undone_.clear();
  const auto doubled =
      static_cast<std::size_t>(std::count_if(places_.begin(), places_.end(), [](const Place& p) { return p.doubled; }));
  undone_.reserve(doubled);
  for (const Place& p : places_) {
    const std::string_view raw = record_.substr(p.begin, p.end - p.begin);
    if (p.doubled) undone_.push_back(single_quotes(raw));
    fields_.push_back(p.doubled ? std::string_view(undone_.back()) : raw);
  }
}

std::uint64_t CsvRecord::line_of(std::size_t field) const {
  return field < places_.size() ? places_[field].line : first_line_;
}

}  // namespace halfspace
