#include "export/pair_form.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <utility>

namespace halfspace {
namespace {

/// Support vectors by class, with K - 1 coefficients each.
class Vectors {
 public:
  explicit Vectors(std::size_t classes) : of_class_(classes), classes_(classes) {}

  /// `row` of a matrix, or the weights behind `dense`.
  struct Item {
    std::size_t row;
    std::vector<double> coefficients;
  };
  void add(std::size_t of, std::size_t row, std::vector<double> coefficients) {
    of_class_[of].push_back({row, std::move(coefficients)});
  }

  /// Coefficient of class `of` against `other`: place in a vector of class `of`.
  static std::size_t place(std::size_t of, std::size_t other) { return other > of ? other - 1 : other; }
  std::vector<double> none() const { return std::vector<double>(classes_ - 1); }

  void write(LibsvmModel& to, const CsrMatrix<double>& rows) const {
    to.rows.cols = rows.cols;
    to.rows.start.push_back(0);
    for (const auto& items : of_class_) {
      to.of_class.push_back(items.size());
      for (const Item& item : items) {
        to.coefficients.insert(to.coefficients.end(), item.coefficients.begin(), item.coefficients.end());
        for_each_entry(rows.row(item.row), [&](std::size_t j, double v) {
          to.rows.column.push_back(static_cast<std::uint32_t>(j));
          to.rows.value.push_back(v);
        });
        to.rows.start.push_back(to.rows.value.size());
        ++to.rows.rows;
      }
    }
  }

