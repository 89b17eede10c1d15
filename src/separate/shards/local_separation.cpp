#include "separate/shards/local_separation.hpp"

#include <optional>
#include <utility>

#include "separate/shards/shard_signs.hpp"

namespace halfspace {
namespace {

SignAnswer summed(const SignQuestion& question, std::optional<std::uint64_t> only, const std::vector<Shard>& shards,
                  const DecideOptions& options) {
  std::optional<SignAnswer> sum;
  for (const Shard& shard : shards) {
    if (only && shard.number() != *only) continue;
    options.stop.check(4 * (shard.stored() + shard.rows()));
    SignAnswer answer = answer_signs(shard, question, options.threads, options.stop);
    shard.let_go(false);
    if (sum)
      add(*sum, std::move(answer));
    else
      sum = std::move(answer);
  }
  return sum ? std::move(*sum) : SignAnswer{};
}

}  // namespace

Result<void> separate_shards(SeparationRun& run, const std::vector<Shard>& shards, const DecideOptions& options,
                             const std::function<void(const SeparationRun&)>& progress) {
  try {
    while (!run.done()) {
      const std::optional<std::uint64_t> only = run.shard();
      if (auto told = run.tell(summed(run.ask(), only, shards, options)); !told) return told;
      if (progress) progress(run);
    }
  } catch (const Stopped&) {
    return run.end();
  }
  return {};
}

}  // namespace halfspace
