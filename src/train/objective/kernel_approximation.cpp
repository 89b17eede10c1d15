#include "train/objective/kernel_approximation.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <numeric>
#include <utility>

#include "base/elementary.hpp"
#include "base/number.hpp"
#include "base/parallel.hpp"
#include "base/rng.hpp"
#include "base/text.hpp"
#include "data/row_place.hpp"
#include "kernel/kernel_rows.hpp"
#include "linalg/pivoted_cholesky.hpp"
#include "linalg/triangular.hpp"
#include "model/support_values.hpp"
#include "solver/kernel/kernel_checks.hpp"

namespace halfspace {
namespace {

constexpr std::uint64_t default_components = 512;

double uniform(Rng& rng) { return (static_cast<double>(rng.word()) + 0.5) / 4294967296.0; }

/// Box and Muller 1958.
double normal(Rng& rng) {
  const double r = std::sqrt(-2 * elementary::log(uniform(rng)));
  return r * elementary::cos(2 * std::numbers::pi * uniform(rng));
}

double cauchy(Rng& rng) {
  const double angle = std::numbers::pi * (uniform(rng) - 0.5);
  return elementary::sin(angle) / elementary::cos(angle);
}

std::vector<std::uint32_t> drawn_rows(std::size_t n, std::size_t count, Rng& rng) {
  std::vector<std::uint32_t> all(n);
  std::iota(all.begin(), all.end(), 0U);
  shuffle(std::span(all), rng);
  all.resize(std::min(n, count));
  std::sort(all.begin(), all.end());
  return all;
}

CsrMatrix<double> rows_of(const Dataset& data, const std::vector<std::uint32_t>& which) {
  CsrMatrix<double> out;
  out.cols = data.cols;
  out.start.push_back(0);
  std::visit(
      [&](const auto& x) {
        for (const std::uint32_t i : which) append_row(out, x.row(i));
      },
      data.x);
  return out;
}

Support drawn_frequencies(const Dataset& rows, const KernelChoices& o, std::size_t m, Rng& rng, const StopToken& stop) {
  Support out;
  Pace pace(stop);
  out.kernel = function_of(o);
  out.rows.cols = rows.cols;
  out.rows.start.push_back(0);
  const bool squared = out.kernel.base() == KernelBase::squared_distance;
  const double scale = squared ? std::sqrt(2 * o.gamma) : o.gamma;
  std::vector<double> omega(rows.cols);
  for (std::size_t j = 0; j < m; ++j) {
    pace.check(16 * omega.size());
    for (double& v : omega) v = scale * (squared ? normal(rng) : cauchy(rng));
    append_row(out.rows, DenseRow<double>{omega.data(), omega.size()});
    out.phase.push_back(2 * std::numbers::pi * uniform(rng));
  }
  return out;
}

}  // namespace

Result<void> resolve_kernel(KernelChoices& k, const Dataset& rows, const std::string& source) {
  if (k.gamma == 0) k.gamma = 1 / static_cast<double>(std::max<std::uint64_t>(rows.cols, 1));
  if (rows.cols <= most_kernel_features) return {};
  return Error{
      Code::bad_data, source,
      "a kernel takes at most " + grouped(most_kernel_features) + " features; the rows have " + grouped(rows.cols)};
}

namespace {

/// "linear, ... and ...": the kernels that are inner products.
std::string inner_products() {
  std::vector<std::string> names;
  for (const KernelFacts& k : kernel_table)
    if (k.kind != KernelKind::none && is_inner_product({k.kind, 0, 0, 0})) names.emplace_back(k.name);
  return joined(names);
}

}  // namespace

Result<void> check_has_features(const KernelChoices& k) {
  const Kernel kernel = function_of(k);
  if (is_inner_product(kernel)) return {};
  const std::string name(name_of(k.kernel));
  if (kernel.map() == KernelMap::power)
    return Error{
        Code::usage, "--coef0",
        number_text(k.coef0) + " makes " + name + " no inner product, so it has no features; choose one from 0"};
  return Error{Code::usage, "--kernel",
               name + " is no inner product, so it has no features; choose one of " + inner_products()};
}

Result<KernelApproximation> KernelApproximation::fit(const Dataset& rows, const KernelChoices& o, std::uint64_t seed,
                                                     unsigned threads, std::uint64_t max_bytes,
                                                     const std::string& source, const StopToken& stop) {
  if (auto fits = check_kernel_rows(rows.x, function_of(o), places_of(rows)); !fits) {
    Error error = fits.error();
    error.where = source + (error.where.empty() ? "" : ": ") + error.where;
    return error;
  }
  const std::uint64_t asked = o.components > 0 ? o.components : default_components;
  const std::uint64_t m = o.approximation == Approximation::nystrom ? std::min(asked, rows.rows) : asked;
  const std::uint64_t bytes =
      8 * (rows.rows * m + (o.approximation == Approximation::fourier ? rows.cols * m : 3 * m * m));
  if (max_bytes > 0 && bytes > max_bytes)
    return Error{Code::bad_data, source,
                 grouped(m) + " features of " + counted(rows.rows, "row") + " need " + beyond_limit(bytes, max_bytes) +
                     "; choose fewer --components, or give more with --max-memory"};
  Rng rng(seed, Stream::components);
  KernelApproximation out;
  if (o.approximation == Approximation::fourier) {
    out.support_ = drawn_frequencies(rows, o, m, rng, stop);
    return out;
  }
  const std::vector<std::uint32_t> drawn = drawn_rows(rows.rows, m, rng);
  KernelRows<double> values(rows.x, function_of(o), 0);
  values.look_at(drawn);
  std::vector<double> k(drawn.size() * drawn.size());
  std::vector<double*> to;
  to.reserve(drawn.size());
  for (std::size_t j = 0; j < drawn.size(); ++j) to.push_back(k.data() + j * drawn.size());
  values.compute(drawn, to, threads, stop);
  auto [kept, factor] = pivoted_cholesky(k, drawn.size(), stop);
  if (kept.empty())
    return Error{Code::bad_data, source, "the kernel is 0 on every row drawn: there is nothing to learn from"};
  for (std::uint32_t& j : kept) j = drawn[j];
  out.landmarks_.assign(kept.begin(), kept.end());
  out.support_ = {function_of(o), rows_of(rows, kept), {}};
  out.factor_ = std::move(factor);
  return out;
}

Dataset KernelApproximation::apply(const Dataset& rows, unsigned threads, const StopToken& stop) const {
  const std::size_t m = size();
  Dataset out = take_rows(rows, {});
  out.rows = rows.rows;
  out.cols = m;
  out.label = rows.label;
  out.classes = rows.classes;
  out.weight = rows.weight;
  out.lines = rows.lines;
  out.short_decimals = false;
  out.columns.clear();
  const auto n = static_cast<std::size_t>(rows.rows);
  DenseMatrix<double> z{Buffer<double>(n * m), n, m};
  write(rows, {z.value.data(), z.value.size()}, threads, stop);
  out.nonzeros = rows.rows * m;
  out.x = std::move(z);
  return out;
}

void KernelApproximation::write(const Dataset& rows, std::span<double> z, unsigned threads,
                                const StopToken& stop) const {
  const std::size_t m = size();
  const FeatureMap as_they_are;
  const SupportValues values(support_, as_they_are);
  const double unit = std::sqrt(2 / static_cast<double>(m));
  const auto row_of_factor = [&](std::size_t j) { return factor_.data() + j * m; };
  const auto to_features = [&](const double* k, double* to, Pace& pace) {
    if (factor_.empty()) {
      for (std::size_t j = 0; j < m; ++j) to[j] = unit * k[j];
    } else {
      std::copy_n(k, m, to);
      solve_lower(row_of_factor, m, to, pace);
    }
  };
  std::visit(
      [&](const auto& x) {
        parallel_blocks(rows.rows, threads, [&](std::size_t, std::size_t first, std::size_t last) {
          Pace pace(stop);
          SupportValues::Batch<decltype(x.row(0))> batch(values);
          double* to = z.data() + first * m;
          for (std::size_t i = first; i < last; ++i) {
            pace.check(values.work());
            batch.add(x.row(i));
            if (!batch.full() && i + 1 < last) continue;
            const std::size_t count = batch.size();
            const double* k = batch.values().data();
            for (std::size_t s = 0; s < count; ++s, k += m, to += m) to_features(k, to, pace);
          }
        });
      },
      rows.x);
}

KernelError KernelApproximation::error(const Dataset& rows, const Dataset& features, std::uint64_t seed,
                                       const StopToken& stop) const {
  constexpr std::size_t sampled = 200;
  Rng rng(seed + 1, Stream::components);
  const std::vector<std::uint32_t> sample = drawn_rows(rows.rows, sampled, rng);
  const Support exact{support_.kernel, rows_of(rows, sample), {}};
  const FeatureMap as_they_are;  // the rows are the learner's already
  const SupportValues values(exact, as_they_are);
  KernelError out;
  for (std::size_t a = 0; a < sample.size(); ++a) {
    stop.check(exact.rows.value.size() + (a + 1) * size());
    const std::vector<double> k = std::visit([&](const auto& x) { return values(x.row(sample[a])); }, rows.x);
    const auto& z = std::get<DenseMatrix<double>>(features.x);
    for (std::size_t b = 0; b <= a; ++b) {
      const double off = std::fabs(k[b] - dot(z.row(sample[a]), z.row(sample[b]).value));
      out.mean += off;
      out.largest = std::max(out.largest, off);
      ++out.pairs;
    }
  }
  if (out.pairs > 0) out.mean /= static_cast<double>(out.pairs);
  return out;
}

std::vector<double> KernelApproximation::coefficients(std::span<const double> w) const {
  const std::size_t m = size();
  std::vector<double> out(w.begin(), w.end());
  if (factor_.empty()) {
    for (double& c : out) c *= std::sqrt(2 / static_cast<double>(m));
    return out;
  }
  const StopToken never;
  Pace pace(never);
  const auto row_of_factor = [&](std::size_t j) { return factor_.data() + j * m; };
  for (std::size_t at = 0; at + m <= out.size(); at += m)  // L' c = w
    solve_lower_transposed(row_of_factor, m, out.data() + at, pace);
  return out;
}

}  // namespace halfspace
