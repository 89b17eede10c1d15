// One gradient step of logistic regression from zero, where every probability is 1/2, then what its weights say.
#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <utility>

#include "base/text.hpp"
#include "classroom/exercise_kinds.hpp"
#include "classroom/exercise_parts.hpp"
#include "loss/losses.hpp"

namespace halfspace {
namespace {

const char* const later_threshold = "0.8";

std::string fixed(double v) {
  const auto thousandths = static_cast<long>(std::llround(std::fabs(v) * 1000));
  const std::string tail = std::to_string(1000 + thousandths % 1000).substr(1);
  return (v < 0 && thousandths > 0 ? "-" : "") + std::to_string(thousandths / 1000) + "." + tail;
}

/// Tenths and hundredths, as the hand has them.
double tidy(double v) { return std::round(v * 1e6) / 1e6 + 0.0; }

double probability_of(double s) { return -LogisticLoss::slope(-s); }

/// w and b after one step with this alpha.
std::optional<std::vector<double>> stepped(const SmallRows& rows, const RunSettings& settings) {
  Settings all;
  all.values = settings;
  const Dataset data = dataset_of(rows);
  const auto plan = learn_plan(all, data, "exercise.csv");
  if (!plan) return std::nullopt;
  const auto learned = learn(data, plan.value(), {}, {});
  if (!learned || !learned.value().trained.fitted) return std::nullopt;
  const Model& m = learned.value().trained.model;
  return std::vector<double>{m.w[0], m.w[1], m.b[0]};
}

SheetPart gradient_part(Worksheet& sheet, const std::vector<double>& w, const std::string& alpha) {
  SheetTable table{{"row", "$t$", "$p$", "$t - p$", "$(t - p) x$"}, {}};
  std::array<double, 3> sum{};
  for (std::size_t i = 0; i < sheet.rows.size(); ++i) {
    const auto& x = sheet.rows.x[i];
    const double rest = sheet.rows.y[i] * 0.5;
    sum = {sum[0] + rest * x[0], sum[1] + rest * x[1], sum[2] + rest};
    table.rows.push_back({std::to_string(i + 1), sheet.rows.y[i] > 0 ? "1" : "0", "0.5", "$" + number_text(rest) + "$",
                          "$" + point_text(rest * x[0], rest * x[1]) + "$"});
  }
  sheet.solution["gradient"] = {-sum[0] + 0.0, -sum[1] + 0.0, -sum[2] + 0.0};
  sheet.solution["weights"] = w;
  SheetPart part;
  part.question = "Take one step with $alpha = " + alpha + "$ from $w = (0, 0)$, $b = 0$.";
  part.solution = {{"At zero every $s = 0$, so every $p = 1/2$:", std::move(table)},
                   {"The sums are $sum (t - p) x = " + point_text(sum[0], sum[1]) +
                    "$ and $sum (t - p) = " + number_text(sum[2]) + "$, so $" + weights_text(w) + "$."}};
  part.marks = {{1, "$p = 1/2$ everywhere"}, {2, "the two sums"}, {1, "the weights"}};
  return part;
}

SheetPart probability_part(Worksheet& sheet, const std::vector<double>& w) {
  SheetTable table{{"row", "log-odds $s$", "$p$"}, {}};
  double after = 0;
  for (const char* name : {"log_odds", "probabilities"}) sheet.solution[name] = Json::array();
  for (std::size_t i = 0; i < sheet.rows.size(); ++i) {
    const double s = tidy(score_of(w, sheet.rows.x[i]));
    after += LogisticLoss::value(sheet.rows.y[i] * s);
    table.rows.push_back({std::to_string(i + 1), "$" + number_text(s) + "$", fixed(probability_of(s))});
    sheet.solution["log_odds"].push_back(s);
    sheet.solution["probabilities"].push_back(fixed(probability_of(s)));
  }
  const double before = static_cast<double>(sheet.rows.size()) * LogisticLoss::value(0);
  sheet.solution["log_loss_before"] = fixed(before);
  sheet.solution["log_loss_after"] = fixed(after);
  SheetPart part;
  part.question =
      "Compute the log-odds $s$ of every row with the new weights and the probability $p$ to three decimals. Did the "
      "step lower the loss $sum log(1 + exp(-y s))$, natural logarithm?";
  part.solution = {{"", std::move(table)},
                   {"The loss was $" + std::to_string(sheet.rows.size()) + " log 2 = " + fixed(before) +
                    "$ and is now $" + fixed(after) + "$: lower."}};
  part.marks = {{2, "the log-odds"}, {2, "the probabilities"}, {2, "the loss before and after"}};
  return part;
}

SheetPart threshold_part(Worksheet& sheet, const std::vector<double>& w) {
  SheetTable table{{"row", "$y$", "at 0.5", std::string("at ") + later_threshold}, {}};
  std::array<int, 2> wrong{};
  for (const char* name : {"labels_half", "labels_later"}) sheet.solution[name] = Json::array();
  for (std::size_t i = 0; i < sheet.rows.size(); ++i) {
    const double p = probability_of(tidy(score_of(w, sheet.rows.x[i])));
    const int half = p >= 0.5 ? 1 : -1;
    const int later = p >= std::strtod(later_threshold, nullptr) ? 1 : -1;
    wrong[0] += half != sheet.rows.y[i] ? 1 : 0;
    wrong[1] += later != sheet.rows.y[i] ? 1 : 0;
    table.rows.push_back({std::to_string(i + 1), "$" + std::to_string(sheet.rows.y[i]) + "$",
                          "$" + std::to_string(half) + "$", "$" + std::to_string(later) + "$"});
    sheet.solution["labels_half"].push_back(half);
    sheet.solution["labels_later"].push_back(later);
  }
  sheet.solution["mistakes"] = wrong;
  SheetPart part;
  part.question =
      std::string("Which labels do the weights predict with the threshold 0.5 ($p >= 0.5$ means 1), which with ") +
      later_threshold + "? How many are wrong?";
  part.solution = {{"", std::move(table)},
                   {"Wrong: " + std::to_string(wrong[0]) + " at 0.5, " + std::to_string(wrong[1]) + " at " +
                    later_threshold + ". A higher threshold asks for more certainty before it says 1."}};
  part.marks = {{2, "the labels"}, {1, "the mistakes"}};
  return part;
}

}  // namespace

bool make_logistic(Rng& rng, Worksheet& sheet) {
  const std::string alpha = std::array{"0.5", "0.25", "0.2", "0.1"}[static_cast<std::size_t>(rng.bounded(4))];
  const RunSettings settings = {
      {"algorithm", "logistic"}, {"alpha", alpha}, {"penalty", "none"}, {"rounds", "1"}, {"solver", "gd"}};
  sheet.rows = drawn_points(rng, static_cast<std::size_t>(drawn(rng, 4, 5)), 4);
  if (!label_by_line(rng, sheet.rows)) return false;
  std::array<int, 2> sums{};
  for (std::size_t i = 0; i < sheet.rows.size(); ++i) {
    for (std::size_t j = 0; j < 2; ++j) sums[j] += sheet.rows.y[i] * sheet.rows.x[i][j];
  }
  if (std::abs(sums[0]) > 12 || std::abs(sums[1]) > 12) return false;
  const auto made = stepped(sheet.rows, settings);
  if (!made) return false;
  std::vector<double> w = *made;
  for (double& v : w) v = tidy(v);
  double loss = 0;
  int turned = 0;
  for (std::size_t i = 0; i < sheet.rows.size(); ++i) {
    const double s = tidy(score_of(w, sheet.rows.x[i]));
    if (std::fabs(s) > 5 || std::fabs(s) < 1e-9) return false;
    loss += LogisticLoss::value(sheet.rows.y[i] * s);
    turned += probability_of(s) >= 0.5 && probability_of(s) < 0.8 ? 1 : 0;
  }
  if (turned == 0 || w[0] == 0 || w[1] == 0 || loss >= static_cast<double>(sheet.rows.size()) * LogisticLoss::value(0))
    return false;
  sheet.title = "One gradient step of logistic regression";
  sheet.task =
      "Logistic regression without a penalty: $s = w.x + b$ is the log-odds of the label 1, $p = 1/(1 + exp(-s))$ its "
      "probability, and $t$ is 1 where $y = 1$, else 0. A gradient step on the sum of the losses is "
      "$w := w + alpha sum (t - p) x$ and $b := b + alpha sum (t - p)$.";
  sheet.given["alpha"] = alpha;
  sheet.given["thresholds"] = {"0.5", later_threshold};
  sheet.given["settings"]["run"] = settings;
  sheet.parts = {gradient_part(sheet, w, alpha), probability_part(sheet, w), threshold_part(sheet, w)};
  sheet.steps = 1;
  sheet.step = "gradient step";
  sheet.commands = {command_of("train", sheet, settings) + " -o step.hs",
                    "predict step.hs " + sheet.data_name() + " --probabilities"};
  return true;
}

}  // namespace halfspace
