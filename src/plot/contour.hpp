// Where a function of the plane has a value: lines by marching squares, and the region on one side of them.
#pragma once

#include <cstddef>
#include <functional>
#include <set>
#include <span>
#include <unordered_map>
#include <vector>

#include "plot/chains.hpp"
#include "plot/geometry.hpp"

namespace halfspace::plot {

using Field = std::function<double(Point)>;

/// Values at many points at once, for functions that cost less so.
using Fields = std::function<void(std::span<const Point>, std::span<double>)>;

/// The level set f = level over nx x ny cells of a box. A grid point is inside where f >= level; where a cell's side
/// has one end inside and one outside, the crossing is found by halving the side, so it is as exact as f is, even for
/// functions that jump.
class Contour {
 public:
  Contour(const Field& f, double level, const Box& box, std::size_t nx, std::size_t ny);

  /// `at_grid` holds f at grid_points(), where that is known already.
  Contour(const Fields& f, double level, const Box& box, std::size_t nx, std::size_t ny,
          std::span<const double> at_grid = {});

  /// The corners of the cells, row after row from below.
  static std::vector<Point> grid_points(const Box& box, std::size_t nx, std::size_t ny);

  /// Lines that end at the box, then closed ones; each point of the level set on a cell side is in one of them. Pieces
  /// that another contour of the same grid has put into `drawn` are left out, the others put there. Cells (row after
  /// row from below) that are marked in `without` are left out.
  std::vector<Polyline> lines(std::set<Piece>* drawn = nullptr, const std::vector<bool>& without = {}) const;

  /// The inside (or outside) as polygons: runs of whole cells, and parts of the cells that the lines cut.
  std::vector<Polygon> region(bool inside, const std::vector<bool>& without = {}) const;

 private:
  using Edge = std::size_t;  // 2 k: from grid point k to the right; 2 k + 1: from k upwards

  std::size_t place(std::size_t i, std::size_t j) const { return j * (nx_ + 1) + i; }
  void find_crossings(const Fields& f, double level);
  void find_middles(const Fields& f, double level);
  Point crossing(Edge e) const { return crossings_.at(e); }
  unsigned corners(std::size_t i, std::size_t j, bool inside) const;
  bool middle_inside(std::size_t i, std::size_t j) const { return middle_inside_.at(place(i, j)); }
  Edge side(std::size_t i, std::size_t j, std::size_t s) const;
  void add_cut_cell(std::vector<Polygon>& out, std::size_t i, std::size_t j, bool inside) const;

  std::size_t nx_;
  std::size_t ny_;
  std::vector<Point> points_;
  std::vector<bool> inside_;
  std::unordered_map<std::size_t, bool> middle_inside_;  // of the saddles
  std::unordered_map<Edge, Point> crossings_;
};

}  // namespace halfspace::plot
