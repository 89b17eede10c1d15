// A figure as lines of text for a terminal: braille lines, a character a mark, blocks for bars.
#pragma once

#include <string>

#include "plot/scene.hpp"

namespace halfspace::plot {

struct TerminalOptions {
  unsigned width = 80;   // characters
  unsigned height = 24;  // lines of the picture, texts apart
  bool colored = false;
};

std::string terminal(const Figure& figure, const TerminalOptions& options);

}  // namespace halfspace::plot
