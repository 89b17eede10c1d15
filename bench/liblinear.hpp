// LIBLINEAR's training function, found at run time: the library comes with its command-line tools, its header does not.
// Layouts of version 2.3 (soname 4), the one that tools/packages.txt names.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <vector>

#include "data/rows.hpp"

namespace halfspace::bench {

/// A problem in LIBLINEAR's own form, without a bias.
class Liblinear {
 public:
  /// Nothing where the library is not installed.
  static std::optional<Liblinear> load(const Matrix& x, std::span<const std::int8_t> y);

  /// w of `liblinear-train -s solver -c C -e eps`.
  std::vector<double> train(int solver, double C, double eps) const;

 private:
  struct Node {
    int index;
    double value;
  };
  std::vector<Node> nodes_;
  std::vector<Node*> rows_;
  std::vector<double> y_;
  int cols_ = 0;
  void* library_ = nullptr;
};

}  // namespace halfspace::bench
