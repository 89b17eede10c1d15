// halfspace separate DATA: are two classes linearly separable? With the proof.
#include <algorithm>
#include <memory>

#include "base/stop.hpp"
#include "base/text.hpp"
#include "data_flags.hpp"
#include "driver/shard_folder.hpp"
#include "fitting.hpp"
#include "output_file.hpp"
#include "picture_file.hpp"
#include "plot/verdict_plot.hpp"
#include "report/pairs_report.hpp"
#include "report/separate_report.hpp"
#include "separate/separate_pairs.hpp"
#include "separate_shards.hpp"
#include "session.hpp"
#include "train/separate_request.hpp"
#include "train/targets.hpp"
#include "verbs.hpp"

namespace halfspace::cli::verb_separate {
namespace {

std::vector<Operand> operands() {
  return {{"DATA", "a CSV, TSV or LIBSVM text, plain or packed; - is standard input; or a folder of shards"}};
}

std::vector<Flag> flags() {
  std::vector<Flag> all = {
      {"o", "CERT", "write the certificate here, for halfspace verify (- is standard output)", "output"},
      {"picture", "FILE", "draw two features: FILE.svg, FILE.png, or - for text", "picture"},
      {"theme", "light|dark", "colours of SVG and PNG (default light)", "picture"},
  };
  for (const auto& part : {separate_flags(), data_flags()}) all.insert(all.end(), part.begin(), part.end());
  return all;
}

/// The text read once; standard input is kept, since proofs may look at its digits again.
struct Text {
  Dataset data;
  std::string kept;

