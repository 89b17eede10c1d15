#include "solver/kernel/quad_scores.hpp"

#include <vector>

#include "base/parallel.hpp"
#include "base/quad.hpp"
#include "base/scratch.hpp"

namespace halfspace {
namespace {

Quad value_of(const Kernel& kernel, Quad product) {
  if (!kernel.uses_degree()) return product;
  return whole_power(static_cast<Quad>(kernel.gamma) * product + static_cast<Quad>(kernel.coef0), kernel.degree);
}

}  // namespace

bool has_quad_scores(const Kernel& kernel) { return has_quad && kernel.rational() && !kernel.listed(); }

void quad_scores(const Matrix& x, const Kernel& kernel, double constant, std::span<const std::uint32_t> sources,
                 std::span<const long double> c, std::span<long double> f, unsigned threads, const StopToken& stop) {
  std::visit(
      [&](const auto& m) {
        ScratchPool<Quad> spread;  // a row at the columns, zeros elsewhere
        parallel_items(f.size(), threads, [&](std::size_t t) {
          Pace pace(stop);
          typename ScratchPool<Quad>::Loan loan(spread);
          std::vector<Quad>& u = loan.values();
          u.resize(m.cols);
          for_each_entry(m.row(t), [&](std::size_t j, double v) { u[j] = v; });
          Quad sum = 0;
          for (std::size_t s = 0; s < sources.size(); ++s) {
            const auto row = m.row(sources[s]);
            pace.check(quad_work * (m.row_size(sources[s]) + 1));
            Quad product = 0;
            for_each_entry(row, [&](std::size_t j, double v) { product += u[j] * static_cast<Quad>(v); });
            sum += static_cast<Quad>(c[s]) * (value_of(kernel, product) + static_cast<Quad>(constant));
          }
          f[t] = static_cast<long double>(sum);
          for_each_entry(m.row(t), [&](std::size_t j, double) { u[j] = 0; });
        });
      },
      x);
}

}  // namespace halfspace
