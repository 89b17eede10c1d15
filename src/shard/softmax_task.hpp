// What multinomial regression asks of the rows: all classes at once. Vectors have the weight of column j and class k at
// j K + k, the biases last.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "shard/packed.hpp"
#include "shard/row_folds.hpp"

namespace halfspace {

struct Question;

struct SoftmaxTask {
  std::uint32_t left_out = no_part;  // as of a Task
  std::vector<double> class_weight;
  bool product = false;            // H times the direction alone; else loss, entropies and slopes
  bool hessian = false;            // Σ c p_k p_l x x' of every two classes
  bool diagonal = false;           // Σ c p_k (1 - p_k) x_j^2
  bool bias_block = false;         // Σ c p_k p_l of every two classes
  bool mean_block = false;         // Σ c h x x', h the mean curvature of a row (shard/softmax_sums.hpp)
  double share = 1;                // of the rows in `hessian` and `mean_block`
  std::int16_t loss_reach = 1001;  // 2^loss_reach is at least sqrt(Σ c (1 - p_y)^2); 1001: not known
  std::int16_t reach = 0;          // of a product: 2^reach is at least sqrt(Σ c u_k^2), u_k = p_k (t_k - Σ p_l t_l)
  std::vector<double> weights;
  std::vector<double> direction;
};

void pack(Packer& to, const SoftmaxTask& task);
SoftmaxTask softmax_task_from(Unpacker& from);

/// Do its parts have the sizes that they need?
bool fits(const SoftmaxTask& task, const Question& question);

/// Two classes of K.
inline std::size_t class_pairs(std::size_t K) { return K * (K - 1) / 2; }

}  // namespace halfspace
