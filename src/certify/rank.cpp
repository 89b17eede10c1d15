#include "certify/rank.hpp"

#include <numeric>

namespace halfspace {

Result<bool> rank_at_most(const SignedRows& z, std::size_t rank) {
  if (!z.data().short_decimals) {
    std::vector<std::uint64_t> all(z.rows());
    std::iota(all.begin(), all.end(), std::uint64_t{0});
    if (const auto known = z.need(all); !known) return known.error();
  }
  ModularSpan span(z.dims());
  std::vector<std::uint64_t> probe = span.probe(0);
  for (std::uint64_t i = 0; i < z.rows(); ++i) {
    if (z.residue(probe, i) == 0) continue;
    span.add(z.exact(i));
    if (span.rank() > rank) return false;
    probe = span.probe(span.rank());
  }
  return true;
}

}  // namespace halfspace
