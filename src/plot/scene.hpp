// A picture before it is drawn: what is where, in the units of its axes. svg.cpp and terminal.cpp draw it; who made it
// does not matter to them.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "plot/geometry.hpp"
#include "plot/ticks.hpp"

namespace halfspace::plot {

/// `names` are ticks with texts of their own; without them the drawer chooses round numbers. low > high runs backwards.
struct Axis {
  std::string label;
  double low = 0;
  double high = 1;
  bool log = false;
  bool whole = false;  // only whole numbers make sense as ticks
  std::vector<Tick> names;
};

/// From 0 to 1, with room for a curve along the frame.
Axis share_axis(const std::string& label);

/// Where a value lies between the ends of the axis: 0 at low, 1 at high.
double place(const Axis& axis, double value);

/// The axis' ticks, at most `most` unless they have names.
std::vector<Tick> ticks_of(const Axis& axis, int most);

/// A style is a shape and a colour. By convention 0 is the class +1 (a circle) and 1 the class -1 (a cross).
struct Mark {
  Point at;
  unsigned style = 0;
  bool ringed = false;                // a mistake, a row of a witness
  bool boxed = false;                 // a row on a boundary
  std::optional<unsigned> taken_for;  // the style of its ring, where it is a mistake and there are several others
  bool support = false;               // a support vector
  std::uint64_t rows = 1;             // that lie here
};

enum class Stroke { boundary, margin, other, curve, bound, hull, witness, trace };

/// How a line is drawn. Hulls, traces and `other` lines have a style, for their colour; `other` lines a number from 1
/// too: dashes or digits tell them apart without colour.
struct Pen {
  Stroke stroke = Stroke::boundary;
  unsigned style = 0;
  unsigned number = 0;
};

struct Curve {
  Polyline line;
  Pen pen;
};

struct Tint {
  std::vector<Polygon> polygons;
  unsigned style = 0;
};

/// From one value to another, at a place on the other axis.
struct Bar {
  double at = 0;
  double thickness = 1;
  double from = 0;
  double to = 0;
  unsigned style = 0;
  std::string text;  // behind its end
};

/// A filled rectangle with a text in its middle.
struct Cell {
  Box box;
  double strength = 1;  // of its colour, from 0 to 1
  unsigned style = 0;
  std::string text;
};

/// A text at the right end of the panel, at a height; neighbours make room for each other.
struct EndLabel {
  double at = 0;
  unsigned style = 0;
  std::string text;
};

struct Panel {
  Axis x;
  Axis y;
  std::vector<Tint> tints;
  std::vector<Curve> curves;
  std::vector<Mark> marks;
  std::vector<Point> dots;  // places that are no rows
  std::vector<Bar> bars;
  bool lying = false;  // bars run along x
  std::vector<Cell> cells;
  std::vector<Tick> top;  // texts above the frame, along x
  std::string top_label;
  std::vector<EndLabel> ends;
  bool bare = false;  // no frame, grid or ticks
};

enum class Sign { mark, ring, box, halo, dot, stroke, bar };

struct LegendEntry {
  Sign sign = Sign::mark;
  unsigned style = 0;
  Pen pen;
  std::string text;
};

struct Figure {
  std::string title;
  std::string description;
  std::vector<LegendEntry> legend;
  std::vector<Panel> panels;  // from top to bottom
  std::vector<std::string> notes;
  unsigned height = 540;  // pixels that suit it
};

/// Is the text of a cell no number? One without its end is another.
bool may_be_cut(std::string_view text);

}  // namespace halfspace::plot
