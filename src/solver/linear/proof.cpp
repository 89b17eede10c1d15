#include "solver/linear/proof.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <utility>
#include <variant>

#include "solver/linear/loss_sweep.hpp"

namespace halfspace {
namespace {

constexpr double unit_roundoff = std::numeric_limits<double>::epsilon();

/// Margins and Z'α with the sums of absolute values that bound their errors.
template <class Wide>
struct Products {
  std::vector<double> margin_at_least;
  std::vector<Wide> q;      // Z'α
  std::vector<Wide> error;  // of q
  Wide lowered = 0;         // about what the losses grow by, of margins this much too low
};

/// What a row reads and writes of a column, on one cache line.
template <class Wide>
struct Column {
  double v;
  Wide part;  // of q, since blocks were last summed
  Wide error;
};

constexpr std::size_t numbers_of_a_column = 4;

/// Columns are sums, by ranges of rows, of sums of sums of blocks of so many rows.
std::size_t rows_of_a_block(const Design& z) {
  constexpr std::size_t share = 8;  // of the rows' cost, which sums of blocks may take
  const std::size_t most_blocks = z.stored() / std::max<std::size_t>(share * z.dims(), 1) + 1;
  return std::max(static_cast<std::size_t>(std::sqrt(static_cast<double>(z.n()))), z.n() / most_blocks) + 1;
}

std::size_t additions_of_a_column(const Design& z) {
  const std::size_t block = rows_of_a_block(z);
  const std::size_t ranges = z.ranges_of_sums(numbers_of_a_column * z.dims());
  return block + z.n() / block + (ranges > 1 ? ranges : 0) + 4;
}

/// Those of a range of rows: their margins, and sums that are as long as the columns.
template <class Wide>
struct RangeSums {
  std::vector<Wide> q;
  std::vector<Column<Wide>> column;
  Wide lowered = 0;
};

template <class T>
std::size_t column_of(DenseRow<T> /*row*/, std::size_t k) {
  return k;
}
template <class T>
std::size_t column_of(SparseRow<T> row, std::size_t k) {
  return row.column[k];
}

/// x.v and Σ_j |x_j v_j|, in lanes: fewer additions follow each other, and the bound of their error is smaller.
template <class Wide>
struct RowSums {
  static constexpr std::size_t lanes = 4;
  std::array<Wide, lanes> value{};
  std::array<Wide, lanes> size{};

  template <class Row>
  RowSums(const Row& row, const Column<Wide>* column) {
    const auto add = [&](std::size_t lane, std::size_t k) {
      const Wide term = Wide{row.value[k]} * column[column_of(row, k)].v;
      value[lane] += term;
      size[lane] += std::fabs(term);
    };
    std::size_t k = 0;
    for (; k + lanes <= row.size; k += lanes) {
      for (std::size_t lane = 0; lane < lanes; ++lane) add(lane, k + lane);
    }
    for (std::size_t lane = 0; k < row.size; ++lane, ++k) add(lane, k);
  }

  static Wide sum(const std::array<Wide, lanes>& part) { return (part[0] + part[2]) + (part[1] + part[3]); }

