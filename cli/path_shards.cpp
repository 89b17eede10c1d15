#include "path_shards.hpp"

#include "path_outputs.hpp"
#include "select/path_request.hpp"
#include "session.hpp"
#include "train_shards.hpp"

namespace halfspace::cli {

Outcome path_shards(const Args& args) {
  const double begun = seconds_now();
  if (const auto fine = check_text_flags(args, {}); !fine) return fine.error();
  if (const auto fine = check_path_files(args, {}, {"o", "plot", "checkpoint"}); !fine) return fine.error();
  if (const auto asked = path_request(args, {}, args.operands[0]); !asked) return asked.error();
  ProgressLine line(args, "path");
  auto run = run_shards(args, Driver::Goal::path, line);
  if (!run) return run.error();
  auto driven = run.value().driver.finish_path();
  if (!driven) return driven.error();
  DrivenPath& d = driven.value();
  d.path.request.train.source = args.operands[0];
  const Model& from = run.value().folder.manifest.data;
  d.data.form = d.path.trained.model.form = from.form;
  d.data.text_hash = d.path.trained.model.text_hash = from.text_hash;
  return tell_of_path(args, d.data, d.path, {{"train", seconds_now() - begun}}, begun);
}

}  // namespace halfspace::cli
