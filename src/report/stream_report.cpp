#include "report/stream_report.hpp"

#include "base/text.hpp"
#include "report/choices_text.hpp"
#include "report/counts_report.hpp"
#include "report/model_text.hpp"
#include "report/train_head.hpp"

namespace halfspace {
namespace {

constexpr std::string_view no_gap =
    "an online learner has no dual point, so there is no duality gap: nothing says how far this is from the optimum";

std::string objective_formula(const OnlineOptions& o) {
  const std::string loss(std::visit([](auto l) { return l.formula; }, loss_of(o.loss)));
  std::string out = "1/n sum c_i " + loss;
  const std::string squares = "1/2 |w|^2";
  if (o.penalty == PenaltyKind::l2) out += " + lambda " + squares;
  if (o.penalty == PenaltyKind::l1) out += " + lambda |w|_1";
  if (takes_ratio(o.penalty)) out += " + lambda (rho |w|_1 + (1 - rho) " + squares + ")";
  return out;
}

Json progressive_json(const Progressive& p) {
  return {{"rows", p.rows},
          {"mistakes", p.mistakes},
          {"error", number_json(p.error())},
          {"loss", number_json(p.mean_loss())},
          {"longest_run", p.longest_run},
          {"sorted", p.sorted}};
}

std::string loss_name(const StreamTraining& run) {
  return run.request.is_perceptron() ? "perceptron" : std::string(name_of(run.request.online.loss));
}

std::string learner_text(const StreamTraining& run, const Model& m) {
  const StreamRequest& r = run.request;
  std::string out(name_of(r.algorithm));
  if (r.is_perceptron()) {
    out += ", preset " + r.preset;
  } else {
    const OnlineOptions& o = r.online;
    out += ", loss " + std::string(name_of(o.loss)) + ", solver " + std::string(name_of(o.solver)) + ", eta " +
           number_text(o.eta) + ", penalty " + std::string(name_of(o.penalty));
    if (takes_ratio(o.penalty)) out += " (rho " + number_text(o.l1_ratio) + ")";
    if (is_weighed(o.penalty)) out += ", lambda " + number_text(o.lambda);
  }
  return out + "; bias " + std::string(name_of(m.bias)) + after("; ", m.multiclass);
}

std::string order_text(const StreamRequest& r) {
  if (r.shuffled) return "shuffled by blocks, seed " + std::to_string(r.seed);
  if (r.order_of_preset == Order::cyclic) return "cyclic";
  return "cyclic, where preset " + r.preset + " has " + std::string(name_of(r.order_of_preset)) +
         " (--order shuffled shuffles blocks)";
}

/// Why there is nothing that a last pass would tell.
std::string last_pass_text(const StreamTraining& run, const std::string& what) {
  return run.request.final_pass ? "not known: the last pass was not finished" : "not known (--final-pass" + what + ")";
}

void add_way(Lines& lines, bool partitions, const StreamRequest& r) {
  if (!partitions) return lines.add("stream", "rows are read, learned and let go; order " + order_text(r));
  if (r.mixing_blocks == 0)
    return lines.add("partitions", "the weights travel from one to the next; rows in their order");
  lines.add("mixing", counted(r.mixing_blocks, "block") +
                          " of rows are visited apart, the mean of their weights begins the next pass (iterative "
                          "parameter mixing); rows in their order");
}

void add_progressive(Lines& lines, const StreamTraining& run) {
  const Progressive& p = run.progressive;
  lines.add("first pass", counted(p.mistakes, "mistake") + " in " + counted(p.rows, "row") + " (" + percent(p.error()) +
                              "), mean " + loss_name(run) + " loss " + short_number(p.mean_loss()) +
                              ": each row predicted before it was learned (progressive validation)");
  if (p.sorted)
    lines.add("", "rows of one label come together (" + grouped(p.longest_run) +
                      " in a row): these figures flatter, and the last rows weigh most; shuffle the text");
}

}  // namespace

Json stream_settings(const StreamTraining& run) {
  const StreamRequest& r = run.request;
  Json out;
  out["stream"] = true;
  if (r.is_perceptron()) {
    const PerceptronChoices& o = r.perceptron;
    out["mistake"] = name_json(o.mistake);
    out["step"] = name_json(o.step);
    out["keep"] = name_json(o.keep);
    out["stop"] = name_json(o.stop);
    out["margin"] = number_json(o.margin);
    out["eta"] = number_json(o.eta);
    out["aggressiveness"] = number_json(o.aggressiveness);
    out["ends_on_clean_pass"] = o.stop == Stop::clean_pass || o.ends_on_clean_pass;
    out["bias"] = name_json(o.bias);
  } else {
    const OnlineOptions& o = r.online;
    out["loss"] = name_json(o.loss);
    out["penalty"] = name_json(o.penalty);
    out["lambda"] = is_weighed(o.penalty) ? number_json(o.lambda) : Json(nullptr);
    if (takes_ratio(o.penalty)) out["l1_ratio"] = number_json(o.l1_ratio);
    out["solver"] = name_json(o.solver);
    out["eta"] = number_json(o.eta);
    out["bias"] = name_json(o.bias);
  }
  if (r.mixing_blocks > 0) out["mixing_blocks"] = r.mixing_blocks;
  out["passes"] = r.passes;
  out["order"] = r.shuffled ? "shuffled" : "cyclic";
  out["seed"] = r.seed;
  return out;
}

void add_stream(Json& out, const StreamTraining& run) {
  out["visits"] = run.visits;
  out["passes"] = run.passes;
  if (run.request.is_perceptron()) out["updates"] = run.updates;
  if (!run.partitions) out["progressive"] = progressive_json(run.progressive);
  if (run.request.is_perceptron()) return;
  out["objective_form"] = objective_formula(run.request.online);
  out["primal"] = run.objective ? number_json(*run.objective) : Json(nullptr);
  out["dual"] = nullptr;
  out["gap"] = nullptr;
}

Json stream_train_json(const Dataset& data, const TrainRequest& request, const Trained& t,
                       const std::optional<Counts>& test) {
  const StreamTraining& run = *t.stream();
  const Model& m = t.model;
  Json out;
  out["algorithm"] = name_json(m.algorithm);
  out["preset"] = m.preset.empty() ? Json(nullptr) : Json(m.preset);
  out["overrides"] = run.request.given;
  out["settings"] = settings_json(request, m);
  add_data(out, data, request, t);
  if (run.request.is_perceptron()) out["arithmetic"] = run.exact ? "exact" : "double";
  out["status"] = std::string(name_of(t.status));
  out["stop_reason"] = t.stop_reason;
  add_stream(out, run);
  add_weights(out, m);
  const std::string line = separator_line(m);
  out["separator"] = line.empty() ? Json(nullptr) : Json(line);
  out["train"] = counts_json(t.train);
  if (test) out["test"] = counts_json(*test);
  return out;
}

std::string stream_train_text(const Dataset& data, const TrainRequest& request, const Trained& t,
                              const std::optional<Counts>& test, const std::string& test_name) {
  const StreamTraining& run = *t.stream();
  const Model& m = t.model;
  Lines lines;
  add_data(lines, data, request, t);
  lines.add("learner", learner_text(run, m));
  if (run.request.is_perceptron()) lines.add("choices", choices_text(run.request.perceptron, "zero"));
  add_way(lines, run.partitions, run.request);
  if (run.request.is_perceptron())
    lines.add("numbers", run.exact ? "exact (decimals scaled to whole numbers)" : "double precision");
  lines.gap();
  lines.add("status", std::string(name_of(t.status)) + ": " + t.stop_reason);
  lines.add("work", (run.request.is_perceptron() ? counted(run.updates, "update") + ", " : std::string()) +
                        counted(run.visits, "visit") + ", " + counted(run.passes, "pass"));
  if (!run.partitions) add_progressive(lines, run);
  if (!run.request.is_perceptron()) {
    lines.add("objective", run.objective
                               ? "primal " + number_text(*run.objective) + " = " + objective_formula(run.request.online)
                               : last_pass_text(run, " reads a file once more for it"));
    lines.add("", std::string(no_gap));
  }
  lines.gap();
  add_weights(lines, m);
  if (const std::string line = separator_line(m); !line.empty()) lines.add("separator", line);
  lines.gap();
  lines.add("train",
            t.train.counted() ? counts_text(t.train) : last_pass_text(run, " counts the final weights' mistakes"));
  add_test(lines, test, test_name);
  return lines.text();
}

}  // namespace halfspace
