#include "certify/find/hull_proof.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "exact/gordan.hpp"

namespace halfspace {
namespace {

constexpr std::size_t added_at_once = 64;
constexpr std::uint64_t most_entries = 4'000'000;  // of a tableau

/// (n_1.z, n_2.z, ...): coordinates modulo the span that the n_k are orthogonal to.
IntegerVector quotient(const std::vector<IntegerVector>& n, const IntegerVector& z) {
  IntegerVector out;
  for (std::size_t k = 0; k < n.size(); ++k) {
    Integer value = product(n[k], z);
    if (value != 0) out.emplace_back(k, std::move(value));
  }
  return out;
}

/// w' of the quotient as weights: Σ w'_k n_k
ExactWeights lifted(const std::vector<IntegerVector>& n, const ExactWeights& w, std::size_t dims) {
  ExactWeights out(dims);
  for (std::size_t k = 0; k < n.size(); ++k) {
    if (w[k] == 0) continue;
    for (const auto& [j, value] : n[k]) add_product(out[j], w[k], value);
  }
  reduce(out);
  return out;
}

/// The rows with the smallest share of w, at most `most`.
std::vector<std::uint64_t> worst(const SignedRows& z, std::vector<std::uint64_t> rows, const ExactWeights& w,
                                 std::size_t most) {
  if (rows.size() <= most) return rows;
  std::vector<double> v;
  v.reserve(w.size());
  for (const Integer& x : w) v.push_back(x.get_d());
  std::vector<std::pair<double, std::uint64_t>> order;
  order.reserve(rows.size());
  for (const std::uint64_t i : rows) order.emplace_back(z.score(i, v.data(), z.bias() ? v.back() : 0), i);
  std::stable_sort(order.begin(), order.end());
  rows.clear();
  for (std::size_t k = 0; k < most; ++k) rows.push_back(order[k].second);
  return rows;
}

/// The vectors of the complement along these coordinates; nothing when stopped or when some system could not be solved.
std::optional<std::vector<IntegerVector>> along_each(const TiedSpan& tied, std::span<const std::uint64_t> free,
                                                     const StopToken& stop) {
  const OrthogonalSpace complement = tied.complement();
  std::vector<IntegerVector> out;
  for (const std::uint64_t j : free) {
    if (stop.ended()) return std::nullopt;
    auto along = complement.along(j);
    if (!along) return std::nullopt;
    out.push_back(std::move(*along));
  }
  return out;
}

Result<Settled> settled(Result<std::optional<Dependency>> found) {
  if (!found) return found.error();
  if (!found.value()) return Settled(std::string("a dependency of the rows could not be solved"));
  return Settled(std::move(*found.value()));
}

Result<bool> each_row_depends(const SignedRows& z, const TiedSpan& tied, const StopToken& stop) {
  std::vector<std::uint64_t> all(z.rows());
  std::iota(all.begin(), all.end(), std::uint64_t{0});
  if (const auto known = z.need(all); !known) return known.error();
  std::vector<bool> in_basis(z.rows());
  for (const std::uint64_t i : tied.rows()) in_basis[i] = true;
  const Dependencies dependencies = tied.dependencies();
  for (std::uint64_t i = 0; i < z.rows() && !stop.ended(); ++i) {
    if (!in_basis[i] && !dependencies.of(z.exact(i))) return false;
  }
  return true;
}

Result<bool> none_is_orthogonal(const SignedRows& z, const TiedSpan& tied, std::span<const std::uint64_t> free,
                                const DecideOptions& options) {
  const OrthogonalSpace complement = tied.complement();
  for (const std::uint64_t j : free) {
    if (options.stop.ended()) break;
    const auto n = complement.along(j);
    if (!n) return false;
    const auto signs = signs_of(z, spread(*n, z.dims()), options.threads);
    if (!signs) return signs.error();
    if (signs.value().zero.size() != z.rows()) return false;
  }
  return true;
}

}  // namespace

void TiedSpan::add(std::uint64_t row) {
  IntegerVector v = z_.exact(row);
  if (!span_.add(v)) return;
  rows_.push_back(row);
  vectors_.push_back(std::move(v));
}

Result<std::vector<bool>> TiedSpan::members() const {
  std::vector<bool> out(z_.rows(), span_.rank() == z_.dims());
  if (span_.rank() == z_.dims()) return out;
  std::vector<std::uint64_t> all(z_.rows());
  for (std::uint64_t i = 0; i < all.size(); ++i) all[i] = i;
  if (const auto known = z_.need(all); !known) return known.error();
  const std::vector<std::uint64_t> probe = span_.probe(0);
  for (std::uint64_t i = 0; i < z_.rows(); ++i) out[i] = z_.residue(probe, i) == 0;
  return out;
}

Result<std::vector<std::uint64_t>> TiedSpan::free_coordinates() const {
  auto used = z_.used();
  if (!used) return used.error();
  std::vector<bool> free = std::move(used).value();
  for (const std::uint64_t j : span_.pivots()) free[j] = false;
  std::vector<std::uint64_t> out;
  for (std::size_t j = 0; j < free.size(); ++j) {
    if (free[j]) out.push_back(j);
  }
  return out;
}

Result<std::optional<Dependency>> dependency_of(const SignedRows& z, std::span<const std::uint64_t> rows,
                                                const TiedSpan& tied, const StopToken& stop) {
  if (const auto known = z.need({rows.begin(), rows.end()}); !known) return known.error();
  ModularSpan span = tied.modular();
  std::vector<IntegerVector> v(tied.vectors().begin(), tied.vectors().end());
  const std::size_t free = v.size();
  for (const std::uint64_t i : rows) {
    v.push_back(z.exact(i));
    if (stop.ended()) return std::optional<Dependency>();
    if (span.add(v.back())) continue;
    const auto c = dependency(v, span);
    if (!c ||
        std::any_of(c->begin() + static_cast<std::ptrdiff_t>(free), c->end(), [](const Integer& x) { return x < 0; }))
      return std::optional<Dependency>();
    Dependency out;
    for (std::size_t k = 0; k < c->size(); ++k) {
      if ((*c)[k] == 0) continue;
      if (k < free)
        out.tied.push_back({tied.rows()[k], (*c)[k]});
      else
        out.rows.push_back({rows[k - free], (*c)[k]});
    }
    return std::optional<Dependency>(std::move(out));
  }
  return std::optional<Dependency>();
}

Result<std::vector<std::uint64_t>> violated(const SignedRows& z, std::span<const Integer> w,
                                            const std::vector<bool>& left_out, unsigned threads) {
  const auto signs = signs_of(z, w, threads);
  if (!signs) return signs.error();
  std::vector<std::uint64_t> out;
  std::merge(signs.value().zero.begin(), signs.value().zero.end(), signs.value().negative.begin(),
             signs.value().negative.end(), std::back_inserter(out));
  std::erase_if(out, [&](std::uint64_t i) { return left_out[i]; });
  return out;
}

Result<bool> spans_all(const SignedRows& z, const TiedSpan& tied, const DecideOptions& options) {
  const auto free = tied.free_coordinates();
  if (!free) return free.error();
  if (free.value().empty()) return true;
  if (z.rows() - tied.rows().size() < free.value().size()) return each_row_depends(z, tied, options.stop);
  return none_is_orthogonal(z, tied, free.value(), options);
}

Result<Settled> settle(const SignedRows& z, std::vector<std::uint64_t> working, const std::vector<bool>& left_out,
                       const TiedSpan& tied, const DecideOptions& options) {
  const auto free = tied.free_coordinates();
  if (!free) return free.error();
  const std::uint64_t side = free.value().size() + 1;
  const auto too_many = [&] { return side * (working.size() + side) > most_entries; };
  std::vector<IntegerVector> n;
  if (!too_many()) {
    auto vectors = along_each(tied, free.value(), options.stop);
    if (!vectors && options.stop.ended()) return Settled(std::string("stopped"));
    if (!vectors) return Settled(std::string("a system of the tied rows could not be solved"));
    n = std::move(*vectors);
  }
  while (true) {
    if (too_many())
      return Settled("the rows in question are " + std::to_string(working.size()) + " in " +
                     std::to_string(free.value().size()) + " dimensions, too many to pivot exactly");
    if (const auto known = z.need(working); !known) return known.error();
    std::vector<IntegerVector> v;
    v.reserve(working.size());
    for (const std::uint64_t i : working) v.push_back(quotient(n, z.exact(i)));
    auto found = gordan(v, n.size(), options.stop);
    if (std::holds_alternative<GordanStopped>(found)) return Settled(std::string("stopped"));
    if (const auto* witness = std::get_if<GordanWitness>(&found)) {
      std::vector<std::uint64_t> rows;
      for (std::size_t k = 0; k < working.size(); ++k) {
        if (witness->multipliers[k] > 0) rows.push_back(working[k]);
      }
      return settled(dependency_of(z, rows, tied, options.stop));
    }
    const ExactWeights w = lifted(n, std::get<GordanSeparator>(found).w, z.dims());
    const auto against = violated(z, w, left_out, options.threads);
    if (!against) return against.error();
    if (against.value().empty()) return Settled(w);
    for (const std::uint64_t i : worst(z, against.value(), w, added_at_once)) working.push_back(i);
  }
}

}  // namespace halfspace
