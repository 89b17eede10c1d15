#include "separate/separation_answer.hpp"

#include <algorithm>
#include <utility>

namespace halfspace {
namespace {

constexpr std::size_t margin_dims = 2000;  // beyond, the search for the best margin is left to those who ask for it
constexpr std::size_t most_alone = 10;
constexpr std::size_t most_tied = 1000;  // columns that are looked at though doubles tell no rows apart

Result<void> add_margins(SeparationAnswer& a, const SeparationRows& rows, const DecideOptions& options) {
  const SignedRows& z = rows.signed_rows();
  const auto r2 = radius_squared(z);
  if (!r2) return r2.error();
  a.radius_squared = r2.value();
  if (a.decision.verdict != Verdict::separable) return {};
  const bool search = z.dims() <= margin_dims;
  auto augmented = search ? find_margin(z, MarginKind::augmented, a.decision.weights, options)
                          : margin_bounds(z, MarginKind::augmented, a.decision.weights, a.decision.hull, options);
  if (!augmented) return augmented.error();
  a.augmented = std::move(augmented).value();
  if (a.augmented && a.augmented->lower_squared > 0) {
    const Rational bound = a.radius_squared / a.augmented->lower_squared;
    a.mistake_bound = Rational(Integer(bound.get_num() / bound.get_den()));
  }
  const auto signs = z.signs();
  const bool both = std::adjacent_find(signs.begin(), signs.end(), std::not_equal_to<>()) != signs.end();
  if (!z.bias() || !both) return {};
  auto geometric = search ? find_margin(z, MarginKind::geometric, a.decision.weights, options)
                          : margin_bounds(z, MarginKind::geometric, a.decision.weights, a.decision.hull, options);
  if (!geometric) return geometric.error();
  a.geometric = std::move(geometric).value();
  return {};
}

Result<void> add_single_features(SeparationAnswer& a, const SignedRows& z) {
  const bool doubles_suffice = z.data().short_decimals;  // they compare as their decimals do
  for (SingleFeature& f : single_features(z, !doubles_suffice && z.cols() <= most_tied)) {
    if (a.alone.size() == most_alone) break;
    const auto separates = doubles_suffice ? Result<bool>(true) : settle(f, z);
    if (!separates) return separates.error();
    if (separates.value()) a.alone.push_back(f);
  }
  return {};
}

/// A question that was ended early is answered by a feature all the same.
Result<void> conclude(SeparationAnswer& a, const SignedRows& z, unsigned threads) {
  Decision& d = a.decision;
  if (d.verdict != Verdict::undecided || a.alone.empty()) return {};
  std::vector<Integer> w = weights_of(a.alone[0], z);
  const auto signs = signs_of(z, w, threads);
  if (!signs) return signs.error();
  const bool strict = signs.value().positive == z.rows();
  const bool weak = !d.witness.empty() && signs.value().negative.empty() && signs.value().positive > 0;
  if (!strict && !weak) return {};
  d.verdict = strict ? Verdict::separable : Verdict::quasi_separable;
  d.weights = std::move(w);
  d.reason.clear();
  return {};
}

Terms terms_of(const std::vector<Multiplier>& multipliers, const Dataset& data) {
  Terms out;
  for (const Multiplier& m : multipliers) out.push_back({m.row, data.lines.line(m.row), Rational(m.value)});
  return out;
}

/// w, of every feature, and with a bias b apart.
void split_weights(const std::vector<Integer>& all, const SeparationRows& rows, std::vector<Rational>& w, Rational& b) {
  w.resize(rows.cols());
  for (std::uint64_t j = 0; j < rows.features().cols; ++j) w[rows.feature(j)] = all[j];
  if (rows.signed_rows().bias()) b = all.back();
}

/// λ with the sums that the bound is about: 1, or 1 for each class.
Terms unit_terms(const Margin& margin, const SignedRows& z, const Dataset& data) {
  const auto side = [&](std::uint64_t row) { return margin.kind == MarginKind::geometric && z.sign(row) < 0 ? 1 : 0; };
  Integer sum[2];  // NOLINT(cppcoreguidelines-avoid-c-arrays)
  for (const Multiplier& m : margin.lambda) sum[side(m.row)] += m.value;
  Terms out;
  for (const Multiplier& m : margin.lambda) {
    Rational value(m.value, sum[side(m.row)]);
    value.canonicalize();
    out.push_back({m.row, data.lines.line(m.row), value});
  }
  return out;
}

std::string statement_of(const Decision& d) {
  return d.verdict == Verdict::undecided ? "not-separable" : std::string(name_of(d.verdict));
}

}  // namespace

Result<SeparationAnswer> answer_separation(const SeparationRows& rows, const DecideOptions& options,
                                           const MistakeQuestions& mistakes) {
  SeparationAnswer out;
  auto decision = decide(rows.signed_rows(), options);
  if (!decision) return decision.error();
  out.decision = std::move(decision).value();
  const SignedRows& z = rows.signed_rows();
  const auto stage = [&](auto work) -> Result<void> {  // one that is stopped leaves what it has
    try {
      return work();
    } catch (const Stopped&) {
      return {};
    }
  };
  if (is_cheap(z) || !options.stop.ended()) {
    if (const auto done = stage([&] { return add_single_features(out, z); }); !done) return done.error();
  }
  if (const auto done = stage([&] { return conclude(out, z, options.threads); }); !done) return done.error();
  if (const auto done = stage([&] { return add_margins(out, rows, options); }); !done) return done.error();
  if (mistakes.fewest) {
    if (options.progress) options.progress("disjoint witnesses", -1, 0);
    out.unavoidable = unavoidable_mistakes(z, options, out.decision);
    const auto done = stage([&]() -> Result<void> {
      auto fewest = fewest_mistakes(z, options);
      if (!fewest) return fewest.error();
      out.fewest = std::move(fewest).value();
      return {};
    });
    if (!done) return done.error();
    const bool separable = out.decision.verdict == Verdict::separable;
    if (!out.fewest && separable) out.fewest.emplace();
    if (out.fewest) out.fewest->lower = std::max<std::uint64_t>(out.fewest->lower, out.unavoidable->witnesses.size());
    if (separable && !out.fewest->exact()) {  // the search was stopped
      out.fewest->rows.clear();
      out.fewest->upper = 0;
      out.fewest->method = "the data is separable";
    }
  }
  if (mistakes.suspects) out.suspects = label_suspects(z, options, mistakes.seed);
  return out;
}

Certificate certificate_of(const SeparationAnswer& answer, const SeparationRows& rows, const Dataset& data,
                           const ClassNames& classes, const std::string& missing, const std::string& sha256) {
  const SignedRows& z = rows.signed_rows();
  Certificate c;
  c.statement = statement_of(answer.decision);
  c.augmented = z.bias();
  c.data.sha256 = sha256;
  c.data.format = data.form.format;
  c.data.delimiter = data.form.delimiter;
  c.data.header = data.form.header;
  c.data.label = data.form.label;
  c.data.weight = data.form.weight;
  c.data.zero_based = data.form.zero_based;
  c.data.missing = missing.empty() ? "error" : missing;
  c.data.rows = data.rows;
  c.data.style = data.form.style;
  c.numeric_classes = data.numeric_labels;
  if (!classes.negative.empty()) c.negative = {classes.negative};
  if (!classes.positive.empty()) c.positive = {classes.positive};
  for (const InputColumn& column : rows.map().inputs) c.columns.push_back({column.name, column.levels});
  c.column_count = rows.columns();
  c.features = std::string(name_of(rows.map().options.features));
  if (c.has_weights()) split_weights(answer.decision.weights, rows, c.weights, c.bias_weight);
  c.witness = terms_of(answer.decision.witness, data);
  c.span = terms_of(answer.decision.span, data);
  if (answer.unavoidable && !answer.unavoidable->witnesses.empty()) {
    c.disjoint_witnesses.emplace();
    for (const auto& w : answer.unavoidable->witnesses) c.disjoint_witnesses->push_back(terms_of(w, data));
  }
  const std::optional<Margin>& margin = answer.geometric ? answer.geometric : answer.augmented;
  if (margin && margin->lower_squared > 0) {
    MarginClaim claim;
    claim.kind = margin->kind == MarginKind::geometric ? "geometric" : "augmented";
    split_weights(margin->weights, rows, claim.weights, claim.bias_weight);
    claim.lambda = unit_terms(*margin, z, data);
    claim.lower_squared = margin->lower_squared;
    claim.upper_squared = margin->upper_squared;
    c.margin = std::move(claim);
  }
  return c;
}

}  // namespace halfspace
