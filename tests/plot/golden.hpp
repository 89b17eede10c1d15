// Kept pictures: HALFSPACE_WRITE_GOLDEN=1 writes them anew.
#pragma once

#include <cstdlib>
#include <fstream>
#include <sstream>
#include <string>

#include <gtest/gtest.h>

#include "test_folder.hpp"

namespace halfspace::plot {

inline void expect_golden(const std::string& name, const std::string& text) {
  const std::string path = test_folder() + "/plot/golden/" + name;
  if (std::getenv("HALFSPACE_WRITE_GOLDEN") != nullptr) std::ofstream(path, std::ios::binary) << text;
  std::ostringstream kept;
  kept << std::ifstream(path, std::ios::binary).rdbuf();
  EXPECT_EQ(kept.str(), text) << path;
}

}  // namespace halfspace::plot
