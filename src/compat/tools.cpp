#include "compat/tools.hpp"

#include <array>

#include "base/atomic_file.hpp"
#include "base/same_file.hpp"
#include "base/text.hpp"

namespace halfspace::compat {
namespace {

constexpr std::array<Tool, 4> list = {{
    {"liblinear-train", "[-s 0..7] [-c C] [-e EPS] [-B 1|-1] [-wI W] [-v N] [-q] DATA [MODEL]", "scpeBwvMnm", "qCR", 1,
     2, liblinear_train},
    {"liblinear-predict", "[-b 0|1] [-q] DATA MODEL OUTPUT", "b", "q", 3, 3, liblinear_predict},
    {"svm-train",
     "[-s 0..3] [-t 0..4] [-d DEGREE] [-g GAMMA] [-r COEF0] [-c C] [-n NU] [-p EPSILON] [-e EPS] [-wI W] [-v N] [-q] "
     "DATA [MODEL]",
     "stdgrcnpmehbwv", "q", 1, 2, svm_train},
    {"svm-predict", "[-b 0|1] [-q] DATA MODEL OUTPUT", "b", "q", 3, 3, svm_predict},
}};

/// Nothing is written over what is read, standard input is read once, and the output can be written.
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
  return AtomicFile::check(output);
}

Error unknown_tool(const std::string& word) {
  std::vector<std::string> names;
  names.reserve(list.size());
  for (const Tool& t : list) names.emplace_back(t.name);
  const std::string near = nearest(word, names);
  return {Code::usage, "",
          "unknown tool " + in_quotes(word) +
              (near.empty() ? "; the tools are " + joined(names) : "; did you mean " + near + "?")};
}

}  // namespace

std::span<const Tool> tools() { return list; }

Result<Answer> run(const std::vector<std::string>& words, const Host& host) {
  const std::string name = words.empty() ? "" : words[0];
  for (const Tool& tool : list) {
    if (name != tool.name) continue;
    const auto parsed = parse(tool, {words.begin() + 1, words.end()});
    if (!parsed) return parsed.error();
    if (const auto fine = check_files(tool, parsed.value()); !fine) return fine.error();
    auto answer = tool.run(host, parsed.value());
    if (!answer) return answer;
    answer.value().tool = name;
    answer.value().quiet = parsed.value().has('q') && !std::holds_alternative<CrossValidated>(answer.value().result);
    return answer;
  }
  return unknown_tool(name);
}

}  // namespace halfspace::compat
