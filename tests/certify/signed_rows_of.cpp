#include "certify/signed_rows_of.hpp"

#include <algorithm>
#include <numeric>
#include <set>

namespace halfspace::test {
namespace {

/// Digits after the point of the decimal v.
int decimals_of(mpq_class v) {
  int digits = 0;
  for (; v.get_den() != 1; v *= 10) ++digits;
  return digits;
}

CsrMatrix<double> sparse(const reference::Rows& x) {
  CsrMatrix<double> m;
  m.rows = x.size();
  m.cols = x[0].size();
  m.start.push_back(0);
  for (const auto& row : x) {
    for (std::size_t j = 0; j < row.size(); ++j) {
      if (row[j] == 0) continue;
      m.column.push_back(static_cast<std::uint32_t>(j));
      m.value.push_back(row[j].get_d());
    }
    m.start.push_back(m.value.size());
  }
  return m;
}

DenseMatrix<double> dense(const reference::Rows& x) {
  DenseMatrix<double> m;
  m.rows = x.size();
  m.cols = x[0].size();
  for (const auto& row : x) {
    for (const mpq_class& value : row) m.value.push_back(value.get_d());
  }
  return m;
}

}  // namespace

SolverRows::SolverRows(reference::Rows x, const reference::Rows& doubles, const std::vector<int>& y, bool bias,
                       Form form)
    : x_(std::move(x)) {
  if (form == Form::sparse)
    data_.x = sparse(doubles);
  else
    data_.x = dense(doubles);
  data_.rows = x_.size();
  data_.cols = x_[0].size();
  data_.short_decimals = form != Form::fetched;
  data_.classes = {{"-", 0, 0}, {"+", 0, 0}};
  for (const int sign : y) {
    data_.label.push_back(sign > 0 ? 1 : 0);
    ++data_.classes[sign > 0 ? 1 : 0].rows;
  }
  for (const auto& row : x_) {
    for (const mpq_class& value : row) {
      data_.decimals = std::max(data_.decimals, decimals_of(value));
      data_.nonzeros += value != 0 ? 1U : 0U;
    }
  }
  const ExactFetch fetch = [this](const std::vector<std::uint64_t>& asked) {
    std::vector<std::vector<std::pair<std::uint64_t, Rational>>> out;
    for (const std::uint64_t i : asked) {
      out.emplace_back();
      for (std::size_t j = 0; j < x_[i].size(); ++j) out.back().emplace_back(j, x_[i][j]);
    }
    return Result(std::move(out));
  };
  rows_.emplace(data_, data_.decimals, std::vector<std::int8_t>(y.begin(), y.end()), bias, fetch);
}

std::optional<Dataset> two_class_data(const Points& p) {
  if (std::set<int>(p.y.begin(), p.y.end()).size() < 2) return std::nullopt;
  const auto x = plain_rows(p);
  const SolverRows rows(x, x, p.y, p.bias, Form::dense);
  std::vector<std::uint64_t> all(x.size());
  std::iota(all.begin(), all.end(), std::uint64_t{0});
  return take_rows((*rows).data(), all);
}

}  // namespace halfspace::test
