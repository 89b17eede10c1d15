#include "train/stream/stream_classes.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <utility>

#include "base/quoted_list.hpp"
#include "base/text.hpp"
#include "data/label.hpp"
#include "data/label_index.hpp"
#include "format/labels.hpp"

namespace halfspace {
namespace {

bool all_numbers(const std::vector<std::string>& labels) {
  return std::all_of(labels.begin(), labels.end(), [](const std::string& l) { return label_number(l).has_value(); });
}

/// log n!, by Stirling's series where its next term is below 1e-9.
double log_factorial(double n) {
  constexpr double few = 16;
  if (n >= few)
    return (n + 0.5) * std::log(n) - n + std::log(2 * std::numbers::pi) / 2 + 1 / (12 * n) - 1 / (360 * n * n * n);
  double product = 1;
  for (int k = 2; k <= static_cast<int>(n); ++k) product *= k;
  return std::log(product);
}

/// The log of (n - k + 1) C(n - k, b)/C(n, b), b = n - a: no less than the chance that of n rows in a random order, `a` of
/// one label, k of that label come together.
double log_chance_of_run(double n, double a, double k) {
  return std::log(n - k + 1) + log_factorial(n - k) - log_factorial(a - k) + log_factorial(a) - log_factorial(n);
}

}  // namespace

StreamClasses::StreamClasses(const std::vector<std::string>& named, std::string positive)
    : positive_(std::move(positive)), named_(!named.empty()) {
  if (named_) settle(named);
}

/// Numbers by value, texts by their bytes; equal numbers are one class.
void StreamClasses::settle(std::vector<std::string> labels) {
  const bool numbers = all_numbers(labels);
  const auto before = [&](const std::string& a, const std::string& b) {
    return numbers ? *label_number(a) < *label_number(b) : a < b;
  };
  std::stable_sort(labels.begin(), labels.end(), before);
  const auto same = [&](const std::string& a, const std::string& b) { return !before(a, b); };
  labels.erase(std::unique(labels.begin(), labels.end(), same), labels.end());
  classes_ = std::move(labels);
  met_.assign(classes_.size(), !named_);
  rows_.assign(classes_.size(), 0);
  longest_.assign(classes_.size(), 0);
  settled_ = true;
}

Result<bool> StreamClasses::see(const RowBlock& block, const std::string& source, std::size_t& alike) {
  alike = 0;
  for (const std::uint32_t l : block.rows.label) {
    if (settled_) break;
    const std::string& text = block.labels.text(l);
    const auto same = [&](const std::string& other) { return same_label(other, text); };
    if (std::none_of(seen_.begin(), seen_.end(), same)) seen_.push_back(text);
    if (seen_.size() == 2) settle(seen_);
    alike += settled_ ? 0U : 1U;
  }
  if (!settled_) return false;
  if (positive_found_) return true;
  if (const auto chosen = choose_positive(source); !chosen) return chosen.error();
  return true;
}

/// The class that sorts last is +1, unless another is named.
Result<void> StreamClasses::choose_positive(const std::string& source) {
  positive_found_ = true;
  if (classes_.size() < 2)
    return Error{Code::usage, "--classes", in_quotes(classes_[0]) + " is one class; training needs two or more"};
  if (positive_.empty()) return {};
  if (classes_.size() > 2)
    return Error{Code::usage, "--positive", "is for two classes; --classes names " + std::to_string(classes_.size())};
  if (same_label(classes_[1], positive_)) return {};
  if (!same_label(classes_[0], positive_))
    return Error{Code::usage, "--positive",
                 in_quotes(positive_) + " is not a label of " + source + "; its labels are " + joined(classes_)};
  std::swap(classes_[0], classes_[1]);
  return {};
}

Result<void> StreamClasses::find(const RowBlock& block, const std::string& source, std::vector<std::uint32_t>& out) {
  constexpr std::uint32_t not_sought = 0xFFFFFFFF;
  const LabelIndex index(classes_, all_numbers(classes_));
  const std::vector<std::uint32_t>& label = block.rows.label;
  std::vector<std::uint32_t> of_label(block.labels.size(), not_sought);  // another reading numbers its labels anew
  out.resize(label.size());
  for (std::size_t i = 0; i < label.size(); ++i) {
    std::uint32_t& k = of_label[label[i]];
    if (k == not_sought) {
      const auto at = index.find(block.labels.text(label[i]));
      if (!at) return third_class(block, i, source);
      k = static_cast<std::uint32_t>(*at);
      if (!met_[k]) classes_[k] = block.labels.text(label[i]);
      met_[k] = true;
    }
    out[i] = k;
  }
  return {};
}

void StreamClasses::count(const std::vector<std::uint32_t>& found, std::span<const std::uint32_t> order) {
  for (std::size_t i = 0; i < found.size(); ++i) {
    const std::uint32_t k = found[order.empty() ? i : order[i]];
    ++rows_[k];
    run_ = k == last_ ? run_ + 1 : 1;
    last_ = k;
    longest_[k] = std::max(longest_[k], run_);
  }
}

std::pair<std::uint64_t, bool> StreamClasses::longest_run() const {
  const double log_least = std::log(1e-6);
  double n = 0;
  for (const std::uint64_t k : rows_) n += static_cast<double>(k);
  double least = 0;
  std::uint64_t run = 0;
  for (std::size_t k = 0; k < rows_.size(); ++k) {
    if (rows_[k] == 0) continue;
    const double chance = log_chance_of_run(n, static_cast<double>(rows_[k]), static_cast<double>(longest_[k]));
    if (run > 0 && chance >= least) continue;
    least = chance;
    run = longest_[k];
  }
  return {run, run > 0 && least < log_least};
}

Error StreamClasses::third_class(const RowBlock& block, std::size_t i, const std::string& source) const {
  std::vector<std::string> all = classes_;
  all.push_back(block.labels.text(block.rows.label[i]));
  return {
      Code::bad_data, source + ":" + std::to_string(block.rows.lines.line(i)) + ":" + std::to_string(block.label_field),
      "label " + in_quotes(all.back()) + " is a third class; a stream takes its classes from its first rows, here " +
          joined(classes_, " and ") + ": name all with --classes " + as_flag_value(all) + ", or those to keep"};
}

Result<void> StreamClasses::check_all_met(const std::string& source) const {
  for (std::size_t k = 0; k < classes_.size(); ++k) {
    if (rows_[k] > 0) continue;
    const bool two = classes_.size() == 2;
    return Error{Code::bad_data, source,
                 two ? "all rows have the label " + in_quotes(classes_[1 - k]) + "; training needs two classes or more"
                     : "no row of the label " + in_quotes(classes_[k]) +
                           " is left: they have weight 0, or missing cells; leave it out of --classes"};
  }
  return {};
}

Error StreamClasses::unknown(const std::string& source, std::uint64_t rows, bool ended) const {
  const std::string label = in_quotes(seen_.empty() ? "" : seen_[0]);
  if (ended)
    return {Code::bad_data, source, "all rows have the label " + label + "; training needs two classes or more"};
  return {Code::bad_data, source,
          "the first " + counted(rows, "row") + " have the label " + label +
              ", and a stream needs its classes before it learns: name them with --classes A,B"};
}

void StreamClasses::describe(Dataset& data) const {
  const bool numbers = all_numbers(classes_);
  std::vector<std::size_t> place(classes_.size());
  for (std::size_t k = 0; k < place.size(); ++k) place[k] = k;
  std::sort(place.begin(), place.end(), [&](std::size_t a, std::size_t b) {
    return numbers ? *label_number(classes_[a]) < *label_number(classes_[b]) : classes_[a] < classes_[b];
  });
  data.numeric_labels = numbers;
  for (const std::size_t k : place)
    data.classes.push_back({classes_[k], label_number(classes_[k]).value_or(0), rows_[k]});
}

}  // namespace halfspace
