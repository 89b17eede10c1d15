#include "shard/row_probabilities.hpp"

#include <cstddef>
#include <utility>

#include "base/parallel.hpp"
#include "base/text_hash.hpp"
#include "loss/softmax.hpp"
#include "shard/nonzero_entries.hpp"
#include "shard/packed.hpp"
#include "shard/row_facts.hpp"
#include "shard/softmax_scores.hpp"

namespace halfspace {
namespace {

std::string softmax_point(const Question& q, const SoftmaxTask& t) {
  Packer bytes;
  bytes.texts(q.classes);
  bytes.number<std::uint8_t>(q.bias ? 1 : 0);
  bytes.array<double>(t.weights);
  for (const std::vector<double>* v : {&q.scale.shift, &q.scale.factor}) bytes.array<double>(*v);
  const std::string all = bytes.take();
  const TextHash::Digest digest = TextHash::of(all);
  return {digest.begin(), digest.end()};
}

std::vector<float> probabilities(const ShardRows& rows, const Question& q, const SoftmaxTask& t, const RowFacts& facts,
                                 unsigned threads) {
  const std::size_t K = q.classes.size();
  std::vector<float> out(rows.label.size() * K);
  parallel_items(threads, threads, [&](std::size_t part) {
    NonzeroEntries entries(rows.x);
    std::vector<double> s(K);
    const std::size_t last = rows.label.size() * (part + 1) / threads;
    for (std::size_t i = rows.label.size() * part / threads; i < last; ++i) {
      const std::size_t y = facts.place(i);
      softmax_scores(entries.of(i), q, t.weights, s);
      softmax(s, y);
      s[y] = 0;
      for (std::size_t k = 0; k < K; ++k) out[i * K + k] = static_cast<float>(s[k]);
    }
  });
  return out;
}

}  // namespace

std::shared_ptr<const std::vector<float>> RowProbabilities::of(const ShardRows& rows, const Question& q,
                                                               const SoftmaxTask& t, const RowFacts& facts,
                                                               unsigned threads) {
  std::string point = softmax_point(q, t);
  const std::scoped_lock lock(lock_);
  Kept& kept = kept_[t.left_out];
  if (kept.of_rows == nullptr || kept.point != point)
    kept = {std::move(point), std::make_shared<const std::vector<float>>(probabilities(rows, q, t, facts, threads))};
  return kept.of_rows;
}

}  // namespace halfspace
