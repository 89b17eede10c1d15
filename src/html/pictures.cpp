#include <algorithm>
#include <cmath>
#include <string>
#include <utility>
#include <vector>

#include "base/text.hpp"
#include "html/elements.hpp"
#include "html/members.hpp"
#include "html/sections.hpp"
#include "model/scorer.hpp"
#include "plot/loss_plot.hpp"
#include "plot/model_plot.hpp"
#include "plot/rank_plot.hpp"
#include "plot/score_plot.hpp"
#include "report/rank_curves.hpp"

namespace halfspace::html {
namespace {

constexpr std::size_t most_drawn = 5000;  // rows: a page stays small
constexpr std::size_t most_groups = 6;

/// Of two classes the scores; of more how far the score of the row's class is above the best of the others.
std::vector<double> drawn_scores(const PageFacts& facts) {
  if (facts.model.outputs() == 1) return {facts.score.begin(), facts.score.end()};
  return margins(facts.score, facts.model.outputs(), facts.truth.empty() ? facts.predicted : facts.truth);
}

std::string scores_picture(const PageFacts& facts) {
  const Model& m = facts.model;
  const std::vector<double> scores = drawn_scores(facts);
  const bool labelled = !facts.truth.empty();
  std::vector<plot::ScoreGroup> groups;
  if (labelled && m.classes.size() <= most_groups) {
    for (std::size_t k = m.classes.size(); k-- > 0;) groups.push_back({shown(m.classes[k]), plot::style_of(m, k), {}});
    for (std::size_t i = 0; i < scores.size(); ++i)
      groups[m.classes.size() - 1 - facts.truth[i]].scores.push_back(scores[i]);
  } else {
    groups.push_back({"all rows", 0, scores});
  }
  const bool two = m.outputs() == 1;
  const std::string axis = two        ? "score, towards " + shown(m.classes[1])
                           : labelled ? "score of the true class less the best other"
                                      : "score of the predicted class less the next";
  return picture(plot::score_plot(two ? "Scores" : "Margins", axis, groups), "picture-scores");
}

std::string rows_picture(const PageFacts& facts) {
  if (facts.truth.empty() || facts.data.rows > most_drawn) return "";
  const std::vector<plot::DrawnModel> models = {{facts.model_name,
                                                 facts.model,
                                                 {facts.truth.begin(), facts.truth.end()},
                                                 {facts.score.begin(), facts.score.end()}}};
  const auto drawn = plot::data_plot(models, facts.data, "", "", facts.threads);
  if (!drawn) return "";  // no two columns of numbers
  return picture(drawn.value().figure, "picture-rows");
}

/// ROC, and precision and recall.
std::vector<std::string> rank_pictures(const PageFacts& facts) {
  const EvaluationReport& e = *facts.evaluation;
  if (facts.model.outputs() != 1 || !both_classes(e.counts)) return {};
  const RankedRows rows = {facts.model, facts.score, facts.truth, facts.data.weight, e.counts, e.rule};
  return {picture(plot::roc_plot(roc_curve(rows)), "picture-roc"),
          picture(plot::precision_recall_plot(precision_recall_curve(rows), positive_share(e.counts)),
                  "picture-precision")};
}

}  // namespace

std::string evaluation_pictures(const PageFacts& facts) {
  std::vector<std::string> all;
  if (facts.evaluation != nullptr) {
    all = rank_pictures(facts);
    if (facts.evaluation->measures.bins)
      all.push_back(picture(calibration_figure(facts.model, facts.evaluation->measures, facts.evaluation->counts),
                            "picture-calibration"));
  }
  if (!facts.score.empty()) all.push_back(scores_picture(facts));
  all.push_back(rows_picture(facts));
  return pictures(all);
}

std::string curve_section(const PageFacts& facts) {
  std::vector<double> objective;
  for (const Json& value : list_member(facts.model.report, "curve"))
    objective.push_back(value.is_number() ? value.get<double>() : INFINITY);
  const bool drawable = std::all_of(objective.begin(), objective.end(), [](double v) { return std::fabs(v) < 1e300; });
  if (objective.empty() || !drawable) return "";
  const std::string note = shown(text_member(facts.model.report, "stop_reason"), 400);
  return heading(2, "Learning curve", "curve") +
         pictures({picture(plot::loss_plot(objective, note), "picture-curve", 560)});
}

}  // namespace halfspace::html
