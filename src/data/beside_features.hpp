// What a text of rows to predict holds beside their features: chosen columns as they are written, and which rows lack a
// value that the model needs.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace halfspace {

/// The fields of chosen columns, row by row.
class KeptTexts {
 public:
  void add(std::string_view text) {
    text_.append(text);
    end_.push_back(text_.size());
  }

  /// Field number `at`, counted over all rows.
  std::string_view operator[](std::size_t at) const {
    const std::size_t begin = at == 0 ? 0 : end_[at - 1];
    return std::string_view(text_).substr(begin, end_[at] - begin);
  }

  std::uint64_t bytes() const { return text_.size() + end_.size() * sizeof(std::size_t); }

 private:
  std::string text_;
  std::vector<std::size_t> end_;  // of each field
};

/// The first cell of a row for which the model has no value.
struct LackedCell {
  std::uint64_t row = 0;
  std::size_t column = 0;  // its place in the header
  bool unseen = false;     // a level that the model does not know, else a missing cell
};

struct BesideFeatures {
  std::vector<std::string> keep;  // asked for: names, or numbers from 1; "all" alone is every column

  std::vector<std::string> header;  // every column of the text
  std::vector<std::size_t> kept;    // those asked for, by their place in the header
  KeptTexts texts;                  // of the kept columns
  std::vector<bool> lacking;        // of each row: is a cell missing for which the model has no value?
  std::vector<LackedCell> lacked;   // of those rows

  /// Moves out what rows so far hold; what is of the text stays too.
  BesideFeatures take_rows() {
    return {keep, header, kept, std::exchange(texts, {}), std::exchange(lacking, {}), std::exchange(lacked, {})};
  }

  std::uint64_t bytes() const { return texts.bytes() + lacking.size() / 8 + lacked.size() * sizeof(LackedCell); }
  std::string_view text(std::size_t row, std::size_t k) const { return texts[row * kept.size() + k]; }
};

}  // namespace halfspace
