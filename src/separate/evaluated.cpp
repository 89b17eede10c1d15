#include "separate/evaluated.hpp"

#include <algorithm>
#include <utility>
#include <vector>

#include "separate/separation.hpp"

namespace halfspace {

Result<std::optional<Unavoidable>> unavoidable_for(const Model& model, const Dataset& data,
                                                   std::span<const std::uint32_t> truth, const TextAgain& text,
                                                   std::uint64_t max_bytes, const DecideOptions& options) {
  const bool asked = model.classes.size() == 2 && model.linear() && !model.voted() && model.bias != Bias::none &&
                     !model.map.fills() && data.rows > 0;
  if (!asked) return std::optional<Unavoidable>();
  std::optional<Dataset> made;
  if (!model.map.plain()) {
    auto features = encoded(model.map, data, max_bytes, text.name);
    if (!features) return features.error();
    made = std::move(features).value();
  }
  std::vector<std::int8_t> y(truth.size());
  std::transform(truth.begin(), truth.end(), y.begin(),
                 [](std::uint32_t k) { return static_cast<std::int8_t>(k == 1 ? 1 : -1); });
  const SignedRows z = signed_features(data, made ? *made : data, model.map, std::move(y), true, text);
  if (!is_cheap(z)) return std::optional<Unavoidable>();
  return std::optional(unavoidable_mistakes(z, options));
}

}  // namespace halfspace
