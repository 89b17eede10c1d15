#include "export/support_table.hpp"

#include <cstdint>

#include "kernel/centre.hpp"

namespace halfspace {

namespace {

std::vector<double> centre_of(const Model& model) {
  const Support& s = *model.support;
  const bool squares = s.kernel.base() == KernelBase::squared_distance && !model.cosines();
  return squares ? far_centre(s.rows) : std::vector<double>();
}

}  // namespace

bool moves_support(const Model& model) { return !centre_of(model).empty(); }

SupportTable support_table(const Model& model, bool single) {
  const Support& s = *model.support;
  SupportTable out;
  out.centre = centre_of(model);
  for (double& c : out.centre) c = single ? static_cast<float>(c) : c;
  if (out.centre.empty()) {
    out.rows = {Buffer<std::uint64_t>::view(s.rows.start.span()), Buffer<std::uint32_t>::view(s.rows.column.span()),
                Buffer<double>::view(s.rows.value.span()), s.rows.rows, s.rows.cols};
    return out;
  }
  const DenseMatrix<double> moved = moved_by(s.rows, out.centre);
  out.rows.rows = moved.rows;
  out.rows.cols = moved.cols;
  out.rows.start.push_back(0);
  for (std::size_t i = 0; i < moved.rows; ++i) {
    for_each_entry(moved.row(i), [&](std::size_t j, double v) {  // zeros too: the lanes of sums go by them
      out.rows.column.push_back(static_cast<std::uint32_t>(j));
      out.rows.value.push_back(v);
    });
    out.rows.start.push_back(out.rows.value.size());
  }
  return out;
}

}  // namespace halfspace
