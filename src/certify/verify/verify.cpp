#include "certify/verify/verify.hpp"

#include <map>
#include <unordered_map>
#include <unordered_set>
#include <utility>

#include "base/text.hpp"
#include "certify/verify/exact_features.hpp"
#include "certify/verify/verify_span.hpp"
#include "certify/verify/verify_words.hpp"
#include "exact/decimal_sum.hpp"

namespace halfspace {
namespace {

Decimal one() { return {1, 0}; }

constexpr std::size_t most_summed = std::size_t{1} << 22U;

std::string place(std::uint64_t row, std::uint64_t line) {
  return "row " + std::to_string(row) + " (line " + std::to_string(line) + ")";
}

/// w.x + b over one denominator D > 0: the sign of w.x + b is that of the sum D (w.x + b).
class Form {
 public:
  bool set(std::vector<Rational> weights, const Rational& bias) {
    weights.push_back(bias);
    auto common = common_fractions(weights);
    if (common) w_ = std::move(*common);
    return common.has_value();
  }

  /// D y (w.x + b)
  const DecimalSum& at(const ExactFeatures& features, const ExactRow& row) {
    sum_.clear();
    sum_.add_product(w_.numerator.back(), one());
    features.for_each(row.entries, [&](std::uint64_t j, const Decimal& x) { sum_.add_product(w_.numerator[j], x); });
    if (!row.positive) sum_.negate();
    return sum_;
  }
  Rational last() const { return sum_.value() / w_.denominator; }
  const Integer& denominator() const { return w_.denominator; }  ///< D

  /// D^2 (|w|^2 + b^2), or without b
  Integer squared_norm(bool bias) const {
    Integer sum;
    for (std::size_t j = 0; j + (bias ? 0 : 1) < w_.numerator.size(); ++j) sum += w_.numerator[j] * w_.numerator[j];
    return sum;
  }

 private:
  CommonFractions w_;
  DecimalSum sum_;
};

class Check {
 public:
  explicit Check(const Certificate& certificate)
      : c_(certificate), features_(certificate), span_(features_, certificate.augmented) {}

  const std::string& reason() const { return reason_; }  ///< what is wrong; "" for nothing so far

  /// What needs no data: counts, signs of multipliers, no row twice. Notes which rows to keep.
  bool claims() {
    if (c_.data.rows == 0) return refuse("data.rows is 0; a statement needs rows");
    if (!features_.size()) return refuse("more than 2147483646 features");
    if (c_.has_weights() && !weights("weights", c_.weights, c_.augmented ? c_.bias_weight : Rational(0), form_))
      return false;
    if (c_.has_witness() && !terms("witness", c_.witness, 1)) return false;
    if (c_.has_span() && !terms("span", c_.span, 1)) return false;
    if (c_.margin && !margin_claims(*c_.margin)) return false;
    std::unordered_set<std::uint64_t> used;
    for (const Terms& witness : c_.disjoint_witnesses.value_or(std::vector<Terms>{})) {
      if (!terms("disjoint_witnesses", witness, 1)) return false;
      for (const Term& t : witness) {
        if (!used.insert(t.row).second)
          return refuse("disjoint_witnesses: row " + std::to_string(t.row) + " is in two of them");
      }
    }
    return true;
  }

  /// Every row of the first pass.
  void see(const ExactRow& row) {
    if (!reason_.empty()) return;
    if (features_.too_many(row.entries)) {
      refuse(place(row.row, row.line) + " has too many features to be checked");
      return;
    }
    if (c_.has_weights()) see_weights(row);
    if (c_.margin) {
      const DecimalSum& value = margin_form_.at(features_, row);
      if (!least_ || compare(value, *least_) < 0) least_ = value;
    }
    if (c_.has_span()) span_.see(row);
    if (const auto kept = kept_.find(row.row); kept != kept_.end()) kept->second = row;
  }

  /// What the rows say together.
  bool sums() {
    if (c_.statement == "quasi-separable" && !positive_seen_)
      return refuse("w.z is 0 in every row, expected more than 0 in one of them");
    if (c_.has_witness() && !vanishes("witness", c_.witness)) return false;
    if (c_.has_span() && !vanishes("span", c_.span)) return false;
    if (c_.margin && !margin(*c_.margin)) return false;
    for (const Terms& witness : c_.disjoint_witnesses.value_or(std::vector<Terms>{})) {
      if (!vanishes("disjoint_witnesses", witness)) return false;
    }
    return true;
  }

