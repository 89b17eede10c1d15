#include "certify/find/decide_classes.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <limits>
#include <string>
#include <utility>

#include "certify/rank.hpp"
#include "exact/linear.hpp"

namespace halfspace {
namespace {

constexpr std::uint64_t chunk_entries = std::uint64_t{1} << 20U;
constexpr std::size_t dims_for_peeling = 2000;  // of one class

/// w̄_1, w̄_2, ... less w̄_0, the weights of pairs.
std::vector<Integer> of_pairs(std::span<const Integer> weights, std::size_t side) {
  std::vector<Integer> out;
  out.reserve(weights.size() - side);
  for (std::size_t j = side; j < weights.size(); ++j) out.emplace_back(weights[j] - weights[j % side]);
  return out;
}

/// Of the largest size 1.
std::vector<double> in_doubles(std::span<const Integer> w) {
  Integer largest = 1;
  for (const Integer& v : w) largest = std::max<Integer>(largest, abs(v));
  std::vector<double> out;
  out.reserve(w.size());
  for (const Integer& v : w) {
    Rational share(v, largest);
    share.canonicalize();
    out.push_back(share.get_d());
  }
  return out;
}

struct Miss {
  double by;  // score of the other class less that of its own
  ClassPair pair;
};

/// Each row's class of the highest score beside its own, where that is above its own by doubles: the largest first.
template <class M>
std::optional<std::vector<Miss>> misses(const M& x, const ClassPairs& pairs, std::span<const double> w, bool strictly,
                                        const StopToken& stop) {
  const std::size_t side = pairs.x().dims();
  const auto score = [&](std::uint64_t i, std::uint32_t k) {
    if (k == 0) return 0.0;
    const double* own = w.data() + (k - 1) * side;
    return dot(x.row(i), own) + (pairs.x().bias() ? own[side - 1] : 0);
  };
  std::vector<Miss> out;
  std::uint64_t work = 0;
  for (std::uint64_t i = 0; i < pairs.rows(); ++i) {
    work += (x.row_size(i) + 1) * pairs.classes();
    if (work > chunk_entries) {
      work = 0;
      if (stop.ended()) return std::nullopt;
    }
    const std::uint32_t own = pairs.label(i);
    const double of_own = score(i, own);
    Miss worst{-std::numeric_limits<double>::infinity(), {}};
    for (std::uint32_t k = 0; k < pairs.classes(); ++k) {
      if (k == own) continue;
      const double by = score(i, k) - of_own;
      if (by > worst.by) worst = {by, {i, k}};
    }
    if (worst.by > 0 || (strictly && worst.by == 0)) out.push_back(worst);
  }
  std::stable_sort(out.begin(), out.end(), [](const Miss& a, const Miss& b) { return a.by > b.by; });
  return out;
}

class ClassDecider {
 public:
  ClassDecider(const ClassPairs& pairs, const ClassQuestionOptions& options) : pairs_(pairs), options_(options) {}

  Result<ClassDecision> run() {
    if (pairs_.dims() > options_.dims)
      return undecided("the weights of all classes are more than " + std::to_string(options_.dims));
    if (const auto fine = pairs_.x().check_decimals(); !fine) return fine.error();
    if (const auto begun = begin(); !begun) return begun.error();
    while (true) {
      if (stopped()) return undecided("stopped");
      if (entries_ > options_.entries) return undecided("the pairs of rows and classes in question are too many");
      const auto done = round();
      if (!done) return done.error();
      if (done.value()) return std::move(out_);
    }
  }

 private:
  ClassDecision undecided(std::string reason) {
    out_.verdict = Verdict::undecided;
    out_.reason = std::move(reason);
    return std::move(out_);
  }

  bool stopped() const { return options_.stop.ended(); }

  /// All pairs where they are few. Else those of rows that span all rows, so that the part spans all pairs.
  Result<void> begin() {
    if (pairs_.entries() <= options_.at_once) {
      add(pairs_.of(0, pairs_.rows()));
      spans_ = true;
      return {};
    }
    add(sample());
    if (pairs_.x().dims() <= dims_for_peeling) return add_basis();
    return {};
  }

