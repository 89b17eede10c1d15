// What pictures of rows share: axes around their values, and no more marks than can be told apart.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "halfspace/result.hpp"
#include "plot/scene.hpp"

namespace halfspace::plot {

/// What an axis shows of a column. Of 8 rows and more one, or one in twenty, may lie outside: rows beyond three
/// interquartile ranges from the quartiles (Tukey's outer fences), where without them the axis is four times finer or
/// more.
struct VisibleRange {
  double low = 0;
  double high = 0;
  std::uint64_t outside = 0;
};

VisibleRange shown_range(std::vector<double> values);

/// An axis around the values of a column; one that is only a number is labelled "column 3". Error (bad_data): values
/// too far apart, with the flags that choose other columns.
Result<Axis> value_axis(const std::string& name, bool named, double low, double high, const std::string& flags);

/// The second axis where there is only one column: a line for each class, the first at 0.
Axis class_axis(std::span<const std::string> classes);

/// Puts marks that lie outside the panel on its edge; how many there were.
std::uint64_t pull_inside(std::vector<Mark>& marks, const Panel& panel);

/// How many rows lie on one place at most, whatever their style.
std::uint64_t most_on_one_place(const std::vector<Mark>& rows);

/// "2 rows far outside lie at the edge" and "up to 3 rows lie on one place", where that is so.
std::vector<std::string> crowd_notes(std::uint64_t most, std::uint64_t outside);

/// The marks without those that lie on an equal one, which counts their rows, on a grid that gets coarser until they
/// are few enough.
std::vector<Mark> visible(const std::vector<Mark>& all, const Panel& panel);

}  // namespace halfspace::plot
