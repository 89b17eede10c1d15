// Text models word by word: lines of a keyword and its values, as LIBSVM and LIBLINEAR write them. Every number is
// checked; an error names the line, what was found and what was expected.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "halfspace/result.hpp"

namespace halfspace {

class ModelWords {
 public:
  ModelWords(std::string_view text, std::string name) : rest_(text), name_(std::move(name)) {}

  /// The next line that is not blank; false at the end.
  bool next_line();

  /// The next word of the line; "" at its end.
  std::string_view word();

  /// Is the rest of the line blank?
  bool line_done() const;

  /// The next word, anywhere in the text; "" at its end.
  std::string_view next_word();

  /// Errors end the reading of a text; each names this line.
  Error error(const std::string& message) const;
  Error missing(const std::string& section) const;

  /// A finite number; "" (too few) is an error that names `what`.
  Result<double> number(std::string_view word, std::string_view what) const;
  Result<std::int64_t> whole(std::string_view word, std::string_view what, std::int64_t least, std::int64_t most) const;

  /// All numbers of the rest of the line.
  Result<std::vector<double>> numbers(std::string_view what);

  const std::string& name() const { return name_; }

 private:
  std::string_view rest_;  // behind this line
  std::string_view line_;  // what is left of it
  std::uint64_t number_ = 0;
  std::string name_;
};

/// Labels of classes: whole numbers, each once.
Result<std::vector<std::int64_t>> class_labels(ModelWords& words);

/// Which of a text's sections have been seen; a second one is an error.
class SeenSections {
 public:
  Result<void> see(const ModelWords& words, std::string_view section);
  bool has(std::string_view section) const;

 private:
  std::vector<std::string> seen_;
};

}  // namespace halfspace
