#include "model/counts.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "model/scorer.hpp"

namespace halfspace {

namespace {

/// Adds rows to the counts; their losses are summed, for the mean.
void add_rows(Counts& c, std::span<const double> score, std::size_t outputs, std::span<const std::uint32_t> truth,
              std::span<const double> weight, std::span<const double> margin, bool zero_is_negative) {
  for (std::size_t i = 0; i < truth.size(); ++i) {
    const std::uint32_t predicted = predicted_class(score.subspan(i * outputs, outputs), zero_is_negative);
    ++c.confusion[{truth[i], predicted}];
    c.mistakes += predicted != truth[i] ? 1 : 0;
    c.on_boundary += margin[i] == 0 ? 1 : 0;
    c.finite = c.finite && std::isfinite(margin[i]);
    c.loss += (weight.empty() ? 1 : weight[i]) * std::max(0.0, -margin[i]);
    if (weight.empty()) continue;
    c.weight += weight[i];
    c.confusion_weight[{truth[i], predicted}] += weight[i];
    c.mistaken_weight += predicted != truth[i] ? weight[i] : 0;
  }
}

Counts no_rows(std::size_t rows, std::size_t outputs) {
  Counts c;
  c.rows = rows;
  c.classes = outputs == 1 ? 2 : outputs;
  return c;
}

void take_mean(Counts& c, bool weighted) {
  if (c.rows > 0) c.loss /= weighted ? c.weight : static_cast<double>(c.rows);
}

/// `scores_of(rows)` for as many rows at a time as have at most 2^22 scores.
template <class F>
Judged by_blocks(const Dataset& data, std::size_t outputs, std::span<const std::uint32_t> truth,
                 std::span<const double> weight, F&& scores_of) {
  constexpr std::size_t most_scores = std::size_t{1} << 22U;
  const std::size_t most_rows = std::max<std::size_t>(most_scores / outputs, 1);
  Judged out{no_rows(data.rows, outputs), {}};
  out.margin.reserve(data.rows);
  for (std::size_t first = 0; first < data.rows; first += most_rows) {
    const std::size_t last = std::min<std::size_t>(data.rows, first + most_rows);
    std::vector<double> score;
    if (last - first == data.rows) {
      score = scores_of(data);
    } else {
      std::vector<std::uint64_t> block(last - first);
      std::iota(block.begin(), block.end(), std::uint64_t{first});
      score = scores_of(take_rows(data, block));
    }
    const auto block_truth = truth.subspan(first, last - first);
    const auto block_weight = weight.empty() ? weight : weight.subspan(first, last - first);
    const std::vector<double> margin = margins(score, outputs, block_truth);
    add_rows(out.counts, score, outputs, block_truth, block_weight, margin, false);
    out.margin.insert(out.margin.end(), margin.begin(), margin.end());
  }
  take_mean(out.counts, !weight.empty());
  return out;
}

}  // namespace

Counts count_predictions(std::span<const double> score, std::size_t outputs, std::span<const std::uint32_t> truth,
                         std::span<const double> weight, bool zero_is_negative) {
  Counts c = no_rows(truth.size(), outputs);
  add_rows(c, score, outputs, truth, weight, margins(score, outputs, truth), zero_is_negative);
  take_mean(c, !weight.empty());
  return c;
}

void merge(Counts& all, const Counts& more) {
  const auto share = [](const Counts& c) { return c.weight > 0 ? c.weight : static_cast<double>(c.rows); };
  const double loss = all.loss * share(all) + more.loss * share(more);
  all.rows += more.rows;
  all.mistakes += more.mistakes;
  all.on_boundary += more.on_boundary;
  all.weight += more.weight;
  all.mistaken_weight += more.mistaken_weight;
  all.finite = all.finite && more.finite;
  all.classes = more.classes;
  all.loss = share(all) > 0 ? loss / share(all) : 0;
  for (const auto& [pair, rows] : more.confusion) all.confusion[pair] += rows;
  for (const auto& [pair, weight] : more.confusion_weight) all.confusion_weight[pair] += weight;
}

void recount_mistakes(Counts& c, std::span<const double> weight,
                      const std::function<bool(std::size_t row)>& is_mistake) {
  c.mistakes = 0;
  c.mistaken_weight = 0;
  for (std::size_t i = 0; i < c.rows; ++i) {
    if (!is_mistake(i)) continue;
    ++c.mistakes;
    c.mistaken_weight += weight.empty() ? 0 : weight[i];
  }
}

Judged judged_rows(const Model& model, const Dataset& data, std::span<const std::uint32_t> truth,
                   std::span<const double> weight, unsigned threads, const StopToken& stop) {
  const auto stored = std::visit([](const auto& x) { return x.stored(); }, data.x);
  if (!model.support && !stop.affords(model.outputs() * (stored + data.rows))) throw Stopped{stop.why()};
  return by_blocks(data, model.outputs(), truth, weight,
                   [&](const Dataset& rows) { return scores(model, rows, threads, stop); });
}

}  // namespace halfspace
