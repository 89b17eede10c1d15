// Pictures of one size as one SVG that shows them in turn, by CSS alone. Whoever asks for reduced motion, and a drawer
// that knows no animations, sees the last.
#pragma once

#include <span>
#include <string>

namespace halfspace::plot {

/// `frames` are texts of svg(), at least one; each is shown for `seconds`, the last three times as long.
std::string animated_svg(std::span<const std::string> frames, const std::string& title, double seconds);

}  // namespace halfspace::plot
