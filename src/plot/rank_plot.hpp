// How well scores rank two classes: the ROC curve, and the curve of precision and recall.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "plot/scene.hpp"

namespace halfspace::plot {

/// A curve to draw with what belongs beside it.
struct RankCurve {
  std::string title;
  std::string note;             // below the picture
  std::vector<Point> points;    // from the highest score down
  double area = 0;              // below the curve
  std::optional<Point> chosen;  // where the model's own rule is
  std::string rule;             // that rule in words: "score 0 is predicted b"
};

/// x is the false positive rate, y the true positive rate. `points` holds the ends of the steps without (0, 0).
Figure roc_plot(const RankCurve& curve);

/// x is the recall, y the precision: each point is the right end of a level step, so that the area below is the average
/// precision. `share` is that of +1 among the rows, the precision of a random ranking.
Figure precision_recall_plot(const RankCurve& curve, double share);

}  // namespace halfspace::plot