 private:
  std::vector<std::vector<Item>> of_class_;
  std::size_t classes_;
};

/// Weight vectors as rows of their own, each with the multiplier 1 in its own vector.
CsrMatrix<double> weight_rows(const Model& m) {
  CsrMatrix<double> out;
  out.cols = m.cols();
  out.start.push_back(0);
  for (std::size_t k = 0; k < m.vectors(); ++k) {
    for (std::size_t j = 0; j < out.cols; ++j) {
      const double v = m.w[k * out.cols + j];
      if (v == 0) continue;
      out.column.push_back(static_cast<std::uint32_t>(j));
      out.value.push_back(v);
    }
    out.start.push_back(out.value.size());
    ++out.rows;
  }
  return out;
}

/// multiplier(k, j) of row j in vector k
template <class Multiplier>
void add_two(Vectors& vectors, std::size_t rows, double sign, Multiplier multiplier) {
  for (std::size_t j = 0; j < rows; ++j) {
    const double c = sign * multiplier(0, j);
    if (c != 0) vectors.add(c > 0 ? 0 : 1, j, {c});
  }
}

template <class Multiplier>
void add_compared(Vectors& vectors, std::size_t rows, std::size_t classes, Multiplier multiplier) {
  for (std::size_t a = 0; a < classes; ++a) {
    for (std::size_t j = 0; j < rows; ++j) {
      const double c = multiplier(a, j);
      if (c == 0) continue;
      std::vector<double> coefficients = vectors.none();
      for (std::size_t b = 0; b < classes; ++b) {
        if (b != a) coefficients[Vectors::place(a, b)] = b > a ? c : -c;
      }
      vectors.add(a, j, std::move(coefficients));
    }
  }
}

struct PairTerm {
  std::size_t a;
  std::size_t b;
  double c;
};

/// The class that all terms of a row are about, or `classes`; of one term the class its sign speaks for.
std::size_t common_class(const std::vector<PairTerm>& terms, std::size_t classes) {
  const PairTerm& t = terms.front();
  const std::size_t likely = t.c > 0 ? t.a : t.b;
  for (const std::size_t c : {likely, t.a + t.b - likely}) {
    if (std::all_of(terms.begin(), terms.end(), [&](const PairTerm& u) { return u.a == c || u.b == c; })) return c;
  }
  return classes;
}

/// Row j in the class its terms are about; where there is none, in that of each term's sign.
void add_terms(Vectors& vectors, std::size_t j, const std::vector<PairTerm>& terms, std::size_t classes) {
  const std::size_t common = common_class(terms, classes);
  for (std::size_t of = 0; of < classes; ++of) {
    std::vector<double> coefficients = vectors.none();
    bool used = false;
    for (const PairTerm& t : terms) {
      const std::size_t owner = common < classes ? common : t.c > 0 ? t.a : t.b;
      if (owner != of) continue;
      coefficients[Vectors::place(of, t.a == of ? t.b : t.a)] = t.c;
      used = true;
    }
    if (used) vectors.add(of, j, std::move(coefficients));
  }
}

template <class Multiplier>
void add_pairs(Vectors& vectors, std::size_t rows, std::size_t classes, Multiplier multiplier) {
  for (std::size_t j = 0; j < rows; ++j) {
    std::vector<PairTerm> terms;
    std::size_t v = 0;
    for (std::size_t a = 0; a < classes; ++a) {
      for (std::size_t b = a + 1; b < classes; ++b) {
        const double c = multiplier(v++, j);
        if (c != 0) terms.push_back({a, b, c});
      }
    }
    if (terms.empty()) continue;
    add_terms(vectors, j, terms, classes);
  }
}

void add_probabilities(const Model& m, double sign, PairForm& out) {
  const bool two = m.outputs() == 1;
  const bool mapped = kind_of(m.probability) != ProbabilityKind::none;
  const auto* const platt = std::get_if<PlattMap>(&m.probability);
  if (const auto* const p = std::get_if<LibsvmMap>(&m.probability)) {
    out.model.prob_a = p->a;
    out.model.prob_b = p->b;
    if (sign < 0) out.model.prob_b[0] = -p->b[0];  // P(-1) = 1 / (1 + e^{a (-s) - b})
  } else if (two && (platt != nullptr || (!mapped && m.algorithm == Algorithm::logistic))) {
    out.model.prob_a = {platt != nullptr ? -platt->a : -1};
    out.model.prob_b = {0};
  } else if (mapped || (m.algorithm == Algorithm::logistic && !m.pairwise())) {
    out.notes.emplace_back("the probabilities are left out: the format has those of pairs of classes only");
  }
}

}  // namespace

PairForm pair_form(const Model& m) {
  PairForm out;
  const std::size_t classes = m.classes.size();
  const CsrMatrix<double> own = m.support ? CsrMatrix<double>() : weight_rows(m);
  const CsrMatrix<double>& rows = m.support ? m.support->rows : own;
  const auto multiplier = [&](std::size_t k, std::size_t j) {
    return m.support ? m.w[k * rows.rows + j] : k == j ? 1.0 : 0.0;
  };
  Vectors vectors(classes);
  const bool two = m.outputs() == 1;
  const double sign = two && !m.zero_is_negative ? -1 : 1;
  out.order.resize(classes);
  std::iota(out.order.begin(), out.order.end(), 0U);
  if (two && m.zero_is_negative) std::swap(out.order[0], out.order[1]);
  if (two) {
    add_two(vectors, rows.rows, sign, multiplier);
    out.model.rho = {-sign * m.b[0]};
  } else if (m.pairwise()) {
    add_pairs(vectors, rows.rows, classes, multiplier);
    for (const double b : m.b) out.model.rho.push_back(-b);
  } else {
    add_compared(vectors, rows.rows, classes, multiplier);
    for (std::size_t a = 0; a < classes; ++a) {
      for (std::size_t b = a + 1; b < classes; ++b) out.model.rho.push_back(m.b[b] - m.b[a]);
    }
  }
  if (!two && !(m.pairwise() && m.zero_is_negative)) {
    for (double& rho : out.model.rho) rho = std::nextafter(rho, -std::numeric_limits<double>::infinity());
  }
  LibsvmModel& to = out.model;
  to.kernel = m.support ? m.support->kernel : Kernel{KernelKind::linear, 0, 3, 0};
  to.classes = classes;
  const auto type = m.settings.is_object() ? m.settings.find("svm_type") : m.settings.end();
  to.type = type != m.settings.end() && *type == "nu_svc" ? SvmType::nu_svc : SvmType::c_svc;
  to.from_zero = m.form.zero_based;
  add_probabilities(m, sign, out);
  vectors.write(to, rows);
  return out;
}

}  // namespace halfspace
