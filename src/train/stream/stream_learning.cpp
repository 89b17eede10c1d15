#include "train/stream/stream_learning.hpp"

#include <algorithm>
#include <cmath>
#include <tuple>
#include <utility>

#include "base/text.hpp"
#include "format/labels.hpp"
#include "model/scorer.hpp"

namespace halfspace {
namespace {

constexpr std::uint64_t most_held = std::uint64_t{24} << 20U;  // bytes of rows, before the classes are known

/// The most that a run keeps, the model and its report with it: a perceptron its weights in whole numbers and in doubles,
/// both twice while they grow, and their sums likewise.
std::uint64_t bytes_a_weight(const StreamRequest& request) {
  if (!request.is_perceptron()) {
    if (request.online.solver == OnlineSolver::sgd) return 24;
    return request.online.solver == OnlineSolver::ftrl ? 40 : 32;
  }
  return request.perceptron.keep == Keep::average ? 64 : 32;
}

}  // namespace

StreamLearning::StreamLearning(const StreamRequest& request, const std::vector<std::string>& classes,
                               std::uint64_t max_bytes, std::string source)
    : classes_(classes, request.positive), max_bytes_(max_bytes), source_(std::move(source)) {
  run_.request = request;
  run_.passes = 1;
}

Result<void> StreamLearning::take(RowBlock& block, std::span<const std::uint32_t> order) {
  seen_.form = block.rows.form;
  seen_.columns = block.rows.columns;
  if (run_.passes > 1 && block.rows.cols > seen_.cols) return changed_text(source_);  // before memory is taken for them
  seen_.cols = std::max(seen_.cols, block.rows.cols);
  if (!learners_.empty()) return learn(block, order);
  std::size_t alike = 0;
  const auto known = classes_.see(block, source_, alike);
  if (const auto fits = check_held(block.rows, alike); !fits) return fits;
  if (!known) return known.error();
  if (!known.value()) {
    hold(block, order);
    return {};
  }
  if (const auto begun = begin(); !begun) return begun;
  std::vector<Held> held = std::move(held_);
  for (Held& h : held) {
    RowBlock earlier{h.rows, block.labels};
    earlier.label_field = block.label_field;
    if (const auto learned = learn(earlier, h.order); !learned) return learned;
  }
  return learn(block, order);
}

/// May the first n rows of a block be held? Row by row: where blocks end does not matter.
Result<void> StreamLearning::check_held(const Dataset& rows, std::size_t n) {
  for (std::size_t i = 0; i < n; ++i) {
    held_bytes_ += std::visit([&](const auto& x) { return 12 * x.row(i).size + 8; }, rows.x);
    ++held_rows_;
    if (held_bytes_ > most_held) return classes_.unknown(source_, held_rows_, false);
  }
  return {};
}

/// Rows of one class, until another comes.
void StreamLearning::hold(RowBlock& block, std::span<const std::uint32_t> order) {
  Dataset& rows = block.rows;
  Held h;
  h.rows.x = std::exchange(rows.x, Matrix());
  h.rows.rows = rows.rows;
  h.rows.cols = rows.cols;
  h.rows.label = std::exchange(rows.label, {});
  h.rows.weight = std::exchange(rows.weight, {});
  h.rows.lines = std::exchange(rows.lines, {});
  h.rows.form = rows.form;
  h.rows.decimals = rows.decimals;
  h.rows.short_decimals = rows.short_decimals;
  h.order.assign(order.begin(), order.end());
  held_.push_back(std::move(h));
}

Result<void> StreamLearning::begin() {
  for (std::size_t k = 0; k < classes_.outputs(); ++k) {
    if (run_.request.is_perceptron()) {
      learners_.emplace_back(PerceptronLearner(run_.request.perceptron));
      continue;
    }
    auto learner = online_learner(run_.request.online);
    if (!learner) return learner.error();
    learners_.push_back(std::move(learner).value());
  }
  return {};
}

Result<void> StreamLearning::check_memory(std::uint64_t cols) const {
  const auto bytes = static_cast<double>(cols) * static_cast<double>(bytes_a_weight(run_.request) * learners_.size());
  if (max_bytes_ == 0 || bytes <= static_cast<double>(max_bytes_)) return {};
  return Error{Code::bad_data, source_,
               "the weights of " + counted(cols, "column") +
                   (learners_.size() > 1 ? " and " + counted(learners_.size(), "class") : "") + " need about " +
                   beyond_limit(static_cast<std::uint64_t>(bytes), max_bytes_) + "; give more with --max-memory"};
}

Result<void> StreamLearning::learn(RowBlock& block, std::span<const std::uint32_t> order) {
  const Dataset& rows = block.rows;
  if (const auto found = classes_.find(block, source_, class_of_row_); !found) return found;
  if (const auto fits = check_memory(rows.cols); !fits) return fits;
  const std::size_t n = rows.rows;
  score_.resize(n * learners_.size());
  y_.resize(n);
  const bool ends_clean = awaits_clean() && run_.passes > 1 && !run_.request.shuffled;  // at any visit
  bool all_clean = ends_clean;
  for (std::size_t k = 0; k < learners_.size(); ++k) {
    const std::uint32_t positive = learners_.size() == 1 ? 1 : static_cast<std::uint32_t>(k);
    for (std::size_t i = 0; i < n; ++i) y_[i] = class_of_row_[i] == positive ? 1 : -1;
    const OnlineRows online{rows.x, y_, rows.weight, order, rows.decimals, rows.short_decimals};
    const std::span<double> score = std::span(score_).subspan(k * n, n);
    std::optional<std::size_t> bad;
    if (auto* p = std::get_if<PerceptronLearner>(&learners_[k])) {
      bad = p->learn(online, score, ends_clean ? first_rows_ : 0);
      all_clean = all_clean && p->clean(first_rows_);
    } else {
      bad = std::visit(
          [&](auto& learner) -> std::optional<std::size_t> {
            if constexpr (!std::is_same_v<std::decay_t<decltype(learner)>, PerceptronLearner>)
              return learner.learn(online, score);
            return std::nullopt;
          },
          learners_[k]);
    }
    if (bad) return overflow(rows, *bad);
  }
  clean_ = all_clean;
  run_.visits += n;
  if (run_.passes == 1) count(rows, n, order);
  return {};
}

/// Progressive validation.
void StreamLearning::count(const Dataset& rows, std::size_t n, std::span<const std::uint32_t> order) {
  Progressive& p = run_.progressive;
  const std::size_t outputs = learners_.size();
  const AnyLoss any = run_.request.is_perceptron() ? AnyLoss{PerceptronLoss{}} : loss_of(run_.request.online.loss);
  std::vector<double> of_row(outputs);
  std::visit(
      [&](auto loss) {
        for (std::size_t i = 0; i < n; ++i) {
          const double c = rows.weight.empty() ? 1 : rows.weight[i];
          for (std::size_t k = 0; k < outputs; ++k) {
            of_row[k] = score_[k * n + i];
            const bool positive = class_of_row_[i] == (outputs == 1 ? 1 : k);
            p.loss += c * loss.value(positive ? of_row[k] : -of_row[k]);
          }
          const bool wrong = predicted_class(of_row, false) != class_of_row_[i];
          p.mistakes += wrong ? 1 : 0;
          p.mistaken_weight += wrong ? c : 0;
          p.weight += c;
        }
      },
      any);
  classes_.count(class_of_row_, order);
  p.rows += n;
  std::tie(p.longest_run, p.sorted) = classes_.longest_run();
  first_rows_ += n;
  seen_.rows += n;
}

Error StreamLearning::overflow(const Dataset& rows, std::size_t i) const {
  double most = 0;
  std::uint64_t column = 0;
  std::visit(
      [&](const auto& x) {
        for_each_entry(x.row(i), [&](std::size_t j, double v) {
          if (std::fabs(v) <= most) return;
          most = std::fabs(v);
          column = j;
        });
      },
      rows.x);
  return {Code::bad_data, source_ + ":" + std::to_string(rows.lines.line(i)),
          "column " + in_quotes(seen_.column_name(column)) + " reaches " + number_text(most) +
              " and the scores overflow a double; rescale this column"};
}

Result<void> StreamLearning::end_pass() {
  if (learners_.empty()) return classes_.unknown(source_, 0, true);
  if (const auto all = classes_.check_all_met(source_); !all) return all;
  bool all_clean = awaits_clean();
  for (OnlineLearner& learner : learners_) {
    auto* p = std::get_if<PerceptronLearner>(&learner);
    if (p == nullptr) continue;
    p->end_pass();
    all_clean = all_clean && p->clean(first_rows_);
  }
  clean_ = all_clean;
  ++run_.passes;
  return {};
}

bool StreamLearning::awaits_clean() const {
  const PerceptronChoices& o = run_.request.perceptron;
  return run_.request.is_perceptron() && (o.stop == Stop::clean_pass || o.ends_on_clean_pass);
}

std::vector<PerceptronResult> StreamLearning::family() const {
  std::vector<PerceptronResult> out;
  for (const OnlineLearner& learner : learners_) {
    if (const auto* p = std::get_if<PerceptronLearner>(&learner)) out.push_back(p->result(seen_.cols));
  }
  return out;
}

std::vector<OnlineWeights> StreamLearning::weights() const {
  std::vector<OnlineWeights> out;
  for (const OnlineLearner& learner : learners_) {
    std::visit(
        [&](const auto& l) {
          if constexpr (requires { l.weights(seen_.cols); }) out.push_back(l.weights(seen_.cols));
        },
        learner);
  }
  return out;
}

}  // namespace halfspace
