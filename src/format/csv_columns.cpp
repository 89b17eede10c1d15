#include "format/csv_columns.hpp"

#include <algorithm>
#include <array>
#include <unordered_map>

#include "base/number.hpp"
#include "base/text.hpp"
#include "data/dropped_words.hpp"

namespace halfspace {
namespace {

constexpr std::array<std::string_view, 5> label_names = {"label", "class", "target", "y", "species"};

/// The last of the names that is a label's but for capitals ("Label", "CLASS"), or "".
std::string label_in_capitals(const std::vector<std::string>& names) {
  std::string alike;
  for (const std::string& name : names) {
    std::string lower(name);
    std::transform(lower.begin(), lower.end(), lower.begin(),
                   [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c; });
    if (std::find(label_names.begin(), label_names.end(), lower) != label_names.end()) alike = name;
  }
  return alike;
}

class Chooser {
 public:
  Chooser(std::vector<std::string> names, const ReadOptions& options, std::string where)
      : options_(options), where_(std::move(where)) {
    c_.names = std::move(names);
    for (std::size_t k = 0; k < c_.names.size(); ++k) place_.emplace(c_.names[k], k);
  }

  Result<CsvColumns> choose() {
    if (options_.for_model && options_.columns.empty() && options_.model_cols > 0) {
      return Error{Code::bad_data, where_,
                   "the model was learned from LIBSVM text and its " + counted(options_.model_cols, "column") +
                       " have numbers, not names; give LIBSVM text"};
    }
    for (const auto step :
         {&Chooser::label, &Chooser::weight, &Chooser::group, &Chooser::order, &Chooser::dropped, &Chooser::features}) {
      if (const auto done = (this->*step)(); !done) return done.error();
    }
    return std::move(c_);
  }

 private:
  std::string header() const { return "the columns are " + joined(c_.names); }

  /// A column by name, else by number from 1.
  Result<std::size_t> find(const std::string& wanted, const std::string& option) const {
    const auto named = place_.find(wanted);
    if (named != place_.end()) return named->second;
    const auto number = option_count(wanted, option);
    if (number && number.value() >= 1 && number.value() <= c_.names.size())
      return static_cast<std::size_t>(number.value() - 1);
    const std::string near = nearest(wanted, c_.names);
    return Error{Code::usage, option,
                 "no column " + in_quotes(wanted) + " in " + where_ + "; " + header() +
                     (near.empty() ? "" : "; did you mean " + in_quotes(near) + "?")};
  }

  Result<void> label() {
    if (options_.for_model) return model_label();
    if (!options_.label.empty()) {
      const auto at = find(options_.label, "--label");
      if (!at) return at.error();
      c_.label = at.value();
      return {};
    }
    if (!options_.header && options_.listing) return {};
    if (!options_.header)
      return Error{Code::usage, "--label",
                   "without a header name the label column: --label NUMBER (from 1; " +
                       counted(c_.names.size(), "column") + ")"};
    std::vector<std::string> found;
    for (const std::string& name : c_.names) {
      if (std::find(label_names.begin(), label_names.end(), name) != label_names.end()) found.push_back(name);
    }
    if (found.size() == 1) {
      c_.label = place_.at(found.front());
      return {};
    }
    if (found.empty() && options_.listing) return {};
    Number number;
    const bool data =
        std::any_of(c_.names.begin(), c_.names.end(), [&](const std::string& n) { return parse_number(n, number); });
    const std::string alike = found.empty() ? label_in_capitals(c_.names) : "";
    const std::string what = found.empty() ? "no column is named label, class, target, y or species"
                                           : "several columns could be the label (" + joined(found) + ")";
    return Error{Code::bad_data, where_,
                 what + "; choose one: --label " + (alike.empty() ? "NAME" : alike) + "; " + header() +
                     (data ? " (is this line data? then say --no-header)" : "") +
                     (c_.names.size() == 1 ? " (another delimiter? --delimiter C)" : "")};
  }

  /// For a model the label is its own label column, and may be absent where none is needed.
  Result<void> model_label() {
    const auto named = place_.find(options_.label);
    if (named != place_.end()) {
      c_.label = named->second;
      return {};
    }
    const auto numbered = find(options_.label, "--label");
    if (numbered && options_.header) {
      c_.label = numbered.value();
      return {};
    }
    if (!options_.need_label) return {};
    return Error{Code::bad_data, where_,
                 "the model's label column " + in_quotes(options_.label) + " is missing; " + header()};
  }

