#include "train/stream/stream_scores.hpp"

#include <utility>

#include "base/text.hpp"
#include "format/labels.hpp"
#include "model/score_checks.hpp"
#include "model/scorer.hpp"

namespace halfspace {
namespace {

constexpr std::uint64_t scored_block = std::uint64_t{8} << 20U;  // bytes of rows

/// Σ c_i loss(y_ik s_ik) over rows and outputs
double summed_loss(LossKind kind, std::span<const double> score, std::size_t outputs,
                   std::span<const std::uint32_t> truth, std::span<const double> weight) {
  return std::visit(
      [&](auto loss) {
        double sum = 0;
        for (std::size_t i = 0; i < truth.size(); ++i) {
          for (std::size_t k = 0; k < outputs; ++k) {
            const bool positive = outputs == 1 ? truth[i] == 1 : truth[i] == k;
            const double s = score[i * outputs + k];
            sum += (weight.empty() ? 1 : weight[i]) * loss.value(positive ? s : -s);
          }
        }
        return sum;
      },
      loss_of(kind));
}

}  // namespace

Result<StreamScores> score_stream(const Model& model, const std::string& path, ReadOptions options,
                                  std::optional<LossKind> loss, unsigned threads, const StopToken& stop) {
  const std::string source = path == "-" ? "stdin" : shown(path, 4096);
  StreamScores out;
  std::uint64_t scored = 0;
  options.block_bytes = scored_block;
  options.stop = stop;
  options.whole_columns = false;
  options.take = [&](RowBlock& block) -> Result<void> {
    Dataset& rows = block.rows;
    rows.classes.clear();
    for (std::uint32_t l = 0; l < block.labels.size(); ++l) rows.classes.push_back({block.labels.text(l), 0, 0});
    for (const std::uint32_t l : rows.label) ++rows.classes[l].rows;
    const auto truth = known_classes(model, rows, source);
    if (!truth) return truth.error();
    rows.classes.clear();
    const auto scores = finite_scores(model, rows, source, threads, scored, stop);
    if (!scores) return scores.error();
    merge(out.counts,
          count_predictions(scores.value(), model.outputs(), truth.value(), rows.weight, model.zero_is_negative));
    if (loss) out.loss += summed_loss(*loss, scores.value(), model.outputs(), truth.value(), rows.weight);
    for (std::size_t i = 0; i < rows.rows; ++i) out.weight += rows.weight.empty() ? 1 : rows.weight[i];
    scored += rows.rows;
    return {};
  };
  try {
    const auto read = read_dataset(path, options);
    if (!read) return read.error();
    out.unseen_entries = read.value().unseen_entries;
    out.text_hash = read.value().text_hash;
  } catch (const Stopped&) {  // within a block
    return Error{Code::interrupted, source, "stopped"};
  }
  return out;
}

}  // namespace halfspace
