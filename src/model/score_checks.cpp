#include "model/score_checks.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <span>
#include <utility>
#include <variant>

#include "base/number.hpp"
#include "base/text.hpp"
#include "model/scorer.hpp"

namespace halfspace {
namespace {

constexpr std::size_t cells_shown = 3;

/// "a = 1e308, b = -1e300": the largest cells of a row.
std::string largest_cells(const Dataset& data, std::size_t row) {
  std::vector<std::pair<std::size_t, double>> cells;
  std::visit(
      [&](const auto& x) {
        for_each_entry(x.row(row), [&](std::size_t j, double v) {
          const bool code = j < data.levels.size() && !data.levels[j].empty();
          if (!code && !std::isnan(v)) cells.emplace_back(j, v);
        });
      },
      data.x);
  std::stable_sort(cells.begin(), cells.end(),
                   [](const auto& a, const auto& b) { return std::fabs(a.second) > std::fabs(b.second); });
  cells.resize(std::min(cells.size(), cells_shown));
  std::vector<std::string> parts;
  parts.reserve(cells.size());
  for (const auto& [j, v] : cells) parts.push_back(shown(data.column_name(j)) + " = " + number_text(v));
  return joined(parts, ", ");
}

Result<void> check_scores(std::span<const double> score, std::size_t width, const Dataset& data,
                          const std::string& source, std::uint64_t first) {
  const auto bad = std::find_if(score.begin(), score.end(), [](double s) { return !std::isfinite(s); });
  if (bad == score.end()) return {};
  const std::size_t row = static_cast<std::size_t>(bad - score.begin()) / width;
  return beyond_doubles(data, row, source, no_finite_score, first);
}

}  // namespace

Error beyond_doubles(const Dataset& data, std::size_t i, const std::string& source, const std::string& what,
                     std::uint64_t first) {
  return {Code::bad_data, source + ":" + std::to_string(data.lines.line(i)),
          "row " + std::to_string(first + i) + ", counted from 0, " + what +
              (data.cols == 0 ? "" : "; largest columns: " + largest_cells(data, i)) +
              "; correct the cells, or train on a smaller scale (--scale)"};
}

Result<std::vector<double>> finite_scores(const Model& m, const Dataset& data, const std::string& source,
                                          unsigned threads, std::uint64_t first, const StopToken& stop) {
  if (const auto known = check_levels(m.map, data, source); !known) return known.error();
  std::vector<double> out = scores(m, data, threads, stop);
  if (const auto fits = check_scores(out, m.outputs(), data, source, first); !fits) return fits.error();
  if (!m.pairwise()) return out;
  const std::vector<double> pairs = vector_scores(m, data, threads, stop);
  if (const auto fits = check_scores(pairs, m.vectors(), data, source, first); !fits) return fits.error();
  return out;
}

Result<Counts> finite_counts(const Model& m, const Dataset& data, const std::string& source,
                             std::span<const std::uint32_t> truth, unsigned threads, const StopToken& stop) {
  if (const auto known = check_levels(m.map, data, source); !known) return known.error();
  const Counts counts = judged_rows(m, data, truth, data.weight, threads, stop).counts;
  if (counts.finite && !m.pairwise()) return counts;  // votes of pairs are finite whatever the pairs score
  if (const auto finite = finite_scores(m, data, source, threads, 0, stop); !finite) return finite.error();
  return counts;
}

Result<void> check_weights(const Model& m, const std::string& source) {
  const auto infinite = [](double v) { return !std::isfinite(v); };
  const auto error = [&](const std::string& what) {
    return Error{
        Code::bad_data, source,
        what + " overflows the largest double, 1.8e308; scale the columns (--scale), or correct extreme cells"};
  };
  const auto w = std::find_if(m.w.begin(), m.w.end(), infinite);
  if (w != m.w.end() && m.support) return error("a coefficient of the support rows");
  if (w != m.w.end())
    return error("the weight of column " +
                 in_quotes(m.column_name(static_cast<std::size_t>(w - m.w.begin()) % m.vector_size())));
  if (std::any_of(m.b.begin(), m.b.end(), infinite)) return error("the bias");
  if (m.votes && std::any_of(m.votes->weights.begin(), m.votes->weights.end(), infinite))
    return error("a weight of a vote");
  return {};
}

}  // namespace halfspace
