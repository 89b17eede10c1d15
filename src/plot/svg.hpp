// A figure as SVG 1.1 text: no scripts, no outside references, texts as text, equal figures as equal bytes.
#pragma once

#include <string>

#include "plot/scene.hpp"

namespace halfspace::plot {

struct SvgOptions {
  unsigned width = 720;  // pixels
  unsigned height = 540;
  bool dark = false;
  std::string in_page = {};  // the picture's name among those of an HTML page, which has the colours; "": a file
};

std::string svg(const Figure& figure, const SvgOptions& options);

}  // namespace halfspace::plot
