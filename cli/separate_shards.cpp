#include "separate_shards.hpp"

#include <algorithm>

#include "base/quoted_list.hpp"
#include "base/text.hpp"
#include "data_flags.hpp"
#include "fitting.hpp"
#include "output_file.hpp"
#include "report/pairs_report.hpp"
#include "report/shards_report.hpp"
#include "separate/shards/folder_certificate.hpp"
#include "separate/shards/local_separation.hpp"
#include "session.hpp"
#include "train/separate_request.hpp"
#include "train_shards.hpp"

namespace halfspace::cli {
namespace {

/// What needs all rows at once, or is said of a text.
Result<void> check_separate_flags(const Args& args) {
  for (const char* flag : {"min-mistakes", "suspects", "picture", "theme", "features"}) {
    if (args.has(flag))
      return Error{Code::usage, dashed(flag),
                   "needs all rows at once, and shards are asked one after another; leave it out, or give the text"};
  }
  return check_text_flags(args, {"classes"});
}

Result<SeparationChoices> choices_of(const Args& args, const ShardFolder& folder, ProgressLine& line) {
  auto request = separate_request(args);
  if (!request) return std::move(request).error();
  SeparationChoices out;
  out.bias = request.value().biased();
  out.positive = args.get("positive");
  auto classes = quoted_list(args.get("classes"), "--classes");
  if (!classes) return std::move(classes).error();
  out.classes = std::move(classes).value();
  const std::size_t count = out.classes.empty() ? folder.manifest.data.labels.size() : out.classes.size();
  if (args.has("o") && count > 2)
    return Error{Code::usage, "-o", "a certificate is about two classes; choose them with --classes A,B"};
  out.text_hash = args.has("o") && !folder.manifest.source;
  out.max_bytes = request.value().max_bytes;
  out.decide = request.value().options;
  out.decide.stop = run_token(line);
  return out;
}

int verdict_code(Verdict verdict) {
  if (interrupted()) return static_cast<int>(Code::interrupted);
  return verdict == Verdict::separable ? 0 : verdict == Verdict::undecided ? 4 : 1;
}

Outcome tell_pairs(const Args& args, const SeparationRun& run, const Json& seconds) {
  const PairVerdicts pairs = run.pairs();
  Verdict worst = pairs.pairs.size() < pairs.questions ? Verdict::undecided : Verdict::separable;
  for (const PairVerdict& p : pairs.pairs) worst = std::max(worst, p.verdict);
  Dataset all;
  all.rows = run.facts().rows;
  const Bias bias = run.biased() ? Bias::augmented : Bias::none;
  Json answer = json_answer("separate", pairs_json(all, bias, pairs));
  answer["partitions"] = shards_json(run);
  const auto printed =
      args.has("json") ? print_json(answer, seconds) : print_report(pairs_text(pairs) + shards_text(run));
  if (!printed) return printed.error();
  return verdict_code(worst);
}

Outcome told_of(const Args& args, const SeparationRun& run, const ShardFolder& folder, const Json& seconds) {
  if (run.facts().classes.size() > 2) return tell_pairs(args, run, seconds);
  const SeparationAnswer a = run.answer();
  std::string written;
  if (args.has("o") && provable(a.decision)) {
    Certificate c = run.certificate();
    if (folder.manifest.source) c = about_source(std::move(c), folder);
    written = args.get("o");
    if (const auto saved = write_output(args, written, certificate_text(c)); !saved) return saved.error();
  }
  const ShardsReport of_rows(run, a, folder.manifest.source ? &folder.manifest.source->lines : nullptr,
                             args.operands[0]);
  if (args.has("json")) {
    Json answer = json_answer("separate", of_rows.json());
    answer["certificate"] = written.empty() ? Json(nullptr) : Json(written);
    if (const auto printed = print_json(answer, seconds); !printed) return printed.error();
  } else {
    std::string report = of_rows.text();
    if (!written.empty() && written != "-")
      report += "proof      " + shown(written, 200) + " (halfspace verify checks it)\n";
    if (written == "-")
      note(args, report);
    else if (const auto printed = print_report(report); !printed)
      return printed.error();
  }
  return verdict_code(a.decision.verdict);
}

}  // namespace

Outcome separate_shard_folder(const Args& args) {
  const double begun = seconds_now();
  if (const auto fine = check_separate_flags(args); !fine) return fine.error();
  if (const auto fine = check_paths(args, {}, {"o"}); !fine) return fine.error();
  if (const auto fine = separate_request(args); !fine) return fine.error();
  const auto folder = open_shards(args.operands[0]);
  if (!folder) return folder.error();
  ProgressLine line(args, "separate");
  const auto choices = choices_of(args, folder.value(), line);
  if (!choices) return choices.error();
  if (const auto fits = check_shard_memory(folder.value(), choices.value().max_bytes, args.operands[0]); !fits)
    return fits.error();
  const double loaded = seconds_now();
  SeparationRun run(choices.value());
  const auto done = separate_shards(run, folder.value().shards, choices.value().decide, [&](const SeparationRun& r) {
    line.show(counted(r.rounds(), "round") + ", " + counted(r.rows_seen(), "row") + " seen", -1,
              static_cast<double>(r.rounds()), "rounds");
  });
  line.clear();
  if (!done) return done.error();
  return told_of(args, run, folder.value(), {{"load", loaded - begun}, {"separate", seconds_now() - loaded}});
}

}  // namespace halfspace::cli
