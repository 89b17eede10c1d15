// What a search found: a heat map over two settings, or a line with error bars over one.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "plot/scene.hpp"

namespace halfspace::plot {

struct SearchAxis {
  std::string name;
  std::vector<double> values;       // in any order; places are by size
  std::vector<std::string> labels;  // of the values
};

struct SearchPlace {
  std::size_t x = 0;  // among the values of the first axis
  std::size_t y = 0;  // ... of the second
  std::optional<double> mean;
  std::optional<double> error;
};

struct SearchPicture {
  std::string metric;
  std::string note;
  bool larger_is_better = true;
  std::vector<SearchAxis> axes;  // one or two
  std::vector<SearchPlace> places;
  std::size_t best = 0;    // among `places`
  std::size_t one_se = 0;  // the same as best where no other is simpler
};

Figure search_plot(const SearchPicture& picture);

}  // namespace halfspace::plot
