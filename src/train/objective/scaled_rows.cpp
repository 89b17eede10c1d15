#include "train/objective/scaled_rows.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <utility>

#include "exact/linear.hpp"

namespace halfspace {
namespace {

constexpr int most_binary_places = 400;

/// Binary digits after the point; they are as many decimal ones.
int binary_places(double v) {
  if (v == 0) return 0;
  int exponent = 0;
  const auto mantissa = static_cast<std::uint64_t>(std::ldexp(std::frexp(std::fabs(v), &exponent), 53));
  return std::max(0, 53 - exponent - std::countr_zero(mantissa));
}

int most_places(const Matrix& x) {
  int most = 0;
  std::visit(
      [&](const auto& m) {
        for (std::size_t i = 0; i < m.rows; ++i)
          for_each_entry(m.row(i), [&](std::size_t, double v) { most = std::max(most, binary_places(v)); });
      },
      x);
  return most;
}

}  // namespace

std::optional<SignedRows> scaled_signed_rows(const Dataset& learned, std::vector<std::int8_t> y, bool bias) {
  const int places = most_places(learned.x);
  if (places > most_binary_places) return std::nullopt;
  auto fetch = [&learned](const std::vector<std::uint64_t>& rows) {
    std::vector<std::vector<std::pair<std::uint64_t, Rational>>> out;
    for (const std::uint64_t i : rows) {
      auto& row = out.emplace_back();
      std::visit(
          [&](const auto& x) {
            for_each_entry(x.row(i), [&](std::size_t j, double v) {
              if (v != 0) row.emplace_back(j, Rational(v));
            });
          },
          learned.x);
    }
    return Result<std::vector<std::vector<std::pair<std::uint64_t, Rational>>>>(std::move(out));
  };
  return std::optional<SignedRows>(std::in_place, learned, places, std::move(y), bias, std::move(fetch));
}

std::vector<Integer> scaled_weights(const FeatureMap& map, const std::vector<Integer>& weights, bool bias) {
  const std::size_t d = map.factor.size();
  Integer largest = 1;
  for (const Integer& v : weights) largest = std::max<Integer>(largest, abs(v));
  std::vector<double> w;
  for (const Integer& v : weights) {
    Rational share(v, largest);
    share.canonicalize();
    w.push_back(share.get_d());
  }
  w.resize(d + 1);
  unfold(map, w.data(), w[d]);
  if (!bias) w.resize(d);
  return whole(std::vector<Rational>(w.begin(), w.end()));
}

}  // namespace halfspace
