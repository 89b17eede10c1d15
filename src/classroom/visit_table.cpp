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

double label_error(const VisitTable& table, const VisitLine& line) {
  if (line.score != 0) return (line.score > 0 ? 1 : -1) - line.y;
  return line.mistake ? (table.zero_is_positive ? 1 : 0) - line.y : 0;
}

std::string pocket_text(const VisitLine& line) { return line.into_pocket ? "new" : std::to_string(line.pocket); }

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

/// Of the zero weights, which give every row the score 0.
std::uint64_t VisitCollector::mistakes_at_zero(const PerceptronChoices& o) const {
  if (o.mistake == Mistake::boundary_is_correct) return o.margin > 0 ? data_.rows : 0;
  if (o.mistake == Mistake::boundary_is_mistake) return data_.rows;
  const auto negative = [&](std::uint32_t k) { return data_.classes[k].text == table_.classes[0]; };
  return static_cast<std::uint64_t>(std::count_if(data_.label.begin(), data_.label.end(), negative));
}

/// Gallant 1990 with ratchet: the weights after an update go in where they make strictly fewer mistakes.
void VisitCollector::fill_pocket(const PerceptronChoices& o) {
  std::vector<VisitLine>& lines = table_.lines;
  std::uint64_t best = 0;
  for (std::size_t first = 0, end = 0; first < lines.size(); first = end) {
    const VisitLine& visit = lines[first];
    if (first == 0 || lines[first - 1].run != visit.run) best = mistakes_at_zero(o);
    bool update = false;
    for (end = first; end < lines.size() && lines[end].visit == visit.visit && lines[end].run == visit.run; ++end)
      update = update || lines[end].mistake;
    const bool fewer = update && visit.counts.mistakes < best;
    if (fewer) best = visit.counts.mistakes;
    for (std::size_t k = first; k < end; ++k) {
      lines[k].pocket = best;
      lines[k].into_pocket = fewer;
    }
  }
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
  const PerceptronChoices& o = trained.perceptron()->options;
  table_.pocket = o.keep == Keep::pocket && o.start == Start::zero && data_.weight.empty() &&
                  (table_.binary() || o.mistake == Mistake::boundary_is_mistake);
  if (table_.counted && table_.pocket) fill_pocket(o);
  table_.zero_is_positive = o.mistake == Mistake::boundary_is_positive;
  if (m.multiclass != Multiclass::none) table_.label = data_.label;
  if (m.multiclass == Multiclass::argmax) table_.vectors = m.classes.size();
  return std::move(table_);
}

}  // namespace halfspace