  /// Rows here and there, each against the class after its own.
  std::vector<ClassPair> sample() const {
    constexpr std::uint64_t rows_sampled = 1000;
    const std::uint64_t n = pairs_.rows();
    const std::uint64_t count = std::min(n, rows_sampled);
    std::vector<ClassPair> out;
    for (std::uint64_t k = 0; k < count; ++k) {
      const std::uint64_t i = k * n / count;
      out.push_back({i, (pairs_.label(i) + 1) % pairs_.classes()});
    }
    return out;
  }

  Result<void> add_basis() {
    const SignedRows& x = pairs_.x();
    ModularSpan span(x.dims());
    std::vector<std::uint64_t> basis;
    std::vector<std::uint64_t> probe = span.probe(0);
    std::vector<std::uint64_t> all(x.data().short_decimals ? 0 : x.rows());
    for (std::uint64_t i = 0; i < all.size(); ++i) all[i] = i;
    if (const auto known = x.need(all); !known) return known.error();
    std::uint64_t entries = 0;
    for (std::uint64_t i = 0; i < x.rows() && span.rank() < x.dims(); ++i) {
      if (i % 4096 == 0 && stopped()) return {};
      if (x.residue(probe, i) == 0 || !span.add(x.exact(i))) continue;
      basis.push_back(i);
      probe = span.probe(span.rank());
      entries += pairs_.entries(i) * (pairs_.classes() - 1);
    }
    if (entries > options_.entries / 4) return {};
    for (const std::uint64_t i : basis) add(pairs_.of(i, i + 1));
    basis_ = basis.size();
    peels_ = true;
    return {};
  }

  void add(const std::vector<ClassPair>& more) {
    std::vector<ClassPair> sorted(more);
    std::sort(sorted.begin(), sorted.end());
    std::vector<ClassPair> both;
    std::set_union(part_.begin(), part_.end(), sorted.begin(), sorted.end(), std::back_inserter(both));
    part_ = std::move(both);
    entries_ = 0;
    for (const ClassPair& p : part_) entries_ += pairs_.entries(p.row);
  }

  /// One part; true when that answers.
  Result<bool> round() {
    ++out_.rounds;
    const PairRows rows = pairs_.write(part_);
    DecideOptions options;
    options.threads = options_.threads;
    options.stop = options_.stop;
    options.peel = spans_ || peels_;
    auto found = decide(*rows, options);
    if (!found) return found.error();
    Decision& d = found.value();
    keep_witness(rows, d);
    switch (d.verdict) {
      case Verdict::separable:
        return grow(std::move(d.weights), true);
      case Verdict::quasi_separable:
        return grow(std::move(d.weights), false);
      case Verdict::overlapping:
        return overlap();
      default:
        (void)undecided_as(d.reason);
        return true;
    }
  }

  /// The first witness stays.
  void keep_witness(const PairRows& rows, const Decision& d) {
    if (!out_.witness.empty()) return;
    for (const Multiplier& m : d.witness) out_.witness.push_back({rows.pairs()[m.row], m.value});
    std::sort(out_.witness.begin(), out_.witness.end(), [](const auto& a, const auto& b) { return a.pair < b.pair; });
  }

  bool undecided_as(const std::string& reason) {
    out_.verdict = Verdict::undecided;
    out_.reason = reason;
    return true;
  }

  /// Weights that are right on the part: on all pairs too?
  Result<bool> grow(std::vector<Integer> of_part, bool strictly) {
    std::vector<Integer> weights(pairs_.x().dims());
    weights.insert(weights.end(), std::make_move_iterator(of_part.begin()), std::make_move_iterator(of_part.end()));
    std::vector<ClassPair> more;
    if (!spans_) {
      constexpr std::size_t fewest = 1000;
      std::size_t most = std::max(2 * pairs_.x().dims(), part_.size() / 2);
      most = std::max(most, fewest);
      auto wrong = violated_pairs(pairs_, weights, strictly, most, options_);
      if (!wrong) return wrong.error();
      if (!wrong.value()) return undecided_as("stopped");
      more = std::move(*wrong.value());
    }
    if (more.empty()) {
      out_.verdict = strictly ? Verdict::separable : Verdict::quasi_separable;
      out_.weights = std::move(weights);
      return true;
    }
    add(more);
    return false;
  }

