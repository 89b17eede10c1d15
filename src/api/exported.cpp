#include <string>
#include <utility>
#include <vector>

#include "api/option_words.hpp"
#include "base/text.hpp"
#include "export/exports.hpp"
#include "halfspace/evaluate.hpp"

namespace halfspace {
namespace {

Result<void> check_export(const std::string& format, const ExportOptions& options) {
  const bool named = format == "c" || format == "c-float" || format == "sql";
  const bool whole = format == "libsvm" || format == "liblinear";
  if (options.name != ExportOptions{}.name && !named)
    return Error{Code::usage, "--name", "is for the formats c, c-float and sql"};
  if (!options.labels.empty() && !whole)
    return Error{Code::usage, "--labels", "are for the formats libsvm and liblinear; " + format + " keeps labels"};
  constexpr std::int64_t most = 2147483647;
  for (const auto& [label, number] : options.labels) {
    if (number < -most || number > most)
      return Error{Code::usage, "--labels",
                   std::to_string(number) + " of " + in_quotes(label) + " is outside -2147483647..2147483647"};
  }
  return {};
}

Result<Export> written(const Model& model, const std::string& format, const ExportOptions& options) {
  for (const Exporter& e : exporters()) {
    if (e.name != format) continue;
    if (const auto fine = check_export(format, options); !fine) return fine.error();
    ExportOptions own = options;
    if (format == "sql" && own.name == ExportOptions{}.name) own.name = "data";
    auto made = e.write(model, own);
    if (!made) return made.error();
    return Export{std::move(made.value().bytes), std::move(made.value().notes)};
  }
  const std::string near = nearest(format, export_formats());
  return Error{Code::usage, "format",
               in_quotes(format) + " is not one of " + joined(export_formats()) +
                   (near.empty() ? "" : "; did you mean " + in_quotes(near) + "?")};
}

}  // namespace

std::vector<std::string> export_formats() {
  std::vector<std::string> out;
  out.reserve(exporters().size());
  for (const Exporter& e : exporters()) out.emplace_back(e.name);
  return out;
}

Result<Export> exported(const Classifier& classifier, const std::string& format, const ExportOptions& options) {
  return api::in_option_words(written(*classifier.model(), format, options));
}

}  // namespace halfspace
