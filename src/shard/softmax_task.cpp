#include "shard/softmax_task.hpp"

#include "shard/question.hpp"

namespace halfspace {

void pack(Packer& to, const SoftmaxTask& t) {
  to.number(t.left_out);
  to.array<double>(t.class_weight);
  for (const bool flag : {t.product, t.hessian, t.diagonal, t.bias_block, t.mean_block})
    to.number<std::uint8_t>(flag ? 1 : 0);
  to.number(t.share);
  to.number(t.loss_reach);
  to.number(t.reach);
  to.array<double>(t.weights);
  to.array<double>(t.direction);
}

SoftmaxTask softmax_task_from(Unpacker& from) {
  SoftmaxTask t;
  t.left_out = from.number<std::uint32_t>();
  t.class_weight = from.array<double>();
  for (bool* flag : {&t.product, &t.hessian, &t.diagonal, &t.bias_block, &t.mean_block})
    *flag = from.number<std::uint8_t>() != 0;
  t.share = from.number<double>();
  t.loss_reach = from.number<std::int16_t>();
  t.reach = from.number<std::int16_t>();
  t.weights = from.array<double>();
  t.direction = from.array<double>();
  return t;
}

bool fits(const SoftmaxTask& t, const Question& q) {
  constexpr std::uint64_t most_of_block = std::uint64_t{1} << 25U;  // of a block of curvatures: 256 MB
  const std::uint64_t K = q.classes.size();
  const std::uint64_t D = q.dims();
  if (K < 2 || t.weights.size() / K != D || t.weights.size() % K != 0) return false;
  if (t.product && t.direction.size() != t.weights.size()) return false;
  if (!fits_part(q, t.left_out, t.class_weight)) return false;
  if (t.hessian || t.mean_block) {
    const std::uint64_t blocks = t.hessian ? class_pairs(K) : 1;
    if (D > most_of_block || blocks > most_of_block || D * (D + 1) / 2 > most_of_block / blocks) return false;
  }
  if (t.bias_block && (!q.bias || class_pairs(K) > most_of_block)) return false;
  for (const std::int16_t e : {t.loss_reach, t.reach})
    if (e < -1000 || e > 1001) return false;
  return true;
}

}  // namespace halfspace
