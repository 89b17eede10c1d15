#include "plot/model_support.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <optional>
#include <span>
#include <string>
#include <unordered_set>
#include <utility>
#include <variant>

#include "feature/row_encoder.hpp"
#include "model/scorer.hpp"

namespace halfspace::plot {
namespace {

constexpr double margin_slack = 1e-6;  // optima are known to their gap

/// The entries of a row that are not 0, as a key.
class RowKey {
 public:
  void add(std::uint64_t column, double v) {
    if (v == 0) return;
    append(&column, sizeof column);
    append(&v, sizeof v);
  }
  void add_side(char side) { key_ += side; }
  std::string take() { return std::exchange(key_, {}); }

 private:
  void append(const void* from, std::size_t size) {
    const std::size_t at = key_.size();
    key_.resize(at + size);
    std::memcpy(key_.data() + at, from, size);
  }
  std::string key_;
};

/// '+' or '-' for the class that a support row of two classes speaks for, else 'x'.
char side_of(const Model& m, std::size_t j) { return m.outputs() > 1 ? 'x' : m.w[j] > 0 ? '+' : '-'; }

std::vector<bool> equal_to_support(const DrawnModel& drawn, const Dataset& data) {
  const Model& m = drawn.model;
  const CsrMatrix<double>& support = m.support->rows;
  RowKey key;
  std::unordered_set<std::string> keys;
  for (std::size_t j = 0; j < support.rows; ++j) {
    for_each_entry(support.row(j), [&](std::size_t c, double v) { key.add(c, v); });
    key.add_side(side_of(m, j));
    keys.insert(key.take());
  }
  std::vector<bool> out(data.rows);
  std::visit(
      [&](const auto& x) {
        RowEncoder encoder(m.map, data);  // NOLINT(misc-const-correctness): it holds the row
        std::vector<double> row(support.cols);
        for (std::size_t i = 0; i < data.rows; ++i) {
          for (std::size_t c = 0; c < row.size(); ++c)
            row[c] = m.map.shift.empty() ? 0 : -m.map.shift[c] * m.map.factor[c];
          for (const Entry& e : encoder(x.row(i))) {
            if (e.column >= row.size()) continue;
            const double shift = m.map.shift.empty() ? 0 : m.map.shift[e.column];
            row[e.column] = m.map.factor.empty() ? e.value : (e.value - shift) * m.map.factor[e.column];
          }
          for (std::size_t c = 0; c < row.size(); ++c) key.add(c, row[c]);
          key.add_side(m.outputs() > 1 ? 'x' : drawn.truth[i] == 1 ? '+' : '-');
          out[i] = keys.contains(key.take());
        }
      },
      data.x);
  return out;
}

}  // namespace

bool has_unit_margin(const Model& m) {
  return m.algorithm == "svm" && m.linear() && m.outputs() == 1 && !m.voted() &&
         m.probability.kind == ProbabilityKind::none;
}

Carriers carriers(const DrawnModel& drawn, const Dataset& data) {
  const Model& m = drawn.model;
  if (has_unit_margin(m)) {
    Carriers out{Carries::within_margin, {}};
    for (const double margin : margins(drawn.score, 1, drawn.truth)) out.row.push_back(margin <= 1 + margin_slack);
    const auto counted = m.report.find("support_vectors");
    const auto here = std::count(out.row.begin(), out.row.end(), true);
    if (data.text_hash == m.text_hash && counted != m.report.end() && *counted == here) out.kind = Carries::support;
    return out;
  }
  const auto approximation = m.settings.find("approximation");
  const bool approximate = approximation != m.settings.end() && approximation->is_string() && *approximation != "exact";
  if (m.linear() || m.cosines() || approximate || m.support->kernel.kind == KernelKind::precomputed) return {};
  return {Carries::support, equal_to_support(drawn, data)};
}

}  // namespace halfspace::plot
