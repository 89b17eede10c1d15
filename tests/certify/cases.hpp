// Small sets of integer points with labels -1 and +1 for the exact tests: random ones of all three verdicts, drawn from
// a seed or by RapidCheck (which shrinks them), and the texts of near_degenerate/ with their proved verdicts.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "certify/reference_verdict.hpp"

namespace halfspace::test {

struct Points {
  std::vector<std::vector<std::int64_t>> x;  // at least one row, all of one length
  std::vector<int> y;                        // -1 or +1
  bool bias = true;
};

/// z_i = y_i (x_i, 1), or y_i x_i without a bias.
reference::Rows signed_rows(const Points& points);

/// The same of rational points.
reference::Rows signed_rows(const reference::Rows& x, const std::vector<int>& y, bool bias);

/// The points alone.
reference::Rows plain_rows(const Points& points);

/// For messages of failed tests: one row a line.
std::string text_of(const Points& points);

/// At most `rows` points in at most `cols` dimensions: labels by chance, by a hidden plane, or by one whose own points
/// carry both labels; then sometimes duplicates, midpoints with the other label, zero rows and columns, one class,
/// fewer rows than columns, far offsets. Equal arguments give equal points.
Points random_points(std::uint64_t seed, std::size_t rows, std::size_t cols);

/// The same by RapidCheck's draws, for use inside a property.
Points arbitrary_points(std::size_t rows, std::size_t cols);

/// A text of near_degenerate/: `exact` is the verdict of its decimals x, `rounded` that of their nearest doubles.
struct NearDegenerate {
  std::string file;
  reference::Rows x, rounded_x;
  std::vector<int> y;
  bool bias = true;
  std::string exact, rounded;
};
std::vector<NearDegenerate> near_degenerate();

/// The rational a decimal text means: 0.1 is 1/10. No blanks.
mpq_class decimal_value(const std::string& text);

/// The double nearest to a rational, found through its decimal text: for rationals that are short decimals.
mpq_class nearest_double(const mpq_class& value);

}  // namespace halfspace::test
