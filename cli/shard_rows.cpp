#include "shard_rows.hpp"

#include <algorithm>
#include <optional>
#include <string>
#include <utility>
#include <variant>

#include "base/atomic_file.hpp"
#include "base/text.hpp"
#include "data/decimals.hpp"
#include "data_flags.hpp"
#include "driver/shard_folder.hpp"
#include "fitting.hpp"
#include "output_file.hpp"
#include "train_shards.hpp"

namespace halfspace::cli {
namespace {

/// Have the shard's columns the model's names, in its order?
Result<void> check_columns(const Model& m, const Shard& shard, const std::string& source) {
  if (m.map.categorical() || m.form.hash_bits > 0)
    return Error{Code::usage, source, "holds numbers, and the model reads texts or hashed columns; give it the text"};
  const std::vector<std::string> wanted = m.map.input_names();
  const std::vector<std::string>& found = shard.data().columns;
  const std::uint64_t cols = m.map.input_cols;
  const bool dense = std::visit([](const auto& x) { return !requires { x.start; }; }, shard.data().x);
  if (shard.cols() > cols || (dense && shard.cols() < cols))
    return Error{Code::bad_data, source,
                 "has " + counted(shard.cols(), "column") + ", the model " + std::to_string(cols) +
                     "; give rows with the columns of the model"};
  if (wanted.empty() != found.empty())
    return Error{Code::bad_data, source,
                 std::string("has columns with ") + (found.empty() ? "numbers" : "names") + ", the model with " +
                     (found.empty() ? "names" : "numbers") + "; give rows with the columns of the model"};
  for (std::size_t j = 0; j < std::min(wanted.size(), found.size()); ++j) {
    if (wanted[j] != found[j])
      return Error{Code::bad_data, source,
                   "has as column " + std::to_string(j + 1) + " " + in_quotes(found[j]) + ", the model " +
                       in_quotes(wanted[j]) + "; give rows with the columns of the model, in its order"};
  }
  return {};
}

template <class T>
Matrix viewed(const DenseMatrix<T>& x, std::uint64_t) {
  return DenseMatrix<T>{Buffer<T>::view(x.value.span()), x.rows, x.cols, x.gap};
}
template <class T>
Matrix viewed(const CsrMatrix<T>& x, std::uint64_t cols) {
  return CsrMatrix<T>{Buffer<std::uint64_t>::view(x.start.span()), Buffer<std::uint32_t>::view(x.column.span()),
                      Buffer<T>::view(x.value.span()), x.rows, cols};
}

/// The rows of a shard, which are viewed where they are, as a text of them would be read.
Dataset dataset_of(const Model& m, const Shard& shard) {
  const ShardRows& rows = shard.data();
  Dataset out;
  out.x = std::visit([&](const auto& x) { return viewed(x, m.map.input_cols); }, rows.x);
  out.rows = shard.rows();
  out.cols = m.map.input_cols;
  out.columns = m.map.input_names();
  out.label.assign(rows.label.begin(), rows.label.end());
  for (const std::string& text : rows.labels) out.classes.push_back({text, 0, 0});
  for (const std::uint32_t k : out.label) ++out.classes[k].rows;
  out.weight.assign(rows.weight.begin(), rows.weight.end());
  out.lines.add(0, 1);
  out.short_decimals = false;
  return out;
}

Result<ShardFolder> opened(const Args& args) {
  if (const auto fine = check_text_flags(args, {}); !fine) return fine.error();
  const auto limit = memory_limit(args);
  if (!limit) return limit.error();
  auto folder = open_shards(args.operands[1]);
  if (!folder) return folder;
  if (const auto fits = check_shard_memory(folder.value(), limit.value(), args.operands[1]); !fits) return fits.error();
  return folder;
}

/// Digits after the point of all rows, which exact scores need; nothing where the model has none, or some rows have more
/// than 15 digits.
std::optional<int> decimals_of(const Model& model, const ShardFolder& folder, unsigned threads, const StopToken& stop) {
  int decimals = 0;
  for (const Shard& shard : folder.shards) {
    if (!model.exact && model.map.options.features == Expansion::none) return std::nullopt;
    if (stop.ended()) return std::nullopt;  // as what scores the rows will say
    Dataset rows = dataset_of(model, shard);
    find_decimals(rows, threads);
    if (!rows.short_decimals) return std::nullopt;
    decimals = std::max(decimals, rows.decimals);
    shard.let_go(false);
  }
  return decimals;
}

/// Calls f with the rows of each shard that has some, and the number of its first.
template <class F>
Result<void> for_each_shard(const Args& args, const Model& model, const ShardFolder& folder, unsigned threads,
                            const StopToken& stop, const F& f) {
  for (const Shard& shard : folder.shards) {
    if (shard.rows() == 0) continue;
    if (const auto fine = check_columns(model, shard, shown(args.operands[1], 4096)); !fine) return fine;
  }
  std::uint64_t first = 0;
  const std::optional<int> decimals = decimals_of(model, folder, threads, stop);
  for (const Shard& shard : folder.shards) {
    if (shard.rows() == 0) continue;
    Dataset rows = dataset_of(model, shard);
    rows.short_decimals = decimals.has_value();
    rows.decimals = decimals.value_or(0);
    if (const auto done = f(std::move(rows), first); !done) return done;
    shard.let_go(false);
    first += shard.rows();
  }
  return {};
}

}  // namespace

Result<LabelledScores> labelled_shards(const Args& args, const Model& model, unsigned threads) {
  if (model.pairwise())
    return Error{Code::usage, shown(args.operands[1], 200),
                 "is a folder of shards, and pairs of classes need all rows at once; give the text"};
  const auto folder = opened(args);
  if (!folder) return folder.error();
  const NothingToKeep scoring("scoring");
  LabelledScores out;
  const auto score = [&](Dataset rows, std::uint64_t) -> Result<void> {
    auto scored = labelled_scores(model, std::move(rows), shown(args.operands[1], 4096), threads);
    if (!scored) return scored.error();
    const LabelledScores& some = scored.value();
    out.truth.insert(out.truth.end(), some.truth.begin(), some.truth.end());
    out.score.insert(out.score.end(), some.score.begin(), some.score.end());
    out.data.weight.insert(out.data.weight.end(), some.data.weight.begin(), some.data.weight.end());
    return {};
  };
  if (const auto done = for_each_shard(args, model, folder.value(), threads, {}, score); !done) return done.error();
  const Model& from = folder.value().manifest.data;
  out.data.rows = out.truth.size();
  out.data.cols = model.map.input_cols;
  out.data.form = from.form;
  out.data.text_hash = from.text_hash;
  out.data.short_decimals = false;
  out.data.lines.add(0, 1);
  out.read_at = seconds_now();
  return out;
}

Outcome predict_shards(const PredictCall& call) {
  const Args& args = call.args;
  for (const char* flag : {"json", "keep"})
    if (args.has(flag)) return Error{Code::usage, dashed(flag), "is not for a folder of shards; leave it out"};
  const auto folder = opened(args);
  if (!folder) return folder.error();
  std::string text;  // of -o, which is written whole
  bool begun = false;
  const StopToken stop([] { return interrupted() ? Halt::interrupt : time_is_up() ? Halt::timeout : Halt::go_on; });
  const auto stopped = [&](std::uint64_t first) {
    return Error{Code::interrupted, "",
                 (interrupted() ? "interrupted" : "the time limit is reached") + std::string("; ") +
                     counted(first, "prediction") + (args.has("o") ? " not kept" : " written")};
  };
  const auto predict = [&](const Dataset& rows, std::uint64_t first) -> Result<PredictedRows> {
    if (stop.ended()) return stopped(first);
    try {
      return predicted_rows(call, rows, first, stop);
    } catch (const Stopped&) {
      return stopped(first);
    }
  };
  const auto write = [&](const Dataset& rows, std::uint64_t first) -> Result<void> {
    const auto predicted = predict(rows, first);
    if (!predicted) return predicted.error();
    const std::string some = predictions_text(call.model, predicted.value(), call.columns, std::exchange(begun, true));
    if (!args.has("o")) return write_output(args, "-", some);
    text += some;
    return {};
  };
  const auto done = for_each_shard(args, call.model, folder.value(), call.threads, stop, write);
  if (!done) return done.error();
  if (args.has("o")) {
    if (const auto saved = write_output(args, args.get("o"), text); !saved) return saved.error();
  }
  return 0;
}

}  // namespace halfspace::cli
