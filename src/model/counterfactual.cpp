#include "model/counterfactual.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>
#include <utility>

#include "base/text.hpp"
#include "feature/coding.hpp"
#include "model/change_search.hpp"
#include "model/changed_row.hpp"
#include "model/contributions.hpp"
#include "model/scorer.hpp"

namespace halfspace {
namespace {

Result<void> check_linear(const Model& m) {
  const auto refuse = [](const std::string& why) {
    return Error{Code::usage, "--counterfactual",
                 why + "; the smallest change is found for models linear in the columns: train without " +
                     "--kernel, --features and --hash-bits, and not one-vs-one"};
  };
  if (!parts_are_features(m)) return refuse("this model has a kernel");
  if (m.map.options.features != Expansion::none) return refuse("this model has products of columns");
  if (m.form.hash_bits > 0) return refuse("this model hashes its columns");
  if (m.pairwise()) return refuse("this model decides by votes of pairs of classes");
  if (m.voted()) return refuse("this model decides by votes");
  return {};
}

/// The class wanted in place of `now`.
Result<std::uint32_t> wanted_class(const Model& m, const std::vector<double>& score, std::uint32_t now,
                                   const ChangeRequest& request) {
  if (request.to && *request.to == now)
    return Error{Code::usage, "--to",
                 in_quotes(m.classes[now]) + " is what the row is predicted already; name another"};
  if (request.to) return *request.to;
  if (score.size() == 1) return 1 - now;
  std::uint32_t best = now == 0 ? 1 : 0;
  for (std::uint32_t k = 0; k < score.size(); ++k) {
    if (k != now && score[k] > score[best]) best = k;
  }
  return best;
}

/// Scores as conditions "label t is predicted": value >= 0 of each.
class LabelConditions {
 public:
  LabelConditions(const Model& m, std::uint32_t label) : weights_(m), outputs_(m.outputs()), label_(label) {}

  /// Of one number for each output, the score or what changes it.
  template <class OfOutput>
  std::vector<double> of(OfOutput number) const {
    if (outputs_ == 1) return {label_ == 1 ? number(0) : -number(0)};
    std::vector<double> out;
    for (std::size_t k = 0; k < outputs_; ++k) {
      if (k != label_) out.push_back(number(label_) - number(k));
    }
    return out;
  }

  std::vector<double> of_feature(std::uint64_t j) const {
    return of([&](std::size_t k) { return weights_.of(k)[j]; });
  }

 private:
  FeatureWeights weights_;
  std::size_t outputs_;
  std::uint32_t label_;
};

class LeastChange {
 public:
  LeastChange(const Model& m, const Dataset& data, std::uint64_t row, std::vector<double> score, std::uint32_t label)
      : m_(m),
        data_(data),
        score_(std::move(score)),
        conditions_(m, label),
        row_(m, data, row),
        columns_(m.map),
        numbers_(number_columns(data)) {
    parts_.cells = row_cells(m, data, row);
    found_.label = label;
    found_.ranges = within_ranges_ = data.rows > 1;
    found_.trained_scale = !m.map.factor.empty();
  }

  Result<Counterfactual> run(const ChangeRequest& request) {
    search_.value = conditions_.of([&](std::size_t k) { return score_[k]; });
    std::vector<std::uint32_t> allowed = request.columns;
    if (allowed.empty()) {
      allowed.resize(data_.cols);
      std::iota(allowed.begin(), allowed.end(), 0U);
    }
    for (const std::uint32_t j : allowed) {
      if (!add_column(j) && !request.columns.empty())
        return Error{Code::usage, "--change",
                     column_place(m_.map.input_names(), j) +
                         " becomes several features, in which the score is not linear; leave it out"};
    }
    const CarryOut carry_out = [&](const CandidateChange& c) { return carried_out(c); };
    found_.complete = search_.run(carry_out);
    if (!found_.flips && within_ranges_) {
      within_ranges_ = false;
      found_.complete = search_.run(carry_out);
    }
    if (!found_.flips) found_.reason = reason();
    return std::move(found_);
  }

 private:
  const InputColumn* categories(std::uint32_t j) const {
    return j < m_.map.inputs.size() && !m_.map.inputs[j].levels.empty() ? &m_.map.inputs[j] : nullptr;
  }

  /// False: numbers that are coded as several features.
  bool add_column(std::uint32_t j) {
    if (const InputColumn* column = categories(j)) {
      add_levels(j, *column);
      return true;
    }
    if (j < m_.map.inputs.size() && width_of(m_.map.inputs[j]) != 1) return false;
    NumberMove move;
    move.column = j;
    move.slope = conditions_.of_feature(columns_.first(j));
    if (std::all_of(move.slope.begin(), move.slope.end(), [](double w) { return w == 0; })) return true;
    const Cell cell = parts_.cell(j);
    move.start = cell.number;
    move.scale = scale_of(j);
    if (steps_of(cell, j) && (cell.date == DateColumn::time || cell.number == std::nearbyint(cell.number)))
      move.step = 1;
    search_.moves.push_back(std::move(move));
    return true;
  }

  /// Columns of whole numbers and dates change by whole steps.
  bool steps_of(const Cell& cell, std::uint32_t j) const { return cell.date != DateColumn::no || numbers_[j].whole; }

  double scale_of(std::uint32_t j) const {
    const double unit = found_.trained_scale ? 1 / m_.map.factor[columns_.first(j)] : numbers_[j].deviation;
    return unit > 0 && std::isfinite(unit) ? unit : 1;
  }