  TextAgain again(const std::string& path) const {
    if (path != "-") return {path};
    return {"stdin", [this]() -> Result<std::unique_ptr<Source>> { return memory_source(kept); }};
  }
};

Result<std::string> whole_input() {
  const NothingToKeep reading;
  auto source = open_source("-");
  if (!source) return source.error();
  std::string text;
  std::string block(std::size_t{1} << 18U, '\0');
  while (true) {
    const auto count = source.value()->read(block);
    if (!count) return count.error();
    if (count.value() == 0) return text;
    text.append(block, 0, count.value());
  }
}

Result<void> read_text(const Args& args, Text& text) {
  const std::string& path = args.operands[0];
  auto options = read_options(args);
  if (!options) return options.error();
  options.value().fills = false;
  options.value().sha256 = args.has("o");
  if (args.has("o") && options.value().style.dates == Dates::parts)
    return Error{Code::usage, "--dates", "parts are no columns that a certificate knows; say --dates days"};
  if (path == "-") {
    auto kept = whole_input();
    if (!kept) return kept.error();
    text.kept = std::move(kept).value();
  }
  auto data =
      path == "-" ? load(args, memory_source(text.kept), path, options.value()) : load(args, path, options.value());
  if (!data) return data.error();
  text.data = std::move(data).value();
  return {};
}

int exit_code(Verdict verdict) {
  if (interrupted()) return static_cast<int>(Code::interrupted);
  return verdict == Verdict::separable ? 0 : verdict == Verdict::undecided ? 4 : 1;
}

/// The request, ended by signals and --timeout.
Result<SeparateRequest> request_of(const Args& args, ProgressLine& line) {
  auto request = separate_request(args);
  if (!request) return request;
  DecideOptions& options = request.value().options;
  options.stop = run_token(line);
  options.progress = [&line](const std::string& what, double fraction, double count) {
    line.show(what, fraction, count, count > 0 ? "nodes" : "");
  };
  return request;
}

Outcome many_classes(const Args& args, const Text& text, const SeparateRequest& request, ProgressLine& line,
                     double begun, double loaded) {
  const std::string source = args.operands[0] == "-" ? "stdin" : shown(args.operands[0], 4096);
  if (const auto fine = check_class_labels(text.data, source); !fine) return fine.error();
  if (args.has("o"))
    return Error{Code::usage, "-o", "a certificate is about two classes; choose them with --classes A,B"};
  for (const char* flag : {"positive", "picture", "min-mistakes", "suspects"}) {
    if (args.has(flag))
      return Error{Code::usage, "--" + std::string(flag), "is for two classes; choose them with --classes A,B"};
  }
  const TextAgain again = text.again(args.operands[0]);
  const auto pairs = pair_verdicts({text.data, request.biased(), request.features, request.missing, request.max_bytes,
                                    again, request.options, [&](std::size_t done, std::size_t of) {
                                      line.show(std::to_string(done) + " of " + counted(of, "question"),
                                                static_cast<double>(done) / static_cast<double>(of),
                                                static_cast<double>(done), "questions");
                                    }});
  line.clear();
  if (!pairs) return pairs.error();
  const std::vector<PairVerdict>& answered = pairs.value().pairs;
  Verdict worst = answered.size() < pairs.value().questions ? Verdict::undecided : Verdict::separable;
  for (const PairVerdict& p : answered) worst = std::max(worst, p.verdict);
  const auto printed = args.has("json")
                           ? print_json(json_answer("separate", pairs_json(text.data, request.bias, pairs.value())),
                                        {{"load", loaded - begun}, {"separate", seconds_now() - loaded}})
                           : print_report(pairs_text(pairs.value()));
  if (!printed) return printed.error();
  return exit_code(worst);
}

Result<void> check_picture(const Args& args) {
  if (!args.has("picture")) return {};
  const auto form = form_of(args, "picture", Form::text);
  if (!form) return form.error();
  return check_picture_flags(args, form.value());
}

Result<void> draw(const Args& args, const SignedRows& z, const ClassNames& names, const SeparationAnswer& a,
                  unsigned threads) {
  if (!args.has("picture")) return {};
  const auto figure = plot::verdict_plot(z, {names.negative, names.positive}, a.decision,
                                         a.geometric ? a.geometric : a.augmented, threads);
  if (!figure) return figure.error();
  return write_picture(args, "picture", figure.value());
}

/// The answer on standard output, or as a note where that holds a certificate or a picture.
Result<void> tell(const Args& args, const SeparateQuestion& q, const SeparationAnswer& a, const std::string& written,
                  const Json& seconds) {
  if (args.has("json")) {
    Json answer = json_answer("separate", separate_json(q, a));
    answer["certificate"] = written.empty() ? Json(nullptr) : Json(written);
    return print_json(answer, seconds);
  }
  std::string report = separate_text(q, a);
  if (!written.empty() && written != "-")
    report += "proof      " + shown(written, 200) + " (halfspace verify checks it)\n";
  if (written != "-" && args.get("picture") != "-") return print_report(report);
  note(args, report);
  return {};
}

Outcome run(const Args& args) {
  if (is_shard_folder(args.operands[0])) return separate_shard_folder(args);
  const double begun = seconds_now();
  if (const auto fine = check_paths(args, {args.operands[0]}, {"o", "picture"}); !fine) return fine.error();
  if (const auto fine = check_picture(args); !fine) return fine.error();
  ProgressLine line(args, "separate");
  const auto request = request_of(args, line);
  if (!request) return request.error();
  const SeparateRequest& r = request.value();
  Text text;
  if (const auto read = read_text(args, text); !read) return read.error();
  const double loaded = seconds_now();
  if (text.data.classes.size() > 2) return many_classes(args, text, r, line, begun, loaded);
  const TextAgain again = text.again(args.operands[0]);
  const auto asked = [&] {
    const NothingToKeep preparing("preparation");
    return separate_rows(text.data, args, r, again);
  }();
  if (!asked) return asked.error();
  const SeparationRows& rows = *asked.value().rows;
  const ClassNames& names = asked.value().names;
  if (args.has("picture")) {
    if (const auto fine = plot::drawable(rows.features().cols); !fine) return fine.error();
  }
  const auto found = answer_separation(rows, r.options, r.mistakes);
  line.clear();
  if (!found) return found.error();
  const SeparationAnswer& a = found.value();
  const double decided = seconds_now();
  stop_timer();
  if (args.has("o") && provable(a.decision)) {
    const Certificate certificate = certificate_of(a, rows, text.data, names, r.missing, text.data.text_sha256);
    if (const auto saved = write_output(args, args.get("o"), certificate_text(certificate)); !saved)
      return saved.error();
  }
  try {
    if (const auto done = draw(args, rows.signed_rows(), names, a, r.options.threads); !done) return done.error();
  } catch (const Stopped&) {
    note(args, "the picture is not drawn: the run was stopped");
  }
  const std::string written = args.has("o") && provable(a.decision) ? args.get("o") : "";
  const SeparateQuestion q{text.data, rows, names, r.bias, args.operands[0] == "-" ? "stdin" : args.operands[0]};
  const auto printed =
      tell(args, q, a, written,
           {{"load", loaded - begun}, {"separate", decided - loaded}, {"total", seconds_now() - begun}});
  if (!printed) return printed.error();
  return exit_code(a.decision.verdict);
}

}  // namespace

const Verb verb = {
    "separate",
    "are two classes linearly separable? the exact answer with its proof",
    "  halfspace separate data.csv                          verdict, margin or witness\n"
    "  halfspace separate iris.csv --classes setosa,versicolor -o proof.json\n"
    "                                                       and a certificate for halfspace verify\n"
    "  halfspace separate iris.csv                          more classes: all pairs, each against the rest\n"
    "  halfspace separate xor.csv --features poly2          after adding products of features\n"
    "  halfspace separate big                               rows in shards (convert --shards), whatever their length\n",
    operands,
    flags,
    run};

}  // namespace halfspace::cli::verb_separate
