// halfspace compat TOOL WORDS: the command lines of LIBSVM and LIBLINEAR, the same model files.
#include <array>

#include "base/text.hpp"
#include "compat.hpp"
#include "session.hpp"
#include "verbs.hpp"

namespace halfspace::cli::verb_compat {
namespace {

constexpr std::array<compat::Tool, 4> tools = {{
    {"liblinear-train", "[-s 0..7] [-c C] [-e EPS] [-B 1|-1] [-wI W] [-v N] [-q] DATA [MODEL]", "scpeBwvMnm", "qCR", 1,
     2, compat::liblinear_train},
    {"liblinear-predict", "[-b 0|1] [-q] DATA MODEL OUTPUT", "b", "q", 3, 3, compat::liblinear_predict},
    {"svm-train",
     "[-s 0..3] [-t 0..4] [-d DEGREE] [-g GAMMA] [-r COEF0] [-c C] [-n NU] [-p EPSILON] [-e EPS] [-wI W] [-v N] [-q] "
     "DATA [MODEL]",
     "stdgrcnpmehbwv", "q", 1, 2, compat::svm_train},
    {"svm-predict", "[-b 0|1] [-q] DATA MODEL OUTPUT", "b", "q", 3, 3, compat::svm_predict},
}};

std::vector<Operand> operands() {
  std::string names;
  for (const compat::Tool& t : tools) names += (names.empty() ? "" : "|") + std::string(t.name);
  return {{names, "the tool to stand in for; the words behind it are the tool's own"}};
}

std::vector<Flag> flags() { return {}; }

Outcome run(const Args& args) {
  for (const compat::Tool& t : tools) {
    if (args.operands[0] != t.name) continue;
    const auto words = compat::parse(t, args.operands);
    if (!words) return words.error();
    if (const auto fine = compat::check_files(t, words.value()); !fine) return fine.error();
    return t.run(args, words.value());
  }
  std::vector<std::string> names;
  names.reserve(tools.size());
  for (const compat::Tool& t : tools) names.emplace_back(t.name);
  const std::string near = nearest(args.operands[0], names);
  return Error{Code::usage, "",
               "unknown tool " + in_quotes(args.operands[0]) +
                   (near.empty() ? "; the tools are " + joined(names) : "; did you mean " + near + "?")};
}

}  // namespace

const Verb verb = {"compat",
                   "command lines and model files of LIBSVM and LIBLINEAR",
                   "  halfspace compat liblinear-train -s 0 -c 4 a9a a9a.model    logistic regression\n"
                   "  halfspace compat liblinear-predict -b 1 a9a.t a9a.model out\n"
                   "  halfspace compat svm-train -c 10 -g 0.01 a9a a9a.model      C-SVC with the RBF kernel\n"
                   "  halfspace compat svm-predict a9a.t a9a.model out\n",
                   operands,
                   flags,
                   run,
                   true};

}  // namespace halfspace::cli::verb_compat
