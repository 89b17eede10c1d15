#include "cv_shards.hpp"

#include <algorithm>
#include <utility>

#include "fitting.hpp"
#include "report/selection_report.hpp"
#include "session.hpp"
#include "train_shards.hpp"

namespace halfspace::cli {

Outcome cv_shards(const Args& args) {
  const double begun = seconds_now();
  for (const char* flag : {"predictions", "calibrate"})
    if (args.has(flag))
      return Error{Code::usage, dashed(flag), "is not for a folder of shards, whose rows are not listed; leave it out"};
  if (const auto fine = check_text_flags(args, {}); !fine) return fine.error();
  if (const auto fine = check_paths(args, {}, {"checkpoint"}); !fine) return fine.error();
  ProgressLine line(args, "cross-validation");
  auto run = run_shards(args, Driver::Goal::folds, line);
  if (!run) return run.error();
  auto driven = run.value().driver.finish_folds();
  if (!driven) return driven.error();
  DrivenFolds& d = driven.value();
  d.plan.request.source = args.operands[0];
  stop_timer();
  const auto printed = args.has("json") ? print_json(json_answer("cv", cv_json(d.data, d.plan, d.cv)),
                                                     {{"total", seconds_now() - begun}})
                                        : print_report(cv_text(d.data, d.plan, d.folds, d.cv));
  if (!printed) return printed.error();
  const bool scored = std::any_of(d.cv.fits.begin(), d.cv.fits.end(), [](const FoldFit& f) { return f.scored(); });
  return fits_exit_code(d.cv.stopped(), scored);
}

}  // namespace halfspace::cli
