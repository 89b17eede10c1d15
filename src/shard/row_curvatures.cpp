#include "shard/row_curvatures.hpp"

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

/// All that the curvatures depend on besides the rows.
std::string point_of(const Question& q, const Task& t) {
  Packer bytes;
  bytes.texts(q.classes);
  bytes.array<double>(t.class_weight.empty() ? q.class_weight : t.class_weight);
  for (const std::uint64_t n : {q.folds.count, q.folds.seed}) bytes.number(n);
  bytes.number<std::uint8_t>(q.bias ? 1 : 0);
  bytes.number(static_cast<std::uint8_t>(q.loss));
  bytes.number(t.smoothing);
  bytes.array<double>(t.weights);
  for (const std::vector<double>* v : {&q.scale.shift, &q.scale.factor}) bytes.array<double>(*v);
  for (const Center& c : t.centers) {
    bytes.number(c.width);
    bytes.array<double>(c.weights);
  }
  const std::string all = bytes.take();
  const TextHash::Digest digest = TextHash::of(all);
  return {digest.begin(), digest.end()};
}

template <class M, class Curve>
void add_curved(const M& x, const Question& q, const RowFacts& facts, const Task& t, Curve curve,
                std::span<const double> centers, std::size_t first, std::size_t last, CurvedRows& to) {
  for (std::size_t i = first; i < last; ++i) {
    const double c = facts.weight(i);
    if (c == 0) continue;
    const double s = dot(x.row(i), t.weights.data());
    if constexpr (Curve::smoothed) curve.center = centers.empty() ? 0 : centers[i];
    const double h = c * curve.curvature(facts.sign(i, t.positive) * (q.bias ? s + t.weights[q.cols] : s));
    if (h == 0) continue;
    to.row.push_back(i);
    to.curvature.push_back(h);
  }
}

CurvedRows curved_rows(const ShardRows& rows, const Question& q, const RowFacts& facts, const Task& t,
                       std::span<const double> centers, unsigned threads) {
  std::vector<CurvedRows> parts(threads);
  with_curve(q.loss, t.smoothing, [&](const auto& curve) {
    std::visit(
        [&](const auto& x) {
          parallel_items(threads, threads, [&](std::size_t k) {
            add_curved(x, q, facts, t, curve, centers, x.rows * k / threads, x.rows * (k + 1) / threads, parts[k]);
          });
        },
        rows.x);
  });
  CurvedRows out;
  for (const CurvedRows& part : parts) {
    out.row.insert(out.row.end(), part.row.begin(), part.row.end());
    out.curvature.insert(out.curvature.end(), part.curvature.begin(), part.curvature.end());
  }
  return out;
}

}  // namespace

std::shared_ptr<const CurvedRows> RowCurvatures::of(const ShardRows& rows, const Question& q, const RowFacts& facts,
                                                    const Task& t, std::span<const double> centers, unsigned threads) {
  std::string point = point_of(q, t);
  const std::scoped_lock lock(lock_);
  Kept& kept = kept_[{t.left_out, t.positive}];
  if (kept.point != point)
    kept = {std::move(point), std::make_shared<const CurvedRows>(curved_rows(rows, q, facts, t, centers, threads))};
  return kept.rows;
}

}  // namespace halfspace