  /// Levels of which one condition is nearer than now; what they add is what the model's scores say.
  void add_levels(std::uint32_t j, const InputColumn& column) {
    const Cell cell = parts_.cell(j);
    std::vector<std::size_t> levels;
    std::vector<ReplacedCells> rows;
    for (std::size_t level = 0; level < column.levels.size(); ++level) {
      const std::string& text = column.levels[level];
      const auto code = code_of(j, text);
      if (!code || cell.level == text || text.empty()) continue;  // nobody changes a cell to a missing one
      levels.push_back(level);
      rows.push_back({{j, *code}});
    }
    const std::vector<double> score = row_.scores_of(rows);
    std::vector<LevelSwitch> all;
    for (std::size_t r = 0; r < rows.size(); ++r) {
      const double* of_level = score.data() + r * score_.size();
      LevelSwitch s{j, levels[r], conditions_.of([&](std::size_t k) { return of_level[k] - score_[k]; })};
      if (std::any_of(s.gain.begin(), s.gain.end(), [](double g) { return g > 0; })) all.push_back(std::move(s));
    }
    if (!all.empty()) search_.switches.push_back(std::move(all));
  }

  std::optional<double> code_of(std::uint32_t j, const std::string& level) const {
    const std::vector<std::string>& known = data_.levels[j];
    const auto at = std::find(known.begin(), known.end(), level);
    return at == known.end() ? std::nullopt : std::optional(static_cast<double>(at - known.begin()));
  }

  /// Scores the changed row, its number farther and farther out until rounding does no harm.
  std::optional<double> carried_out(const CandidateChange& c) {
    if (c.move == nullptr) return carried_out(c, 0);
    const Cell cell = parts_.cell(c.move->column);
    if (steps_of(cell, c.move->column)) {
      for (const int more : {0, 1}) {
        if (const auto cost = carried_out(c, stepped(*c.move, c, more))) return cost;
      }
      return std::nullopt;
    }
    constexpr std::array<std::pair<int, int>, 9> tries = {
        {{3, 0}, {3, 1}, {6, 0}, {6, 1}, {9, 0}, {9, 1}, {12, 0}, {9, 1000}, {6, 1000}}};
    for (const auto& [digits, more] : tries) {
      if (const auto cost = carried_out(c, rounded_outward(c.move->start, c.by, c.direction, digits, more)))
        return cost;
    }
    return std::nullopt;
  }

  static double stepped(const NumberMove& move, const CandidateChange& c, int more) {
    constexpr double near = 1e-9;
    if (move.step > 0) return move.start + c.direction * (std::ceil(std::fabs(c.by) - near) + more);
    const double goal = move.start + c.by;  // a cell that was filled stands between whole numbers
    return (c.direction > 0 ? std::ceil(goal - near) : std::floor(goal + near)) + c.direction * more;
  }

  std::optional<double> carried_out(const CandidateChange& c, double to) {
    ReplacedCells cells;
    std::vector<ColumnChange> changes;
    double cost = 0;
    if (c.move != nullptr) {
      const NumberColumn& range = numbers_[c.move->column];
      const bool outside = range.low <= range.high &&
                           (to < std::min(range.low, c.move->start) || to > std::max(range.high, c.move->start));
      if (to == c.move->start || !std::isfinite(to) || (outside && within_ranges_)) return std::nullopt;
      Cell cell = parts_.cell(c.move->column);
      cost += std::fabs(to - c.move->start) / c.move->scale;
      cells[c.move->column] = to;
      changes.push_back({c.move->column, cell, {false, false, {}, to, cell.date}});
    }
    for (const LevelSwitch* s : c.switches) {
      const std::string& text = m_.map.inputs[s->column].levels[s->level];
      cost += 1;
      cells[s->column] = code_of(s->column, text).value_or(-1);
      changes.push_back({s->column, parts_.cell(s->column), {true, false, text, 0, DateColumn::no}});
    }
    auto score = row_.scores_as(cells, found_.label);
    if (!score) return std::nullopt;
    if (found_.flips && found_.cost <= cost) return cost;
    found_.flips = true;
    found_.cost = cost;
    found_.changes = std::move(changes);
    found_.score = std::move(*score);
    found_.beyond = c.move != nullptr && !within_ranges_ ? range_of(*c.move, to) : std::nullopt;
    return cost;
  }

  /// The range that the number leaves; nothing where it does not, or no value is known.
  std::optional<ColumnRange> range_of(const NumberMove& move, double to) const {
    const NumberColumn& range = numbers_[move.column];
    if (!found_.ranges || range.low > range.high || (to >= range.low && to <= range.high)) return std::nullopt;
    const DateColumn date = parts_.cell(move.column).date;
    return ColumnRange{{false, false, {}, range.low, date}, {false, false, {}, range.high, date}};
  }

  std::string reason() const {
    if (search_.moves.empty() && search_.switches.empty())
      return "no allowed column has a weight or another level that speaks for this label";
    if (!found_.complete)
      return "none of the sets of category switches that were tried suffices; name fewer columns with --change";
    return "no set of category switches, with at most one number changed, is enough";
  }

  const Model& m_;
  const Dataset& data_;
  std::vector<double> score_;
  LabelConditions conditions_;
  ChangedRow row_;
  FeatureColumns columns_;
  std::vector<NumberColumn> numbers_;
  ColumnParts parts_;  // cells alone
  ChangeSearch search_;
  Counterfactual found_;
  bool within_ranges_ = true;
};

}  // namespace

Result<Counterfactual> least_change(const Model& m, const Dataset& data, std::uint64_t row,
                                    const ChangeRequest& request) {
  if (const auto fine = check_linear(m); !fine) return fine.error();
  std::vector<double> score = scores(m, take_rows(data, {row}), 1);
  const std::uint32_t now = predicted_class(score, m.zero_is_negative);
  const auto label = wanted_class(m, score, now, request);
  if (!label) return label.error();
  return LeastChange(m, data, row, std::move(score), label.value()).run(request);
}

}  // namespace halfspace
