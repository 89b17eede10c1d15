// halfspace separate DATA: are two classes linearly separable? With the proof.
#include <algorithm>
#include <memory>

#include "base/atomic_file.hpp"
#include "base/sha256.hpp"
#include "base/text.hpp"
#include "codec/hashed_source.hpp"
#include "data/label.hpp"
#include "data_flags.hpp"
#include "picture_file.hpp"
#include "plot/verdict_plot.hpp"
#include "report/lines.hpp"
#include "report/separate_report.hpp"
#include "separate_pairs.hpp"
#include "session.hpp"
#include "verbs.hpp"

namespace halfspace::cli {
namespace {

std::vector<Operand> operands() {
  return {{"DATA", "a CSV, TSV or LIBSVM text, plain or packed; - is standard input"}};
}

std::vector<Flag> flags() {
  std::vector<Flag> all = {
      {"o", "CERT", "write the certificate here, for halfspace verify (- is standard output)", "output"},
      {"bias", "augmented|free|none",
       "separate by a boundary anywhere (augmented and free ask the same; default augmented) or through the origin",
       "question"},
      {"positive", "LABEL", "the label of +1 (default: the one that sorts last)", "question"},
      {"min-mistakes", "", "the fewest mistakes that any weights make, and disjoint witnesses that prove a bound",
       "question"},
      {"suspects", "", "rows by how many witnesses they stand in: labels to look at again", "question"},
      {"picture", "FILE", "draw two features: FILE.svg, FILE.png, or - for text", "picture"},
      {"theme", "light|dark", "colours of SVG and PNG (default light)", "picture"},
  };
  for (Flag& f : data_flags()) all.push_back(std::move(f));
  for (const auto& field : feature_fields()) {
    if (field.name == "features") all.push_back({field.name, field.metavar, field.help, "features"});
  }
  return all;
}

/// The text read once, with its hash; standard input is kept, since proofs may look at its digits again.
struct Text {
  Dataset data;
  std::string sha256;
  std::string kept;

