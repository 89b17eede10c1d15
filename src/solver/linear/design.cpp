#include "solver/linear/design.hpp"

#include <algorithm>
#include <numeric>
#include <utility>
#include <variant>

#include "linalg/row_products.hpp"
#include "solver/linear/equal_rows.hpp"

namespace halfspace {

namespace {

/// Equal rows are one row where the objective is all that counts: not for solvers that walk from row to row, nor where
/// the statistics of rows are wanted.
bool may_merge(const LinearOptions& o) { return !entry_of(o.solver).fixed_rounds && is_weighed(o.penalty); }

}  // namespace

Design::Design(const LinearProblem& problem, const LinearOptions& options, StopToken stop)
    : problem_x_(&problem.x),
      x_(&problem.x),
      problem_rows_(problem.y.size()),
      stop_(std::move(stop)),
      bias_(options.bias != Bias::none),
      free_(options.bias == Bias::free),
      loss_(options.loss),
      weight_(problem.weight),
      moved_(problem.moved) {
  auto distinct = may_merge(options) ? distinct_rows(problem) : std::nullopt;
  distinct ? take_distinct_rows(problem, options.C, std::move(*distinct)) : take_rows(problem, options.C);
  std::visit(
      [&](const auto& x) {
        features_ = x.cols;
        for (const std::size_t row : row_) stored_ += x.row_size(row);
      },
      *x_);
  penalty_ = penalty_of(options.penalty, options.l1_ratio);
  if (!free_) bias_penalty_ = penalty_;
  if (options.threads < 2 || stored_ < shared) return;
  team_ = std::make_shared<Team>(options.threads);
  gram_shares_ = shares_of_gram();
}

std::size_t Design::ranges_of_sums(std::size_t size) const {
  constexpr std::size_t dearer = 16;  // entries for each number of a sum
  return std::clamp<std::size_t>(stored_ / (dearer * std::max<std::size_t>(size, 1)), 1, ranges());
}

void Design::for_items(std::size_t count, const std::function<void(std::size_t)>& f) const {
  if (team_ && count > 1 && stored_ >= shared) return team_->run(count, f);
  for (std::size_t k = 0; k < count; ++k) f(k);
}

void Design::for_ranges(std::size_t count, const std::function<void(std::size_t, std::size_t, std::size_t)>& f) const {
  for_items(count, [&](std::size_t k) { f(k, n() * k / count, n() * (k + 1) / count); });
}

/// Columns by the products of their entries with those before them in their rows.
std::vector<std::size_t> Design::shares_of_gram() const {
  std::vector<std::size_t> products(dims());
  std::visit(
      [&](const auto& x) {
        for (const std::size_t row : row_) {
          std::size_t before = 0;
          for_each_entry(x.row(row), [&](std::size_t j, double v) { products[j] += v != 0 ? ++before : 0; });
          if (bias()) products[features_] += before + 1;
        }
      },
      *x_);
  const std::size_t all = std::accumulate(products.begin(), products.end(), std::size_t{0});
  std::vector<std::size_t> out = {0};
  std::size_t sum = 0;
  for (std::size_t j = 0; j < products.size() && out.size() < threads(); ++j) {
    if (sum * threads() >= all * out.size()) out.push_back(j);
    sum += products[j];
  }
  out.push_back(dims());
  return out;
}

void Design::take_rows(const LinearProblem& problem, double C) {
  for (std::size_t i = 0; i < problem.y.size(); ++i) {
    const double c = problem.weight.empty() ? 1 : problem.weight[i];
    if (c == 0) continue;
    row_.push_back(i);
    sign_.push_back(problem.y[i]);
    cost_.push_back(C * c);
  }
}

void Design::take_distinct_rows(const LinearProblem& problem, double C, DistinctRows rows) {
  for (const std::size_t r : rows.first) sign_.push_back(problem.y[r]);
  for (const double c : rows.weight) cost_.push_back(C * c);
  part_of_ = std::move(rows.part_of);
  total_ = std::move(rows.weight);
  count_ = std::move(rows.count);
  distinct_ = std::make_shared<const Matrix>(std::move(rows.x));
  x_ = distinct_.get();
  row_.resize(total_.size());
  std::iota(row_.begin(), row_.end(), std::size_t{0});
}

void Design::set_cost(double C) {
  for (std::size_t i = 0; i < n(); ++i)
    cost_[i] = C * (!total_.empty() ? total_[i] : weight_.empty() ? 1 : weight_[row_[i]]);
}

Design Design::sample(std::size_t share, Rng& rng) const {
  Design part(*this);
  std::size_t kept = 0;
  part.stored_ = 0;
  for (std::size_t i = 0; i < n(); ++i) {
    const std::size_t count = count_.empty() ? 1 : count_[i];
    const std::size_t drawn = (count + share - 1 - rng.bounded(share)) / share;  // of `count` equal rows
    if (drawn == 0) continue;
    part.row_[kept] = row_[i];
    part.sign_[kept] = sign_[i];
    part.cost_[kept] = cost_[i] * static_cast<double>(share * drawn) / static_cast<double>(count);
    if (!count_.empty()) part.count_[kept] = static_cast<std::uint32_t>(drawn);
    ++kept;
    part.stored_ += std::visit([&](const auto& x) { return x.row_size(row_[i]); }, *x_);
  }
  part.row_.resize(kept);
  part.sign_.resize(kept);
  part.cost_.resize(kept);
  if (!count_.empty()) part.count_.resize(kept);
  return part;
}

Design Design::on_columns(std::shared_ptr<const Matrix> x) const {
  Design out(*this);
  out.distinct_ = std::move(x);
  out.x_ = out.distinct_.get();
  out.features_ = std::visit([](const auto& m) { return m.cols; }, *out.x_);
  out.gram_shares_.clear();
  return out;
}

Design Design::on_rows(Matrix x) const {
  Design out = on_columns(std::make_shared<const Matrix>(std::move(x)));
  std::iota(out.row_.begin(), out.row_.end(), std::size_t{0});
  return out;
}

double Design::squared_norm(std::size_t i) const {
  return std::visit([&](const auto& x) { return halfspace::squared_norm(x.row(row_[i])); }, *x_) + (bias() ? 1 : 0);
}

void Design::write_row(std::size_t i, std::span<double> to) const {
  std::fill(to.begin(), to.end(), 0.0);
  add_row(i, 1, to);
}

double Design::margin(std::size_t i, std::span<const double> v) const {
  const double s = std::visit([&](const auto& x) { return dot(x.row(row_[i]), v.data()); }, *x_);
  return sign_[i] * (s + (bias() ? v[features_] : 0));
}

void Design::add_row(std::size_t i, double c, std::span<double> v) const {
  std::visit([&](const auto& x) { axpy(sign_[i] * c, x.row(row_[i]), v.data()); }, *x_);
  if (bias()) v[features_] += sign_[i] * c;
}

void Design::margins(std::span<const double> v, std::span<double> m) const {
  const double b = bias() ? v[features_] : 0;
  stop_.count(stored_);
  for_ranges(ranges(), [&](std::size_t, std::size_t first, std::size_t last) {
    std::visit(
        [&](const auto& x) {
          for (std::size_t i = first; i < last; ++i) m[i] = sign_[i] * (dot(x.row(row_[i]), v.data()) + b);
        },
        *x_);
  });
}

std::vector<double> Design::scores(std::span<const double> v, std::span<const double> m) const {
  std::vector<double> out(problem_rows_);
  for_each_part([&](std::size_t row, std::size_t i, double) { out[row] = sign_[i] * m[i]; });
  for (std::size_t r = 0; r < weight_.size(); ++r) {
    if (weight_[r] > 0) continue;
    const double s = std::visit([&](const auto& x) { return dot(x.row(r), v.data()); }, *problem_x_);
    out[r] = s + (bias() ? v[features_] : 0);
  }
  return out;
}

void Design::combine(std::span<const double> a, std::span<double> v) const {
  std::fill(v.begin(), v.end(), 0.0);
  stop_.count(stored_);
  const std::size_t count = ranges_of_sums(dims());
  if (count == 1) return add_rows(a, 0, n(), v.data());
  std::vector<double> sum(count * dims());
  for_ranges(count, [&](std::size_t k, std::size_t first, std::size_t last) {
    add_rows(a, first, last, sum.data() + k * dims());
  });
  for (std::size_t k = 0; k < count; ++k) axpy(1, sum.data() + k * dims(), dims(), v.data());
}

/// v += Σ a_i z_i of these rows
void Design::add_rows(std::span<const double> a, std::size_t first, std::size_t last, double* v) const {
  std::visit(
      [&](const auto& x) {
        for (std::size_t i = first; i < last; ++i) {
          if (a[i] != 0) axpy(sign_[i] * a[i], x.row(row_[i]), v);
        }
      },
      *x_);
  if (!bias()) return;
  for (std::size_t i = first; i < last; ++i) v[features_] += sign_[i] * a[i];
}

void Design::gram(std::span<const double> c, std::span<const std::size_t> columns, std::span<double> H) const {
  std::fill(H.begin(), H.end(), 0.0);
  if (columns.size() == dims()) return add_gram(c, H);
  constexpr std::size_t absent = ~std::size_t{0};
  std::vector<std::size_t> place(dims(), absent);
  for (std::size_t a = 0; a < columns.size(); ++a) place[columns[a]] = a;
  OuterProducts products(columns.size(), H.data());
  add_products(c, products, [&](std::size_t j, double v) {
    if (v != 0 && place[j] != absent) products.put(place[j], v);
  });
}

void Design::add_gram(std::span<const double> c, std::span<double> H) const {
  const double share = std::visit([](const auto& x) { return nonzero_share(x); }, *x_);
  const std::vector<std::size_t> all = {0, dims()};
  const std::vector<std::size_t>& shares = gram_shares_.empty() ? all : gram_shares_;
  for_items(shares.size() - 1, [&](std::size_t k) {
    with_products(share, dims(), H.data(), shares[k], shares[k + 1], [&](auto products) {
      add_products(c, products, [&](std::size_t j, double v) {
        if (v != 0 && j < shares[k + 1]) products.put(j, v);
      });
    });
  });
}

double Design::filled() const {
  return static_cast<double>(stored_) / std::max(1.0, static_cast<double>(n()) * static_cast<double>(features_));
}

template <class Products, class Put>
void Design::add_products(std::span<const double> c, Products& products, Put put) const {
  Pace pace(stop_);
  std::visit(
      [&](const auto& x) {
        for (std::size_t i = 0; i < n(); ++i) {
          if (c[i] == 0) continue;
          for_each_entry(x.row(row_[i]), put);
          if (bias()) put(features_, 1);
          pace.check(products.work() + x.row_size(row_[i]));
          products.end_row(c[i]);
        }
      },
      *x_);
  products.finish();
}

void Design::gram_diagonal(std::span<const double> c, std::span<double> h) const {
  std::fill(h.begin(), h.end(), 0.0);
  stop_.count(stored_);
  std::visit(
      [&](const auto& x) {
        for (std::size_t i = 0; i < n(); ++i) {
          if (c[i] == 0) continue;
          for_each_entry(x.row(row_[i]), [&](std::size_t j, double v) { h[j] += c[i] * v * v; });
          if (bias()) h[features_] += c[i];
        }
      },
      *x_);
}

}  // namespace halfspace
