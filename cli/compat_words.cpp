#include <algorithm>
#include <array>
#include <cstdio>
#include <utility>

#include "base/number.hpp"
#include "base/text.hpp"
#include "compat.hpp"
#include "data_flags.hpp"
#include "same_file.hpp"
#include "session.hpp"

namespace halfspace::cli::compat {

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

Result<Words> parse(const Tool& tool, const std::vector<std::string>& words) {
  Words out;
  out.tool = std::string(tool.name);
  const std::string usage = "; usage: halfspace compat " + std::string(tool.name) + " " + std::string(tool.usage);
  for (std::size_t k = 1; k < words.size(); ++k) {
    const std::string& word = words[k];
    if (word.size() < 2 || word[0] != '-') {
      out.files.push_back(word);
      continue;
    }
    const char letter = word[1];
    const bool weight = letter == 'w' && word.size() > 2 && tool.valued.find('w') != std::string_view::npos;
    if (!out.files.empty() || (!weight && word.size() != 2))
      return Error{Code::usage, out.tool, "unexpected " + in_quotes(word) + usage};
    if (tool.switches.find(letter) != std::string_view::npos) {
      out.values[letter] = "";
      continue;
    }
    if (!weight && (letter == 'w' || tool.valued.find(letter) == std::string_view::npos))
      return Error{Code::usage, out.tool, "unknown flag " + in_quotes(word) + usage};
    if (k + 1 == words.size()) return Error{Code::usage, word, "has no value" + usage};
    if (weight) {
      out.class_weights.emplace_back(word.substr(2), words[++k]);
    } else {
      out.values[letter] = words[++k];
    }
  }
  if (out.files.size() < tool.least_files || out.files.size() > tool.most_files)
    return Error{
        Code::usage, out.tool,
        (out.files.size() < tool.least_files ? "a file is missing" : "unexpected " + in_quotes(out.files.back())) +
            usage};
  return out;
}

Result<Dataset> read_rows(const Args& args, const std::string& path, ReadOptions options) {
  options.format = "libsvm";
  return load(args, path, std::move(options));
}

std::vector<double> targets(const Dataset& data) {
  std::vector<double> out;
  out.reserve(data.rows);
  for (const std::uint32_t k : data.label) out.push_back(data.classes[k].number);
  return out;
}

std::vector<std::uint32_t> first_order(const Dataset& data) {
  std::vector<std::uint32_t> order;
  std::vector<bool> seen(data.classes.size());
  for (const std::uint32_t k : data.label) {
    if (!seen[k]) order.push_back(k);
    seen[k] = true;
  }
  const bool signs = order.size() == 2 && data.classes[order[0]].number == -1 && data.classes[order[1]].number == 1;
  if (signs) std::swap(order[0], order[1]);
  return order;
}

std::string g(double v) {
  std::array<char, 32> text{};
  const int size = std::snprintf(text.data(), text.size(), "%g", v);
  return {text.data(), static_cast<std::size_t>(size)};
}

Result<void> say(const Args& args, const Words& words, const std::string& line, const Json& members) {
  if (!args.has("json")) return words.has('q') ? Result<void>() : print(line);
  Json answer = json_head("compat");
  answer["tool"] = words.tool;
  answer.update(members);
  return print_json(answer, Json::object());
}

std::string model_path(const Words& words) {
  if (words.files.size() > 1) return words.files[1];
  const std::string& data = words.files[0];
  return data.substr(data.rfind('/') == std::string::npos ? 0 : data.rfind('/') + 1) + ".model";
}

Result<void> check_files(const Tool& tool, const Words& words) {
  const bool predicts = tool.least_files == 3;  // DATA MODEL OUTPUT
  if (predicts && words.files[0] == "-" && words.files[1] == "-")
    return Error{Code::usage, "-", "standard input can be read once; give a file for the other"};
  if (!predicts && words.has('v')) return {};  // writes no model
  const std::string output = predicts ? words.files[2] : model_path(words);
  for (std::size_t k = 0; k < (predicts ? 2U : 1U); ++k) {
    const std::string& input = words.files[k];
    if (input == "-" || output == "-" || !same_file(output, input)) continue;
    return Error{
        Code::usage, predicts ? "OUTPUT" : "MODEL",
        in_quotes(output, 200) + " would overwrite the input " + in_quotes(input, 200) + "; choose another name"};
  }
  return {};
}

}  // namespace halfspace::cli::compat
