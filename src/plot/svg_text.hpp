// Texts of an SVG: numbers, escapes, and how wide words come out.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace halfspace::plot {

/// A coordinate: two decimals, trailing zeros and all, so that equal pictures are equal bytes.
std::string coordinate(double value);

/// The text for XML content or an attribute: control bytes and broken UTF-8 shown as \xNN, markup as entities.
std::string escaped(std::string_view text);

/// Estimated width in pixels at a font size, on the safe side for the common sans-serif fonts.
double text_width(std::string_view text, double size);

/// The text, cut with an ellipsis to the width.
std::string fitted(std::string_view text, double size, double width);

/// Words of the text in lines no wider than this; a longer word is cut.
std::vector<std::string> wrapped(std::string_view text, double size, double width);

}  // namespace halfspace::plot
