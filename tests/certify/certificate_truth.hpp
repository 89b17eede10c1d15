// What a certificate says, evaluated from its definition, in a few lines that share nothing with verify().
#pragma once

#include <algorithm>
#include <functional>
#include <map>
#include <string>
#include <vector>

#include "certificate_cases.hpp"

namespace halfspace::test {

/// The statements of a certificate about plain CSV text (no quotes, no packing), from their definitions.
class Truth {
 public:
  Truth(const Certificate& c, const std::string& text) : c_(c) {
    sound_ = sha256(text) == c.data.sha256 && c.features == "none" && !c.libsvm() && read(text) &&
             z_.size() == c.data.rows && !z_.empty();
  }

  bool holds() const {
    if (!sound_) return false;
    if (c_.has_weights() && !weights_hold()) return false;
    if (c_.has_witness() && !vanishes(c_.witness)) return false;
    if (c_.has_span() && !(vanishes(c_.span) && spans())) return false;
    if (c_.margin && !margin_holds(*c_.margin)) return false;
    std::map<std::uint64_t, int> uses;
    for (const Terms& w : c_.disjoint_witnesses.value_or(std::vector<Terms>{})) {
      if (!vanishes(w)) return false;
      for (const Term& t : w) {
        if (++uses[t.row] > 1) return false;
      }
    }
    return true;
  }

 private:
  using Row = std::vector<Rational>;

  static std::vector<std::string> cut(const std::string& line, char separator) {
    std::vector<std::string> out;
    std::istringstream in(line + separator);
    for (std::string cell; std::getline(in, cell, separator);) out.push_back(cell);
    return out;
  }

  bool read(const std::string& text) {
    std::istringstream in(text);
    std::vector<std::string> names;
    std::uint64_t number = 0;
    for (std::string line; std::getline(in, line);) {
      const auto cells = cut(line, c_.data.delimiter);
      ++number;
      if (names.empty()) {
        for (std::size_t k = 0; k < cells.size(); ++k)
          names.push_back(c_.data.header ? cells[k] : std::to_string(k + 1));
        if (c_.data.header) continue;
      }
      if (cells.size() != names.size()) return false;
      if (!add(names, cells, number)) return false;
    }
    return true;
  }

  bool add(const std::vector<std::string>& names, const std::vector<std::string>& cells, std::uint64_t number) {
    const auto cell = [&](const std::string& name) {
      const auto at = std::find(names.begin(), names.end(), name);
      return at == names.end() ? std::string("\1") : cells[static_cast<std::size_t>(at - names.begin())];
    };
    Row z;
    std::vector<std::string> wanted = {c_.data.label};
    for (const CertificateColumn& column : c_.columns) {
      if (std::count(wanted.begin(), wanted.end(), column.name) > 0) return false;
      wanted.push_back(column.name);
      const std::string text = cell(column.name);
      if (!column.levels.empty()) {
        if (std::count(column.levels.begin(), column.levels.end(), text) != 1) return false;
        for (const std::string& level : column.levels) z.emplace_back(level == text ? 1 : 0);
        continue;
      }
      const auto value = decimal_rational(text, "");
      if (!value) return false;
      z.push_back(value.value());
    }
    if (c_.augmented) z.emplace_back(1);
    const std::string label = cell(c_.data.label);
    const bool positive = std::count(c_.positive.begin(), c_.positive.end(), label) > 0;
    const bool negative = std::count(c_.negative.begin(), c_.negative.end(), label) > 0;
    if (c_.numeric_classes || !c_.data.weight.empty() || (positive && negative)) return false;
    if (!positive && !negative) return true;
    for (Rational& v : z) v *= positive ? 1 : -1;
    z_.push_back(z);
    y_.push_back(positive ? 1 : -1);
    line_.push_back(number);
    return true;
  }

  Rational at(Row w, const Rational& bias, std::size_t i) const {
    if (c_.augmented) w.push_back(bias);
    Rational sum;
    for (std::size_t j = 0; j < w.size(); ++j) sum += w[j] * z_[i][j];
    return sum;
  }

  bool weights_hold() const {
    if (c_.weights.size() + (c_.augmented ? 1 : 0) != z_[0].size()) return false;
    bool some = false;
    for (std::size_t i = 0; i < z_.size(); ++i) {
      const Rational m = at(c_.weights, c_.bias_weight, i);
      if (m < 0 || (m == 0 && c_.statement == "separable")) return false;
      some = some || m > 0;
    }
    return some;
  }

  /// sum lambda z; empty where the terms are not rows with their lines, distinct.
  Row combined(const Terms& terms) const {
    Row sum(z_[0].size());
    std::map<std::uint64_t, int> uses;
    for (const Term& t : terms) {
      if (t.row >= z_.size() || line_[t.row] != t.line || ++uses[t.row] > 1) return {};
      for (std::size_t j = 0; j < sum.size(); ++j) sum[j] += t.multiplier * z_[t.row][j];
    }
    return sum;
  }

  bool vanishes(const Terms& terms) const {
    const Row sum = combined(terms);
    return !terms.empty() && (!sum.empty() || z_[0].empty()) &&
           std::all_of(sum.begin(), sum.end(), [](const Rational& v) { return v == 0; }) &&
           std::all_of(terms.begin(), terms.end(), [](const Term& t) { return t.multiplier > 0; });
  }

  bool spans() const {
    std::vector<Row> some;
    for (const Term& t : c_.span) some.push_back(z_[t.row]);
    return rank_of(some) == rank_of(z_);
  }

  bool margin_holds(const MarginClaim& m) const {
    const bool geometric = m.kind == "geometric";
    if (m.weights.size() != c_.weights.size()) return false;
    Rational least = at(m.weights, m.bias_weight, 0);
    for (std::size_t i = 1; i < z_.size(); ++i) least = std::min(least, at(m.weights, m.bias_weight, i));
    Rational norm = c_.augmented && !geometric ? Rational(m.bias_weight * m.bias_weight) : Rational(0);
    for (const Rational& w : m.weights) norm += w * w;
    Row sum = combined(m.lambda);
    if (least <= 0 || norm == 0 || sum.empty() || m.lower_squared > least * least / norm) return false;
    if (geometric) sum.pop_back();
    Rational upper;
    for (const Rational& s : sum) upper += s * s / (geometric ? 4 : 1);
    std::map<int, Rational> total;
    for (const Term& t : m.lambda) {
      if (t.multiplier < 0) return false;
      total[y_[t.row]] += t.multiplier;
    }
    const bool simplex = geometric ? total[1] == 1 && total[-1] == 1 : total[1] + total[-1] == 1;
    return simplex && m.upper_squared >= upper;
  }

  Certificate c_;
  bool sound_ = false;
  std::vector<Row> z_;
  std::vector<int> y_;
  std::vector<std::uint64_t> line_;
};

}  // namespace halfspace::test
