#include "solver/linear/primal/held_columns.hpp"

#include <algorithm>
#include <cmath>
#include <utility>
#include <variant>

#include "linalg/row_products.hpp"
#include "solver/linear/primal/cut_rows.hpp"

namespace halfspace {

HeldColumns::HeldColumns(const Design& z) : z_(z), place_(z.dims(), absent), bend_(z.n()), cost_(z.cost()[0]) {
  std::visit([&](const auto& x) { x_ = cut_rows::none_of(z_, x); }, z_.matrix());
}

void HeldColumns::add(std::span<const std::size_t> columns) {
  if (columns.empty()) return;
  take_cost();
  const std::size_t held = columns_.size();
  for (const std::size_t j : columns) {
    place_[j] = static_cast<std::uint32_t>(columns_.size());
    columns_.push_back(j);
  }
  z_.stop_token().count(z_.stored());
  std::visit(
      [&]<class M>(const M& x) {
        if constexpr (requires { x.start; }) {
          cut_rows::widen(z_, x, place_, held, columns_.size(), entries_in(columns), std::get<M>(x_));
        } else {
          cut_rows::widen(z_, x, columns_, std::get<M>(x_));
        }
      },
      z_.matrix());
  make_room();
  peak_.resize(columns_.size());
}

std::size_t HeldColumns::entries_in(std::span<const std::size_t> columns) {
  if (entries_.empty()) {
    entries_.resize(z_.dims());
    std::visit(
        [&](const auto& x) {
          for (std::size_t i = 0; i < z_.n(); ++i)
            for_each_entry(x.row(z_.row(i)), [&](std::size_t j, double v) { entries_[j] += v != 0 ? 1U : 0U; });
        },
        z_.matrix());
    if (z_.bias()) entries_[z_.features()] = z_.n();
  }
  std::size_t sum = 0;
  for (const std::size_t j : columns) sum += entries_[j];
  return sum;
}

void HeldColumns::keep(std::span<const std::size_t> places) {
  std::vector<std::uint32_t> now(columns_.size(), absent);
  std::vector<std::size_t> kept(places.size());
  for (std::size_t a = 0; a < places.size(); ++a) {
    now[places[a]] = static_cast<std::uint32_t>(a);
    kept[a] = columns_[places[a]];
    double* row = H_.data() + a * room_;
    for (std::size_t b = 0; b <= a; ++b) row[b] = H_[places[a] * room_ + places[b]];
    peak_[a] = peak_[places[a]];
  }
  summed_ = static_cast<std::size_t>(std::lower_bound(places.begin(), places.end(), summed_) - places.begin());
  std::fill_n(H_.data() + kept.size() * room_, (columns_.size() - kept.size()) * room_, 0.0);
  for (const std::size_t j : columns_) place_[j] = absent;
  columns_ = std::move(kept);
  for (std::size_t a = 0; a < columns_.size(); ++a) place_[columns_[a]] = static_cast<std::uint32_t>(a);
  peak_.resize(columns_.size());
  z_.stop_token().count(z_.stored());
  std::visit([&](auto& x) { cut_rows::narrow(x, now, places); }, x_);
}

void HeldColumns::make_room() {
  const std::size_t k = columns_.size();
  if (k <= room_) return;
  const std::size_t room = room_ == 0 ? k : std::max(k, std::min(room_ + room_ / 2, most_columns));
  z_.stop_token().count(room * room);
  std::vector<double> H(room * room);
  for (std::size_t a = 0; a < room_; ++a) std::copy_n(H_.data() + a * room_, a + 1, H.data() + a * room);
  H_ = std::move(H);
  room_ = room;
}

void HeldColumns::take_cost() {
  const double ratio = z_.cost()[0] / cost_;
  cost_ = z_.cost()[0];
  if (ratio == 1) return;
  z_.stop_token().count(H_.size());
  for (auto* x : {&bend_, &H_, &peak_, &squares_}) {
    for (double& value : *x) value *= ratio;
  }
}

std::span<const double> HeldColumns::squares() {
  take_cost();
  if (squares_.empty()) {
    squares_.resize(z_.dims());
    z_.gram_diagonal(z_.cost(), squares_);
  }
  return squares_;
}

void HeldColumns::follow(std::span<const double> D, double share) {
  take_cost();
  change_.assign(D.size(), 0.0);
  std::size_t changed = 0;
  for (std::size_t i = 0; i < D.size(); ++i) {
    if (std::fabs(D[i] - bend_[i]) <= share * std::max(D[i], bend_[i])) continue;
    change_[i] = D[i] - bend_[i];
    bend_[i] = D[i];
    ++changed;
  }
  const bool most = 2 * changed > D.size();
  const std::size_t k = columns_.size();
  if (!most) {
    if (changed > 0) add_gram(change_, 0, summed_);
    if (summed_ < k) add_gram(bend_, summed_, k);
    summed_ = k;
  }
  if (!most && !worn()) return;
  bend_.assign(D.begin(), D.end());
  std::fill(H_.begin(), H_.end(), 0.0);
  std::fill(peak_.begin(), peak_.end(), 0.0);
  add_gram(bend_, 0, k);
  summed_ = k;
}

/// Has a column lost so much of its H_aa that rounding of what came and went is part of the rest?
bool HeldColumns::worn() {
  constexpr double lost = 1e-3;
  bool any = false;
  for (std::size_t a = 0; a < columns_.size(); ++a) {
    const double h = H_[a * room_ + a];
    peak_[a] = std::max(peak_[a], h);
    any = any || h < lost * peak_[a];
  }
  return any;
}

void HeldColumns::add_gram(std::span<const double> c, std::size_t first, std::size_t last) {
  if (first == last) return;
  const auto rows_of_H = [&](std::size_t share) {  // equal parts of these rows of the triangle
    const auto low = static_cast<double>(first) * static_cast<double>(first);
    const auto high = static_cast<double>(last) * static_cast<double>(last);
    const double part = static_cast<double>(share) / static_cast<double>(z_.threads());
    return share == z_.threads() ? last : static_cast<std::size_t>(std::sqrt(low + part * (high - low)));
  };
  z_.for_items(z_.threads(), [&](std::size_t share) {
    const std::size_t from = std::max(first, rows_of_H(share));
    const std::size_t to = rows_of_H(share + 1);
    std::visit(
        [&](const auto& x) {
          with_products(nonzero_share(x), room_, H_.data(), from, to, [&](auto products) {
            Pace pace(z_.stop_token());
            for (std::size_t i = 0; i < z_.n(); ++i) {
              if (c[i] == 0) continue;
              for_each_entry(x.row(i), [&](std::size_t a, double v) {
                if (v != 0 && a < to) products.put(a, v);
              });
              pace.check(products.work() + x.row_size(i));
              products.end_row(c[i]);
            }
            products.finish();
          });
        },
        x_);
  });
}

void HeldColumns::write_matrix(std::vector<double>& H) const {
  constexpr std::size_t tile = 16;  // its lines stay in the cache while they are read across
  const std::size_t k = columns_.size();
  Pace pace(z_.stop_token());
  H.resize(k * k);
  for (std::size_t top = 0; top < k; top += tile) {
    pace.check(tile * top);
    for (std::size_t left = 0; left <= top; left += tile) {
      for (std::size_t a = top; a < std::min(k, top + tile); ++a) {
        for (std::size_t b = left; b <= std::min(a, left + tile - 1); ++b)
          H[a * k + b] = H[b * k + a] = H_[a * room_ + b];
      }
    }
  }
}

void HeldColumns::margins(std::span<const double> u, std::span<double> dm) const {
  z_.stop_token().count(z_.stored());
  z_.for_ranges(z_.ranges(), [&](std::size_t, std::size_t first, std::size_t last) {
    std::visit(
        [&](const auto& x) {
          for (std::size_t i = first; i < last; ++i) dm[i] = z_.sign(i) * dot(x.row(i), u.data());
        },
        x_);
  });
}

}  // namespace halfspace
