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

/// Features of a row as the learner had them: a row with shifts has every column, others those that are not 0.
class ScaledRow {
 public:
  ScaledRow(const FeatureMap& map, std::size_t cols) : map_(map), cols_(cols) {}

  void add_to(RowKey& key, std::span<const Entry> entries) {
    const auto factor = [&](std::size_t c) { return map_.factor.empty() ? 1 : map_.factor[c]; };
    if (map_.shift.empty()) {
      sorted_.assign(entries.begin(), entries.end());
      std::sort(sorted_.begin(), sorted_.end(), [](const Entry& a, const Entry& b) { return a.column < b.column; });
      for (const Entry& e : sorted_) {
        if (e.column < cols_) key.add(e.column, e.value * factor(e.column));
      }
      return;
    }
    row_.assign(cols_, 0);
    for (const Entry& e : entries) {
      if (e.column < cols_) row_[e.column] = e.value;
    }
    for (std::size_t c = 0; c < cols_; ++c) key.add(c, (row_[c] - map_.shift[c]) * factor(c));
  }

 private:
  const FeatureMap& map_;
  std::size_t cols_;
  std::vector<Entry> sorted_;
  std::vector<double> row_;
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
        ScaledRow scaled(m.map, support.cols);
        for (std::size_t i = 0; i < data.rows; ++i) {
          scaled.add_to(key, encoder(x.row(i)));
          key.add_side(m.outputs() > 1 ? 'x' : drawn.truth[i] == 1 ? '+' : '-');
          out[i] = keys.contains(key.take());
        }
      },
      data.x);
  return out;
}

}  // namespace

bool has_unit_margin(const Model& m) {
  return m.algorithm == Algorithm::svm && m.linear() && m.outputs() == 1 && !m.voted() &&
         kind_of(m.probability) == ProbabilityKind::none;
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
  if (m.linear() || m.cosines() || approximate || m.support->kernel.listed()) return {};
  return {Carries::support, equal_to_support(drawn, data)};
}

}  // namespace halfspace::plot
