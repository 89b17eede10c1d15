// halfspace separate DATA: are two classes linearly separable? With the proof.
#include "base/text.hpp"
#include "data_flags.hpp"
#include "picture_file.hpp"
#include "plot/verdict_plot.hpp"
#include "report/lines.hpp"
#include "session.hpp"
#include "train/separation.hpp"
#include "train/targets.hpp"
#include "verbs.hpp"

namespace halfspace::cli {
namespace {

std::vector<Operand> operands() {
  return {{"DATA", "a CSV, TSV or LIBSVM text, plain or packed; - is standard input"}};
}

std::vector<Flag> flags() {
  std::vector<Flag> all = {{"bias", "augmented|free|none", "bias", "question"},
                           {"picture", "FILE", "draw two features: FILE.svg, FILE.png, or - for text", "picture"},
                           {"theme", "light|dark", "colours of SVG and PNG (default light)", "picture"}};
  for (Flag& f : data_flags()) all.push_back(std::move(f));
  for (const auto& field : feature_fields()) all.push_back({field.name, field.metavar, field.help, "features"});
  return all;
}

Outcome picture(const Args& args, const SignedRows& z, const std::vector<std::string>& classes, const Decision& d,
                const DecideOptions& o) {
  std::optional<Margin> margin;
  if (d.verdict == Verdict::separable) {
    auto found = find_margin(z, z.bias() ? MarginKind::geometric : MarginKind::augmented, d.weights, o);
    if (!found) return found.error();
    margin = std::move(found).value();
  }
  const auto figure = plot::verdict_plot(z, {classes[0], classes[1]}, d, margin, o.threads);
  if (!figure) return figure.error();
  if (const auto done = write_picture(args, "picture", figure.value()); !done) return done.error();
  return d.verdict == Verdict::separable ? 0 : d.verdict == Verdict::undecided ? 4 : 1;
}

Outcome run(const Args& args) {
  const double begun = seconds_now();
  const auto options = read_options(args);
  if (!options) return options.error();
  auto data = load(args, args.operands[0], options.value());
  if (!data) return data.error();
  const auto targets = find_targets(data.value(), "", args.operands[0]);
  if (!targets) return targets.error();
  const double loaded = seconds_now();
  FeatureOptions features;
  for (const auto& field : feature_fields()) {
    if (!args.has(field.name)) continue;
    if (const auto set = field.set(features, args.get(field.name)); !set) return set.error();
  }
  const auto rows = SeparationRows::make(data.value(), targets.value().signs(1), args.get("bias") != "none", features,
                                         args.get("missing"), 0, args.operands[0]);
  if (!rows) return rows.error();
  if (args.has("picture")) {
    const auto form = form_of(args, "picture", Form::text);
    if (!form) return form.error();
    if (const auto fine = check_picture_flags(args, form.value()); !fine) return fine.error();
    if (const auto fine = plot::drawable(rows.value()->signed_rows().cols()); !fine) return fine.error();
  }
  DecideOptions o;
  const auto threads = thread_count(args);
  o.threads = threads.value();
  const auto d = decide(rows.value()->signed_rows(), o);
  if (!d) return d.error();
  if (args.has("picture")) return picture(args, rows.value()->signed_rows(), targets.value().classes, d.value(), o);
  Json answer = json_head("separate");
  const char* names[] = {"separable", "quasi-separable", "overlapping", "undecided"};
  answer["verdict"] = names[static_cast<int>(d.value().verdict)];
  answer["reason"] = d.value().reason;
  answer["distance"] = d.value().distance;
  answer["passes"] = d.value().passes;
  answer["witness"] = d.value().witness.size();
  answer["span"] = d.value().span.size();
  (void)print_json(answer, {{"load", loaded - begun}, {"decide", seconds_now() - loaded}});
  return 0;
}

}  // namespace

const Verb separate_verb = {
    "separate",
    "are two classes linearly separable? with the proof",
    "  halfspace separate data.csv                 verdict\n",
    operands,
    flags,
    run};

}  // namespace halfspace::cli
