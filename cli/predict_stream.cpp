#include "predict_stream.hpp"

#include <algorithm>
#include <numeric>
#include <utility>
#include <vector>

#include <sys/stat.h>

#include "base/text.hpp"
#include "data_flags.hpp"
#include "output_file.hpp"
#include "prediction_rows.hpp"
#include "session.hpp"

namespace halfspace::cli {
namespace {

constexpr std::uint64_t scored_block = std::uint64_t{1} << 20U;  // bytes of rows

class PredictionStream {
 public:
  PredictionStream(const PredictCall& call, BesideFeatures& beside, StopToken stop)
      : call_(call), beside_(beside), stop_(std::move(stop)) {}

  Result<void> take(const Dataset& rows) {
    if (const auto fine = begin(rows); !fine) return fine;
    BesideFeatures of_rows = beside_.take_rows();
    auto predicted = predicted_or_stopped(rows);
    if (!predicted && predicted.error().code == Code::interrupted) return predicted.error();
    if (!predicted) {
      const auto before = write_before_failure(rows, std::move(of_rows));
      return before ? predicted.error() : before;
    }
    found_.lacking += lacking_rows(of_rows);
    found_.squares = found_.squares || !rows.unseen_squares.empty();
    return write(std::move(predicted).value(), std::move(of_rows));
  }

  /// What is left to say once all rows were taken.
  Result<void> finish(const Dataset& data) {
    if (const auto fine = begin(data); !fine) return fine;
    if (!begun_) {
      if (const auto written = write({}, beside_); !written) return written;
    }
    note_rows(call_.args, call_.model, data, beside_, found_);
    return {};
  }

  std::uint64_t written() const { return written_; }

 private:
  Result<PredictedRows> predicted_or_stopped(const Dataset& rows) const {
    const Error stopped = {Code::interrupted, "", "stopped"};
    if (stop_.ended()) return stopped;
    try {
      return predicted_rows(call_, rows, written_, stop_);
    } catch (const Stopped&) {
      return stopped;
    }
  }

  Result<void> begin(const Dataset& rows) const {
    return begun_ ? Result<void>() : check_kept(call_.args, call_.model, rows, beside_, call_.columns);
  }

  Result<void> write(PredictedRows predicted, BesideFeatures of_rows) {
    written_ += predicted.predicted.size();
    predicted.beside = std::move(of_rows);
    const std::string text = predictions_text(call_.model, predicted, call_.columns, std::exchange(begun_, true));
    erase_line();
    return write_output(call_.args, "-", text);
  }

  /// The rows up to the first that cannot be scored, which is found by halves.
  Result<void> write_before_failure(const Dataset& rows, BesideFeatures of_rows) {
    PredictedRows before;
    std::uint64_t scored = 0;
    for (std::uint64_t failed = rows.rows; scored + 1 < failed;) {
      const std::uint64_t middle = scored + (failed - scored) / 2;
      std::vector<std::uint64_t> first(middle);
      std::iota(first.begin(), first.end(), 0);
      auto predicted = predicted_or_stopped(take_rows(rows, first));
      if (!predicted && predicted.error().code == Code::interrupted) return predicted.error();
      (predicted ? scored : failed) = middle;
      if (predicted) before = std::move(predicted).value();
    }
    return scored == 0 ? Result<void>() : write(std::move(before), std::move(of_rows));
  }

  const PredictCall& call_;
  BesideFeatures& beside_;  // filled by the reader
  StopToken stop_;
  FoundRows found_;
  std::uint64_t written_ = 0;
  bool begun_ = false;
};

StopToken ended_by_signals() {
  return StopToken([] { return interrupted() ? Halt::interrupt : time_is_up() ? Halt::timeout : Halt::go_on; });
}

}  // namespace

bool predicts_as_rows_come(const Args& args) {
  if (args.has("json") || args.get("o", "-") != "-") return false;
  struct stat status{};
  const std::string& path = args.operands[1];
  return path == "-" || (::stat(path.c_str(), &status) == 0 && !S_ISREG(status.st_mode));
}

Outcome predict_stream(const PredictCall& call, ReadOptions options, BesideFeatures& beside) {
  const StopToken stop = ended_by_signals();
  PredictionStream stream(call, beside, stop);
  options.as_they_come = true;
  options.block_bytes = scored_block;
  options.take = [&stream](RowBlock& block) { return stream.take(block.rows); };
  const auto data = load_while(call.args, call.args.operands[1], std::move(options), stop);
  if (!data && data.error().code == Code::interrupted)
    return Error{Code::interrupted, "",
                 (interrupted() ? "interrupted" : "the time limit is reached") + std::string("; ") +
                     counted(stream.written(), "prediction") + " written"};
  if (!data) return data.error();
  if (const auto finished = stream.finish(data.value()); !finished) return finished.error();
  return 0;
}

}  // namespace halfspace::cli