  /// Roundings of a term at most, that of adding a bias too.
  static constexpr std::size_t roundings(std::size_t entries) { return entries / lanes + 5; }
};

template <class Wide>
void add_range(const Design& z, std::span<const double> v, std::span<const double> alpha, std::size_t first,
               std::size_t last, std::vector<double>& margin_at_least, RangeSums<Wide>& to) {
  constexpr Wide wide_unit = std::numeric_limits<Wide>::epsilon();
  const std::size_t d = z.features();
  const std::size_t block = rows_of_a_block(z);
  const bool kinked = traits_of(z.loss()).soft_margin;
  to.q.resize(z.dims());
  to.column.resize(z.dims());
  for (std::size_t j = 0; j < z.dims(); ++j) to.column[j].v = v[j];
  Column<Wide>* column = to.column.data();
  std::visit(
      [&](const auto& x) {
        for (std::size_t i = first; i < last; ++i) {
          const Wide a = z.sign(i) * alpha[i];
          const Wide b = z.bias() ? v[d] : 0;
          const auto row = x.row(z.row(i));
          const RowSums<Wide> sums(row, column);
          if (a != 0) {
            for_each_entry(row, [&](std::size_t j, double value) {
              column[j].part += a * value;
              column[j].error += std::fabs(a * value);
            });
          }
          if (z.bias()) {
            column[d].part += a;
            column[d].error += std::fabs(a);
          }
          const Wide m = z.sign(i) * (sums.sum(sums.value) + b);
          const Wide size = sums.sum(sums.size) + std::fabs(b);
          const Wide error = static_cast<Wide>(sums.roundings(row.size)) * wide_unit * size;
          margin_at_least[i] = static_cast<double>(m - error) - unit_roundoff * std::fabs(static_cast<double>(m));
          // a hinge is steepest beside its kink, whatever α is there
          const Wide slope = kinked && margin_at_least[i] < 1 ? Wide{z.cost()[i]} : std::fabs(a);
          to.lowered += slope * std::fabs(m - margin_at_least[i]);
          if ((i + 1 - first) % block != 0 && i + 1 != last) continue;
          for (std::size_t j = 0; j < z.dims(); ++j) to.q[j] += std::exchange(column[j].part, 0);
        }
      },
      z.matrix());
}

template <class Wide>
Products<Wide> products(const Design& z, std::span<const double> v, std::span<const double> alpha) {
  constexpr Wide wide_unit = std::numeric_limits<Wide>::epsilon();
  Products<Wide> p{std::vector<double>(z.n()), std::vector<Wide>(z.dims()), std::vector<Wide>(z.dims())};
  z.stop_token().count(4 * z.stored());
  std::vector<RangeSums<Wide>> of_range(z.ranges_of_sums(numbers_of_a_column * z.dims()));
  z.for_ranges(of_range.size(), [&](std::size_t k, std::size_t first, std::size_t last) {
    add_range(z, v, alpha, first, last, p.margin_at_least, of_range[k]);
  });
  const auto column_length = static_cast<Wide>(additions_of_a_column(z));
  for (const RangeSums<Wide>& r : of_range) {
    p.lowered += r.lowered;
    for (std::size_t j = 0; j < z.dims(); ++j) {
      p.q[j] += r.q[j];
      p.error[j] += r.column[j].error * (column_length * wide_unit);
    }
  }
  return p;
}

/// |b*| is at most this: a larger one would cost the other class more than f(v).
double bias_bound(const Design& z, double primal, Digits digits) {
  constexpr int some_rows = 64;  // each gives a bound; all of them the best
  const double bound = std::numeric_limits<double>::infinity();
  if (z.features() > 0 && z.penalty(0).l2 == 0 && z.penalty(0).l1 == 0) return bound;
  const Penalty p = z.features() > 0 ? z.penalty(0) : Penalty{0, 1};
  const double length = std::min(p.l2 > 0 ? std::sqrt(2 * primal / p.l2) : bound, p.l1 > 0 ? primal / p.l1 : bound);
  double worst = 0;
  for (const double side : {-1.0, 1.0}) {
    double best = std::numeric_limits<double>::infinity();
    int left = some_rows;
    for (std::size_t i = 0; i < z.n() && left > 0; ++i) {
      // loss(m) >= -m for every loss of the list, so C_i (|b| - |w| |x_i|) <= f*
      if (z.sign(i) != side) continue;
      best = std::min(best, primal / z.cost()[i] + length * std::sqrt(z.squared_norm(i)));
      if (digits == Digits::some) --left;
    }
    worst = std::max(worst, best);
  }
  return worst;
}

/// The sums of a proof.
template <class Wide>
struct Sums {
  Wide primal = 0;
  Wide dual = 0;
  Wide slip = 0;      // what rounding can have taken
  Wide rounding = 0;  // about what more digits would give back

