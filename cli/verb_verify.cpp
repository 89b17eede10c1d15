// halfspace verify CERT DATA: is what a certificate says true of these rows?
#include "base/text.hpp"
#include "certify/verify.hpp"
#include "data_flags.hpp"
#include "report/lines.hpp"
#include "report/separate_report.hpp"
#include "session.hpp"
#include "verbs.hpp"

namespace halfspace::cli::verb_verify {
namespace {

std::vector<Operand> operands() {
  return {{"CERT", "a certificate; - is standard input"},
          {"DATA", "the rows it speaks of, packed or not; - is standard input"}};
}

std::vector<Flag> flags() { return {}; }

Outcome run(const Args& args) {
  const double begun = seconds_now();
  const std::string& certificate = args.operands[0];
  const std::string& data = args.operands[1];
  if (const auto fine = check_paths(args, {certificate, data}, {}); !fine) return fine.error();
  const NothingToKeep reading;
  const auto done = verify_certificate_file(certificate, data);
  if (!done) return done.error();
  const Verification& v = done.value();
  Result<void> told;
  if (args.has("json")) {
    Json answer = json_head("verify");
    answer.update(verification_json(v));
    told = print_json(answer, {{"verify", seconds_now() - begun}});
  } else {
    Lines lines;
    lines.add("verdict", v.accepted ? "accepted: the rows are " + v.statement : "rejected");
    lines.add("data", data == "-" ? "stdin" : shown(data, 4096));
    if (!v.question.empty()) lines.add("question", v.question);
    lines.add(v.accepted ? "proof" : "reason", v.reason);
    told = print(lines.text());
  }
  if (!told) return told.error();
  return v.accepted ? 0 : 1;
}

}  // namespace

const Verb verb = {"verify",
                   "is what a certificate says true of these rows?",
                   "  halfspace verify iris.cert iris.csv                       exit code 0: accepted, 1: rejected\n"
                   "  zcat rows.csv.gz | halfspace verify rows.cert - --json    the answer as JSON\n",
                   operands,
                   flags,
                   run};

}  // namespace halfspace::cli::verb_verify
