// halfspace compat TOOL WORDS: the command lines of LIBSVM and LIBLINEAR, the same model files (src/compat).
#include "base/text.hpp"
#include "compat/tools.hpp"
#include "data_flags.hpp"
#include "fitting.hpp"
#include "output_file.hpp"
#include "report/compat_report.hpp"
#include "session.hpp"
#include "verbs.hpp"

namespace halfspace::cli::verb_compat {
namespace {

std::vector<Operand> operands() {
  std::string names;
  for (const compat::Tool& t : compat::tools()) names += (names.empty() ? "" : "|") + std::string(t.name);
  return {{names, "the tool to imitate; the arguments after it are the tool's own"}};
}

std::vector<Flag> flags() { return {}; }

compat::Watch training_line(const Args& args) {
  const auto line = std::make_shared<ProgressLine>(args, "training");
  return {run_token(*line),
          [line](std::uint64_t steps) { line->show(counted(steps, "step"), -1, static_cast<double>(steps), "steps"); }};
}

compat::Host host_of(const Args& args) {
  compat::Host host;
  host.settings.values = args.values;
  host.note = [&args](const std::string& text) { note(args, text); };
  host.read = [&args](const std::string& path, const ReadOptions& options) { return load(args, path, options); };
  host.watch = [&args] { return training_line(args); };
  host.nothing_to_keep = [](const char* doing) { return std::make_shared<NothingToKeep>(doing); };
  return host;
}

Outcome run(const Args& args) {
  const auto answer = compat::run(args.operands, host_of(args));
  if (!answer) return answer.error();
  const compat::Answer& a = answer.value();
  if (!a.path.empty()) {
    if (const auto written = write_output(args, a.path, a.bytes); !written) return written.error();
  }
  if (!a.warning.empty()) note(args, a.warning);
  Result<void> printed;
  if (args.has("json")) {
    printed = print_json(json_answer("compat", compat_json(a)), Json::object());
  } else if (!a.quiet) {
    printed = print(compat_text(a));
  }
  if (!printed) return printed.error();
  return 0;
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
