#include "liblinear.hpp"

#include <variant>

#include <dlfcn.h>

namespace halfspace::bench {
namespace {

struct Problem {
  int l, n;
  double* y;
  void* x;
  double bias;
};

struct Parameter {
  int solver_type;
  double eps, C;
  int nr_weight;
  int* weight_label;
  double* weight;
  double p;
  double* init_sol;
};

template <class F>
F* function(void* library, const char* name) {
  return reinterpret_cast<F*>(dlsym(library, name));
}

void silent(const char*) {}

}  // namespace

std::optional<Liblinear> Liblinear::load(const Matrix& x, std::span<const std::int8_t> y) {
  Liblinear out;
  out.library_ = dlopen("liblinear.so.4", RTLD_NOW);
  if (out.library_ == nullptr) return std::nullopt;
  function<void(void (*)(const char*))>(out.library_, "set_print_string_function")(silent);
  std::visit(
      [&](const auto& m) {
        std::vector<std::size_t> start;
        for (std::size_t i = 0; i < m.rows; ++i) {
          start.push_back(out.nodes_.size());
          for_each_entry(m.row(i), [&](std::size_t j, double v) {
            if (v != 0) out.nodes_.push_back({static_cast<int>(j) + 1, v});
          });
          out.nodes_.push_back({-1, 0});
        }
        for (const std::size_t s : start) out.rows_.push_back(out.nodes_.data() + s);
        out.cols_ = static_cast<int>(m.cols);
      },
      x);
  out.y_.assign(y.begin(), y.end());
  return out;
}

std::vector<double> Liblinear::train(int solver, double C, double eps) const {
  Problem problem{static_cast<int>(y_.size()), cols_, const_cast<double*>(y_.data()), const_cast<Node**>(rows_.data()),
                  -1};
  const Parameter parameter{solver, eps, C, 0, nullptr, nullptr, 0.1, nullptr};
  void* model = function<void*(const Problem*, const Parameter*)>(library_, "train")(&problem, &parameter);
  const auto coefficient = function<double(const void*, int, int)>(library_, "get_decfun_coef");
  std::vector<double> w;
  for (int j = 1; j <= cols_; ++j) w.push_back(coefficient(model, j, 0));
  std::vector<int> labels(2);
  function<void(const void*, int*)>(library_, "get_labels")(model, labels.data());
  for (double& v : w) v *= labels[0];  // coefficients of its first class
  function<void(void**)>(library_, "free_and_destroy_model")(&model);
  return w;
}

}  // namespace halfspace::bench