  /// Do the rows of `span` span all rows? A second pass may be needed.
  bool rank() {
    std::vector<const ExactRow*> rows;
    for (const Term& t : c_.span) rows.push_back(&kept_.at(t.row));
    span_.settle(rows);
    return span_settled();
  }
  bool needs_second_pass() const { return span_.needs_second_pass(); }
  void see_again(const ExactRow& row) { span_.see_again(row); }
  bool span_settled() { return span_.reason().empty() || refuse("span: " + span_.reason()); }

 private:
  bool refuse(const std::string& what) {
    if (reason_.empty()) reason_ = what;
    return false;
  }

  bool weights(const std::string& member, const std::vector<Rational>& w, const Rational& bias, Form& form) {
    if (w.size() != features_.size())
      return refuse(member + ": " + counted(w.size(), "number") + ", expected one for each of " +
                    counted(*features_.size(), "feature"));
    return form.set(w, bias) || refuse(member + ": the common denominator of the numbers is too long");
  }

  /// A list of terms: not empty, known rows, none twice, multipliers of `least_sign` (0: zero is allowed).
  bool terms(const std::string& list, const Terms& terms, int least_sign) {
    std::unordered_set<std::uint64_t> rows;
    if (terms.empty()) return refuse(list + ": no row is listed");
    for (const Term& t : terms) {
      const std::string where = list + ": " + place(t.row, t.line);
      if (t.row >= c_.data.rows) return refuse(where + ", but data.rows is " + std::to_string(c_.data.rows));
      if (!rows.insert(t.row).second) return refuse(where + " is a duplicate");
      if (sgn(t.multiplier) < least_sign)
        return refuse(where + ": the multiplier is " + number_in_words(t.multiplier) + ", expected " +
                      (least_sign > 0 ? "more than 0" : "at least 0"));
      kept_[t.row];
    }
    return true;
  }

  bool margin_claims(const MarginClaim& m) {
    return weights("margin.weights", m.weights, c_.augmented ? m.bias_weight : Rational(0), margin_form_) &&
           terms("margin.lambda", m.lambda, 0);
  }

  void see_weights(const ExactRow& row) {
    const int sign = form_.at(features_, row).sign();
    positive_seen_ = positive_seen_ || sign > 0;
    const bool strict = c_.statement == "separable";
    if (sign < (strict ? 1 : 0))
      refuse(place(row.row, row.line) + ": w.z is " + number_in_words(form_.last()) + ", expected " +
             (strict ? "more than 0" : "at least 0"));
  }

  /// sum_i lambda_i y_i (x_i, 1), or without the 1, times the common denominator of the multipliers.
  bool combine(const std::string& list, const Terms& terms, bool bias, std::map<std::uint64_t, DecimalSum>& sum,
               CommonFractions& lambda) {
    std::vector<Rational> multipliers;
    for (const Term& t : terms) multipliers.push_back(t.multiplier);
    auto common = common_fractions(multipliers);
    if (!common) return refuse(list + ": the common denominator of the multipliers is too long");
    lambda = std::move(*common);
    for (std::size_t k = 0; k < terms.size(); ++k) {
      const ExactRow& row = kept_.at(terms[k].row);
      if (row.line != terms[k].line)
        return refuse(list + ": row " + std::to_string(terms[k].row) + " is given as line " +
                      std::to_string(terms[k].line) + ", but is in line " + std::to_string(row.line));
      const Integer factor = row.positive ? lambda.numerator[k] : Integer(-lambda.numerator[k]);
      if (bias) sum[*features_.size()].add_product(factor, one());
      features_.for_each(row.entries, [&](std::uint64_t j, const Decimal& x) { sum[j].add_product(factor, x); });
      if (sum.size() > most_summed) return refuse(list + ": its rows have too many features to be summed");
    }
    return true;
  }

  bool vanishes(const std::string& list, const Terms& terms) {
    std::map<std::uint64_t, DecimalSum> sum;
    CommonFractions lambda;
    if (!combine(list, terms, c_.augmented, sum, lambda)) return false;
    for (const auto& [j, s] : sum) {
      if (s.sign() != 0)
        return refuse(list + ": the sum of multiplier times z is " + number_in_words(s.value() / lambda.denominator) +
                      " in " + features_.name(j) + ", expected 0");
    }
    return true;
  }

