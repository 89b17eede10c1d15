// The rows a learner sees: the text's columns through the feature map (one-hot, means, products), then scaled.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/stop.hpp"
#include "data/dataset.hpp"
#include "feature/feature_map.hpp"

namespace halfspace {

class LearnerRows {
 public:
  /// Fits the map on `data` and applies it. `data` must outlive this. Asks `stop` and throws Stopped.
  static Result<LearnerRows> fit(const Dataset& data, const FeatureOptions& options, const std::string& missing,
                                 std::uint64_t max_bytes, const std::string& source, const StopToken& stop = {});

  const FeatureMap& map() const { return map_; }
  const Dataset& features() const { return encoded_ ? *encoded_ : *data_; }   ///< in original units
  const Dataset& learned() const { return scaled_ ? *scaled_ : features(); }  ///< as the learner sees them

  /// The learner saw scaled rows somewhere else.
  void take_scale(Scaling kind, std::vector<double> shift, std::vector<double> factor) {
    map_.options.scale = kind;
    map_.shift = std::move(shift);
    map_.factor = std::move(factor);
  }

  /// The learner sees these rows instead.
  void show(Dataset learned) { scaled_ = std::move(learned); }

 private:
  const Dataset* data_ = nullptr;
  FeatureMap map_;
  std::optional<Dataset> encoded_;
  std::optional<Dataset> scaled_;
};

}  // namespace halfspace
