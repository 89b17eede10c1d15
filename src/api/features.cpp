#include "halfspace/features.hpp"

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>

#include "api/option_words.hpp"
#include "api/options.hpp"
#include "api/plain_rows.hpp"
#include "api/rows.hpp"
#include "api/typed.hpp"
#include "base/text.hpp"
#include "train/limits.hpp"
#include "train/objective/kernel_approximation.hpp"
#include "train/objective/linear_request.hpp"

namespace halfspace {
namespace {

struct FeatureRequest {
  KernelChoices kernel;
  std::uint64_t seed = 0;
  api::Limits limits;
};

/// By the tables of the flags of training: equal ranges and messages.
Result<FeatureRequest> request_of(const KernelFeatureOptions& o) {
  if (o.approximation == Approximation::exact)
    return Error{Code::usage, "--approximation", "exact has no features; choose nystrom or fourier"};
  ObjectiveOptions objective;
  objective.loss = first_loss(Algorithm::svm);
  objective.seed = o.seed;
  objective.kernel.kernel = o.kernel;
  objective.kernel.gamma = o.gamma;
  objective.kernel.degree = o.degree;
  objective.kernel.coef0 = o.coef0;
  objective.kernel.approximation = o.approximation;
  objective.kernel.components = o.components;
  Settings settings;
  api::add_objective(settings, objective);
  const auto linear = linear_request(settings, Algorithm::svm);
  if (!linear) return linear.error();
  const auto limits = api::limits_of(o.threads, o.max_memory_mib);
  if (!limits) return limits.error();
  if (const auto fine = check_has_features(linear.value().kernel); !fine) return fine.error();
  return FeatureRequest{linear.value().kernel, linear.value().options.seed, limits.value()};
}

template <class RowsInMemory>
Result<std::shared_ptr<const KernelApproximation>> fitted_on(const RowsInMemory& rows,
                                                             const KernelFeatureOptions& options) {
  auto request = request_of(options);
  if (!request) return request.error();
  FeatureRequest& r = request.value();
  const auto data = api::plain_rows(rows, r.limits.max_bytes);
  if (!data) return data.error();
  if (data.value().rows == 0) return Error{Code::bad_data, api::memory_name, "there are no rows to draw features from"};
  if (const auto fine = resolve_kernel(r.kernel, data.value(), api::memory_name); !fine) return fine.error();
  auto made =
      KernelApproximation::fit(data.value(), r.kernel, r.seed, r.limits.threads, r.limits.max_bytes, api::memory_name);
  if (!made) return made.error();
  return std::make_shared<const KernelApproximation>(std::move(made).value());
}

/// n * m numbers within the limit of memory.
Result<void> check_size(std::uint64_t rows, std::uint64_t features, std::uint64_t max_bytes) {
  if (rows <= max_bytes / sizeof(double) / features) return {};
  return Error{Code::bad_data, api::memory_name,
               grouped(features) + " features of " + counted(rows, "row") + " need more than the limit of " +
                   grouped(max_bytes >> 20U) + " MiB; transform fewer rows at a time"};
}

template <class RowsInMemory>
Result<std::vector<double>> transformed(const KernelApproximation& fitted, const RowsInMemory& rows, int threads) {
  const auto limits = api::limits_of(threads, 0);
  if (!limits) return limits.error();
  const auto data = api::plain_rows(rows, limits.value().max_bytes);
  if (!data) return data.error();
  const Dataset& x = data.value();
  if (x.cols != fitted.cols())
    return Error{Code::usage, "cols",
                 std::to_string(x.cols) + ", but the features were fitted to " + counted(fitted.cols(), "column")};
  const std::size_t m = fitted.size();
  if (const auto fine = check_size(x.rows, m, limits.value().max_bytes); !fine) return fine.error();
  std::vector<double> z(x.rows * m);
  fitted.write(x, z, limits.value().threads);
  const auto bad = std::find_if(z.begin(), z.end(), [](double v) { return !std::isfinite(v); });
  if (bad == z.end()) return z;
  return Error{Code::bad_data, "row " + std::to_string(static_cast<std::size_t>(bad - z.begin()) / m) + " (from 0)",
               "a kernel value is beyond the largest double, 1.8e308; scale the columns"};
}

}  // namespace

Result<KernelFeatures> KernelFeatures::fit(const DenseRows& rows, const KernelFeatureOptions& options) {
  auto made = api::in_option_words(fitted_on(rows, options), api::Reads::memory);
  if (!made) return made.error();
  return KernelFeatures(std::move(made).value());
}

Result<KernelFeatures> KernelFeatures::fit(const CsrRows& rows, const KernelFeatureOptions& options) {
  auto made = api::in_option_words(fitted_on(rows, options), api::Reads::memory);
  if (!made) return made.error();
  return KernelFeatures(std::move(made).value());
}

std::int64_t KernelFeatures::columns() const { return static_cast<std::int64_t>(fitted_->cols()); }

std::int64_t KernelFeatures::components() const { return static_cast<std::int64_t>(fitted_->size()); }

double KernelFeatures::gamma() const { return fitted_->kernel().gamma; }

Result<std::vector<double>> KernelFeatures::transform(const DenseRows& rows, int threads) const {
  return api::in_option_words(transformed(*fitted_, rows, threads), api::Reads::memory);
}

Result<std::vector<double>> KernelFeatures::transform(const CsrRows& rows, int threads) const {
  return api::in_option_words(transformed(*fitted_, rows, threads), api::Reads::memory);
}

std::vector<std::int64_t> KernelFeatures::landmarks() const {
  return {fitted_->landmarks().begin(), fitted_->landmarks().end()};
}

std::string KernelFeatures::bytes() const { return fitted_->bytes(); }

Result<KernelFeatures> KernelFeatures::from_bytes(std::string_view bytes) {
  auto read = KernelApproximation::parse(bytes, "kernel features in memory");
  if (!read) return read.error();
  return KernelFeatures(std::make_shared<const KernelApproximation>(std::move(read).value()));
}

KernelFeatures::KernelFeatures(std::shared_ptr<const KernelApproximation> fitted) : fitted_(std::move(fitted)) {}

KernelFeatures::KernelFeatures(const KernelFeatures& other) = default;

KernelFeatures& KernelFeatures::operator=(const KernelFeatures& other) = default;

KernelFeatures::~KernelFeatures() = default;

}  // namespace halfspace
