#include "export/libsvm_model.hpp"

#include <algorithm>
#include <utility>

#include "base/text.hpp"
#include "model/support_values.hpp"

namespace halfspace {
namespace {

void add_numbers(std::string& out, const char* section, const std::vector<double>& values) {
  if (values.empty()) return;
  out += section;
  for (const double v : values) out += " " + number_text(v);
  out += "\n";
}

void add_row(std::string& out, const LibsvmModel& m, std::size_t j) {
  const SparseRow<double> row = m.rows.row(j);
  for (std::size_t k = 0; k < row.size; ++k) {
    const std::uint64_t index = row.column[k] + (m.from_zero ? 0U : 1U);
    out += m.kernel.listed() ? "0:" + std::to_string(index) : std::to_string(index) + ":" + number_text(row.value[k]);
    out += " ";
  }
  out += "\n";
}

/// What every model of a text of its tool has: columns that are numbers, nothing known of the training text.
void describe(Model& m, bool from_zero, std::uint64_t cols, const LibsvmModel& from) {
  m.algorithm = Algorithm::svm;
  m.bias = Bias::free;
  m.map.input_cols = cols;
  m.form.format = "libsvm";
  m.form.header = false;
  m.form.zero_based = from_zero;
  m.settings = {{"imported", "libsvm"}, {"svm_type", std::string(name_of(from.type))}};
  m.report = {{"status", "imported"}, {"stop_reason", "read from a LIBSVM model"}};
}

/// Vector of the pair a < b among K classes.
std::size_t pair_place(std::size_t a, std::size_t b, std::size_t classes) {
  return a * (2 * classes - a - 1) / 2 + b - a - 1;
}

/// Coefficients of every support vector in every pair: coef_{b-1} for a vector of class a, coef_a for one of b.
std::vector<double> pair_weights(const LibsvmModel& from) {
  const std::size_t classes = from.classes;
  const std::size_t m = from.rows.rows;
  std::vector<double> w(from.rho.size() * m);
  std::size_t j = 0;
  for (std::size_t c = 0; c < classes; ++c) {
    for (const std::size_t end = j + from.of_class[c]; j < end; ++j) {
      const double* coefficient = from.coefficients.data() + j * (classes - 1);
      for (std::size_t other = 0; other < classes; ++other) {
        if (other == c) continue;
        const std::size_t v = pair_place(std::min(c, other), std::max(c, other), classes);
        w[v * m + j] = coefficient[other > c ? other - 1 : other];
      }
    }
  }
  return w;
}

}  // namespace

std::string libsvm_model_text(const LibsvmModel& m) {
  const Kernel& k = m.kernel;
  std::string out = "svm_type " + std::string(name_of(m.type)) + "\nkernel_type " + std::string(name_of(k.kind)) + "\n";
  if (k.uses_degree()) out += "degree " + std::to_string(k.degree) + "\n";
  if (k.uses_gamma()) out += "gamma " + number_text(k.gamma) + "\n";
  if (k.uses_coef0()) out += "coef0 " + number_text(k.coef0) + "\n";
  out += "nr_class " + std::to_string(m.classes) + "\ntotal_sv " + std::to_string(m.rows.rows) + "\n";
  add_numbers(out, "rho", m.rho);
  if (m.classifies()) {
    out += "label";
    for (const std::int64_t label : m.labels) out += " " + std::to_string(label);
    out += "\n";
  }
  add_numbers(out, "probA", m.prob_a);
  add_numbers(out, "probB", m.prob_b);
  if (m.classifies()) {
    out += "nr_sv";
    for (const std::uint64_t count : m.of_class) out += " " + std::to_string(count);
    out += "\n";
  }
  out += "SV\n";
  const std::size_t each = m.classes - 1;
  for (std::size_t j = 0; j < m.rows.rows; ++j) {
    for (std::size_t c = 0; c < each; ++c) out += number_text(m.coefficients[j * each + c]) + " ";
    add_row(out, m, j);
  }
  return out;
}

Result<Model> model_of(LibsvmModel from, const std::string& name) {
  constexpr std::uint64_t most_coefficients = std::uint64_t{1} << 27U;  // a GiB
  if (!from.classifies())
    return Error{Code::bad_data, name,
                 "svm_type " + std::string(name_of(from.type)) +
                     " is not a classifier; halfspace compat svm-predict predicts with it"};
  if (from.rows.rows > most_coefficients / from.rho.size())
    return Error{Code::bad_data, name,
                 grouped(from.rho.size()) + " pairs of classes with " + grouped(from.rows.rows) +
                     " support vectors take more than a GiB; predict with halfspace train --multiclass one-vs-rest"};
  Model m;
  describe(m, from.from_zero, from.rows.cols, from);
  m.zero_is_negative = true;
  for (const std::int64_t label : from.labels) m.classes.push_back(std::to_string(label));
  if (from.classes == 2) {
    std::swap(m.classes[0], m.classes[1]);  // label[0] is +1
  } else {
    m.multiclass = Multiclass::one_vs_one;
  }
  m.labels = m.classes;
  m.w = pair_weights(from);
  for (const double rho : from.rho) m.b.push_back(-rho);
  if (!from.prob_a.empty()) m.probability = LibsvmMap{from.prob_a, from.prob_b};
  m.support = Support{from.kernel, std::move(from.rows), {}};
  return m;
}

std::vector<double> libsvm_values(const LibsvmModel& m, const Dataset& data) {
  const FeatureMap plain{};
  const SupportValues values(m.kernel, m.rows, plain);
  std::vector<double> out(data.rows, -m.rho[0]);
  std::visit(
      [&](const auto& x) {
        SupportValues::Batch<decltype(x.row(0))> batch(values);
        std::size_t done = 0;
        for (std::size_t i = 0; i < x.rows; ++i) {
          batch.add(x.row(i), data.unseen_squares.empty() ? 0 : data.unseen_squares[i]);
          if (!batch.full() && i + 1 < x.rows) continue;
          const std::size_t end = done + batch.size();
          for (const double* k = batch.values().data(); done < end; k += values.size())
            out[done++] += dot(k, values.size(), m.coefficients.data());
        }
      },
      data.x);
  return out;
}

}  // namespace halfspace