  TextAgain again(const std::string& path) const {
    if (path != "-") return {path};
    return {"stdin", [this]() -> Result<std::unique_ptr<Source>> { return memory_source(kept); }};
  }
};

Result<void> read_text(const Args& args, Text& text) {
  const std::string& path = args.operands[0];
  const auto options = read_options(args);
  if (!options) return options.error();
  auto source = open_source(path);
  if (!source) return source.error();
  Sha256 hash;
  std::unique_ptr<Source> bytes = std::move(source).value();
  if (path == "-") {
    const ReadingPhase reading;
    std::string block(std::size_t{1} << 18U, '\0');
    while (true) {
      const auto count = bytes->read(block);
      if (!count) return count.error();
      if (count.value() == 0) break;
      text.kept.append(block, 0, count.value());
    }
    bytes = memory_source(text.kept);
  }
  if (args.has("o")) bytes = std::make_unique<HashedSource>(std::move(bytes), hash);
  auto data = load(args, std::move(bytes), path, options.value());
  if (!data) return data.error();
  text.data = std::move(data).value();
  if (args.has("o")) text.sha256 = hash.hex();
  return {};
}

struct Signs {
  std::vector<std::int8_t> y;
  ClassNames names;
};

/// Two classes, or one: it is +1.
Result<Signs> find_signs(const Args& args, const Dataset& data) {
  const std::string asked = args.get("positive");
  auto plus = static_cast<std::uint32_t>(data.classes.size() - 1);
  if (args.has("positive")) {
    const auto found = find_class(data.classes, asked);
    if (!found) return Error{Code::usage, "--positive", in_quotes(asked) + " is not a label of the data"};
    plus = *found;
  }
  Signs out;
  for (const std::uint32_t label : data.label) out.y.push_back(label == plus ? 1 : -1);
  out.names.positive = data.classes[plus].text;
  if (data.classes.size() == 2) out.names.negative = data.classes[1 - plus].text;
  return out;
}

int exit_code(Verdict verdict) {
  if (interrupted()) return static_cast<int>(Code::interrupted);
  return verdict == Verdict::separable ? 0 : verdict == Verdict::undecided ? 4 : 1;
}

struct Choices {
  std::string bias_mode;
  FeatureOptions features;
  std::uint64_t max_bytes = 0;
  std::uint64_t seed = 0;
  DecideOptions options;
};

Result<Choices> find_choices(const Args& args, double begun) {
  Choices out;
  out.bias_mode = args.get("bias", "augmented");
  if (out.bias_mode != "augmented" && out.bias_mode != "free" && out.bias_mode != "none")
    return Error{Code::usage, "--bias", in_quotes(out.bias_mode) + " is not one of augmented, free, none"};
  for (const auto& field : feature_fields()) {
    if (!args.has(field.name)) continue;
    if (const auto set = field.set(out.features, args.get(field.name)); !set) return set.error();
  }
  const auto memory = memory_limit(args);
  const auto threads = thread_count(args);
  const auto limit = timeout_seconds(args);
  if (!memory) return memory.error();
  const auto seed = args.count("seed", 0);
  if (!threads) return threads.error();
  if (!limit) return limit.error();
  if (!seed) return seed.error();
  out.seed = seed.value();
  out.max_bytes = memory.value();
  out.options.threads = threads.value();
  const double deadline = limit.value() > 0 ? begun + limit.value() : 0;
  out.options.stop = [deadline] { return interrupted() || (deadline > 0 && seconds_now() >= deadline); };
  return out;
}

std::string table_text(const std::vector<PairVerdict>& pairs) {
  std::size_t width = 7;
  for (const PairVerdict& p : pairs) width = std::max({width, shown(p.positive).size(), shown(p.negative).size()});
  std::string out = padded_right("class", width + 2) + padded_right("against", width + 2) + padded_right("rows", 10) +
                    padded_right("verdict", 17) + "witness\n";
  for (const PairVerdict& p : pairs) {
    out += padded_right(shown(p.positive), width + 2) +
           padded_right(p.negative.empty() ? "rest" : shown(p.negative), width + 2) +
           padded_right(grouped(p.rows), 10) + padded_right(std::string(name_of(p.verdict)), 17) +
           (p.witness_rows > 0 ? counted(p.witness_rows, "row") : "-") + "\n";
  }
  return out + "\n--classes A,B shows a pair with its proof\n";
}

Json table_json(const std::vector<PairVerdict>& pairs) {
  Json out = Json::array();
  for (const PairVerdict& p : pairs)
    out.push_back({{"positive", p.positive},
                   {"negative", p.negative.empty() ? Json(nullptr) : Json(p.negative)},
                   {"rows", p.rows},
                   {"verdict", std::string(name_of(p.verdict))},
                   {"witness_rows", p.witness_rows}});
  return out;
}

Outcome many_classes(const Args& args, const Text& text, const Choices& choices, double begun, double loaded) {
  if (args.has("o"))
    return Error{Code::usage, "-o", "a certificate is about two classes; choose them with --classes A,B"};
  for (const char* flag : {"positive", "picture", "min-mistakes", "suspects"}) {
    if (args.has(flag))
      return Error{Code::usage, "--" + std::string(flag), "is for two classes; choose them with --classes A,B"};
  }
  const TextAgain again = text.again(args.operands[0]);
  ProgressLine line(args);
  const auto pairs = pair_verdicts({text.data, choices.bias_mode != "none", choices.features, args.get("missing"),
                                    choices.max_bytes, again, choices.options, [&](std::size_t done, std::size_t of) {
                                      line.show(std::to_string(done) + " of " + counted(of, "question"),
                                                static_cast<double>(done) / static_cast<double>(of));
                                    }});
  if (!pairs) return pairs.error();
  Verdict worst = Verdict::separable;
  for (const PairVerdict& p : pairs.value()) worst = std::max(worst, p.verdict);
  Json answer = json_head("separate");
  answer["bias_mode"] = choices.bias_mode;
  answer["rows"] = text.data.rows;
  answer["pairs"] = table_json(pairs.value());
  const auto told = args.has("json")
                        ? print_json(answer, {{"load", loaded - begun}, {"separate", seconds_now() - loaded}})
                        : print(table_text(pairs.value()));
  if (!told) return told.error();
  return exit_code(worst);
}

/// The note where a certificate would go on doubt.
bool provable(const Decision& d) { return d.verdict != Verdict::undecided || !d.witness.empty(); }

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
    Json answer = json_head("separate");
    answer.update(separate_json(q, a));
    answer["certificate"] = written.empty() ? Json(nullptr) : Json(written);
    return print_json(answer, seconds);
  }
  std::string report = separate_text(q, a);
  if (!written.empty() && written != "-")
    report += "proof      " + shown(written, 200) + " (halfspace verify checks it)\n";
  if (written != "-" && args.get("picture") != "-") return print(report);
  note(args, report);
  return {};
}

