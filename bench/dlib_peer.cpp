// dlib_peer hinge-dcd|hinge-oca|rbf FILE EPS MODEL [GAMMA]: one fit by dlib, C = 1, of LIBSVM text read by dlib's own reader.
// Prints the processor seconds of fitting as JSON. MODEL: a weight a line, or for rbf lines "row coefficient".
//   hinge-dcd   svm_c_linear_dcd_trainer without a bias
//   hinge-oca   dlib's cutting planes (oca) on the hinge loss: svm_c_linear_trainer is the same with a bias that cannot be left out
//   rbf         svm_c_trainer, kernel cache 256 MiB as LIBSVM's and scikit-learn's largest
#include <algorithm>
#include <cstdio>
#include <ctime>
#include <string>
#include <utility>
#include <vector>

#include <dlib/data_io.h>
#include <dlib/svm.h>

namespace {

using Row = std::vector<std::pair<unsigned long, double>>;
using Vector = dlib::matrix<double, 0, 1>;

struct Data {
  std::vector<Row> x;
  std::vector<double> y;
};

Data load(const std::string& path) {
  Data out;
  dlib::load_libsvm_formatted_data(path, out.x, out.y);
  const double plus = *std::max_element(out.y.begin(), out.y.end());
  for (double& y : out.y) y = y == plus ? 1 : -1;
  return out;
}

/// Risk of oca: C sum max(0, 1 - y w.x), ended when the gap is at most eps of the objective.
class Hinge : public dlib::oca_problem<Vector> {
 public:
  Hinge(const Data& data, double eps) : data_(data), eps_(eps), columns_(dlib::max_index_plus_one(data.x)) {}
  double get_c() const override { return 1; }
  long get_num_dimensions() const override { return static_cast<long>(columns_); }
  bool optimization_status(double objective, double gap, double, double, unsigned long, unsigned long) const override {
    return gap <= eps_ * objective;
  }
  bool risk_has_lower_bound(double& bound) const override {
    bound = 0;
    return true;
  }
  void get_risk(Vector& w, double& risk, Vector& gradient) const override {
    risk = 0;
    gradient = dlib::zeros_matrix<double>(get_num_dimensions(), 1);
    for (std::size_t i = 0; i < data_.x.size(); ++i) {
      const double loss = 1 - data_.y[i] * dlib::dot(w, data_.x[i]);
      if (loss <= 0) continue;
      risk += loss;
      dlib::subtract_from(gradient, data_.x[i], data_.y[i]);
    }
  }

 private:
  const Data& data_;
  double eps_;
  unsigned long columns_;
};

/// dlib's sparse RBF kernel between rows by their numbers, so that the model names its support rows.
struct RbfOfRows {
  using scalar_type = double;
  using sample_type = unsigned long;
  using mem_manager_type = dlib::default_memory_manager;
  dlib::sparse_radial_basis_kernel<Row> kernel;
  const std::vector<Row>* x = nullptr;
  double operator()(unsigned long i, unsigned long j) const { return kernel((*x)[i], (*x)[j]); }
  bool operator==(const RbfOfRows& other) const { return kernel == other.kernel; }
};

Vector dcd(const Data& data, double eps) {
  dlib::svm_c_linear_dcd_trainer<dlib::sparse_linear_kernel<Row>> trainer(1.0);
  trainer.include_bias(false);
  trainer.set_epsilon(eps);
  trainer.set_max_iterations(1000000);
  const auto made = trainer.train(data.x, data.y);
  Vector w = dlib::zeros_matrix<double>(static_cast<long>(dlib::max_index_plus_one(data.x)), 1);
  for (const auto& [j, v] : made.basis_vectors(0)) w(static_cast<long>(j)) = v * made.alpha(0);
  return w;
}

Vector cutting_planes(const Data& data, double eps) {
  Vector w;
  dlib::oca solver;
  solver(Hinge(data, eps), w);
  return w;
}

dlib::decision_function<RbfOfRows> rbf(const Data& data, double eps, double gamma) {
  dlib::svm_c_trainer<RbfOfRows> trainer({dlib::sparse_radial_basis_kernel<Row>(gamma), &data.x}, 1.0);
  trainer.set_epsilon(eps);
  trainer.set_cache_size(256);
  std::vector<unsigned long> rows(data.x.size());
  for (unsigned long i = 0; i < rows.size(); ++i) rows[i] = i;
  return trainer.train(rows, data.y);
}

double seconds() { return static_cast<double>(std::clock()) / CLOCKS_PER_SEC; }

}  // namespace

int main(int count, char** words) {
  if (count < 5) return 2;
  const std::string task = words[1];
  const double eps = std::atof(words[3]);
  const Data data = load(words[2]);
  std::FILE* out = std::fopen(words[4], "w");
  if (out == nullptr) return 5;
  const double begun = seconds();
  double spent = 0;
  if (task == "rbf") {
    const auto made = rbf(data, eps, std::atof(words[5]));
    spent = seconds() - begun;
    for (long k = 0; k < made.alpha.size(); ++k) std::fprintf(out, "%lu %.17g\n", made.basis_vectors(k), made.alpha(k));
  } else {
    const Vector w = task == "hinge-dcd" ? dcd(data, eps) : cutting_planes(data, eps);
    spent = seconds() - begun;
    for (long j = 0; j < w.size(); ++j) std::fprintf(out, "%.17g\n", w(j));
  }
  std::printf("{\"fit\": %.6f}\n", spent);
  return std::fclose(out) == 0 ? 0 : 5;
}