  /// Sums of the numerators only: adding fractions would look for common factors each time.
  bool margin(const MarginClaim& m) {
    if (least_->sign() <= 0)
      return refuse("margin.weights: the least w.z is " +
                    number_in_words(least_->value() / margin_form_.denominator()) + ", expected more than 0");
    const bool geometric = m.kind == "geometric";
    const Integer norm = margin_form_.squared_norm(c_.augmented && !geometric);
    if (norm == 0) return refuse("margin.weights: all are 0, expected a direction");
    const Rational least = least_->value();
    if (m.lower_squared * norm > least * least)  // D cancels
      return refuse("margin.lower_squared is " + number_in_words(m.lower_squared) + ", but these weights give " +
                    number_in_words(least * least / norm));
    std::map<std::uint64_t, DecimalSum> sum;
    CommonFractions lambda;
    if (!combine("margin.lambda", m.lambda, c_.augmented && !geometric, sum, lambda)) return false;
    Rational upper;
    for (const auto& [j, s] : sum) upper += s.value() * s.value();
    const Integer scale = lambda.denominator * lambda.denominator * (geometric ? 4 : 1);
    if (m.upper_squared * scale < upper)
      return refuse("margin.upper_squared is " + number_in_words(m.upper_squared) + ", but these multipliers give " +
                    number_in_words(upper / scale));
    return simplex(m.lambda, lambda, geometric);
  }

  /// The multipliers sum to 1, or those of each class do.
  bool simplex(const Terms& terms, const CommonFractions& lambda, bool each_class) {
    Integer positive;
    Integer negative;
    for (std::size_t k = 0; k < terms.size(); ++k)
      (kept_.at(terms[k].row).positive ? positive : negative) += lambda.numerator[k];
    const auto words = [&](const Integer& sum) {
      Rational value(sum, lambda.denominator);
      value.canonicalize();
      return number_in_words(value);
    };
    if (!each_class && positive + negative != lambda.denominator)
      return refuse("margin.lambda: the multipliers sum to " + words(positive + negative) + ", expected 1");
    if (each_class && (positive != lambda.denominator || negative != lambda.denominator))
      return refuse("margin.lambda: the multipliers sum to " + words(positive) + " (positive) and " + words(negative) +
                    " (negative class), expected 1 and 1");
    return true;
  }

  const Certificate& c_;
  ExactFeatures features_;
  std::string reason_;
  Form form_;
  Form margin_form_;
  bool positive_seen_ = false;
  std::optional<DecimalSum> least_;                   // of the margin's w.z, times D
  std::unordered_map<std::uint64_t, ExactRow> kept_;  // rows that some list names
  SpanCheck span_;
};

/// One pass over the text: "" where it is the certificate's text and reads as the certificate says.
Result<std::string> pass(const Certificate& c, const OpenText& open, const std::string& name,
                         const std::function<void(const ExactRow&)>& use) {
  auto source = open();
  if (!source) return source.error();
  const auto reading = read_exact_rows(c, *source.value(), name, use);
  if (!reading) return reading.error();
  const ExactReading& r = reading.value();
  if (r.sha256 != c.data.sha256)
    return name + " is another text: its SHA-256 is " + r.sha256 + ", expected " + c.data.sha256;
  if (r.problem) return r.problem->text();
  if (r.rows != c.data.rows)
    return "data.rows is " + std::to_string(c.data.rows) + ", but " + std::to_string(r.rows) + " rows are used";
  return std::string();
}

}  // namespace

Result<Verification> verify(const Certificate& c, const OpenText& open, const std::string& name) {
  Check check(c);
  const auto rejected = [&](const std::string& reason) {
    return Verification{false, c.statement, reason, question_text(c)};
  };
  if (const auto written = parse_certificate(certificate_text(c), ""); !written)
    return rejected(written.error().text());
  if (!check.claims()) return rejected(check.reason());
  const auto first = pass(c, open, name, [&](const ExactRow& row) { check.see(row); });
  if (!first) return first.error();
  if (!first.value().empty()) return rejected(first.value());
  if (!check.reason().empty() || !check.sums() || (c.has_span() && !check.rank())) return rejected(check.reason());
  if (check.needs_second_pass()) {
    const auto second = pass(c, open, name, [&](const ExactRow& row) { check.see_again(row); });
    if (!second) return second.error();
    if (!second.value().empty()) return rejected(second.value());
    if (!check.span_settled()) return rejected(check.reason());
  }
  return Verification{true, c.statement, proof_text(c), question_text(c)};
}

}  // namespace halfspace