Outcome run(const Args& args) {
  const double begun = seconds_now();
  if (const auto fine = check_paths(args, {args.operands[0]}, {"o", "picture"}); !fine) return fine.error();
  if (const auto fine = check_picture(args); !fine) return fine.error();
  const auto choices = find_choices(args, begun);
  if (!choices) return choices.error();
  const Choices& c = choices.value();
  Text text;
  if (const auto read = read_text(args, text); !read) return read.error();
  const double loaded = seconds_now();
  if (text.data.classes.size() > 2) return many_classes(args, text, c, begun, loaded);
  auto signs = find_signs(args, text.data);
  if (!signs) return signs.error();
  const TextAgain again = text.again(args.operands[0]);
  const auto rows = SeparationRows::make(text.data, signs.value().y, c.bias_mode != "none", c.features,
                                         args.get("missing"), c.max_bytes, again);
  if (!rows) return rows.error();
  if (args.has("picture")) {
    if (const auto fine = plot::drawable(rows.value()->features().cols); !fine) return fine.error();
  }
  const auto found =
      answer_separation(*rows.value(), c.options, {args.has("min-mistakes"), args.has("suspects"), c.seed});
  if (!found) return found.error();
  const SeparationAnswer& a = found.value();
  const double decided = seconds_now();
  stop_timer();
  if (args.has("o") && provable(a.decision)) {
    const Certificate certificate =
        certificate_of(a, *rows.value(), text.data, signs.value().names, args.get("missing"), text.sha256);
    if (const auto saved = write_file(args.get("o"), certificate_text(certificate)); !saved) return saved.error();
  }
  if (const auto done = draw(args, rows.value()->signed_rows(), signs.value().names, a, c.options.threads); !done)
    return done.error();
  const std::string written = args.has("o") && provable(a.decision) ? args.get("o") : "";
  const SeparateQuestion q{text.data, *rows.value(), signs.value().names, c.bias_mode,
                           args.operands[0] == "-" ? "stdin" : args.operands[0]};
  const auto told = tell(args, q, a, written,
                         {{"load", loaded - begun}, {"separate", decided - loaded}, {"total", seconds_now() - begun}});
  if (!told) return told.error();
  return exit_code(a.decision.verdict);
}

}  // namespace

const Verb separate_verb = {
    "separate",
    "are two classes linearly separable? the exact answer with its proof",
    "  halfspace separate data.csv                          verdict, margin or witness\n"
    "  halfspace separate iris.csv --classes setosa,versicolor -o proof.json\n"
    "                                                       and a certificate for halfspace verify\n"
    "  halfspace separate iris.csv                          more classes: all pairs, each against the rest\n"
    "  halfspace separate xor.csv --features poly2          after adding products of features\n",
    operands,
    flags,
    run};

}  // namespace halfspace::cli
