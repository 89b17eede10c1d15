#include "plot/model_slice.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "base/text.hpp"

namespace halfspace::plot {
namespace {

std::vector<std::string> names_of(const Model& model) {
  std::vector<std::string> names(model.cols());
  for (std::size_t j = 0; j < names.size(); ++j) names[j] = model.column_name(j);
  return names;
}

Result<std::size_t> find_column(const Model& model, const std::string& wanted, const std::string& flag) {
  for (std::size_t j = 0; j < model.cols(); ++j) {
    if (model.column_name(j) == wanted) return j;
  }
  const auto number = option_count(wanted, flag);
  if (number && number.value() >= 1 && number.value() <= model.cols())
    return static_cast<std::size_t>(number.value() - 1);
  const std::vector<std::string> names = names_of(model);
  const std::string near = nearest(wanted, names);
  return Error{Code::usage, flag,
               "no column " + in_quotes(wanted) + " in the model; " +
                   (near.empty() ? "" : "did you mean " + in_quotes(near) + "? ") + "its columns are " +
                   joined(names, ", ", 12) + " (a name, or a number from 1 to " + grouped(model.cols()) + ")"};
}

/// The column other than `taken` with the largest |w| times range, the first of equals.
std::size_t weightiest(const std::vector<double>& w, const std::vector<ColumnRange>& ranges, std::size_t taken) {
  std::size_t best = no_column;
  double most = -1;
  for (std::size_t j = 0; j < w.size(); ++j) {
    const double spread = std::fabs(w[j]) * (ranges[j].high - ranges[j].low);
    if (j == taken || !(spread > most)) continue;
    most = spread;
    best = j;
  }
  if (best != no_column) return best;
  return taken == 0 ? 1 : 0;
}

/// w.x + b over the two columns, the others at their mean.
Affine affine_over(const double* w, double b, const Chosen& columns, const std::vector<ColumnRange>& ranges) {
  Affine f = {w[columns.x], columns.y == no_column ? 0 : w[columns.y], b};
  for (std::size_t j = 0; j < ranges.size(); ++j) {
    if (j != columns.x && j != columns.y) f.c += w[j] * ranges[j].mean;
  }
  return f;
}

}  // namespace

std::vector<ColumnRange> column_ranges(const Dataset& data) {
  constexpr double inf = std::numeric_limits<double>::infinity();
  std::vector<ColumnRange> out(data.cols, {inf, -inf, 0});
  std::vector<std::uint64_t> stored(data.cols);
  const auto n = static_cast<double>(data.rows);
  std::visit(
      [&](const auto& x) {
        for (std::size_t i = 0; i < x.rows; ++i) {
          for_each_entry(x.row(i), [&](std::size_t j, double v) {
            ColumnRange& r = out[j];
            r.low = std::min(r.low, v);
            r.high = std::max(r.high, v);
            r.mean += v / n;
            ++stored[j];
          });
        }
      },
      data.x);
  for (std::size_t j = 0; j < out.size(); ++j) {
    if (stored[j] == data.rows) continue;
    out[j].low = std::min(out[j].low, 0.0);
    out[j].high = std::max(out[j].high, 0.0);
  }
  return out;
}

std::vector<double> column_values(const Dataset& data, std::size_t column) {
  std::vector<double> out(data.rows);
  std::visit(
      [&](const auto& x) {
        for (std::size_t i = 0; i < x.rows; ++i) {
          for_each_entry(x.row(i), [&](std::size_t j, double v) {
            if (j == column) out[i] = v;
          });
        }
      },
      data.x);
  return out;
}

std::vector<double> typical_weights(const Model& m) {
  if (!m.voted()) return m.w;
  std::vector<double> w(m.cols());
  double total = 0;
  for (const std::uint64_t c : m.vote_counts) total += static_cast<double>(c);
  for (std::size_t k = 0; k < m.vote_counts.size(); ++k) {
    const double share = static_cast<double>(m.vote_counts[k]) / total;
    for (std::size_t j = 0; j < w.size(); ++j) w[j] += share * m.vote_weights[k * (w.size() + 1) + j];
  }
  return w;
}

Result<Chosen> choose_columns(const Model& model, const std::vector<ColumnRange>& ranges, const std::string& x,
                              const std::string& y) {
  Chosen out{no_column, no_column, false};
  if (!x.empty()) {
    const auto found = find_column(model, x, "--x");
    if (!found) return found.error();
    out.x = found.value();
  }
  if (!y.empty()) {
    if (model.cols() == 1)
      return Error{Code::usage, "--y", "the model has one column, which is drawn along x; leave --y out"};
    const auto found = find_column(model, y, "--y");
    if (!found) return found.error();
    out.y = found.value();
    if (out.x == out.y)
      return Error{Code::usage, "--y", in_quotes(y) + " is the column of --x too; choose two different columns"};
  }
  if (model.cols() == 1) return Chosen{0, no_column, false};
  const std::vector<double> w = typical_weights(model);
  out.by_weight = model.cols() > 2 && (out.x == no_column || out.y == no_column);
  const bool neither = out.x == no_column && out.y == no_column;
  if (out.x == no_column) out.x = weightiest(w, ranges, out.y);
  if (out.y == no_column) out.y = weightiest(w, ranges, out.x);
  if (neither && model.cols() == 2) return Chosen{0, 1, false};
  return out;
}

Slice::Slice(const Model& m, const Chosen& columns, const std::vector<ColumnRange>& ranges) {
  if (!m.voted()) planes_.push_back(affine_over(m.w.data(), m.b, columns, ranges));
  double total = 0;
  for (const std::uint64_t c : m.vote_counts) total += static_cast<double>(c);
  for (std::size_t k = 0; k < m.vote_counts.size(); ++k) {
    const double* w = m.vote_weights.data() + k * (m.cols() + 1);
    planes_.push_back(affine_over(w, w[m.cols()], columns, ranges));
    votes_.push_back(static_cast<double>(m.vote_counts[k]) / total);
  }
}

double Slice::operator()(Point p) const {
  if (affine()) return plane()(p);
  double sum = 0;
  for (std::size_t k = 0; k < planes_.size(); ++k) sum += planes_[k](p) >= 0 ? votes_[k] : -votes_[k];
  return sum;
}

}  // namespace halfspace::plot
