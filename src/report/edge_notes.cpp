#include "report/edge_notes.hpp"

#include <algorithm>
#include <utility>

#include "base/text.hpp"

namespace halfspace {
namespace {

/// Two values beyond `edge`, in the ratio of `edge` to the value before it.
std::string values_beyond(double edge, double before) {
  const double ratio = edge / before;
  return short_number(edge * ratio) + "," + short_number(edge * ratio * ratio);
}

std::string edge_text(const std::string& which, const std::string& name, double edge) {
  return "best at the " + which + " " + name + " tried, " + short_number(edge);
}

/// Of one setting; "" where the best lies inside, or nothing lies beyond.
std::string edge_note(const Varied& v, const std::vector<std::size_t>& places) {
  if (v.simple == 0 || v.numbers.size() < 2) return "";
  std::vector<double> sorted = v.numbers;
  std::sort(sorted.begin(), sorted.end());
  const double edge = v.numbers[places[0]];
  const bool largest = edge == sorted.back();
  if (!largest && edge != sorted.front()) return "";
  if (std::any_of(places.begin(), places.end(), [&](std::size_t k) { return v.numbers[k] != edge; })) return "";
  if (v.name == "degree") {
    if (!largest && edge <= 1) return "";
    const double step = largest ? 1 : -1;
    return edge_text(largest ? "largest" : "smallest", v.name, edge) + ": extend the grid by " + v.name + "=" +
           short_number(edge + step);
  }
  const double before = largest ? sorted[sorted.size() - 2] : sorted[1];
  if (!(edge > 0) || !(before > 0) || edge == before) return "";
  return edge_text(largest ? "largest" : "smallest", v.name, edge) + ": extend the grid by " + v.name + "=" +
         values_beyond(edge, before);
}

}  // namespace

std::vector<std::string> edge_notes(const Search& s) {
  std::vector<std::string> out;
  for (std::size_t j = 0; j < s.grid.varied.size() && s.best; ++j) {
    std::vector<std::size_t> places;
    places.reserve(s.tied.size());
    for (const std::size_t k : s.tied) places.push_back(s.points[k].point[j]);
    if (std::string note = edge_note(s.grid.varied[j], places); !note.empty()) out.push_back(std::move(note));
  }
  return out;
}

std::vector<std::string> edge_notes(const PathTraining& path) {
  const std::vector<PathRow>& rows = path.rows;
  if (!path.best || rows.size() < 2) return {};
  const std::size_t best = *path.best;
  if (best == 0 && rows[0].nonzero == 0)
    return {
        "best is the point whose weights are all 0: no other has a better mean than the same prediction for every "
        "row"};
  const bool first = best == 0;
  if (!first && best + 1 < rows.size()) return {};
  const auto equals_best = [&](const PathRow& row) { return row.mean && same_mean(*row.mean, *rows[best].mean); };
  if (std::count_if(rows.begin(), rows.end(), equals_best) > 1) return {};
  const PathRow& edge = rows[best];
  const PathRow& before = rows[first ? 1 : best - 1];
  const PathRequest& r = path.request;
  if (!r.costs.empty())
    return {edge_text(first ? "smallest" : "largest", "C", edge.C) + ": extend --Cs by " +
            values_beyond(edge.C, before.C)};
  const std::string text = edge_text(first ? "largest" : "smallest", "lambda", edge.lambda);
  if (!r.lambdas.empty()) return {text + ": extend --lambdas by " + values_beyond(edge.lambda, before.lambda)};
  if (first)
    return {text + ": begin the path higher, by --lambdas from " + short_number(edge.lambda * 100, 3) + " down"};
  const double ratio = edge.lambda / rows[0].lambda;
  return {text + ": extend the path by --ratio " + short_number(ratio / 100, 2)};
}

}  // namespace halfspace
