// How scores rank rows of two classes, and how probabilities fit them, as curves to draw.
#pragma once

#include <cstdint>
#include <span>
#include <string>

#include "model/counts.hpp"
#include "model/model.hpp"
#include "plot/rank_plot.hpp"
#include "plot/scene.hpp"
#include "report/measures.hpp"

namespace halfspace {

/// Rows of two classes as a model scores them, and what its rule makes of them.
struct RankedRows {
  const Model& model;
  std::span<const double> score;
  std::span<const std::uint32_t> truth;
  std::span<const double> weight;  // empty: all 1
  const Counts& counts;
  std::string rule;  // which score or probability is predicted +1
};

/// Without rows of both classes there is no ranking.
bool both_classes(const Counts& counts);

/// The share of +1 among the rows.
double positive_share(const Counts& counts);

plot::RankCurve roc_curve(const RankedRows& rows);
plot::RankCurve precision_recall_curve(const RankedRows& rows);

/// Of a model of two classes with probabilities: measures.bins.
plot::Figure calibration_figure(const Model& model, const Measures& measures, const Counts& counts);

}  // namespace halfspace