  /// The part overlaps. All pairs do where it spans them: for rows that span all rows it has every pair.
  Result<bool> overlap() {
    if (!spans_ && basis_ < pairs_.x().dims()) {
      const auto exact = rank_at_most(pairs_.x(), basis_);
      if (!exact) return exact.error();
      if (!exact.value()) return undecided_as("a probe modulo 2^61 - 1 failed");
    }
    out_.verdict = Verdict::overlapping;
    return true;
  }

  const ClassPairs& pairs_;
  const ClassQuestionOptions& options_;
  std::vector<ClassPair> part_;  // ascending
  std::uint64_t entries_ = 0;    // of the part
  bool spans_ = false;           // the part is all pairs
  bool peels_ = false;           // the part spans all pairs
  std::size_t basis_ = 0;
  ClassDecision out_;
};

/// The exact signs of all pairs, chunk after chunk.
Result<std::optional<std::vector<ClassPair>>> exactly_violated(const ClassPairs& pairs, std::span<const Integer> w,
                                                               bool strictly, std::size_t most,
                                                               const ClassQuestionOptions& options) {
  std::vector<ClassPair> out;
  for (std::uint64_t first = 0; first < pairs.rows() && out.size() < most;) {
    std::uint64_t last = first;
    for (std::uint64_t entries = 0; last < pairs.rows() && entries < chunk_entries; ++last)
      entries += pairs.entries(last) * (pairs.classes() - 1);
    if (options.stop.ended()) return std::optional<std::vector<ClassPair>>();
    const PairRows rows = pairs.write(pairs.of(first, last));
    const auto signs = signs_of(*rows, w, options.threads);
    if (!signs) return signs.error();
    for (const std::uint64_t p : signs.value().negative) out.push_back(rows.pairs()[p]);
    if (strictly) {
      for (const std::uint64_t p : signs.value().zero) out.push_back(rows.pairs()[p]);
    }
    first = last;
  }
  out.resize(std::min(out.size(), most));
  return std::optional(std::move(out));
}

}  // namespace

Result<std::optional<std::vector<ClassPair>>> violated_pairs(const ClassPairs& pairs, std::span<const Integer> weights,
                                                             bool strictly, std::size_t most,
                                                             const ClassQuestionOptions& options) {
  const std::vector<Integer> w = of_pairs(weights, pairs.x().dims());
  const auto found = std::visit([&](const auto& x) { return misses(x, pairs, in_doubles(w), strictly, options.stop); },
                                pairs.x().data().x);
  if (!found) return std::optional<std::vector<ClassPair>>();
  std::vector<ClassPair> likely;
  for (std::size_t k = 0; k < std::min(most, found->size()); ++k) likely.push_back((*found)[k].pair);
  std::vector<ClassPair> out;
  if (!likely.empty()) {  // doubles may be wrong: only what is exactly so counts
    std::sort(likely.begin(), likely.end());
    const PairRows rows = pairs.write(std::move(likely));
    const auto signs = signs_of(*rows, w, options.threads);
    if (!signs) return signs.error();
    for (const std::uint64_t p : signs.value().negative) out.push_back(rows.pairs()[p]);
    for (const std::uint64_t p : signs.value().zero) {
      if (strictly) out.push_back(rows.pairs()[p]);
    }
  }
  if (!out.empty()) return std::optional(std::move(out));
  return exactly_violated(pairs, w, strictly, most, options);
}

Result<ClassDecision> decide_classes(const ClassPairs& pairs, const ClassQuestionOptions& options) {
  return ClassDecider(pairs, options).run();
}

}  // namespace halfspace
