#include "classroom/final_weights.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>
#include <variant>
#include <vector>

#include "base/text.hpp"
#include "classroom/student_match.hpp"
#include "classroom/student_reading.hpp"
#include "select/learn.hpp"
#include "train/targets.hpp"

namespace halfspace {
namespace {

/// A linear learner's end: w, then b, vector after vector.
struct End {
  std::vector<double> weights;
  Learned learned;

  const Model& model() const { return learned.trained.model; }
};

struct Asked {
  const Dataset& data;
  const std::string& source;
  const std::optional<TextAgain>& text;
  const TrainObserver& observer;

  Result<End> end(const Settings& settings) const {
    auto plan = learn_plan(settings, data, source);
    if (!plan) return plan.error();
    plan.value().request.text = text;
    auto learned = learn(data, plan.value(), observer, {});
    if (!learned) return learned.error();
    End out;
    out.learned = std::move(learned).value();
    const Model& m = out.model();
    if (m.support || !out.learned.trained.fitted)
      return Error{Code::usage, "",
                   m.support ? "a kernel has multipliers and no weights; grade a trace of it"
                             : "this learner has no optimum on these rows, so there are no weights to compare with"};
    const std::size_t side = m.vector_size();
    for (std::size_t k = 0; k < m.vectors(); ++k) {
      const auto first = m.w.begin() + static_cast<std::ptrdiff_t>(k * side);
      out.weights.insert(out.weights.end(), first, first + static_cast<std::ptrdiff_t>(side));
      out.weights.push_back(m.b[k]);
    }
    return out;
  }
};

StudentNames names_of_weights(const Model& m, const Dataset& data) {
  const std::vector<std::string> features = m.map.names();
  return {features,
          data.form.label,
          static_cast<std::size_t>(m.vectors()),
          false,
          static_cast<std::size_t>(m.vector_size()) + 1,
          m.bias != Bias::none,
          static_cast<std::size_t>(m.vector_size())};
}

/// The first column that differs or is left empty; nothing: all agree.
std::optional<std::size_t> first_wrong(const StudentTable& student, const std::vector<double>& weights, double factor,
                                       bool& rounded) {
  for (std::size_t j = 0; j < student.columns.size(); ++j) {
    const StudentColumn& c = student.columns[j];
    if (c.role != StudentRole::after) continue;
    if (!is_written_as(student.lines[0].cells[j], factor * weights[c.index], 0, rounded)) return j;
  }
  return std::nullopt;
}

/// The place of the first weight without a column.
std::optional<std::size_t> first_missing(const StudentTable& student, const std::vector<double>& weights,
                                         const StudentNames& names, bool bias) {
  for (std::size_t place = 0; place < weights.size(); ++place) {
    if (!bias && (place + 1) % names.side == 0) continue;
    const auto is_it = [&](const StudentColumn& c) { return c.role == StudentRole::after && c.index == place; };
    if (std::none_of(student.columns.begin(), student.columns.end(), is_it)) return place;
  }
  return std::nullopt;
}

/// The weights that the student wrote, where none is left out.
std::optional<std::vector<double>> all_written(const StudentTable& student, const std::vector<double>& weights,
                                               bool bias) {
  std::vector<double> out(weights.size());
  std::size_t found = 0;
  for (std::size_t j = 0; j < student.columns.size(); ++j) {
    const StudentColumn& c = student.columns[j];
    if (c.role != StudentRole::after || !student.lines[0].cells[j].value) continue;
    out[c.index] = *student.lines[0].cells[j].value;
    ++found;
  }
  return found == out.size() || (!bias && found + 1 == out.size()) ? std::optional(out) : std::nullopt;
}

/// k > 0 with written = k weights, by the largest of them.
std::optional<double> exact_factor(const std::vector<double>& written, const std::vector<double>& weights) {
  const auto smaller = [](double a, double b) { return std::fabs(a) < std::fabs(b); };
  const auto largest = std::max_element(weights.begin(), weights.end(), smaller);  // rounding tells least there
  if (largest == weights.end() || *largest == 0) return std::nullopt;
  const double k = written[static_cast<std::size_t>(largest - weights.begin())] / *largest;
  return k > 0 && std::isfinite(k) ? std::optional(k) : std::nullopt;
}

/// k > 0 with written = k weights where decimals are rounded: the middle of what all numbers allow. None where they have
/// so few digits that rounding may be more than a hundredth of them: many weights would do.
std::optional<double> rounded_factor(const StudentTable& student, const std::vector<double>& weights) {
  constexpr double most_rounding = 0.01;
  double low = 0;
  double high = std::numeric_limits<double>::infinity();
  double largest = 0;
  double most = 0;
  for (std::size_t j = 0; j < student.columns.size(); ++j) {
    const StudentColumn& c = student.columns[j];
    if (c.role != StudentRole::after) continue;
    const StudentCell& cell = student.lines[0].cells[j];
    if (!cell.value) return std::nullopt;
    const double v = *cell.value;
    const double off = cell.decimals < 2 ? 1e-9 * std::fabs(v) : 0.5 * std::pow(10.0, -cell.decimals);
    largest = std::max(largest, std::fabs(v));
    most = std::max(most, off);
    const double w = weights[c.index];
    if (w == 0) continue;
    low = std::max(low, std::min((v - off) / w, (v + off) / w));
    high = std::min(high, std::max((v - off) / w, (v + off) / w));
  }
  const bool told = high > 0 && low <= high && std::isfinite(high) && most <= most_rounding * largest;
  return told ? std::optional((low + high) / 2) : std::nullopt;
}

/// k > 0 where the student's weights are k times those of a run that a learning rate only rescales.
std::optional<double> rescaled(const StudentTable& student, const End& end) {
  const Trained& t = end.learned.trained;
  const PerceptronTraining* const p = t.perceptron();
  if (p == nullptr || p->options.start != Start::zero || p->options.margin != 0 ||
      (p->options.step != Step::unit && p->options.step != Step::rate))
    return std::nullopt;
  const auto written = all_written(student, end.weights, t.model.bias != Bias::none);
  if (!written) return std::nullopt;
  const auto fits = [&](const std::optional<double>& k, bool exactly) {
    bool rounded = false;
    return k && !first_wrong(student, end.weights, *k, rounded) && !(exactly && rounded);
  };
  if (const auto k = exact_factor(*written, end.weights); fits(k, true)) return k;
  const auto k = rounded_factor(student, end.weights);
  return fits(k, false) ? k : std::nullopt;
}

/// Rows on the wrong side of w.x + b = 0, those on it among them.
std::uint64_t wrong_rows(const Dataset& data, const Model& m, const std::vector<double>& w) {
  const auto targets = find_targets(data, m.positive(), "");
  std::uint64_t wrong = 0;
  const auto count = [&](const auto& x) {
    for (std::size_t i = 0; i < data.rows; ++i) {
      double s = w.back();
      for_each_entry(x.row(i), [&](std::size_t j, double v) { s += v * w[j]; });
      const double y = targets.value().label[i] == 1 ? 1 : -1;
      wrong += y * s > 0 ? 0 : 1;
    }
  };
  if (targets) std::visit(count, data.x);
  return wrong;
}

std::string what_they_are(const Dataset& data, const End& end, const StudentTable& student) {
  const Model& m = end.model();
  const auto written = all_written(student, end.weights, m.bias != Bias::none);
  if (!written || m.vectors() != 1 || !m.map.plain() || !m.map.factor.empty() || m.classes.size() != 2) return "";
  const std::uint64_t wrong = wrong_rows(data, m, *written);
  if (wrong == 0) return "these weights separate the classes too, but are not those that this run ends with";
  return "with these weights " + counted(wrong, "row") + " of " + std::to_string(data.rows) +
         (wrong == 1 ? " is" : " are") + " not strictly on the right side";
}

/// Such an end is also what is written where nothing was computed.
bool all_zero(const std::vector<double>& weights) {
  return std::all_of(weights.begin(), weights.end(), [](double w) { return w == 0; });
}

struct OtherEnd {
  Slip slip;
  std::string flag;
  std::string value;
};

/// Runs with one choice changed; the slip that each stands for.
std::vector<OtherEnd> other_ends(const Trained& t) {
  std::vector<OtherEnd> out;
  if (t.model.bias != Bias::none) out.push_back({Slip::forgotten_bias, "bias", "none"});
  if (t.model.bias == Bias::none) out.push_back({Slip::wrong_weights, "bias", "augmented"});
  if (t.perceptron() == nullptr) return out;
  const PerceptronChoices& o = t.perceptron()->options;
  for (const std::string_view rule : Names<Mistake>::list) {
    if (rule != name_of(o.mistake)) out.push_back({Slip::wrong_tie_rule, "mistake", std::string(rule)});
  }
  for (const std::string_view order : {"cyclic", "first-mistake"}) {
    if (order != name_of(o.order)) out.push_back({Slip::wrong_order, "order", std::string(order)});
  }
  for (const std::string_view step : {"unit", "delta"}) {
    if (step != name_of(o.step)) out.push_back({Slip::wrong_step, "step", std::string(step)});
  }
  return out;
}

/// Says where these are the weights of a run with one choice changed.
void name_other_end(const Asked& asked, const Settings& settings, const Trained& trained, const StudentTable& student,
                    std::size_t size, Grade& grade) {
  bool rounded = false;
  for (const OtherEnd& other : other_ends(trained)) {
    Settings changed = settings;
    changed.values[other.flag] = other.value;
    const auto there = asked.end(changed);
    if (!there || there.value().weights.size() != size || all_zero(there.value().weights) ||
        first_wrong(student, there.value().weights, 1, rounded))
      continue;
    grade.wrong->slip = other.slip;
    grade.other_run = "--" + other.flag + " " + other.value;
    grade.wrong->reason = "the weights are those of " + grade.other_run;
    return;
  }
}

}  // namespace

Result<Grade> graded_weights(const Dataset& data, const Settings& settings, const std::string& source,
                             const std::optional<TextAgain>& text, const StudentText& student,
                             const TrainObserver& observer) {
  const Asked asked{data, source, text, observer};
  const auto end = asked.end(settings);
  if (!end) return end.error();
  if (const auto whole = check_end(end.value().learned.trained.status); !whole) return whole.error();
  const StudentNames names = names_of_weights(end.value().model(), data);
  const auto table = student_table(student, names);
  if (!table) return table.error();
  Grade grade;
  grade.final_weights = true;
  grade.lines = 1;
  grade.expected_lines = 1;
  bool rounded = false;
  const auto wrong = first_wrong(table.value(), end.value().weights, 1, rounded);
  const Trained& t = end.value().learned.trained;
  if (const auto missing = first_missing(table.value(), end.value().weights, names, t.model.bias != Bias::none)) {
    grade.wrong = WrongPlace{table.value().lines[0].line,
                             {},
                             {},
                             "",
                             "no " + weight_name(*missing, names),
                             weight_name(*missing, names) + " = " + number_text(end.value().weights[*missing]),
                             Slip::left_out,
                             "final weights are all of them"};
    return grade;
  }
  grade.accepted = !wrong;
  if (wrong && !settings.has("positive") && may_be_turned(t.model.classes) &&
      !first_wrong(table.value(), end.value().weights, -1, rounded)) {
    grade.accepted = true;
    grade.variants.push_back("the other class, " + in_quotes(t.model.classes[0]) + ", is +1");
  }
  if (rounded && grade.accepted) grade.variants.emplace_back("numbers are rounded to the digits written");
  if (const auto factor = grade.accepted ? std::nullopt : rescaled(table.value(), end.value())) {
    grade.accepted = true;
    grade.variants.push_back("the weights are " + short_number(*factor) +
                             " times those of this run: from zero a learning rate only rescales them");
  }
  grade.right = grade.accepted ? 1 : 0;
  if (grade.accepted) return grade;
  const StudentColumn& c = table.value().columns[*wrong];
  grade.wrong = WrongPlace{table.value().lines[0].line,
                           {},
                           {},
                           c.name,
                           table.value().lines[0].cells[*wrong].text,
                           number_text(end.value().weights[c.index]),
                           Slip::wrong_weights,
                           what_they_are(data, end.value(), table.value())};
  name_other_end(asked, settings, t, table.value(), end.value().weights.size(), grade);
  return grade;
}

}  // namespace halfspace
