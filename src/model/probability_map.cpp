#include "model/probability_map.hpp"

#include <utility>

namespace halfspace {
namespace {

struct AsLists {
  ProbabilityLists operator()(std::monostate) const { return {}; }
  ProbabilityLists operator()(const PlattMap& p) const { return {{p.a}, {}, {}, {}}; }
  ProbabilityLists operator()(const IsotonicMap& p) const { return {{}, {}, p.score, p.value}; }
  ProbabilityLists operator()(const TemperatureMap& p) const { return {{p.a}, {}, {}, {}}; }
  ProbabilityLists operator()(const LibsvmMap& p) const { return {p.a, p.b, {}, {}}; }
};

}  // namespace

ProbabilityLists lists_of(const ProbabilityMap& map) { return std::visit(AsLists{}, map); }

ProbabilityMap map_of(ProbabilityKind kind, ProbabilityLists lists) {
  const bool points = !lists.score.empty() || !lists.value.empty();
  const bool slope = lists.a.size() == 1 && lists.b.empty() && !points;
  switch (kind) {
    case ProbabilityKind::none:
      if (lists.a.empty() && lists.b.empty() && !points) return {};
      break;
    case ProbabilityKind::platt:
      if (slope) return PlattMap{lists.a[0]};
      break;
    case ProbabilityKind::isotonic:
      if (lists.a.empty() && lists.b.empty()) return IsotonicMap{std::move(lists.score), std::move(lists.value)};
      break;
    case ProbabilityKind::temperature:
      if (slope) return TemperatureMap{lists.a[0]};
      break;
    case ProbabilityKind::libsvm:
      if (!points) return LibsvmMap{std::move(lists.a), std::move(lists.b)};
      break;
  }
  return LibsvmMap{};
}

}  // namespace halfspace
