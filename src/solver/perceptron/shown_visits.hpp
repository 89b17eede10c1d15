// Every visit of a run with the weights before and after it, for an observer that asks for them.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <variant>
#include <vector>

#include "data/rows.hpp"
#include "solver/perceptron/perceptron.hpp"
#include "solver/perceptron/present_mistakes.hpp"

namespace halfspace {

template <class M, class W>
class ShownVisits {
 public:
  ShownVisits(const PerceptronProblem& p, const PresentMistakes<M, W>& mistakes, const PerceptronObserver& observer)
      : p_(p), mistakes_(mistakes), observer_(observer) {}

  bool on() const { return static_cast<bool>(observer_.visit); }

  /// These rows are visited next.
  void begin(const W& w, std::span<const std::uint64_t> rows, std::uint64_t pass) {
    if (!on()) return;
    pass_ = pass;
    rows_.assign(rows.begin(), rows.end());
    show_values(rows);
    y_.clear();
    scores_.clear();
    mistaken_.clear();
    for (const std::uint64_t i : rows) {
      const double s = w.score(i);
      y_.push_back(p_.y[i]);
      scores_.push_back(s / w.unit());
      mistaken_.push_back(mistakes_.is_mistake(i, s) ? 1 : 0);
    }
    if constexpr (requires { w.rival(rows[0]); }) rival_ = w.rival(rows[0]);
    before_ = w.values();
  }

  /// They were visited; `steps` are those of the mistakes among them. False: no visit has begun since the last call.
  bool end(const W& w, const PerceptronResult& r, std::span<const double> steps) {
    if (rows_.empty()) return false;
    multipliers_.assign(rows_.size(), 0.0);
    for (std::size_t k = 0, mistake = 0; k < rows_.size(); ++k) {
      if (mistaken_[k] != 0 && mistake < steps.size()) multipliers_[k] = steps[mistake++];
    }
    const std::vector<double> after = w.values();
    if (observer_.counts && (counted_ != r.updates + 1)) count(w, r.updates);
    observer_.visit({r.visits, pass_, rows_, values_, y_, scores_, mistaken_, multipliers_, before_, after,
                     w.squared_length(), counts_, rival_, along(w)});
    rows_.clear();
    return true;
  }

 private:
  std::optional<double> along(const W& w) const {
    if constexpr (requires { w.along(observer_.separator); }) {
      if (!observer_.separator.empty()) return w.along(observer_.separator);
    }
    return std::nullopt;
  }

  /// Of the rows as they are, not as w.score() has scaled them.
  void show_values(std::span<const std::uint64_t> rows) {
    const auto show = [&](const auto& x) {
      values_.assign(rows.size() * x.cols, 0.0);
      for (std::size_t k = 0; k < rows.size(); ++k)
        for_each_entry(x.row(rows[k]), [&](std::size_t j, double v) { values_[k * x.cols + j] = v; });
    };
    std::visit(show, p_.x);
  }

  void count(const W& w, std::uint64_t updates) {
    counted_ = updates + 1;
    counts_ = {};
    for (std::size_t i = 0; i < p_.y.size(); ++i) {
      const double s = w.score(i);
      counts_.mistakes += mistakes_.is_mistake(i, s) ? 1 : 0;
      counts_.false_positives += p_.y[i] < 0 && s >= 0 ? 1 : 0;
      counts_.false_negatives += p_.y[i] > 0 && s < 0 ? 1 : 0;
    }
  }

  const PerceptronProblem& p_;
  const PresentMistakes<M, W>& mistakes_;
  const PerceptronObserver& observer_;
  std::uint64_t pass_ = 0;
  std::int64_t rival_ = -1;  // of weights a class, in argmax
  std::vector<std::uint64_t> rows_;
  std::vector<double> values_;
  std::vector<std::int8_t> y_;
  std::vector<double> scores_;
  std::vector<std::uint8_t> mistaken_;
  std::vector<double> multipliers_;
  std::vector<double> before_;
  std::uint64_t counted_ = 0;  // updates + 1 that the counts are of; 0: none
  VisitCounts counts_;
};

}  // namespace halfspace
