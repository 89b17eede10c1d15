#include "api/option_words.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <string_view>
#include <utility>
#include <vector>

#include "train/flags.hpp"

namespace halfspace::api {
namespace {

bool ends_word(char c) { return std::string_view(" .,;:()'\"/|=").find(c) != std::string_view::npos; }

/// Replaces every occurrence.
void replace(std::string& text, std::string_view from, std::string_view to) {
  for (std::size_t at = text.find(from); at != std::string::npos; at = text.find(from, at + to.size()))
    text.replace(at, from.size(), to);
}

/// Rows and columns in memory are chosen by giving them: "with --classes A,B" and "with --columns" become what does so.
std::string choosing_in_memory(std::string text) {
  constexpr std::string_view classes = " with --classes";
  for (std::size_t at = text.find(classes); at != std::string::npos; at = text.find(classes)) {
    std::size_t end = at + classes.size();
    if (end < text.size() && text[end] == ' ') end = std::min(text.find_first_of(";:)", end), text.size());
    text.replace(at, end - at, ", by weights of 0");
  }
  replace(text, ", by weights of 0, by weights of 0", ", by weights of 0");
  replace(text, " with --columns", "");
  replace(text, "fewer --columns", "fewer columns");
  replace(text, "choose --columns", "choose columns");
  replace(text, "--columns without it", "columns without it");
  return text;
}

/// The option whose flag begins at `at`, "" where none does.
std::string_view flag_at(std::string_view text, std::size_t at, const std::vector<std::string>& names) {
  if (at > 0 && !ends_word(text[at - 1])) return {};
  std::string_view word = text.substr(at + 2);
  word = word.substr(0, std::min(word.size(), word.find_first_not_of("abcdefghijklmnopqrstuvwxyz0123456789-Cs")));
  return std::find(names.begin(), names.end(), word) == names.end() ? std::string_view() : word;
}

/// Where " VALUE --FLAG" goes on behind a flag: its end, else npos. A list of choices is read better with commas.
std::size_t value_before_flag(std::string_view text, std::size_t at) {
  if (at >= text.size() || text[at] != ' ' || text.substr(at, 3) == " --") return std::string_view::npos;
  const std::size_t end = text.find(' ', at + 1);
  if (end == std::string_view::npos || text.substr(end, 3) != " --") return std::string_view::npos;
  const std::string_view value = text.substr(at + 1, end - at - 1);
  constexpr std::array<std::string_view, 5> joins = {"and", "or", "beside", "with", "not"};
  if (value.empty() || ends_word(value.back()) || std::find(joins.begin(), joins.end(), value) != joins.end())
    return std::string_view::npos;
  return end;
}

std::vector<std::string> known_names() {
  std::vector<std::string> out = {"labels", "name"};  // of exported()
  for (const auto& names :
       {option_names(), separate_option_names(), cv_option_names(), search_option_names(), path_option_names(),
        evaluate_option_names(), explain_option_names(), report_option_names(), trace_option_names()})
    out.insert(out.end(), names.begin(), names.end());
  return out;
}

}  // namespace

std::string option_words(const std::string& text, Reads from) {
  if (text.find("--") == std::string::npos && text.find("halfspace ") == std::string::npos) return text;
  std::string in = from == Reads::memory ? choosing_in_memory(text) : text;
  for (const std::string_view verb : {"search", "cv", "path", "train"})
    replace(in, "choose halfspace " + std::string(verb), "choose " + std::string(verb) + "()");
  const std::vector<std::string> names = known_names();
  std::string out;
  for (std::size_t at = 0; at < in.size();) {
    const std::string_view name = in.compare(at, 2, "--") == 0 ? flag_at(in, at, names) : std::string_view();
    if (name.empty()) {
      out += in[at++];
      continue;
    }
    out += name;
    at += 2 + name.size();
    const std::size_t end = value_before_flag(in, at);
    if (end == std::string::npos) continue;
    out += in.substr(at, end - at) + ",";
    at = end;
  }
  return out;
}

Error in_option_words(Error error, Reads from) {
  error.message = option_words(error.message, from);
  if (error.where.starts_with("--")) error.where = "option " + error.where.substr(2);
  return error;
}

}  // namespace halfspace::api
