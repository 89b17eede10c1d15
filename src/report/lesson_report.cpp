#include "report/lesson_report.hpp"

#include <algorithm>

namespace halfspace {

Json run_plot_json(const plot::PlaneRun& run) {
  Json updates = Json::array();
  for (const plot::RunUpdate& u : run.updates)
    updates.push_back({{"visit", u.visit},
                       {"pass", u.pass},
                       {"row", u.row},
                       {"line", run.rows[u.row].line},
                       {"multiplier", u.multiplier},
                       {"weights_before", {u.before[0], u.before[1]}},
                       {"bias_before", u.before[2]},
                       {"weights_after", {u.after[0], u.after[1]}},
                       {"bias_after", u.after[2]}});
  return {{"rows", run.rows.size()}, {"updates", std::move(updates)}};
}

Json pocket_plot_json(const std::vector<std::uint64_t>& mistakes) {
  const auto fewest = std::min_element(mistakes.begin(), mistakes.end());
  return {{"mistakes_after_update", mistakes}, {"fewest", *fewest}, {"at_update", fewest - mistakes.begin()}};
}

Json neuron_plot_json(const std::vector<plot::NeuronInput>& inputs, std::optional<double> bias) {
  Json weights = Json::array();
  for (const plot::NeuronInput& input : inputs)
    weights.push_back({{"column", input.column}, {"weight", number_json(input.weight)}});
  return {{"inputs", std::move(weights)}, {"bias", number_json(bias)}};
}

Json curve_rows_json(const char* name, const std::vector<plot::CurveRow>& rows,
                     const std::vector<plot::NamedCurve>& curves, const std::vector<std::vector<double>>& values) {
  Json at = Json::array();
  for (const plot::CurveRow& row : rows) at.push_back(number_json(row.at));
  Json out = {{name, std::move(at)}};
  for (std::size_t k = 0; k < values.size(); ++k) out[curves[k].name] = values[k];
  return out;
}

}  // namespace halfspace
