// LIBLINEAR's text models (train): a weight for each feature, and with bias B >= 0 one more for a feature that is
// always B. docs/exchange.md
//
//   two classes   label[0] where w.x > 0, else label[1]          (of MCSVM_CS, which has two vectors, the first is w)
//   more          the label of the largest w_k.x, the first of equals
//
// Fan, Chang, Hsieh, Wang, Lin 2008, "LIBLINEAR: a library for large linear classification".
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "model/model.hpp"

namespace halfspace {

struct LiblinearModel {
  std::string solver;  // solver_type: L2R_LR, ..., MCSVM_CS
  std::vector<std::int64_t> labels;
  std::uint64_t features = 0;
  double bias = -1;
  std::vector<double> w;  // a row of vectors() numbers for each feature, the bias last

  bool has_bias() const { return bias >= 0; }
  bool logistic() const { return solver == "L2R_LR" || solver == "L1R_LR" || solver == "L2R_LR_DUAL"; }
  bool joint() const { return solver == "MCSVM_CS"; }
  std::uint64_t vectors() const { return labels.size() == 2 && !joint() ? 1 : labels.size(); }
};

Result<LiblinearModel> parse_liblinear_model(std::string_view text, const std::string& name);
std::string liblinear_model_text(const LiblinearModel& model);

/// As a Model with the tool's own rule at score 0; the bias is that of a feature that is 1.
Result<Model> model_of(const LiblinearModel& from, const std::string& name);

}  // namespace halfspace
