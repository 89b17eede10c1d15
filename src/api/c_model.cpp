// The C interface: contexts, options, texts, models. C callers free with hs_*_free: the handles are owning raw
// pointers.
#include "api/c_model.hpp"

#include "api/options.hpp"
#include "base/json.hpp"

namespace halfspace::api {

Result<void> give_model(hs_model** out, const Classifier& classifier) {
  const Json report = parse_json(classifier.report());
  const auto count = [](const Json& object, const char* name) {
    const auto found = object.find(name);
    return found != object.end() && found->is_number_unsigned() ? found->get<std::int64_t>() : 0;
  };
  const auto status = report.find("status");
  const auto train = report.find("train");
  return give(out, classifier, status != report.end() && status->is_string() ? status->get<std::string>() : "",
              count(report, "updates"), train != report.end() && train->is_object() ? count(*train, "mistakes") : -1);
}

namespace {

Result<void> give_text(const hs_model* model, hs_text** out, std::string (Classifier::*text)() const) {
  if (out == nullptr) return null_argument("the place for the text");
  *out = nullptr;
  if (model == nullptr) return null_argument("model");
  return give(out, (model->classifier.*text)());
}

}  // namespace
}  // namespace halfspace::api

using namespace halfspace;       // NOLINT(google-build-using-namespace)
using namespace halfspace::api;  // NOLINT(google-build-using-namespace)

const char* hs_version(void) { return HALFSPACE_VERSION; }

hs_context* hs_context_new(void) { return new (std::nothrow) hs_context; }
void hs_context_free(hs_context* context) { delete context; }
const char* hs_last_error(const hs_context* context) {
  return context == nullptr ? "context is NULL" : context->error.c_str();
}

hs_options* hs_options_new(void) { return new (std::nothrow) hs_options; }
void hs_options_free(hs_options* options) { delete options; }

hs_status hs_options_set(hs_context* context, hs_options* options, const char* name, const char* value) {
  return guarded(context, [&]() -> Result<void> {
    if (options == nullptr) return null_argument("options");
    if (name == nullptr) return null_argument("name");
    if (value == nullptr) return null_argument("value");
    if (const auto known = check_name(name); !known) return known;
    options->values.emplace_back(name, value);
    return {};
  });
}

hs_status hs_model_load(hs_context* context, const char* path, hs_model** model) {
  return guarded(context, [&]() -> Result<void> {
    if (model == nullptr) return null_argument("the place for the model");
    *model = nullptr;
    if (path == nullptr) return null_argument("path");
    const auto loaded = Classifier::load(path);
    return loaded ? give_model(model, loaded.value()) : loaded.error();
  });
}

hs_status hs_model_from_bytes(hs_context* context, const char* bytes, int64_t size, hs_model** model) {
  return guarded(context, [&]() -> Result<void> {
    if (model == nullptr) return null_argument("the place for the model");
    *model = nullptr;
    if (bytes == nullptr) return null_argument("bytes");
    if (size < 0) return Error{Code::usage, "size", std::to_string(size) + " is negative"};
    const auto parsed = Classifier::from_bytes({bytes, static_cast<std::size_t>(size)});
    return parsed ? give_model(model, parsed.value()) : parsed.error();
  });
}

hs_status hs_model_save(hs_context* context, const hs_model* model, const char* path) {
  return guarded(context, [&]() -> Result<void> {
    if (model == nullptr) return null_argument("model");
    if (path == nullptr) return null_argument("path");
    return model->classifier.save(path);
  });
}

hs_status hs_model_bytes(hs_context* context, const hs_model* model, hs_text** bytes) {
  return guarded(context, [&] { return give_text(model, bytes, &Classifier::bytes); });
}

hs_status hs_model_settings(hs_context* context, const hs_model* model, hs_text** json) {
  return guarded(context, [&] { return give_text(model, json, &Classifier::settings); });
}

hs_status hs_model_report(hs_context* context, const hs_model* model, hs_text** json) {
  return guarded(context, [&] { return give_text(model, json, &Classifier::report); });
}

void hs_model_free(hs_model* model) { delete model; }

int64_t hs_model_class_count(const hs_model* model) {
  return model == nullptr ? 0 : static_cast<int64_t>(model->classifier.classes().size());
}

const char* hs_model_class(const hs_model* model, int64_t index) {
  if (index < 0 || index >= hs_model_class_count(model)) return nullptr;
  return model->classifier.classes()[static_cast<std::size_t>(index)].c_str();
}

int64_t hs_model_column_count(const hs_model* model) { return model == nullptr ? 0 : model->classifier.columns(); }

int64_t hs_model_output_count(const hs_model* model) { return model == nullptr ? 0 : model->classifier.outputs(); }

int64_t hs_model_weight_count(const hs_model* model) {
  return model == nullptr ? 0 : static_cast<int64_t>(model->classifier.weights().size());
}

const double* hs_model_weights(const hs_model* model) {
  return model == nullptr ? nullptr : model->classifier.weights().data();
}

const double* hs_model_bias(const hs_model* model) {
  return model == nullptr ? nullptr : model->classifier.bias().data();
}

const char* hs_model_status(const hs_model* model) { return model == nullptr ? nullptr : model->status.c_str(); }
int64_t hs_model_updates(const hs_model* model) { return model == nullptr ? 0 : model->updates; }
int64_t hs_model_mistakes(const hs_model* model) { return model == nullptr ? 0 : model->mistakes; }

const char* hs_text_data(const hs_text* text) { return text == nullptr ? nullptr : text->bytes.c_str(); }
int64_t hs_text_size(const hs_text* text) { return text == nullptr ? 0 : static_cast<int64_t>(text->bytes.size()); }
void hs_text_free(hs_text* text) { delete text; }
