#include "compat/words.hpp"

#include "base/number.hpp"
#include "base/text.hpp"
#include "compat/tools.hpp"

namespace halfspace::compat {

Result<std::uint64_t> Words::count(char flag, std::uint64_t fallback, std::uint64_t least, std::uint64_t most) const {
  if (!has(flag)) return fallback;
  const std::string name = std::string("-") + flag;
  auto value = option_count(get(flag, ""), name);
  if (!value) return value.error();
  if (value.value() < least || value.value() > most)
    return Error{Code::usage, name,
                 in_quotes(get(flag, "")) + " is outside " + std::to_string(least) + " to " + std::to_string(most)};
  return value;
}

Result<double> Words::number(char flag, double fallback) const {
  if (!has(flag)) return fallback;
  return option_number(get(flag, ""), std::string("-") + flag);
}

Result<double> Words::positive(char flag, double fallback) const {
  auto value = number(flag, fallback);
  if (value && !(value.value() > 0))
    return Error{Code::usage, std::string("-") + flag, in_quotes(get(flag, "")) + " is outside (0, inf)"};
  return value;
}

Result<Words> parse(const Tool& tool, const std::vector<std::string>& words) {
  Words out;
  const std::string name(tool.name);
  const std::string usage = "; usage: halfspace compat " + name + " " + std::string(tool.usage);
  for (std::size_t k = 0; k < words.size(); ++k) {
    const std::string& word = words[k];
    if (word.size() < 2 || word[0] != '-') {
      out.files.push_back(word);
      continue;
    }
    const char letter = word[1];
    const bool weight = letter == 'w' && word.size() > 2 && tool.valued.find('w') != std::string_view::npos;
    if (!out.files.empty() || (!weight && word.size() != 2))
      return Error{Code::usage, name, "unexpected " + in_quotes(word) + usage};
    if (tool.switches.find(letter) != std::string_view::npos) {
      out.values[letter] = "";
      continue;
    }
    if (!weight && (letter == 'w' || tool.valued.find(letter) == std::string_view::npos))
      return Error{Code::usage, name, "unknown flag " + in_quotes(word) + usage};
    if (k + 1 == words.size()) return Error{Code::usage, word, "has no value" + usage};
    if (weight) {
      out.class_weights.emplace_back(word.substr(2), words[++k]);
    } else {
      out.values[letter] = words[++k];
    }
  }
  if (out.files.size() < tool.least_files) return Error{Code::usage, name, "a file is missing" + usage};
  if (out.files.size() > tool.most_files)
    return Error{Code::usage, name, "unexpected " + in_quotes(out.files.back()) + usage};
  return out;
}

std::string model_path(const Words& words) {
  if (words.files.size() > 1) return words.files[1];
  const std::string& data = words.files[0];
  return data.substr(data.rfind('/') == std::string::npos ? 0 : data.rfind('/') + 1) + ".model";
}

}  // namespace halfspace::compat
