// The picture of what certify/ found: exact numbers become those of a drawing.
#pragma once

#include <array>
#include <optional>
#include <string>

#include "certify/find/decide.hpp"
#include "certify/find/margin.hpp"
#include "plot/separation_plot.hpp"

namespace halfspace::plot {

/// The verdict on these rows, of one or two features, as a drawing takes it; `classes` are the names of -1 and +1. The
/// margin is `margin` where that is geometric (without a bias: augmented), else the one the decision's separator has.
/// Errors: those of reading the text again for its decimals.
Result<Separation> separation_of(const SignedRows& z, const std::array<std::string, 2>& classes,
                                 const halfspace::Decision& d, const std::optional<Margin>& margin, unsigned threads);

/// Its picture. Errors: also separation_plot()'s; ask drawable() before deciding.
Result<Figure> verdict_plot(const SignedRows& z, const std::array<std::string, 2>& classes,
                            const halfspace::Decision& d, const std::optional<Margin>& margin, unsigned threads);

}  // namespace halfspace::plot
