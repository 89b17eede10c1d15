#include "shard/row_centers.hpp"

#include <algorithm>
#include <cstddef>
#include <utility>
#include <variant>

#include "base/parallel.hpp"
#include "base/text_hash.hpp"
#include "shard/curves.hpp"
#include "shard/packed.hpp"
#include "shard/row_facts.hpp"

namespace halfspace {
namespace {

std::string hash_of(const Question& q, const Center& c) {
  Packer bytes;
  bytes.texts(q.classes);
  bytes.number<std::uint8_t>(q.bias ? 1 : 0);
  bytes.number(c.width);
  bytes.array<double>(c.weights);
  for (const std::vector<double>* v : {&q.scale.shift, &q.scale.factor}) bytes.array<double>(*v);
  const std::string all = bytes.take();
  const TextHash::Digest digest = TextHash::of(all);
  return {digest.begin(), digest.end()};
}

/// The multipliers at one more point.
void move_on(const ShardRows& rows, const Question& q, const RowFacts& facts, const Task& t, const Center& c,
             unsigned threads, std::vector<double>& alpha) {
  std::visit(
      [&](const auto& x) {
        parallel_items(threads, threads, [&](std::size_t k) {
          CentredHinge hinge{c.width};
          const std::size_t last = x.rows * (k + 1) / threads;
          for (std::size_t i = x.rows * k / threads; i < last; ++i) {
            const double s = dot(x.row(i), c.weights.data());
            hinge.center = alpha[i];
            alpha[i] = hinge.alpha(facts.sign(i, t.positive) * (q.bias ? s + c.weights[q.cols] : s));
          }
        });
      },
      rows.x);
}

}  // namespace

std::shared_ptr<const std::vector<double>> RowCenters::of(const ShardRows& rows, const Question& q,
                                                          const RowFacts& facts, const Task& t, unsigned threads) {
  if (t.centers.empty()) return std::make_shared<const std::vector<double>>();
  std::vector<std::string> points;
  points.reserve(t.centers.size());
  for (const Center& c : t.centers) points.push_back(hash_of(q, c));
  const std::scoped_lock lock(lock_);
  Kept& kept = kept_[{t.left_out, t.positive}];
  if (kept.points == points) return kept.alpha;
  const bool longer =
      kept.points.size() < points.size() && std::equal(kept.points.begin(), kept.points.end(), points.begin());
  std::vector<double> alpha = longer && kept.alpha != nullptr ? *kept.alpha : std::vector<double>(rows.label.size());
  for (std::size_t k = longer ? kept.points.size() : 0; k < points.size(); ++k)
    move_on(rows, q, facts, t, t.centers[k], threads, alpha);
  kept = {std::move(points), std::make_shared<const std::vector<double>>(std::move(alpha))};
  return kept.alpha;
}

}  // namespace halfspace
