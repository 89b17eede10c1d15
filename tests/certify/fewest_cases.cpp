#include "certify/fewest_cases.hpp"

#include <algorithm>

#include "base/rng.hpp"

namespace halfspace::test {
namespace {

/// Does removing `most` more rows from `first` on leave a separable set?
bool separable_without(const reference::Rows& z, std::vector<bool>& alive, std::size_t first, std::size_t most) {
  if (most == 0) return separable(chosen(z, alive));
  for (std::size_t i = first; i < z.size(); ++i) {
    alive[i] = false;
    const bool found = separable_without(z, alive, i + 1, most - 1);
    alive[i] = true;
    if (found) return true;
  }
  return false;
}

}  // namespace

Points tight_points(std::uint64_t seed, std::size_t n, std::size_t cols, std::int64_t size, bool bias) {
  Rng rng(seed, Stream::start);
  Points p;
  p.bias = bias;
  for (std::size_t i = 0; i < n; ++i) {
    p.x.emplace_back();
    for (std::size_t j = 0; j < cols; ++j) {
      p.x.back().push_back(static_cast<std::int64_t>(rng.bounded(static_cast<std::uint64_t>(2 * size + 1))) - size);
    }
    p.y.push_back(rng.bounded(2) == 0 ? -1 : 1);
  }
  return p;
}

bool separable(const reference::Rows& z) {
  return z.empty() || reference::reference_verdict(z).verdict == reference::Verdict::separable;
}

reference::Rows chosen(const reference::Rows& z, const std::vector<bool>& which) {
  reference::Rows rows;
  for (std::size_t i = 0; i < z.size(); ++i) {
    if (which[i]) rows.push_back(z[i]);
  }
  return rows;
}

std::function<std::optional<std::vector<std::uint64_t>>(const std::vector<bool>&)> witness_finder(
    const reference::Rows& z) {
  return [&z](const std::vector<bool>& alive) -> std::optional<std::vector<std::uint64_t>> {
    const auto kept_rows = chosen(z, alive);
    if (kept_rows.empty()) return std::nullopt;
    const reference::Answer answer = reference::reference_verdict(kept_rows);
    if (answer.verdict == reference::Verdict::separable) return std::nullopt;
    std::vector<bool> kept = alive;  // of these the rows with lambda_i > 0: a witness, if not a minimal one
    for (std::size_t i = 0, k = 0; i < z.size(); ++i) {
      if (alive[i]) kept[i] = answer.lambda[k++] > 0;
    }
    std::vector<std::uint64_t> witness;
    for (std::size_t i = 0; i < z.size(); ++i) {
      if (!kept[i]) continue;
      kept[i] = false;
      if (!separable(chosen(z, kept))) continue;
      kept[i] = true;
      witness.push_back(i);
    }
    return witness;
  };
}

std::size_t fewest_by_subsets(const reference::Rows& z) {
  std::vector<bool> alive(z.size(), true);
  std::size_t most = 0;
  while (!separable_without(z, alive, 0, most)) ++most;
  return most;
}

bool mistakes_are(const reference::Rows& z, const reference::Vector& weights, const std::vector<std::uint64_t>& rows) {
  std::vector<std::uint64_t> mistakes;
  for (std::size_t i = 0; i < z.size(); ++i) {
    if (reference::dot(weights, z[i]) <= 0) mistakes.push_back(i);
  }
  return mistakes == rows;
}

}  // namespace halfspace::test