  Result<void> weight() {
    if (options_.weight.empty()) return {};
    const auto at = find(options_.weight, "--weight");
    if (!at) return options_.weight_needed ? Result<void>(at.error()) : Result<void>();
    if (at.value() == c_.label && !options_.weight_needed) return {};
    if (at.value() == c_.label)
      return Error{Code::usage, "--weight", in_quotes(options_.weight) + " is the label column"};
    c_.weight = at.value();
    return {};
  }

  /// A column that is no feature by what `flag` says of rows.
  Result<void> beside(const std::string& wanted, const std::string& flag, std::size_t& to) {
    if (wanted.empty()) return {};
    const auto at = find(wanted, flag);
    if (!at) return at.error();
    for (const auto& [other, name] : {std::pair{c_.label, "label"}, {c_.weight, "weight"}, {c_.group, "group"}}) {
      if (at.value() == other)
        return Error{Code::usage, flag, in_quotes(wanted) + " is the " + std::string(name) + " column"};
    }
    to = at.value();
    return {};
  }

  Result<void> group() { return beside(options_.groups, "--groups", c_.group); }
  Result<void> order() { return beside(options_.order_by, "--order-by", c_.order); }

  /// The columns that --drop names.
  Result<void> dropped() {
    dropped_.resize(c_.names.size());
    if (options_.for_model || (options_.drop.size() == 1 && options_.drop[0] == "auto")) return {};
    for (const std::string& wanted : options_.drop) {
      const auto at = find(wanted, "--drop");
      if (!at) return at.error();
      const std::size_t k = at.value();
      for (const auto& [other, what] : {std::pair{c_.label, "is the label"},
                                        {c_.weight, "has the weights"},
                                        {c_.group, "has the groups"},
                                        {c_.order, "orders the rows"}}) {
        if (k == other) return Error{Code::usage, "--drop", "column " + in_quotes(c_.names[k]) + " " + what};
      }
      if (dropped_[k]) return Error{Code::usage, "--drop", "column " + in_quotes(c_.names[k]) + " is named twice"};
      dropped_[k] = true;
      c_.dropped.push_back({c_.names[k], std::string(dropped_by_name)});
    }
    return {};
  }

  Result<void> features() {
    if (options_.for_model) return model_features();
    if (options_.columns.empty()) {
      for (std::size_t k = 0; k < c_.names.size(); ++k) {
        if (k != c_.label && k != c_.weight && k != c_.group && k != c_.order && !dropped_[k]) c_.feature.push_back(k);
      }
      return {};
    }
    std::vector<bool> used(c_.names.size());
    for (const std::string& wanted : options_.columns) {
      const auto at = find(wanted, "--columns");
      if (!at) return at.error();
      const std::size_t k = at.value();
      const auto refuse = [&](const char* why) {
        return Error{Code::usage, "--columns", "column " + in_quotes(c_.names[k]) + why};
      };
      if (k == c_.label) return refuse(" is the label; it cannot be a feature too");
      if (k == c_.weight) return refuse(" is the weight; it cannot be a feature too");
      if (k == c_.group) return refuse(" is the group column; it cannot be a feature too");
      if (k == c_.order) return refuse(" orders the rows; it cannot be a feature too");
      if (dropped_[k]) return refuse(" is named by --drop too");
      if (used[k]) return refuse(" is named twice");
      used[k] = true;
      c_.feature.push_back(k);
    }
    return {};
  }

  Result<void> model_features() {
    std::vector<std::string> missing;
    std::vector<bool> used(c_.names.size());
    for (const std::string& wanted : options_.columns) {
      const auto named = place_.find(wanted);
      if (named == place_.end()) {
        missing.push_back(wanted);
        continue;
      }
      const bool label = named->second == c_.label && options_.need_label;
      if (label || named->second == c_.weight)
        return Error{Code::usage, label ? "--label" : "--weight",
                     "column " + in_quotes(wanted) + " is a feature of the model; it cannot be the " +
                         (label ? "label" : "weight") + " too"};
      used[named->second] = true;
      c_.feature.push_back(named->second);
    }
    if (missing.empty()) return {};
    std::vector<std::string> extra;
    for (std::size_t k = 0; k < c_.names.size(); ++k) {
      if (!used[k] && k != c_.label) extra.push_back(c_.names[k]);
    }
    return Error{Code::bad_data, where_,
                 "these are not the model's columns: missing " + joined(missing) +
                     (extra.empty() ? "" : "; extra " + joined(extra)) + "; rename or add them"};
  }

  const ReadOptions& options_;
  std::string where_;
  CsvColumns c_;
  std::vector<bool> dropped_;
  std::unordered_map<std::string, std::size_t> place_;
};

}  // namespace

Result<CsvColumns> choose_columns(std::vector<std::string> names, const ReadOptions& options,
                                  const std::string& where) {
  return Chooser(std::move(names), options, where).choose();
}

}  // namespace halfspace
