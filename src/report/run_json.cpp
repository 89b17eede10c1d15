#include "report/run_json.hpp"

#include <algorithm>
#include <string>
#include <vector>

#include "feature/feature_map.hpp"
#include "report/separability_json.hpp"

namespace halfspace {
namespace {

constexpr std::size_t alpha_shown = 10000;  // more rows than this would drown the JSON

Json numbers_json(const double* first, const double* last) {
  Json out = Json::array();
  std::for_each(first, last, [&](double v) { out.push_back(number_json(v)); });
  return out;
}

}  // namespace

Json alpha_json(const Dataset& data, std::span<const double> alpha, std::span<const std::uint64_t> rows) {
  const auto moved =
      static_cast<std::size_t>(std::count_if(alpha.begin(), alpha.end(), [](double a) { return a != 0; }));
  if (moved > alpha_shown) return nullptr;
  Json out = Json::array();
  auto& list = out.get_ref<Json::array_t&>();
  list.reserve(moved);
  for (std::size_t i = 0; i < alpha.size(); ++i) {
    if (alpha[i] == 0) continue;
    const std::uint64_t row = rows.empty() ? i : rows[i];
    auto& members = list.emplace_back(Json::object()).get_ref<Json::object_t&>();
    members.reserve(3);
    members.emplace_back("row", row);  // each name is new: the map need not look for it
    members.emplace_back("line", data.lines.line(row));
    members.emplace_back("multiplier", number_json(alpha[i]));
  }
  return out;
}

Json runs_json(const Dataset& data, const Trained& t) {
  Json out = Json::array();
  for (const ClassRun& r : t.perceptron()->runs)
    out.push_back({{"class", r.label},
                   {"status", std::string(name_of(r.status))},
                   {"stop_reason", r.stop_reason},
                   {"visits", r.visits},
                   {"passes", r.passes},
                   {"updates", r.updates},
                   {"verdict", verdict_json(r.known)},
                   {"witness", witness_json(r.known, data)}});
  return out;
}

Json start_json(const Model& m, const std::vector<double>& start) {
  if (start.empty()) return nullptr;
  const std::size_t d = m.cols();
  const std::size_t vectors = start.size() / (d + 1);
  Json weights = Json::array();
  Json bias = Json::array();
  for (std::size_t k = 0; k < vectors; ++k) {
    std::vector<double> w(start.begin() + static_cast<std::ptrdiff_t>(k * (d + 1)),
                          start.begin() + static_cast<std::ptrdiff_t>((k + 1) * (d + 1)));
    fold(m.map, w.data(), w[d]);
    weights.push_back(numbers_json(w.data(), w.data() + d));
    bias.push_back(number_json(w[d]));
  }
  return {{"weights", vectors == 1 ? weights[0] : weights}, {"bias", vectors == 1 ? bias[0] : bias}};
}

Json scaling_json(const FeatureMap& map) {
  if (map.factor.empty()) return nullptr;
  const auto all = [](const std::vector<double>& v) { return numbers_json(v.data(), v.data() + v.size()); };
  return {{"shift", map.shift.empty() ? Json(nullptr) : all(map.shift)}, {"factor", all(map.factor)}};
}

Json unavoidable_json(const std::optional<Unavoidable>& known, const Dataset& data) {
  if (!known) return nullptr;
  if (!known->known()) return {{"mistakes_at_least", nullptr}, {"witnesses", nullptr}, {"rest_is_separable", nullptr}};
  Json witnesses = Json::array();
  for (const auto& w : known->witnesses) witnesses.push_back(multipliers_json(w, data));
  return {{"mistakes_at_least", known->witnesses.size()},
          {"witnesses", std::move(witnesses)},
          {"rest_is_separable", known->complete ? Json(true) : Json(nullptr)}};
}

Json bound_json(const MistakeBound& b, const PerceptronResult& run) {
  const auto optional = [](const std::optional<double>& v) { return v ? number_json(*v) : Json(nullptr); };
  const bool mistakes = b.rule == BoundRule::passive_aggressive;
  return {{"rule", b.rule == BoundRule::none ? Json(nullptr) : Json(std::string(name_of(b.rule)))},
          {"radius_squared", number_json(b.radius_squared)},
          {"margin_at_most", optional(b.margin_at_most)},
          {"margin_at_least", optional(b.margin_at_least)},
          {"margin_proved", b.best},
          {"separator_margin", optional(b.separator_margin)},
          {"updates", run.updates},
          {"updates_at_most", optional(b.updates_at_most())},
          {"mistakes", mistakes ? Json(b.counted) : Json(nullptr)},
          {"mistakes_at_most", mistakes ? optional(b.most) : Json(nullptr)},
          {"along", optional(b.along)},
          {"length", optional(b.length)},
          {"slack", optional(b.slack())}};
}

}  // namespace halfspace
