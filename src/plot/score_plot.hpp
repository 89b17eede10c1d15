// How scores are spread, class by class.
#pragma once

#include <string>
#include <vector>

#include "plot/scene.hpp"

namespace halfspace::plot {

/// The scores of the rows of one class; they are finite.
struct ScoreGroup {
  std::string name;
  unsigned style = 0;
  std::vector<double> scores;
};

/// A histogram a group, one above the other over the same axis with a line at 0; groups without scores are left out.
/// `axis` names what is counted. Without any score, or where they are too far apart to draw, a figure without panels.
Figure score_plot(const std::string& title, const std::string& axis, const std::vector<ScoreGroup>& groups);

}  // namespace halfspace::plot
