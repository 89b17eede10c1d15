#include "classroom/student_words.hpp"

#include <algorithm>
#include <initializer_list>
#include <string_view>

#include "classroom/student_columns.hpp"

namespace halfspace {
namespace {

using Words = std::initializer_list<std::string_view>;

std::optional<bool> word_of(const std::string& text, Words yes, Words no) {
  const std::string word = lowered(text);
  if (std::find(yes.begin(), yes.end(), word) != yes.end()) return true;
  if (std::find(no.begin(), no.end(), word) != no.end()) return false;
  return std::nullopt;
}

}  // namespace

std::optional<bool> mistake_word(const std::string& text) {
  return word_of(text, {"mistake", "wrong", "yes", "true", "incorrect", "update"},
                 {"correct", "right", "no", "false", "ok", "keep", "none"});
}

std::optional<bool> pocket_word(const std::string& text) {
  return word_of(text, {"new", "yes", "true", "replaced"}, {"old", "no", "false", "same", "kept"});
}

}  // namespace halfspace
