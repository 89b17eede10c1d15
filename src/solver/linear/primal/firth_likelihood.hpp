// f of Firth's penalty, its gradient and the sign of its curvature (firth.cpp), in the coordinates u of Z = Q R.
#pragma once

#include <algorithm>
#include <limits>
#include <optional>
#include <vector>

#include "linalg/orthogonal_columns.hpp"
#include "solver/linear/solvers.hpp"

namespace halfspace {

struct FirthPlace {
  std::vector<double> u;
  double loss = 0;                                        // Σ C_i loss(m_i)
  double f = std::numeric_limits<double>::infinity();     // also where doubles do not invert I
  std::vector<double> g;                                  // -U; empty there
  std::optional<OrthogonalColumns> root;                  // Q_W R_W
  std::vector<double> step;                               // I^-1 U
  double gain = std::numeric_limits<double>::infinity();  // U' I^-1 U / 2
};

class FirthLikelihood {
 public:
  FirthLikelihood(const Design& z, const StopToken& stop);

  /// Is a column of Z, or the bias, a combination of those before it?
  bool leaves_out(std::size_t column) const { return std::ranges::binary_search(basis_.dependent(), column); }

  std::size_t rank() const { return basis_.kept().size(); }
  std::vector<double> weights(const std::vector<double>& u) const { return basis_.back(u); }  // v = R^-1 u

  FirthPlace at(std::vector<double> u);

  /// f of weights v, as they are.
  double at_weights(const std::vector<double>& v);

  /// A step s with s' f'' s < 0 and s' I s about 1; empty where f'' is positive semidefinite, or where telling costs too
  /// much. `there` has a root.
  std::vector<double> downward(const FirthPlace& there);

 private:
  void set_margins(const std::vector<double>& u);
  FirthPlace at_margins();  // m_
  const Design& z_;
  const StopToken& stop_;
  OrthogonalColumns basis_;
  std::vector<double> m_, a_, W_;
};

}  // namespace halfspace
