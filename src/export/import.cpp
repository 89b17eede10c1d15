#include "export/import.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include "base/text.hpp"
#include "export/liblinear_model.hpp"
#include "export/libsvm_model.hpp"

namespace halfspace {
namespace {

constexpr std::array<std::string_view, 13> other_words = {"degree", "gamma", "coef0",     "total_sv", "probA",
                                                          "probB",  "nr_sv", "nr_class",  "label",    "rho",
                                                          "bias",   "SV",    "nr_feature"};

bool may_come_first(std::string_view word) {
  return std::find(other_words.begin(), other_words.end(), word) != other_words.end();
}

}  // namespace

ModelKind kind_of_model(std::string_view first_bytes) {
  std::string_view head = first_bytes;
  if (looks_like_model(head)) return ModelKind::halfspace;
  while (!head.empty()) {
    std::string_view line = head.substr(0, head.find('\n'));
    head.remove_prefix(std::min(line.size() + 1, head.size()));
    line.remove_prefix(std::min(line.find_first_not_of(" \t\r"), line.size()));
    const std::string_view word = line.substr(0, line.find_first_of(" \t\r"));
    if (word == "svm_type" || word == "kernel_type") return ModelKind::libsvm;
    if (word == "solver_type") return ModelKind::liblinear;
    if (!word.empty() && !may_come_first(word)) return ModelKind::none;
  }
  return ModelKind::none;
}

Result<std::string> look_ahead(std::unique_ptr<Source>& source, std::size_t most) {
  std::string head(most, '\0');
  std::size_t filled = 0;
  while (filled < most) {
    const auto got = source->read({head.data() + filled, most - filled});
    if (!got) return got.error();
    if (got.value() == 0) break;
    filled += got.value();
  }
  head.resize(filled);
  source = replayed(head, std::move(source));
  return head;
}

Result<std::string> whole_text(Source& source) {
  constexpr std::size_t block = std::size_t{1} << 20U;
  std::string out;
  for (std::size_t filled = 0;;) {
    out.resize(std::max(filled + block, filled + filled / 2));
    const auto got = source.read({out.data() + filled, out.size() - filled});
    if (!got) return got.error();
    filled += got.value();
    if (got.value() > 0) continue;
    out.resize(filled);
    return out;
  }
}

Result<Model> import_model(std::unique_ptr<Source> source, const std::string& name) {
  const auto head = look_ahead(source, model_head_bytes);
  if (!head) return head.error();
  const ModelKind kind = kind_of_model(head.value());
  if (kind == ModelKind::halfspace || kind == ModelKind::none) return load_model(*source, name);
  const auto text = whole_text(*source);
  if (!text) return text.error();
  if (kind == ModelKind::liblinear) {
    const auto model = parse_liblinear_model(text.value(), name);
    if (!model) return model.error();
    return model_of(model.value(), name);
  }
  auto model = parse_libsvm_model(text.value(), name);
  if (!model) return model.error();
  return model_of(std::move(model).value(), name);
}

Result<Model> import_model(const std::string& path) {
  auto source = open_source(path);
  if (!source) return source.error();
  return import_model(std::move(source).value(), path == "-" ? "stdin" : shown(path, 4096));
}

}  // namespace halfspace
