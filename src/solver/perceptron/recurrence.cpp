#include "solver/perceptron/recurrence.hpp"

#include <algorithm>

#include <xxhash.h>

namespace halfspace {

const Recurrence::Entry* Recurrence::find(std::uint64_t hash, std::span<const double> weights) const {
  const auto [first, last] = seen_.equal_range(hash);
  for (auto it = first; it != last; ++it) {
    if (std::equal(weights.begin(), weights.end(), it->second.weights.begin())) return &it->second;
  }
  return nullptr;
}

std::optional<std::uint64_t> Recurrence::add(std::uint64_t pass, std::uint64_t updates,
                                             std::span<const double> weights) {
  std::vector<double> own(weights.begin(), weights.end());
  for (double& v : own) v += 0.0;  // -0 becomes 0: equal numbers get equal bytes
  const std::uint64_t hash = XXH3_64bits(own.data(), own.size() * sizeof(double));
  if (const Entry* earlier = find(hash, own)) {
    if (earlier->updates < updates) return earlier->pass;
    return std::nullopt;  // a pass without an update: the weights have simply not moved
  }
  const std::size_t entry_bytes = own.size() * sizeof(double) + 128;
  if (renew_ == 0 && (seen_.size() + 1) * entry_bytes > memory_) renew_ = pass;
  if (renew_ > 0) {
    if (pass < renew_) return std::nullopt;
    seen_.clear();
    renew_ = 2 * pass;
  }
  seen_.emplace(hash, Entry{pass, updates, std::move(own)});
  return std::nullopt;
}

}  // namespace halfspace
