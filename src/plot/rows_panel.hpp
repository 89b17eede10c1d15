// What pictures of rows share: axes around their values, and no more marks than can be told apart.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "halfspace/result.hpp"
#include "plot/scene.hpp"

namespace halfspace::plot {

/// An axis around the values of a column; one that is only a number is labelled "column 3". Error (bad_data): values
/// too far apart, with the flags that choose other columns.
Result<Axis> value_axis(const std::string& name, bool named, double low, double high, const std::string& flags);

/// The second axis where there is only one column: a line for each class, the first at 0.
Axis class_axis(std::span<const std::string> classes);

/// The marks without those that lie on an equal one, on a grid that gets coarser until they are few enough.
std::vector<Mark> visible(const std::vector<Mark>& all, const Panel& panel);

}  // namespace halfspace::plot