  Sums& operator+=(const Sums& other) {
    primal += other.primal;
    dual += other.dual;
    slip += other.slip;
    return *this;
  }
};

/// Σ C_i loss(m_i) and -Σ C_i loss*(-α_i / C_i), by blocks.
template <class Wide>
Sums<Wide> sums_of_losses(const Design& z, std::span<const double> margin, std::span<const double> alpha) {
  return sum_by_ranges<Sums<Wide>>(z, [&]<class L>(L, std::size_t first, std::size_t size, Sums<Wide>& to) {
    std::array<double, swept_rows> value{};
    std::array<double, swept_rows> star{};
    sweep<L>(margin.data() + first, size, value.data(), nullptr, nullptr);
    conjugates_of<L>(z, alpha, first, size, star.data());
    for (std::size_t i = 0; i < size; ++i) {
      const Wide c = z.cost()[first + i];
      const Wide a = alpha[first + i] / z.cost()[first + i];
      const Wide taken = c * std::clamp(star[i], -1e308, 1e308);
      to.primal += c * value[i];
      to.dual -= taken;
      to.slip += 8 * unit_roundoff * (std::fabs(taken) + c * (a + (a > 1 ? a * a : 0)));
    }
  });
}

/// The penalty's conjugate at Z'α, as bad as its error allows; f is at least the optimum.
template <class Wide>
void take_conjugate(const Design& z, const Products<Wide>& p, double f, Digits digits, Sums<Wide>& from) {
  Wide outside = 0;
  for (std::size_t j = 0; j < z.dims(); ++j) {
    const Penalty& penalty = z.penalty(j);
    const Wide over = std::max<Wide>(0, std::fabs(p.q[j]) + p.error[j] - penalty.l1);
    if (penalty.l2 > 0) {
      from.dual -= over * over / (2 * penalty.l2);
      from.rounding += p.error[j] * over / penalty.l2;
    } else if (penalty.l1 > 0) {
      outside = std::max(outside, over * f / penalty.l1);  // Σ l1 |v*_j| <= f
    } else if (over > 0) {
      const Wide lost = over * bias_bound(z, f, digits);
      from.dual -= lost;
      from.rounding += lost;
    }
  }
  from.dual -= outside;
  from.rounding += outside;
}

template <class Wide>
Proof prove_in(const Design& z, std::span<const double> v, std::span<const double> alpha, Digits digits) {
  constexpr Wide wide_unit = std::numeric_limits<Wide>::epsilon();
  const Products<Wide> p = products<Wide>(z, v, alpha);
  const Wide count = static_cast<Wide>(z.n() + z.dims() + 4);
  const bool hard = std::isinf(z.cost()[0]);
  Sums<Wide> sums = hard ? Sums<Wide>{} : sums_of_losses<Wide>(z, p.margin_at_least, alpha);
  sums.rounding = p.lowered;
  for (std::size_t i = 0; i < z.n() && hard; ++i) sums.dual += alpha[i];  // the conjugate is -α itself
  Wide squares = 0;
  for (std::size_t j = 0; j < z.dims(); ++j)
    squares += z.penalty(j).l1 * std::fabs(Wide{v[j]}) + z.penalty(j).l2 / 2 * Wide{v[j]} * v[j];
  if (hard) {  // v / (least margin) is feasible
    const double least = *std::min_element(p.margin_at_least.begin(), p.margin_at_least.end());
    const Wide scale = std::min<Wide>(least, 1);
    squares = least > 0 ? squares / (scale * scale) : std::numeric_limits<Wide>::infinity();
  }
  sums.primal += squares;
  sums.slip += 8 * unit_roundoff * sums.primal;
  take_conjugate<Wide>(z, p, static_cast<double>(sums.primal + sums.slip), digits, sums);
  sums.slip += count * wide_unit * (std::fabs(sums.dual) + sums.primal);
  constexpr double infinite = std::numeric_limits<double>::infinity();
  Proof out;
  out.rounding = 2 * static_cast<double>(sums.rounding + 2 * sums.slip);
  out.raised = hard ? 0 : static_cast<double>(p.lowered);
  out.primal = static_cast<double>(sums.primal);
  out.dual =
      std::isfinite(sums.dual) ? std::nextafter(static_cast<double>(sums.dual - sums.slip), -infinite) : -infinite;
  const auto gap = static_cast<double>(sums.primal - sums.dual + 2 * sums.slip);
  out.gap = gap == gap ? std::nextafter(std::max(0.0, gap), infinite) : infinite;
  return out;
}

}  // namespace

long double column_error(const Design& z) {
  return static_cast<long double>(additions_of_a_column(z)) * std::numeric_limits<long double>::epsilon();
}

Proof prove(const Design& z, std::span<const double> v, std::span<const double> alpha, Digits digits) {
  return digits == Digits::some ? prove_in<double>(z, v, alpha, digits) : prove_in<long double>(z, v, alpha, digits);
}

}  // namespace halfspace
