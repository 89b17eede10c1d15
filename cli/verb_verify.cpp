// halfspace verify CERT DATA: is what a certificate says true of these rows?
#include "base/text.hpp"
#include "certify/verify.hpp"
#include "data_flags.hpp"
#include "report/lines.hpp"
#include "session.hpp"
#include "verbs.hpp"

namespace halfspace::cli {
namespace {

constexpr std::size_t most_bytes = std::size_t{256} << 20U;

std::vector<Operand> operands() {
  return {{"CERT", "a certificate; - is standard input"},
          {"DATA", "the rows it speaks of, packed or not; - is standard input"}};
}

std::vector<Flag> flags() { return {}; }

std::string name_of(const std::string& path) { return path == "-" ? "stdin" : shown(path, 4096); }

Result<std::string> whole_text(const std::string& path) {
  auto source = open_source(path);
  if (!source) return source.error();
  std::string text;
  for (std::size_t got = 1; got > 0;) {
    const std::size_t had = text.size();
    if (had > most_bytes) return Error{Code::bad_data, name_of(path), "longer than 256 MiB; is this a certificate?"};
    text.resize(had + (std::size_t{1} << 16U));
    const auto read = source.value()->read({text.data() + had, text.size() - had});
    if (!read) return read.error();
    got = read.value();
    text.resize(had + got);
  }
  return text;
}

/// A certificate whose members are not as they should be is rejected; what is no certificate at all is an Error.
Result<Verification> verified(const std::string& certificate, const std::string& data) {
  const auto text = whole_text(certificate);
  if (!text) return text.error();
  const auto parsed = parse_certificate(text.value(), name_of(certificate));
  if (parsed) return verify(parsed.value(), data);
  if (!is_certificate(text.value())) return parsed.error();
  return Verification{false, "", parsed.error().text()};
}

Outcome run(const Args& args) {
  const double begun = seconds_now();
  const std::string& certificate = args.operands[0];
  const std::string& data = args.operands[1];
  if (const auto fine = check_paths(args, {certificate, data}, {}); !fine) return fine.error();
  const ReadingPhase reading;
  const auto done = verified(certificate, data);
  if (!done) return done.error();
  const Verification& v = done.value();
  Result<void> told;
  if (args.has("json")) {
    Json answer = json_head("verify");
    answer["accepted"] = v.accepted;
    answer["statement"] = v.statement.empty() ? Json(nullptr) : Json(v.statement);
    answer["reason"] = v.reason;
    told = print_json(answer, {{"verify", seconds_now() - begun}});
  } else {
    Lines lines;
    lines.add("verdict", v.accepted ? "accepted: the rows are " + v.statement : "rejected");
    lines.add("data", name_of(data));
    lines.add(v.accepted ? "proof" : "reason", v.reason);
    told = print(lines.text());
  }
  if (!told) return told.error();
  return v.accepted ? 0 : 1;
}

}  // namespace

const Verb verify_verb = {
    "verify",
    "is what a certificate says true of these rows?",
    "  halfspace verify iris.cert iris.csv                       exit code 0: accepted, 1: rejected\n"
    "  zcat rows.csv.gz | halfspace verify rows.cert - --json    the answer as JSON\n",
    operands,
    flags,
    run};

}  // namespace halfspace::cli
