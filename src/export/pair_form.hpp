// Any model without votes as LIBSVM's pairs of classes. Scores that compare classes become pairs by
//
//   s_a - s_b = sum_j (c_aj - c_bj) k(x_j, x) + b_a - b_b:
//
// a support vector stands once in each class that gives it a coefficient. A linear model's weights are support vectors
// of the linear kernel.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "export/libsvm_model.hpp"
#include "model/model.hpp"

namespace halfspace {

struct PairForm {
  LibsvmModel model;                 // without labels
  std::vector<std::uint32_t> order;  // the model's class of each class there
  std::vector<std::string> notes;
};

/// The predictions are the model's, at score 0 too: of two classes the one that 0 falls to stands second; of more rho
/// is the next number below, where 0 falls to the first.
PairForm pair_form(const Model& model);

}  // namespace halfspace
