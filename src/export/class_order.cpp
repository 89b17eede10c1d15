#include "export/class_order.hpp"

#include <algorithm>
#include <string>
#include <utility>

namespace halfspace {

void order_classes(Model& m, const std::vector<std::uint32_t>& order) {
  const std::size_t classes = order.size();
  const std::size_t size = m.vector_size();
  const auto place = [&](std::size_t a, std::size_t b) {  // of the pair a < b
    return a * (2 * classes - a - 1) / 2 + b - a - 1;
  };
  std::vector<std::string> names;
  std::vector<double> w;
  std::vector<double> b;
  const auto take = [&](std::size_t vector, double sign) {
    for (std::size_t j = 0; j < size; ++j) w.push_back(sign * m.w[vector * size + j]);
    b.push_back(sign * m.b[vector]);
  };
  auto* const p = std::get_if<LibsvmMap>(&m.probability);
  LibsvmMap ordered;
  for (std::size_t k = 0; k < classes; ++k) {
    names.push_back(m.classes[order[k]]);
    if (!m.pairwise()) take(order[k], 1);
    for (std::size_t l = k + 1; l < classes && m.pairwise(); ++l) {
      const bool kept = order[k] < order[l];
      const std::size_t v = place(std::min(order[k], order[l]), std::max(order[k], order[l]));
      take(v, kept ? 1 : -1);
      if (p == nullptr) continue;
      ordered.a.push_back(p->a[v]);
      ordered.b.push_back(kept ? p->b[v] : -p->b[v]);
    }
  }
  m.classes = std::move(names);
  m.w = std::move(w);
  m.b = std::move(b);
  if (p != nullptr) *p = std::move(ordered);
}

}  // namespace halfspace
