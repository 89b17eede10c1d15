// The model of kinked_parabola.hpp on so many columns A that H would be dear: rows of its matrix are never made, each
// u_a finds its slope by the entries of its column,
//
//   q'_a = g_a + l2_a u_a + x_a.(D t),   t = Z_A u kept with every step
//
// A free bias is at its minimum all the time, b = -(g_b + Σ D t)/Σ D, which leaves h_a - (x_a.D1)^2/Σ D of the curvature
// of u_a. Yuan, Ho, Lin 2012, algorithm 3: coordinates that stay at 0 well within their kink rest until the others are
// done, and each sweep has its own order: in a fixed one a few dense columns swing against all others for dozens of
// sweeps.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "solver/linear/design.hpp"
#include "solver/linear/primal/kinked_parabola.hpp"

namespace halfspace {

class WideModel {
 public:
  explicit WideModel(const Design& z) : z_(z), holds_(z.dims()) {}
  WideModel(const WideModel&) = delete;
  WideModel& operator=(const WideModel&) = delete;
  ~WideModel() = default;

  /// Works on these columns, ascending.
  void hold(std::vector<std::size_t> columns);
  const std::vector<std::size_t>& columns() const { return columns_; }
  bool holds(std::size_t j) const { return holds_[j] != 0; }

  /// Of these curvatures D of the rows, with weights, slopes and penalties of each column.
  void set(std::span<const double> D, std::vector<double> v, std::vector<double> g, std::vector<Penalty> penalty);

  /// u, with so much of its curvature added to each. Asks the design's token and throws Stopped.
  const std::vector<double>& minimum(double damping, KinkedParabola::Accuracy accuracy);

  std::span<const double> curvature() const { return D_; }

  /// Of q at u, without the kinks.
  const std::vector<double>& gradient() const { return gradient_; }

  /// dm = Z_A u
  void margins(std::span<double> dm) const;

 private:
  /// Entries column after column.
  struct Entries {
    std::vector<std::size_t> start;  // of each column
    std::vector<std::uint32_t> row;
    std::vector<double> value;
  };

  static constexpr double least_bend = 1e-10;  // of the most that a column can have

  /// The columns whose weights are not 0, with their slopes.
  struct Face {
    std::vector<std::size_t> columns;
    std::vector<double> slope, kink;
  };

  bool face_step(double accuracy);
  Face face_of_signs() const;
  double along(const Face& face, const std::vector<double>& s, std::vector<double>& t) const;
  std::vector<double> to_face_minimum(const Face& face, double accuracy);
  bool step_inside(const Face& face, const std::vector<double>& x, double share);

  void eliminate_bias();
  void move_bias(double slope);
  /// What a change of the other slopes' sum asks of the bias.
  double bias_step(double slope) const { return bias_ < u_.size() ? -slope / h_[bias_] : 0; }
  double weight(std::size_t a) const { return v_[a] + u_[a]; }
  double sum_of(std::size_t a, const std::vector<double>& t) const;
  double sweep(double resting);
  double slope(std::size_t a) const;
  const Entries& bent();

  const Design& z_;
  std::vector<char> holds_;
  std::vector<std::size_t> columns_;
  Entries held_;
  Entries kept_;                // those of the rows that bend, where many do not
  const Entries* on_ = &held_;  // what sweeps run over
  std::vector<double> D_, Dt_;  // n
  std::vector<double> v_, g_, h_, u_, gradient_;
  std::vector<double> most_h_;     // h_ where the curvature of each row is largest
  std::vector<double> added_;      // of h_: the damping
  std::size_t bias_ = 0;           // the place of the free bias, or the number of columns
  std::vector<double> with_bias_;  // x_a.D 1
  bool steady_ = false;            // the last sweep moved no weight to or from 0
  double bias_slope_ = 0;          // Σ D t without the bias's own part
  std::vector<Penalty> penalty_;
  std::vector<std::size_t> active_;
};

}  // namespace halfspace
