#include "solver/linear/primal/held_columns.hpp"

#include <algorithm>
#include <cmath>
#include <utility>
#include <variant>

namespace halfspace {
namespace {

template <class T>
void make_room_for(CsrMatrix<T>& x, std::size_t entries) {
  if (entries <= x.value.size()) return;
  const std::size_t room = entries + entries / 2;
  x.column.resize(room);
  x.value.resize(room);
}

/// Copies of rows get longer: each is what it was and then its entries in the columns that come, held .. cols - 1.
template <class T>
void widen(const Design& z, const CsrMatrix<T>& x, const CsrMatrix<T>& before, std::span<const std::uint32_t> place,
           std::size_t held, std::size_t cols, CsrMatrix<T>& out) {
  out.rows = z.n();
  out.cols = cols;
  out.start.resize(z.n() + 1);
  std::size_t end = 0;
  const auto push = [&](std::uint32_t column, T value) {
    out.column[end] = column;
    out.value[end++] = value;
  };
  for (std::size_t i = 0; i < z.n(); ++i) {
    out.start[i] = end;
    const auto known = before.row(i);
    const auto row = x.row(z.row(i));
    make_room_for(out, end + known.size + row.size + 1);
    std::copy_n(known.column, known.size, out.column.data() + end);
    std::copy_n(known.value, known.size, out.value.data() + end);
    end += known.size;
    for (std::size_t k = 0; k < row.size; ++k) {
      const std::uint32_t at = place[row.column[k]];
      if (at >= held && at < cols && row.value[k] != 0) push(at, row.value[k]);
    }
    if (z.bias() && place[z.features()] >= held && place[z.features()] < cols) push(place[z.features()], 1);
  }
  out.start[z.n()] = end;
}

template <class T>
void widen(const Design& z, const DenseMatrix<T>& x, const DenseMatrix<T>& before, std::span<const std::size_t> columns,
           DenseMatrix<T>& out) {
  out.rows = z.n();
  out.cols = columns.size();
  out.value.resize(out.rows * out.cols);
  for (std::size_t i = 0; i < z.n(); ++i) {
    T* to = out.value.data() + i * out.cols;
    if (before.cols > 0) std::copy_n(before.row(i).value, before.cols, to);
    const auto row = x.row(z.row(i));
    for (std::size_t a = before.cols; a < out.cols; ++a) to[a] = columns[a] < row.size ? row.value[columns[a]] : T{1};
  }
}

/// In place: the columns that stay, under their new numbers, which ascend with the old ones.
template <class T>
void narrow(CsrMatrix<T>& x, std::span<const std::uint32_t> now, std::span<const std::size_t> places) {
  std::size_t end = 0;
  for (std::size_t i = 0; i < x.rows; ++i) {
    const auto row = x.row(i);
    x.start[i] = end;
    for (std::size_t k = 0; k < row.size; ++k) {
      if (now[row.column[k]] >= places.size()) continue;
      x.column[end] = now[row.column[k]];
      x.value[end++] = row.value[k];
    }
  }
  x.start[x.rows] = end;
  x.cols = places.size();
}

template <class T>
void narrow(DenseMatrix<T>& x, std::span<const std::uint32_t>, std::span<const std::size_t> places) {
  T* to = x.value.data();
  for (std::size_t i = 0; i < x.rows; ++i) {
    const T* row = x.row(i).value;
    for (const std::size_t a : places) *to++ = row[a];
  }
  x.cols = places.size();
}

/// No columns yet.
template <class T>
CsrMatrix<T> none_of(const Design& z, const CsrMatrix<T>&) {
  CsrMatrix<T> out;
  out.rows = z.n();
  out.start.resize(z.n() + 1);
  std::fill(out.start.begin(), out.start.end(), 0);
  return out;
}

template <class T>
DenseMatrix<T> none_of(const Design& z, const DenseMatrix<T>&) {
  DenseMatrix<T> out;
  out.rows = z.n();
  return out;
}

/// H row a += s times the first a + 1 columns of this row, for each of its entries first <= a < last
template <class T>
void add_square(DenseRow<T> row, double c, std::size_t first, std::size_t last, double* H, std::size_t room) {
  for (std::size_t a = first; a < std::min(last, row.size); ++a) {
    const double s = c * static_cast<double>(row.value[a]);
    if (s != 0) axpy(s, row.value, a + 1, H + a * room);
  }
}

template <class T>
void add_square(SparseRow<T> row, double c, std::size_t first, std::size_t last, double* H, std::size_t room) {
  for (std::size_t a = row.size; a-- > 0 && row.column[a] >= first;) {
    if (row.column[a] >= last) continue;
    axpy(c * static_cast<double>(row.value[a]), row.column, row.value, a + 1, H + row.column[a] * room);
  }
}

}  // namespace

HeldColumns::HeldColumns(const Design& z) : z_(z), place_(z.dims(), absent), bend_(z.n()), cost_(z.cost()[0]) {
  std::visit(
      [&](const auto& x) {
        x_ = none_of(z_, x);
        spare_ = none_of(z_, x);
      },
      z_.matrix());
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
          widen(z_, x, std::get<M>(x_), place_, held, columns_.size(), std::get<M>(spare_));
        } else {
          widen(z_, x, std::get<M>(x_), columns_, std::get<M>(spare_));
        }
      },
      z_.matrix());
  std::swap(x_, spare_);
  make_room();
  peak_.resize(columns_.size());
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
  std::visit([&](auto& x) { narrow(x, now, places); }, x_);
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
    Pace pace(z_.stop_token());
    std::visit(
        [&](const auto& x) {
          for (std::size_t i = 0; i < z_.n(); ++i) {
            if (c[i] == 0) continue;
            const auto row = x.row(i);
            pace.check(row.size * (row.size + 1) / 2 / z_.threads() + 1);
            add_square(row, c[i], from, to, H_.data(), room_);
          }
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
