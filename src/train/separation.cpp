#include "train/separation.hpp"

#include <utility>

#include "train/exact_features.hpp"

namespace halfspace {

Result<std::unique_ptr<SeparationRows>> SeparationRows::make(const Dataset& data, std::vector<std::int8_t> y, bool bias,
                                                             const FeatureOptions& features, const std::string& missing,
                                                             std::uint64_t max_bytes, const TextAgain& text) {
  if (missing.find("mean") != std::string::npos)
    return Error{Code::usage, "--missing",
                 "mean has no exact values, so nothing can be proved of them; choose drop or category"};
  FeatureOptions unscaled = features;
  unscaled.scale = Scaling::none;  // changes no verdict, and is folded back into the weights
  auto rows = LearnerRows::fit(data, unscaled, missing, max_bytes, text.name);
  if (!rows) return rows.error();
  auto out = std::make_unique<SeparationRows>();
  out->rows_ = std::make_unique<LearnerRows>(std::move(rows).value());
  const int degree = features.features == Expansion::poly3 ? 3 : features.features == Expansion::none ? 1 : 2;
  out->signed_ = std::make_unique<SignedRows>(out->features(), degree * data.decimals, std::move(y), bias,
                                              exact_features(out->map(), data, text));
  return out;
}

}  // namespace halfspace
