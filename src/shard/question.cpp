#include "shard/question.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <utility>

#include "base/text.hpp"
#include "halfspace/version.h"
#include "shard/packed.hpp"
#include "shard/softmax_sums.hpp"
#include "shard/task_sums.hpp"

namespace halfspace {
namespace {

constexpr std::string_view question_magic = "halfspace question 3";

void put(Packer& to, const Task& t) {
  to.number(t.left_out);
  to.array<double>(t.class_weight);
  to.number(t.positive);
  for (const bool flag : {t.product, t.hessian, t.diagonal}) to.number<std::uint8_t>(flag ? 1 : 0);
  to.array<std::uint32_t>(t.columns);
  to.number(t.fine);
  to.number(t.rows);
  to.number(t.share);
  to.number(t.smoothing);
  to.array<double>(t.weights);
  to.array<double>(t.direction);
  to.number<std::uint64_t>(t.centers.size());
  for (const Center& c : t.centers) {
    to.number(c.width);
    to.array<double>(c.weights);
  }
  to.number(t.reach);
  to.number(t.loss_reach);
}

Task task_from(Unpacker& from) {
  Task t;
  t.left_out = from.number<std::uint32_t>();
  t.class_weight = from.array<double>();
  t.positive = from.number<std::uint32_t>();
  t.product = from.number<std::uint8_t>() != 0;
  t.hessian = from.number<std::uint8_t>() != 0;
  t.diagonal = from.number<std::uint8_t>() != 0;
  t.columns = from.array<std::uint32_t>();
  t.fine = from.number<std::uint8_t>();
  t.rows = from.number<double>();
  t.share = from.number<double>();
  t.smoothing = from.number<double>();
  t.weights = from.array<double>();
  t.direction = from.array<double>();
  const std::uint64_t centers = from.length(1);
  for (std::uint64_t k = 0; k < centers && from.ok(); ++k) {
    Center c;
    c.width = from.number<double>();
    c.weights = from.array<double>();
    t.centers.push_back(std::move(c));
  }
  t.reach = from.number<std::int16_t>();
  t.loss_reach = from.number<std::int16_t>();
  return t;
}

void put(Packer& to, const TravellingVisits& v) {
  to.number(v.options.mistake);
  to.number(v.options.step);
  to.number(v.options.keep);
  to.number(v.options.bias);
  to.number(v.options.eta);
  to.number(v.options.margin);
  to.number(v.options.aggressiveness);
  to.number(v.clean_after);
  to.array<std::uint32_t>(v.positive);
  to.number<std::uint64_t>(v.legs.size());
  for (const Leg& leg : v.legs) {
    for (const std::uint64_t n : {leg.shard, leg.first, leg.last}) to.number(n);
    to.texts(leg.states);
  }
}

template <Named E>
bool take_choice(Unpacker& from, E& value) {
  value = from.number<E>();
  return static_cast<std::size_t>(value) < Names<E>::list.size();
}

std::optional<TravellingVisits> visits_from(Unpacker& from, std::size_t classes) {
  TravellingVisits v;
  const bool known = take_choice(from, v.options.mistake) && take_choice(from, v.options.step) &&
                     take_choice(from, v.options.keep) && take_choice(from, v.options.bias);
  v.options.eta = from.number<double>();
  v.options.margin = from.number<double>();
  v.options.aggressiveness = from.number<double>();
  v.clean_after = from.number<std::uint64_t>();
  v.positive = from.array<std::uint32_t>();
  const std::uint64_t legs = from.length(1);
  for (std::uint64_t k = 0; k < legs && from.ok(); ++k) {
    Leg leg;
    for (std::uint64_t* n : {&leg.shard, &leg.first, &leg.last}) *n = from.number<std::uint64_t>();
    leg.states = from.texts();
    if (leg.first > leg.last || leg.states.size() != v.positive.size()) return std::nullopt;
    v.legs.push_back(std::move(leg));
  }
  for (const std::uint32_t k : v.positive)
    if (k >= classes) return std::nullopt;
  if (!known || !from.ok()) return std::nullopt;
  return v;
}

bool in_range(const std::vector<std::int16_t>& exponents) {
  for (const std::int16_t e : exponents)
    if (e < -1000 || e > 1001) return false;
  return true;
}

constexpr std::size_t most_classes = 1U << 15U;
constexpr std::size_t most_classes_counted = 1U << 12U;          // K^2 counts
constexpr std::uint64_t most_numbers = std::uint64_t{1} << 28U;  // of an answer
constexpr std::uint64_t most_columns_squared = 4096;             // of Σ h x x'
constexpr std::uint8_t most_fine = 60;
constexpr std::uint64_t most_parts = 1U << 16U;
constexpr std::uint64_t most_exact_sums = std::uint64_t{1} << 19U;  // of an answer, a kilobyte each

/// Are they ascending, and columns?
bool fit_columns(const std::vector<std::uint32_t>& columns, std::uint64_t dims) {
  for (std::size_t k = 0; k < columns.size(); ++k)
    if (columns[k] >= dims || (k > 0 && columns[k] <= columns[k - 1])) return false;
  return true;
}

bool fits(const Question& q, const Task& t) {
  if (t.positive >= q.classes.size() || t.weights.size() != q.dims()) return false;
  if (t.product && t.direction.size() != q.dims()) return false;
  if (!fits_part(q, t.left_out, t.class_weight)) return false;
  const std::uint64_t k = t.columns.empty() ? q.dims() : t.columns.size();
  if (t.hessian && k > most_columns_squared) return false;
  if (t.fine > most_fine || !fit_columns(t.columns, q.dims())) return false;
  for (const Center& c : t.centers)
    if (c.weights.size() != q.dims()) return false;
  return in_range({t.reach, t.loss_reach});
}

/// Has each part of one repeat its model, in their order?
bool fit_map(const Question& q) {
  if (!q.map || q.folds.repeats != 1 || q.map->of_class.size() != q.classes.size()) return false;
  if (q.outputs() == 0 || q.tasks.size() != q.folds.count * q.outputs()) return false;
  for (std::size_t t = 0; t < q.tasks.size(); ++t)
    if (q.tasks[t].left_out != t / q.outputs()) return false;
  return !q.tasks.empty();
}

/// Are the folds of a number that answers can count, and is each task of rows held out of one of them?
bool fit_folds(const Question& q) {
  const RowFolds& f = q.folds;
  const std::size_t K = q.classes.size();
  if (f.count > most_parts || f.repeats > most_parts || f.parts() > most_parts) return false;
  if ((f.count > 0 && f.repeats == 0) || f.parts() * K > most_exact_sums) return false;
  if (q.ask == Ask::calibration) return fit_map(q);
  if (q.ask != Ask::held_out) return true;
  if (f.count == 0 || q.outputs() == 0 || q.tasks.empty() || q.tasks.size() % q.outputs() != 0) return false;
  if (q.tasks.size() / q.outputs() * (3 * K + 3) > most_exact_sums) return false;
  return std::all_of(q.tasks.begin(), q.tasks.end(), [](const Task& t) { return t.left_out != no_part; });
}

/// Does each fit, and do their sums together?
template <class Sums, class T, class Fits>
bool fit_together(const Question& q, const std::vector<T>& tasks, Fits fits_alone) {
  std::uint64_t numbers = 0;
  return std::all_of(tasks.begin(), tasks.end(), [&](const T& t) {
    if (!fits_alone(t)) return false;
    numbers += Sums::size(q, t);
    return numbers <= most_numbers;
  });
}

/// None, or a finite number of each column.
bool is_of_columns(const Question& q, const std::vector<double>& values) {
  return (values.empty() || values.size() == q.cols) &&
         std::all_of(values.begin(), values.end(), [](double v) { return std::isfinite(v); });
}

bool fit_scale(const Question& q) {
  if (q.scale.factor.empty() && !q.scale.shift.empty()) return false;
  if (q.ask == Ask::scaling && (q.bias || q.fine > most_fine)) return false;
  return is_of_columns(q, q.scale.shift) && is_of_columns(q, q.scale.factor) && is_of_columns(q, q.centers.center) &&
         is_of_columns(q, q.centers.reach) && q.centers.center.size() == q.centers.reach.size();
}

/// Do its parts have the sizes that they need?
bool fits(const Question& q) {
  if (!fit_scale(q)) return false;
  if (q.cols > (std::uint64_t{1} << 31U) || !in_range(q.first_moment) || !in_range(q.second_moment)) return false;
  if (!q.class_weight.empty() && q.class_weight.size() != q.classes.size()) return false;
  const std::size_t K = q.classes.size();
  if (K > most_classes || !fit_folds(q)) return false;
  if (q.ask == Ask::mistakes && (q.tasks.size() != K || K > most_classes_counted) && !(q.tasks.size() == 1 && K == 2))
    return false;
  if (q.ask == Ask::schema) return true;
  if (q.ask == Ask::visits) return q.visits.has_value();
  if (q.ask == Ask::sizes && q.least_weight.size() != q.classes.size()) return false;
  if (q.first_moment.size() != q.dims() || q.second_moment.size() != q.dims()) return false;
  if (q.ask == Ask::softmax)
    return !q.softmax.empty() &&
           fit_together<SoftmaxSums>(q, q.softmax, [&](const SoftmaxTask& t) { return fits(t, q); });
  return fit_together<TaskSums>(q, q.tasks, [&](const Task& t) { return fits(q, t); });
}

}  // namespace

bool fits_part(const Question& q, std::uint32_t left_out, const std::vector<double>& class_weight) {
  if (left_out != no_part && left_out >= q.folds.parts()) return false;
  return class_weight.empty() || class_weight.size() == q.classes.size();
}

std::string Question::bytes() const {
  Packer to;
  to.text(question_magic);
  to.text(HALFSPACE_VERSION);
  to.number(ask);
  to.number(round);
  to.number(cols);
  to.number<std::uint8_t>(bias ? 1 : 0);
  to.number(static_cast<std::uint8_t>(loss));
  to.texts(classes);
  for (const auto* v : {&class_weight, &least_weight}) to.array<double>(*v);
  to.array<std::uint64_t>(first_row);
  for (const auto* v : {&first_moment, &second_moment}) to.array<std::int16_t>(*v);
  for (const std::vector<double>* v : {&scale.shift, &scale.factor, &centers.center, &centers.reach})
    to.array<double>(*v);
  to.number(fine);
  for (const std::uint64_t n : {folds.count, folds.repeats, folds.seed}) to.number(n);
  to.number(probable);
  to.number(decimals);
  to.number<std::uint64_t>(tasks.size());
  for (const Task& t : tasks) put(to, t);
  to.number<std::uint8_t>(visits ? 1 : 0);
  if (visits) put(to, *visits);
  if (ask == Ask::softmax) {
    to.number<std::uint64_t>(softmax.size());
    for (const SoftmaxTask& t : softmax) pack(to, t);
  }
  if (ask == Ask::calibration) {
    to.number(map->a);
    to.number(map->b);
    to.array<double>(map->of_class);
  }
  return to.take();
}

Result<Question> Question::parse(std::string_view bytes) {
  Unpacker from(bytes);
  if (from.text() != question_magic)
    return Error{Code::bad_data, "question", "these bytes are no question of a driver, or one of another version"};
  if (const std::string version = from.text(); version != HALFSPACE_VERSION)
    return Error{Code::bad_data, "question",
                 "the driver has halfspace " + in_quotes(version) +
                     ", this worker " HALFSPACE_VERSION "; install the same version on all machines"};
  Question q;
  const auto ask = from.number<std::uint8_t>();
  q.round = from.number<std::uint64_t>();
  q.cols = from.number<std::uint64_t>();
  q.bias = from.number<std::uint8_t>() != 0;
  const auto loss = from.number<std::uint8_t>();
  q.classes = from.texts();
  for (auto* v : {&q.class_weight, &q.least_weight}) *v = from.array<double>();
  q.first_row = from.array<std::uint64_t>();
  for (auto* v : {&q.first_moment, &q.second_moment}) *v = from.array<std::int16_t>();
  for (std::vector<double>* v : {&q.scale.shift, &q.scale.factor, &q.centers.center, &q.centers.reach})
    *v = from.array<double>();
  q.fine = from.number<std::uint8_t>();
  for (std::uint64_t* n : {&q.folds.count, &q.folds.repeats, &q.folds.seed}) *n = from.number<std::uint64_t>();
  q.probable = from.number<Probable>();
  q.decimals = from.number<std::int16_t>();
  const std::uint64_t tasks = from.length(1);
  for (std::uint64_t k = 0; k < tasks && from.ok(); ++k) q.tasks.push_back(task_from(from));
  if (from.number<std::uint8_t>() != 0) q.visits = visits_from(from, q.classes.size());
  if (ask == static_cast<std::uint8_t>(Ask::softmax)) {
    const std::uint64_t count = from.length(1);
    for (std::uint64_t k = 0; k < count && from.ok(); ++k) q.softmax.push_back(softmax_task_from(from));
  }
  if (ask == static_cast<std::uint8_t>(Ask::calibration)) {
    ScoreMap& map = q.map.emplace();
    map.a = from.number<double>();
    map.b = from.number<double>();
    map.of_class = from.array<double>();
  }
  const bool known = ask < Names<Ask>::list.size() && loss < every_loss.size() && q.probable <= Probable::softmax;
  q.ask = static_cast<Ask>(known ? ask : 0);
  q.loss = static_cast<LossKind>(known ? loss : 0);
  if (!known || !from.at_end() || !fits(q)) return Error{Code::bad_data, "question", "is damaged"};
  return q;
}

}  // namespace halfspace
