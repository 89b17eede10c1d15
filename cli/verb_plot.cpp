// halfspace plot MODEL [DATA]: pictures as SVG, PNG or text.
#include <algorithm>
#include <array>

#include "base/text.hpp"
#include "data_flags.hpp"
#include "output_file.hpp"
#include "picture_file.hpp"
#include "plot_kinds.hpp"
#include "plot_run.hpp"
#include "session.hpp"
#include "verbs.hpp"

namespace halfspace::cli::verb_plot {
namespace {

constexpr std::size_t most_also = 7;  // more lines cannot be told apart

struct Kind {
  std::string_view name;
  Result<Picture> (*draw)(const Args&, const Model&);
  bool of_rows = true;   // needs DATA
  bool by_rule = false;  // labels rows, by --threshold where it is given
  bool traced = false;   // needs --trace
};
constexpr std::array<Kind, 14> kinds = {{{"data", data_picture},
                                         {"mistakes", mistakes_picture, false, false, true},
                                         {"boundaries", boundaries_picture, true, false, true},
                                         {"update", update_picture, true, false, true},
                                         {"pocket", pocket_picture, true, false, true},
                                         {"weights", weights_picture, false},
                                         {"neuron", neuron_picture, false},
                                         {"activation", activation_picture},
                                         {"losses", losses_picture},
                                         {"loss", loss_picture, false},
                                         {"roc", roc_picture, true, true},
                                         {"pr", precision_recall_picture, true, true},
                                         {"calibration", calibration_picture},
                                         {"confusion", confusion_picture, true, true}}};

/// Names of all kinds, or of those that need --trace.
std::vector<std::string> kind_names(bool traced_alone = false) {
  std::vector<std::string> names;
  for (const Kind& k : kinds) {
    if (k.traced || !traced_alone) names.emplace_back(k.name);
  }
  return names;
}

std::vector<Operand> operands() {
  return {{"MODEL", "a model file"},
          {"DATA",
           "labelled rows with the model's columns; - is standard input. Not needed for --kind mistakes, weights, "
           "neuron and loss",
           false}};
}

std::vector<Flag> flags() {
  std::vector<Flag> all = {
      {"o", "FILE", "write FILE.svg or FILE.png; - is SVG on standard output (default: text for the terminal)",
       "output"},
      {"kind", joined(kind_names(), "|"),
       "rows with the boundary (default); of a perceptron's run: updates in each pass, boundaries after each update, "
       "an "
       "update as vectors, mistakes after each update with the pocket; weights as bars; the model as a neuron; its "
       "scores on sign, step and sigmoid; its margins on the losses; the loss curve of solver gd; of the labels of "
       "DATA: "
       "ROC curve, precision and recall, probabilities against shares, confusion matrix",
       "picture"},
      {"animate", "DIR|FILE.svg",
       "the updates of --trace one after the other: step-001.svg, ... and animation.svg in DIR, or the animation "
       "alone; "
       "two columns",
       "output"},
      {"steps", "N", "so many updates of --animate at most, the first ones (default 60, at most 999)", "picture"},
      {"update", "K", "the update of --kind update, from 1 (default 1)", "picture"},
      {"x", "NAME|INDEX", "column along x (default: the first of two, else by |weight| times range)", "picture"},
      {"y", "NAME|INDEX", "column along y", "picture"},
      {"also", "MODEL,...", "more models of the same columns and classes, whose boundaries are drawn too (at most 7)",
       "picture"},
      {"threshold", "T",
       "+1 from P >= T on, for --kind roc, pr and confusion of models with probabilities (default 0.5)", "picture"},
      {"trace", "FILE",
       "the run's updates, for --kind mistakes, boundaries, update and pocket and for --animate: what train --trace "
       "wrote",
       "picture"},
      {"theme", "light|dark", "colours of SVG and PNG (default light)", "picture"},
      {"width", "N", "pixels (default 720); characters of the text (default: the terminal's, else 80)", "picture"},
      {"height", "N", "pixels (default by kind); lines of the text's picture (default 20)", "picture"},
      {"label", "NAME|INDEX", "label column (default: the model's)", "data"},
  };
  for (Flag& f : scoring_flags()) all.push_back(std::move(f));
  return all;
}

/// Flags of --kind data alone.
Result<void> check_data_flags(const Args& args, const std::string& kind) {
  for (const std::string flag : {"x", "y", "also"}) {
    if (kind != "data" && args.has(flag)) return Error{Code::usage, "--" + flag, "requires --kind data, not " + kind};
  }
  for (const std::string flag : {"x", "y"}) {
    if (args.has(flag) && args.get(flag).empty()) return Error{Code::usage, "--" + flag, "is empty; expected a column"};
  }
  const std::vector<std::string> also = also_paths(args);
  if (args.has("also") && (also.empty() || std::count(also.begin(), also.end(), "") > 0))
    return Error{Code::usage, "--also",
                 in_quotes(args.get("also")) + " has an empty part; expected model files, as in one.hs,two.hs"};
  if (also.size() > most_also)
    return Error{Code::usage, "--also",
                 "names " + std::to_string(also.size()) + " models; at most " + std::to_string(most_also) +
                     " can be distinguished in one picture"};
  return {};
}

/// Flags that do not go together.
Result<Kind> checked_kind(const Args& args) {
  const std::string name = args.get("kind", "data");
  const auto* const kind = std::find_if(kinds.begin(), kinds.end(), [&](const Kind& k) { return k.name == name; });
  if (kind == kinds.end())
    return Error{Code::usage, "--kind", in_quotes(name) + " is not one of " + joined(kind_names())};
  if (kind->of_rows && args.operands.size() < 2)
    return Error{Code::usage, "", "DATA is missing: --kind " + name + " draws rows"};
  if (!kind->by_rule && args.has("threshold"))
    return Error{Code::usage, "--threshold", "requires --kind roc, pr and confusion, not " + name};
  if (kind->traced && !args.has("trace"))
    return Error{Code::usage, "--trace", "is missing: --kind " + name + " draws what train --trace FILE wrote"};
  if (!kind->traced && args.has("trace"))
    return Error{Code::usage, "--trace", "requires --kind " + alternatives(kind_names(true)) + ", not " + name};
  if (name != "update" && args.has("update"))
    return Error{Code::usage, "--update", "requires --kind update, not " + name};
  if (args.has("steps")) return Error{Code::usage, "--steps", "requires --animate"};
  if (const auto fine = check_data_flags(args, name); !fine) return fine.error();
  return *kind;
}

/// Flags that --animate leaves no room for, and those it needs.
Result<void> check_animation_flags(const Args& args) {
  for (const std::string flag : {"kind", "o", "x", "y", "also", "threshold", "update"}) {
    if (args.has(flag)) return Error{Code::usage, "--animate", "does not go with " + dashed(flag)};
  }
  if (args.operands.size() < 2) return Error{Code::usage, "", "DATA is missing: --animate draws rows"};
  if (!args.has("trace"))
    return Error{Code::usage, "--trace", "is missing: --animate draws what train --trace FILE wrote"};
  const std::string path = args.get("animate");
  if (path.empty() || path == "-")
    return Error{Code::usage, "--animate", in_quotes(path) + " is no place for it; expected a folder or FILE.svg"};
  for (const char* end : {".png", ".apng", ".gif", ".txt", ".html"}) {
    if (path.ends_with(end))
      return Error{Code::usage, "--animate", in_quotes(path) + ": only SVG is animated; give FILE.svg, or a folder"};
  }
  if (const auto fine = check_picture_flags(args, Form::svg); !fine) return fine.error();
  return check_paths(args, {args.operands[0], args.operands[1], args.get("trace")}, {});
}

Outcome run_animation(const Args& args) {
  const double begun = seconds_now();
  if (const auto fine = check_animation_flags(args); !fine) return fine.error();
  const auto model = read_model(args.operands[0]);
  if (!model) return model.error();
  const auto made = animate(args, model.value());
  if (!made) return made.error();
  const Animation& a = made.value();
  if (args.has("json")) {
    Json answer = json_head("plot");
    answer["kind"] = "animation";
    answer.update(a.facts);
    answer["steps"] = a.steps;
    answer["files"] = a.files;
    if (const auto printed = print_json(answer, {{"draw", seconds_now() - begun}}); !printed) return printed.error();
    return 0;
  }
  std::string text = counted(a.steps, "step") + " of " + counted(a.updates, "update") + ": ";
  if (a.files.size() > 1)
    text +=
        shown(a.files[0], 4096) + (a.steps > 1 ? " to " + shown(a.files[a.steps - 1], 4096) : "") + ", all of them in ";
  text += shown(a.files.back(), 4096) + "\n";
  if (a.steps < a.updates)
    text += "The first ones are drawn; --steps " + std::to_string(std::min(a.updates, most_steps)) + " draws more.\n";
  if (const auto printed = print_report(text); !printed) return printed.error();
  return 0;
}

Outcome run(const Args& args) {
  if (args.has("animate")) return run_animation(args);
  const double begun = seconds_now();
  const auto kind = checked_kind(args);
  if (!kind) return kind.error();
  const auto form = args.has("o") ? form_of(args, "o", Form::svg) : Form::text;
  if (!form) return form.error();
  if (const auto fine = check_picture_flags(args, form.value()); !fine) return fine.error();
  if (args.has("theme") && form.value() == Form::text)
    return Error{Code::usage, "--theme", "is for -o FILE.svg or FILE.png; text has the terminal's own colours"};
  std::vector<std::string> inputs = args.operands;
  for (const std::string& path : also_paths(args)) inputs.push_back(path);
  inputs.push_back(args.get("trace"));
  if (const auto fine = check_paths(args, inputs, {"o"}); !fine) return fine.error();
  const auto model = read_model(args.operands[0]);
  if (!model) return model.error();
  auto picture = [&] {
    const NothingToKeep drawing("drawing");
    return kind.value().draw(args, model.value());
  }();
  if (!picture) return picture.error();
  const double made = seconds_now();
  if (args.has("o") || !args.has("json")) {
    const auto bytes = drawn(args, form.value(), picture.value().figure);
    if (!bytes) return bytes.error();
    const auto printed = args.has("o") ? write_output(args, args.get("o"), bytes.value()) : print(bytes.value());
    if (!printed) return printed.error();
  }
  if (!args.has("json")) return 0;
  Json answer = json_head("plot");
  answer["kind"] = args.get("kind", "data");
  answer.update(picture.value().facts);
  answer["title"] = picture.value().figure.title;
  answer["notes"] = picture.value().figure.notes;
  if (const auto printed = print_json(answer, {{"load", made - begun}, {"draw", seconds_now() - made}}); !printed)
    return printed.error();
  return 0;
}

}  // namespace

const Verb verb = {
    "plot",
    "rows and boundary, mistakes per pass, weights, or what evaluate says, as a picture",
    "  halfspace plot model.hs data.csv                          in the terminal\n"
    "  halfspace plot model.hs data.csv -o plot.svg              as SVG; plot.png with librsvg2-bin\n"
    "  halfspace plot model.hs data.csv --x age --y 3 -o p.svg   two columns of many\n"
    "  halfspace plot one.hs data.csv --also two.hs,three.hs     three boundaries in one picture\n"
    "  halfspace plot model.hs --kind weights                    the 30 largest weights\n"
    "  halfspace plot model.hs test.csv --kind roc -o roc.svg    how the scores rank the rows\n"
    "  halfspace plot model.hs test.csv --kind confusion         true and predicted classes\n"
    "  halfspace plot model.hs data.csv --kind mistakes --trace trace.jsonl -o mistakes.svg\n"
    "  halfspace plot model.hs data.csv --trace trace.jsonl --animate steps      every update, and a film of them\n"
    "  halfspace plot model.hs data.csv --kind update --update 3 --trace trace.jsonl -o update.svg\n",
    operands,
    flags,
    run};

}  // namespace halfspace::cli::verb_plot
