// H = Σ c_i x_i x_i', whole or by the rows of H, one after the other.
#include "linalg/outer_products.hpp"

#include <vector>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "linalg/dense_products.hpp"

namespace halfspace {
namespace {

RC_GTEST_PROP(OuterProducts, SharesOfRowsMakeTheWhole, ()) {
  const auto d = *rc::gen::inRange<std::size_t>(1, 40);
  const auto x = *rc::gen::container<std::vector<std::vector<int>>>(
      *rc::gen::element<std::size_t>(0, 1, 30, 150),
      rc::gen::container<std::vector<int>>(d, rc::gen::oneOf(rc::gen::just(0), rc::gen::inRange(-8, 9))));
  const auto dense = *rc::gen::element(true, false);
  const auto room = d + *rc::gen::inRange<std::size_t>(0, 4);  // numbers from one row of H to the next
  const auto add_all = [&](auto products, std::size_t last) {
    for (std::size_t i = 0; i < x.size(); ++i) {
      for (std::size_t j = 0; j < last; ++j) {
        if (x[i][j] != 0) products.put(j, x[i][j]);
      }
      products.end_row(static_cast<double>(i + 1) / 4);
    }
    products.finish();
  };
  const auto added = [&](std::size_t first, std::size_t last, std::vector<double>& H) {
    if (dense) {
      add_all(DenseProducts(room, H.data(), first, last), last);
    } else {
      add_all(OuterProducts(room, H.data(), first, last), last);
    }
  };
  std::vector<double> expected(d * room);
  for (std::size_t i = 0; i < x.size(); ++i) {
    for (std::size_t a = 0; a < d; ++a) {
      for (std::size_t b = 0; b <= a; ++b) expected[a * room + b] += static_cast<double>(i + 1) / 4 * x[i][a] * x[i][b];
    }
  }
  std::vector<double> whole(d * room);
  added(0, d, whole);
  RC_ASSERT(whole == expected);  // few digits: every sum is exact
  const auto cut = *rc::gen::inRange<std::size_t>(0, d + 1);
  std::vector<double> shares(d * room);
  added(cut, d, shares);
  added(0, cut, shares);
  RC_ASSERT(shares == expected);
}

}  // namespace
}  // namespace halfspace
