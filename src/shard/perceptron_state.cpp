#include "shard/perceptron_state.hpp"

#include <utility>

#include "shard/packed.hpp"

namespace halfspace {
namespace {

using Track = PerceptronLearner::Track;

void put(Packer& to, const std::optional<Track>& track) {
  to.number<std::uint8_t>(track ? 1 : 0);
  if (!track) return;
  const DecimalScale& s = track->scale;
  to.number<std::uint8_t>(s.exact ? 1 : 0);
  for (const double v : {s.data, s.weights, s.largest, s.row_sum}) to.number(v);
  to.array<double>(track->state.w);
  to.array<double>(track->state.sum);
  to.number<std::uint8_t>(track->state.exact ? 1 : 0);
  to.number(track->state.reach);
  for (const std::uint64_t n : {track->visits, track->updates, track->in_a_row}) to.number(n);
}

std::optional<Track> track_from(Unpacker& from) {
  if (from.number<std::uint8_t>() == 0) return std::nullopt;
  Track t;
  t.scale.exact = from.number<std::uint8_t>() != 0;
  for (double* v : {&t.scale.data, &t.scale.weights, &t.scale.largest, &t.scale.row_sum}) *v = from.number<double>();
  t.state.w = from.array<double>();
  t.state.sum = from.array<double>();
  t.state.exact = from.number<std::uint8_t>() != 0;
  t.state.reach = from.number<double>();
  for (std::uint64_t* n : {&t.visits, &t.updates, &t.in_a_row}) *n = from.number<std::uint64_t>();
  return t;
}

}  // namespace

std::string state_bytes(const PerceptronLearner& learner) {
  Packer to;
  const PerceptronLearner::State& s = learner.state();
  to.number<std::int64_t>(s.facts.decimals);
  to.number<std::uint8_t>(s.facts.short_decimals ? 1 : 0);
  to.number<std::int64_t>(s.facts.weight_decimals);
  to.number(s.facts.heaviest);
  put(to, s.whole);
  put(to, s.plain);
  return to.take();
}

std::optional<PerceptronLearner> learner_of(const PerceptronChoices& options, std::string_view state) {
  if (state.empty()) return PerceptronLearner(options);
  Unpacker from(state);
  PerceptronLearner::State s;
  s.facts.decimals = static_cast<int>(from.number<std::int64_t>());
  s.facts.short_decimals = from.number<std::uint8_t>() != 0;
  s.facts.weight_decimals = static_cast<int>(from.number<std::int64_t>());
  s.facts.heaviest = from.number<double>();
  s.whole = track_from(from);
  s.plain = track_from(from);
  constexpr int most_decimals = 400;
  const bool fine = from.at_end() && (s.whole || s.plain) && s.facts.decimals >= 0 &&
                    s.facts.decimals <= most_decimals && s.facts.weight_decimals >= -1 &&
                    s.facts.weight_decimals <= most_decimals;
  if (!fine) return std::nullopt;
  return PerceptronLearner(options, std::move(s));
}

}  // namespace halfspace
