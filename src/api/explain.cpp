#include "halfspace/explain.hpp"

#include <memory>
#include <optional>
#include <utility>

#include "api/explanation.hpp"
#include "api/option_words.hpp"
#include "api/options.hpp"
#include "api/row_checks.hpp"
#include "api/rows.hpp"
#include "base/simd_choice.hpp"
#include "base/text.hpp"
#include "format/read.hpp"
#include "train/limits.hpp"
#include "train/reading.hpp"
#include "verbs/explanation.hpp"

namespace halfspace {
namespace {

/// Options of rows in memory, with what chooses the row.
Result<Settings> explain_settings(const Options& options, std::optional<std::int64_t> row) {
  auto settings = api::scoring_settings(options, api::Reads::memory, api::Task::explain);
  if (!settings) return settings;
  if (settings.value().has("row"))
    return Error{Code::usage, "--row", row ? "is an argument of the call; leave it out" : "is for explain()"};
  if (row) settings.value().values["row"] = std::to_string(*row);
  if (const auto fine = check_explain_flags(settings.value()); !fine) return fine.error();
  return settings;
}

/// The rows as the model has them.
template <class RowsInMemory>
Result<std::shared_ptr<Dataset>> rows_to_explain(const Model& model, const RowsInMemory& rows,
                                                 const Settings& settings) {
  const auto memory = memory_limit(settings);
  if (!memory) return memory.error();
  auto scored = api::rows_to_score(rows, model, memory.value());
  if (!scored) return scored.error();
  return std::make_shared<Dataset>(std::move(scored).value());
}

/// answer(settings, request) for rows in memory, with the kernels of `simd`.
template <class Answer>
auto with_request(const Model& model, const Options& options, std::optional<std::int64_t> row, Answer&& answer)
    -> decltype(answer(std::declval<Settings&>(), std::declval<ExplainRequest&>())) {
  auto settings = explain_settings(options, row);
  if (!settings) return settings.error();
  const auto simd = simd_of(settings.value());
  if (!simd) return simd.error();
  const SimdScope scope(simd.value());
  auto request = explain_request(settings.value(), model);
  if (!request) return request.error();
  return answer(settings.value(), request.value());
}

template <class RowsInMemory>
Result<Explanation> explained(const Classifier& classifier, const RowsInMemory& rows, std::int64_t row,
                              const Options& options) {
  const std::shared_ptr<const Model>& model = classifier.model();
  if (const auto fine = check_parts(*model, "classifier"); !fine) return fine.error();
  if (const auto fine = api::check_shape(rows); !fine) return fine.error();
  if (row < 0 || row >= rows.rows)
    return Error{Code::usage, "row",
                 std::to_string(row) + (rows.rows == 0 ? " is asked for, but there are no rows"
                                                       : " is outside 0.." + std::to_string(rows.rows - 1))};
  return with_request(*model, options, row, [&](Settings& settings, ExplainRequest& request) -> Result<Explanation> {
    const auto data = rows_to_explain(*model, rows, settings);
    if (!data) return data.error();
    const auto kept = api::kept_explanation(model, data.value(), request, api::memory_name);
    if (!kept) return kept.error();
    return api::public_explanation(kept.value());
  });
}

template <class RowsInMemory>
Result<MeanContributions> averaged(const Classifier& classifier, const RowsInMemory& rows, const Options& options) {
  const std::shared_ptr<const Model>& model = classifier.model();
  if (const auto fine = check_parts(*model, "classifier"); !fine) return fine.error();
  return with_request(
      *model, options, std::nullopt, [&](Settings& settings, ExplainRequest& request) -> Result<MeanContributions> {
        auto means = MeanExplanation::of(*model);
        if (!means)
          return Error{Code::usage, "classifier",
                       "has a kernel, and its scores are no sums over columns; explain one row with explain()"};
        const auto data = rows_to_explain(*model, rows, settings);
        if (!data) return data.error();
        if (const auto added = means.value().add(*data.value(), api::memory_name); !added) return added.error();
        const auto kept = api::kept_means(model, means.value(), request, api::memory_name);
        if (!kept) return kept.error();
        return api::public_means(kept.value());
      });
}

Result<Report> row_of_file(const std::shared_ptr<const Model>& model, const std::string& path,
                           const ReadOptions& reading, ExplainRequest request, const std::string& source) {
  auto data = rows_around(reading, request, source, [&](const ReadOptions& o) { return read_dataset(path, o); });
  if (!data) return data.error();
  const auto rows = std::make_shared<Dataset>(std::move(data).value());
  const auto kept = api::kept_explanation(model, rows, request, source);
  if (!kept) return kept.error();
  return api::explanation_report(kept.value());
}

Result<Report> means_of_file(const std::shared_ptr<const Model>& model, const std::string& path, ReadOptions reading,
                             const ExplainRequest& request, const std::string& source) {
  constexpr std::uint64_t averaged_block = std::uint64_t{4} << 20U;  // bytes of rows
  auto means = MeanExplanation::of(*model);
  if (!means) return means.error();
  reading.block_bytes = averaged_block;
  reading.take = [&](RowBlock& block) { return means.value().add(block.rows, source); };
  if (const auto data = read_dataset(path, reading); !data) return data.error();
  const auto kept = api::kept_means(model, means.value(), request, source);
  if (!kept) return kept.error();
  return api::means_report(kept.value());
}

Result<Report> explained_file(const Classifier& classifier, const std::string& path, const Options& options) {
  const std::shared_ptr<const Model>& model = classifier.model();
  const auto settings = api::scoring_settings(options, api::Reads::file, api::Task::explain);
  if (!settings) return settings.error();
  if (const auto fine = check_explain_flags(settings.value()); !fine) return fine.error();
  if (const auto fine = check_parts(*model, "classifier"); !fine) return fine.error();
  const auto simd = simd_of(settings.value());
  if (!simd) return simd.error();
  const SimdScope scope(simd.value());
  const auto request = explain_request(settings.value(), *model);
  if (!request) return request.error();
  const auto reading = read_options_for(*model, settings.value(), false);
  if (!reading) return reading.error();
  const std::string source = path == "-" ? "stdin" : shown(path, 4096);
  return request.value().row ? row_of_file(model, path, reading.value(), request.value(), source)
                             : means_of_file(model, path, reading.value(), request.value(), source);
}

Options with_memory(std::int64_t max_memory_mib) {
  if (max_memory_mib == 0) return {};
  return {{"max-memory", std::to_string(max_memory_mib)}};
}

}  // namespace

Result<Explanation> explain(const Classifier& classifier, const DenseRows& rows, std::int64_t row,
                            std::int64_t max_memory_mib) {
  return explain(classifier, rows, row, with_memory(max_memory_mib));
}
Result<Explanation> explain(const Classifier& classifier, const CsrRows& rows, std::int64_t row,
                            std::int64_t max_memory_mib) {
  return explain(classifier, rows, row, with_memory(max_memory_mib));
}
Result<Explanation> explain(const Classifier& classifier, const DenseRows& rows, std::int64_t row,
                            const Options& options) {
  return api::in_option_words(explained(classifier, rows, row, options), api::Reads::memory);
}
Result<Explanation> explain(const Classifier& classifier, const CsrRows& rows, std::int64_t row,
                            const Options& options) {
  return api::in_option_words(explained(classifier, rows, row, options), api::Reads::memory);
}

Result<MeanContributions> explain_means(const Classifier& classifier, const DenseRows& rows, const Options& options) {
  return api::in_option_words(averaged(classifier, rows, options), api::Reads::memory);
}
Result<MeanContributions> explain_means(const Classifier& classifier, const CsrRows& rows, const Options& options) {
  return api::in_option_words(averaged(classifier, rows, options), api::Reads::memory);
}

Result<Report> explain_file(const Classifier& classifier, const std::string& path, const Options& options) {
  return api::in_option_words(explained_file(classifier, path, options));
}

}  // namespace halfspace
