#include "feature/learner_rows.hpp"

#include <utility>

namespace halfspace {

Result<LearnerRows> LearnerRows::fit(const Dataset& data, const FeatureOptions& options, const std::string& missing,
                                     std::uint64_t max_bytes, const std::string& source, const StopToken& stop) {
  LearnerRows rows;
  rows.data_ = &data;
  auto map = fit_features(data, options, missing, source);
  if (!map) return map.error();
  rows.map_ = std::move(map).value();
  if (!rows.map_.plain()) {
    auto made = encoded(rows.map_, data, max_bytes, source, stop);
    if (!made) return made.error();
    rows.encoded_ = std::move(made).value();
  }
  stop.check(data.nonzeros);
  if (options.scale == Scaling::none) return rows;
  if (const auto fitted = fit_scaling(rows.map_, rows.features(), source); !fitted) return fitted.error();
  auto made = scaled(rows.map_, rows.features(), max_bytes, source);
  if (!made) return made.error();
  rows.scaled_ = std::move(made).value();
  return rows;
}

}  // namespace halfspace
