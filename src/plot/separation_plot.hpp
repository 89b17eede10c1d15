// The picture of a verdict on two classes over one or two features: the separator with its margin, or the hulls of the
// classes and the rows that no line has on their right sides.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "halfspace/result.hpp"
#include "plot/scene.hpp"

namespace halfspace::plot {

struct Feature {
  std::string name;
  bool named = true;  // false: the name is a number
};

struct WitnessRow {
  std::uint64_t row = 0;   // from 0
  std::uint64_t line = 0;  // of the text
};

/// A verdict in plain numbers. Rows are points with a sign; with one feature y is not looked at, and the classes lie
/// one above the other.
struct Separation {
  std::string verdict;                 // "separable", ...
  std::string reason;                  // of "undecided"
  std::vector<Feature> features;       // one or two
  std::array<std::string, 2> classes;  // of -1, of +1
  std::vector<Point> points;
  std::vector<std::int8_t> signs;
  bool bias = true;                     // false: only lines through the origin count
  std::optional<Affine> line;           // the separator; beside a witness the weak one
  double level = 0;                     // line = -level and line = level run through the closest rows; 0: no margin
  bool widest = false;                  // no separator has a wider margin
  std::string margin;                   // of a separator, in words: "margin 0.5"
  std::vector<std::uint64_t> touching;  // rows on line = ±level
  std::vector<WitnessRow> witness;      // not separable
  std::optional<Point> common;          // of the witness: a point of both hulls
};

/// An error (usage) unless there are one or two features: known before anything is decided.
Result<void> drawable(std::uint64_t features);

/// Errors: drawable()'s; bad_data for no rows, or values too far apart to draw.
Result<Figure> separation_plot(const Separation& s);

}  // namespace halfspace::plot
