#include "driver/product_pairs.hpp"

#include <algorithm>
#include <numeric>

namespace halfspace {
namespace {

double product_with(std::span<const double> a, std::span<const double> b) {
  return std::inner_product(a.begin(), a.end(), b.begin(), 0.0);
}

void add_times(double c, std::span<const double> from, std::span<double> to) {
  for (std::size_t a = 0; a < to.size(); ++a) to[a] += c * from[a];
}

}  // namespace

std::size_t most_pairs(std::size_t size) {
  constexpr std::size_t most = 32;
  constexpr std::size_t most_numbers = std::size_t{1} << 20U;
  return std::min(most, most_numbers / std::max<std::size_t>(size, 1));
}

void keep_pair(ProductPairs& p, std::span<const double> s, std::span<const double> Hs) {
  const std::size_t length = 2 * s.size();
  if (most_pairs(s.size()) == 0 || p.seen++ % p.stride != 0) return;
  if (p.numbers.size() / length == most_pairs(s.size())) {
    std::size_t kept = 0;  // every second
    for (std::size_t at = 0; at < p.numbers.size(); at += 2 * length, kept += length)
      std::copy_n(p.numbers.begin() + static_cast<std::ptrdiff_t>(at), length,
                  p.numbers.begin() + static_cast<std::ptrdiff_t>(kept));
    p.numbers.resize(kept);
    p.stride *= 2;
  }
  p.numbers.insert(p.numbers.end(), s.begin(), s.end());
  p.numbers.insert(p.numbers.end(), Hs.begin(), Hs.end());
}

ProductPairs joined(const ProductPairs& before, const ProductPairs& last, std::size_t size) {
  ProductPairs out;
  const std::size_t room = 2 * size * most_pairs(size) - std::min(last.numbers.size(), 2 * size * most_pairs(size));
  const std::size_t taken = std::min(room, before.numbers.size());
  out.numbers.assign(before.numbers.end() - static_cast<std::ptrdiff_t>(taken), before.numbers.end());
  out.numbers.insert(out.numbers.end(), last.numbers.begin(), last.numbers.end());
  return out;
}

void precondition(const ProductPairs& p, const std::function<void(std::span<double>)>& inverse, std::span<double> r) {
  const std::size_t n = r.size();
  const std::size_t count = p.numbers.size() / (2 * n);
  const auto s = [&](std::size_t k) { return std::span(p.numbers).subspan(2 * n * k, n); };
  const auto Hs = [&](std::size_t k) { return std::span(p.numbers).subspan(2 * n * k + n, n); };
  std::vector<double> bend(count);
  std::vector<double> a(count);
  for (std::size_t k = count; k-- > 0;) {
    bend[k] = product_with(s(k), Hs(k));
    a[k] = product_with(s(k), r) / bend[k];
    add_times(-a[k], Hs(k), r);
  }
  inverse(r);
  for (std::size_t k = 0; k < count; ++k) add_times(a[k] - product_with(Hs(k), r) / bend[k], s(k), r);
}

}  // namespace halfspace
