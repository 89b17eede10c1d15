// Do rows with the probability p belong to +1 in a share p of the cases?
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "plot/scene.hpp"

namespace halfspace::plot {

/// Rows whose probability lies between two bounds.
struct ProbabilityBin {
  double low = 0;
  double high = 1;
  std::uint64_t rows = 0;
  double mean = 0;   // of their probabilities
  double share = 0;  // of +1 among them
};

/// The interval in which a share lies with 95 % confidence, of so many rows (Wilson 1927).
Segment share_interval(double share, std::uint64_t rows);

/// Above, each bin's share of +1 over its mean probability, with its interval unless rows have weights, of which Wilson's
/// is none; below, its rows. Bins without rows are left out of the first.
Figure calibration_plot(const std::string& title, const std::string& note, const std::vector<ProbabilityBin>& bins,
                        bool weighted);

}  // namespace halfspace::plot
