#include <utility>

#include "api/option_words.hpp"
#include "base/json.hpp"
#include "codec/source.hpp"
#include "export/import.hpp"
#include "halfspace/model.hpp"
#include "model/model.hpp"
#include "model/probability.hpp"

namespace halfspace {

Result<Classifier> Classifier::load(const std::string& path) {
  auto model = import_model(path);
  if (!model) return api::in_option_words(model.error());
  return Classifier(std::make_shared<const Model>(std::move(model).value()));
}

Result<Classifier> Classifier::from_bytes(std::string_view bytes) {
  const std::string name = "model in memory";
  const ModelKind kind = kind_of_model(bytes.substr(0, model_head_bytes));
  const bool foreign = kind == ModelKind::libsvm || kind == ModelKind::liblinear;
  auto model = foreign ? import_model(memory_source(bytes), name) : parse_model(bytes, name);
  if (!model) return api::in_option_words(model.error());
  return Classifier(std::make_shared<const Model>(std::move(model).value()));
}

Result<void> Classifier::save(const std::string& path) const { return save_model(*model_, path); }

std::string Classifier::bytes() const { return model_bytes(*model_); }

const std::vector<std::string>& Classifier::classes() const { return model_->classes; }

const std::vector<std::string>& Classifier::features() const { return model_->columns; }

std::int64_t Classifier::columns() const { return static_cast<std::int64_t>(model_->map.input_cols); }

bool Classifier::has_probabilities() const { return halfspace::has_probabilities(*model_); }

std::int64_t Classifier::outputs() const { return static_cast<std::int64_t>(model_->outputs()); }

std::span<const double> Classifier::weights() const { return model_->w; }

std::span<const double> Classifier::bias() const { return model_->b; }

std::string Classifier::settings() const { return json_text(model_->settings); }

std::string Classifier::report() const { return json_text(model_->report); }

Classifier::Classifier(std::shared_ptr<const Model> model) : model_(std::move(model)) {}

Classifier::Classifier(const Classifier& other) = default;

Classifier& Classifier::operator=(const Classifier& other) = default;

Classifier::~Classifier() = default;

}  // namespace halfspace
