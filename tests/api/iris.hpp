// data/iris.csv as arrays.
#pragma once

#include <algorithm>
#include <cstdint>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

#include "halfspace/data.hpp"
#include "test_folder.hpp"

namespace halfspace::test {

struct Iris {
  std::vector<double> x;
  std::vector<std::string> y;

  /// The rows of these classes.
  explicit Iris(const std::vector<std::string>& classes) {
    std::ifstream file(std::string(test_folder()) + "/../data/iris.csv");
    std::string line;
    std::getline(file, line);
    while (std::getline(file, line)) {
      std::istringstream cells(line);
      std::vector<std::string> cell(5);
      for (std::string& c : cell) std::getline(cells, c, ',');
      if (std::find(classes.begin(), classes.end(), cell[4]) == classes.end()) continue;
      for (std::size_t j = 0; j < 4; ++j) x.push_back(std::stod(cell[j]));
      y.push_back(cell[4]);
    }
  }
  DenseRows rows() const { return {x, static_cast<std::int64_t>(y.size()), 4}; }
};

}  // namespace halfspace::test
