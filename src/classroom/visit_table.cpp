#include "classroom/visit_table.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "base/text.hpp"
#include "model/score_checks.hpp"

namespace halfspace {
namespace {

/// Of a line, and of what is made of it: JSON with its names, a text for each number.
std::uint64_t bytes_of(const VisitLine& line) {
  constexpr std::uint64_t names = 2048;
  constexpr std::uint64_t number = 64;
  return names + number * (line.x.size() + line.before.size() + line.after.size());
}

}  // namespace

TrainObserver VisitCollector::watching(TrainObserver observer) {
  alpha_.assign(data_.rows, 0.0);
  observer.perceptron.stop =
      observer.perceptron.stop.part([this] { return infinite_.has_value() || bytes_ > choices_.most_bytes; });
  observer.perceptron.visit = [this](const VisitEvent& e) { add(e); };
  observer.perceptron.counts = choices_.counts;
  observer.perceptron.output = [this](std::uint32_t k) {
    run_ = k;
    alpha_.assign(data_.rows, 0.0);
  };
  return observer;
}

void VisitCollector::add(const VisitEvent& e) {
  const std::size_t cols = e.x.size() / e.rows.size();
  const bool any = std::any_of(e.mistaken.begin(), e.mistaken.end(), [](std::uint8_t m) { return m != 0; });
  const bool full = bytes_ > choices_.most_bytes;
  const std::size_t vectors = e.rival < 0 ? 1 : data_.classes.size();
  table_.runs = run_.has_value();
  table_.shown = cols <= VisitTable::most_shown ? cols : 0;
  table_.side = e.before.size() / vectors <= VisitTable::most_shown + 1 ? e.before.size() / vectors : 0;
  for (std::size_t k = 0; k < e.rows.size(); ++k) {
    const std::uint64_t i = e.rows[k];
    alpha_[i] += e.multipliers[k];
    if (!infinite_ && !std::isfinite(e.scores[k])) infinite_ = Infinite{i, no_finite_score};
    if (full || (choices_.updates && !any)) continue;
    VisitLine line;
    line.run = run_;
    line.visit = e.visit;
    line.pass = e.pass;
    line.row = i;
    if (table_.shown > 0)
      line.x.assign(e.x.begin() + static_cast<std::ptrdiff_t>(k * cols),
                    e.x.begin() + static_cast<std::ptrdiff_t>((k + 1) * cols));
    line.y = e.y[k];
    line.score = e.scores[k] + 0.0;
    line.mistake = e.mistaken[k] != 0;
    line.multiplier = e.multipliers[k];
    line.alpha = alpha_[i];
    if (table_.side > 0) {
      line.before.assign(e.before.begin(), e.before.end());
      line.after.assign(e.after.begin(), e.after.end());
    }
    line.squared_norm = e.squared_norm;
    line.along = e.along;
    if (e.along && e.squared_norm > 0) line.cosine = *e.along / std::sqrt(e.squared_norm);
    line.counts = e.counts;
    line.rival = e.rival;
    bytes_ += bytes_of(line);
    table_.lines.push_back(std::move(line));
  }
  if (!infinite_ && !std::all_of(e.after.begin(), e.after.end(), [](double w) { return std::isfinite(w); }))
    infinite_ = Infinite{e.rows[0], "moves the weights beyond the largest double, 1.8e308"};
}

std::optional<Error> VisitCollector::problem(const std::string& source) const {
  if (infinite_) return beyond_doubles(data_, infinite_->row, source, infinite_->what);
  return std::nullopt;
}

Result<VisitTable> VisitCollector::table(const Trained& trained, const std::string& source) && {
  if (bytes_ > choices_.most_bytes)
    return Error{Code::bad_data, source,
                 "the table takes more than " + grouped(choices_.most_bytes >> 20U) + " MiB (--max-memory) after " +
                     counted(trained.perceptron()->run.visits, "visit") +
                     "; end the run earlier (--passes, --rounds, --max-updates), or show --updates"};
  const Model& m = trained.model;
  table_.classes = m.classes;
  table_.kernel = m.support.has_value();
  table_.columns = m.map.names();
  table_.bias = m.bias != Bias::none;
  table_.counted = choices_.counts;
  if (m.multiclass != Multiclass::none) table_.label = data_.label;
  if (m.multiclass == Multiclass::argmax) table_.vectors = m.classes.size();
  return std::move(table_);
}

}  // namespace halfspace
