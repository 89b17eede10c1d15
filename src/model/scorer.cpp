#include "model/scorer.hpp"

#include <algorithm>
#include <cmath>
#include <optional>

#include "base/number.hpp"
#include "base/parallel.hpp"
#include "base/text.hpp"
#include "data/label.hpp"

namespace halfspace {
namespace {

__extension__ using Wide = __int128;

constexpr double whole_limit = 9007199254740992.0;  // 2^53

/// One weight vector with what its exact scores need: w_j 10^places are whole numbers.
class Vector {
 public:
  Vector(const double* w, double b, std::size_t d, const Dataset& data, bool exact) : w_(w), b_(b) {
    if (!exact || !data.short_decimals || data.decimals > 15) return;
    int places = 0;
    for (std::size_t j = 0; j <= d; ++j) {
      const double v = j < d ? w[j] : b;
      Number n;
      if (!parse_number(number_text(v), n) || !n.exact) return;
      places = std::max(places, n.decimals);
    }
    if (places > 15) return;
    weight_unit_ = powers_of_ten[static_cast<std::size_t>(places)];
    data_unit_ = powers_of_ten[static_cast<std::size_t>(data.decimals)];
  }

  template <class Row>
  double score(Row row) const {
    if (weight_unit_ != 0) {
      if (const auto s = exact(row)) return *s;
    }
    return dot(row, w_) + b_;
  }

 private:
  /// The score from whole numbers, rounded once; nothing when they do not fit.
  template <class Row>
  std::optional<double> exact(Row row) const {
    const double b = std::nearbyint(b_ * weight_unit_);
    if (std::fabs(b) > whole_limit) return std::nullopt;
    Wide sum = static_cast<Wide>(b) * static_cast<Wide>(data_unit_);
    bool fits = true;
    for_each_entry(row, [&](std::size_t j, double v) {
      const double x = std::nearbyint(v * data_unit_);
      const double w = std::nearbyint(w_[j] * weight_unit_);
      fits = fits && std::fabs(x) < whole_limit && std::fabs(w) < whole_limit &&
             !__builtin_add_overflow(sum, static_cast<Wide>(w) * static_cast<Wide>(x), &sum);
    });
    if (!fits) return std::nullopt;
    return static_cast<double>(sum) / (weight_unit_ * data_unit_);
  }

  const double* w_;
  double b_;
  double weight_unit_ = 0;  // 0: exact scores are not to be had
  double data_unit_ = 1;
};

std::vector<Vector> vectors(const Model& m, const Dataset& data) {
  const std::size_t d = m.w.size();
  std::vector<Vector> out;
  if (!m.voted()) out.emplace_back(m.w.data(), m.b, d, data, m.exact);
  for (std::size_t k = 0; k < m.vote_counts.size(); ++k) {
    const double* w = m.vote_weights.data() + k * (d + 1);
    out.emplace_back(w, w[d], d, data, m.exact);
  }
  return out;
}

}  // namespace

std::vector<double> scores(const Model& m, const Dataset& data, unsigned threads) {
  std::vector<double> out(data.rows);
  const std::vector<Vector> all = vectors(m, data);
  double total = 0;
  for (const std::uint64_t c : m.vote_counts) total += static_cast<double>(c);
  std::visit(
      [&](const auto& x) {
        parallel_blocks(data.rows, threads, [&](std::size_t, std::size_t first, std::size_t last) {
          for (std::size_t i = first; i < last; ++i) {
            if (!m.voted()) {
              out[i] = all[0].score(x.row(i));
              continue;
            }
            double votes = 0;
            for (std::size_t k = 0; k < all.size(); ++k) {
              const auto c = static_cast<double>(m.vote_counts[k]);
              votes += all[k].score(x.row(i)) >= 0 ? c : -c;
            }
            out[i] = votes / total;
          }
        });
      },
      data.x);
  return out;
}

Result<std::vector<std::int8_t>> known_signs(const Model& m, const Dataset& data, const std::string& source) {
  std::vector<std::int8_t> of_class;
  for (const ClassLabel& c : data.classes) {
    const bool positive = same_label(c.text, m.classes[1]);
    if (!positive && !same_label(c.text, m.classes[0])) {
      return Error{Code::bad_data, source,
                   "label " + in_quotes(c.text) + " is not one of the model's classes " + joined(m.classes) +
                       "; keep those rows with --classes " + shown(m.classes[0]) + "," + shown(m.classes[1])};
    }
    of_class.push_back(positive ? 1 : -1);
  }
  std::vector<std::int8_t> y(data.rows);
  for (std::size_t i = 0; i < y.size(); ++i) y[i] = of_class[data.label[i]];
  return y;
}

Counts count_predictions(std::span<const double> score, std::span<const std::int8_t> y) {
  Counts c;
  c.rows = score.size();
  for (std::size_t i = 0; i < score.size(); ++i) {
    const bool predicted = score[i] >= 0;
    c.positives += y[i] > 0 ? 1 : 0;
    c.false_positives += predicted && y[i] < 0 ? 1 : 0;
    c.false_negatives += !predicted && y[i] > 0 ? 1 : 0;
    c.on_boundary += score[i] == 0 ? 1 : 0;
    c.loss += std::max(0.0, -static_cast<double>(y[i]) * score[i]);
  }
  c.mistakes = c.false_positives + c.false_negatives;
  if (c.rows > 0) c.loss /= static_cast<double>(c.rows);
  return c;
}

Json counts_json(const Counts& c) {
  return {{"rows", c.rows},
          {"mistakes", c.mistakes},
          {"error", c.error()},
          {"false_positives", c.false_positives},
          {"false_negatives", c.false_negatives},
          {"on_boundary", c.on_boundary},
          {"perceptron_loss", number_json(c.loss)}};
}

}  // namespace halfspace
