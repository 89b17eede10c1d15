#include "kernel/gaussian_sums.hpp"

#include <algorithm>
#include <variant>

#include "base/parallel.hpp"

namespace halfspace {
namespace {

constexpr std::size_t most_columns = 8192;                        // 2 MiB a panel
constexpr std::size_t panel_numbers = std::size_t{1} << 22U;      // of all panels at a time, or one of them
constexpr std::size_t rows_together = 512;                        // that meet a panel while it is in cache
constexpr std::uint64_t work_together = std::uint64_t{1} << 20U;  // ... between two questions of the stop token
constexpr std::uint64_t work_of_exp = 16;
constexpr std::size_t columns_of_part = 96;      // 24 KiB of a panel
constexpr std::size_t entries_worth_a_part = 8;  // of a row: fewer do not pay for the sums that wait
constexpr std::uint64_t values_of_a_thread = std::uint64_t{1} << 18U;  // values

}  // namespace

struct GaussianSums::Panels {
  std::size_t count;
  Buffer<double> rows;
  std::vector<double> square;
  std::vector<double> weight;
};

bool GaussianSums::fits(const Matrix& x, const Kernel& kernel) {
  const std::size_t cols = std::visit([](const auto& m) { return m.cols; }, x);
  return kernel.base() == KernelBase::squared_distance && kernel.map() == KernelMap::exponential &&
         cols <= most_columns;
}

GaussianSums::GaussianSums(const Matrix& x, const Kernel& kernel, double constant, std::span<const std::uint32_t> first)
    : gamma_(kernel.gamma), constant_(constant) {
  std::vector<std::size_t> end;
  std::visit(
      [&](const auto& m) {
        cols_ = m.cols;
        for (std::size_t t = 0; t < m.rows; ++t) {
          if (!first.empty())
            place_.push_back(first[t] == t ? static_cast<std::uint32_t>(end.size()) : place_[first[t]]);
          if (!first.empty() && first[t] != t) continue;
          double square = 0;
          for_each_entry(m.row(t), [&](std::size_t j, double v) {
            if (v == 0) return;
            column_.push_back(static_cast<std::uint32_t>(j));
            value_.push_back(v);
            square += v * v;
          });
          square_.push_back(square);
          end.push_back(value_.size());
        }
      },
      x);
  std::size_t begin = 0;
  for (const std::size_t e : end) {
    row_.push_back({column_.data() + begin, value_.data() + begin, e - begin});
    begin = e;
  }
  cut_rows();
}

void GaussianSums::cut_rows() {
  const std::size_t parts = (cols_ + columns_of_part - 1) / columns_of_part;
  if (parts < 2 || column_.size() < parts * entries_worth_a_part * distinct()) return;
  parts_ = parts;
  cut_.reserve(distinct() * (parts + 1));
  for (const SparseVector<double>& row : row_) {
    const std::uint32_t* at = row.column;
    for (std::size_t p = 0; p <= parts; ++p) {
      at = p == parts ? row.column + row.size : std::lower_bound(at, row.column + row.size, p * columns_of_part);
      cut_.push_back(static_cast<std::uint32_t>(at - row.column));
    }
  }
}

GaussianSums::Panels GaussianSums::panels_of(std::span<const std::uint32_t> places, std::span<const double> c) const {
  Panels out{(places.size() + gaussian_lanes - 1) / gaussian_lanes, {}, {}, {}};
  out.rows = Buffer<double>(out.count * cols_ * gaussian_lanes);
  out.square.resize(out.count * gaussian_lanes);
  out.weight.resize(out.count * gaussian_lanes);
  for (std::size_t s = 0; s < places.size(); ++s) {
    const SparseVector<double>& row = row_[places[s]];
    double* const to = out.rows.data() + s / gaussian_lanes * cols_ * gaussian_lanes + s % gaussian_lanes;
    for (std::size_t k = 0; k < row.size; ++k) to[row.column[k] * gaussian_lanes] = row.value[k];
    out.square[s] = square_[places[s]];
    out.weight[s] = c[s];
  }
  return out;
}

void GaussianSums::add_panels(const Panels& panels, std::span<double> sum, std::span<double> lost, unsigned threads,
                              const StopToken& stop) const {
  const GaussianOps& ops = gaussian_ops();
  const auto work = [&](std::size_t r) { return gaussian_lanes * (row_[r].size + work_of_exp); };
  const unsigned used = panels.count * gaussian_lanes * distinct() >= values_of_a_thread ? threads : 1;
  parallel_items((distinct() + rows_together - 1) / rows_together, used, [&](std::size_t block) {
    const std::size_t last = std::min((block + 1) * rows_together, distinct());
    for (std::size_t p = 0; p < panels.count; ++p) {
      const std::size_t l = p * gaussian_lanes;
      const GaussianPanel panel{panels.rows.data() + l * cols_, panels.square.data() + l, panels.weight.data() + l,
                                gamma_};
      for (std::size_t r = block * rows_together; r < last;) {
        const std::size_t from = r;
        std::uint64_t together = 0;
        while (r < last && together < work_together) together += work(r++);
        stop.check(together);
        const std::uint32_t* const cut = cut_.empty() ? nullptr : &cut_[from * (parts_ + 1)];
        ops.add({&row_[from], &square_[from], cut, parts_, r - from}, panel, &sum[from], &lost[from]);
      }
    }
  });
}

void GaussianSums::add(std::span<const std::uint32_t> sources, std::span<const double> c, std::span<double> f,
                       unsigned threads, const StopToken& stop) const {
  std::vector<long double> total(distinct());  // of equal rows: their rounding is far below that of doubles
  long double all = 0;
  for (std::size_t s = 0; s < sources.size(); ++s) {
    total[place(sources[s])] += c[s];
    all += c[s];
  }
  std::vector<std::uint32_t> places;
  std::vector<double> weight;
  for (std::uint32_t r = 0; r < distinct(); ++r) {
    if (total[r] == 0) continue;
    places.push_back(r);
    weight.push_back(static_cast<double>(total[r]));
  }
  std::vector<double> sum(distinct());
  std::vector<double> lost(distinct());
  const std::size_t together =
      std::max<std::size_t>(panel_numbers / std::max<std::size_t>(cols_, 1) / gaussian_lanes, 1) * gaussian_lanes;
  for (std::size_t s = 0; s < places.size(); s += together) {
    const std::size_t count = std::min(together, places.size() - s);
    add_panels(panels_of(std::span(places).subspan(s, count), std::span(weight).subspan(s, count)), sum, lost, threads,
               stop);
  }
  const auto of_constant = static_cast<double>(all * constant_);
  for (std::uint32_t t = 0; t < f.size(); ++t) f[t] += sum[place(t)] + (lost[place(t)] + of_constant);
}

}  // namespace halfspace
