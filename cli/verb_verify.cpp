// halfspace verify CERT DATA: checks a certificate against these rows
#include "base/text.hpp"
#include "certify/verify/verify.hpp"
#include "data_flags.hpp"
#include "driver/shard_folder.hpp"
#include "report/separate_report.hpp"
#include "separate/shards/folder_certificate.hpp"
#include "session.hpp"
#include "verbs.hpp"

namespace halfspace::cli::verb_verify {
namespace {

std::vector<Operand> operands() {
  return {{"CERT", "a certificate; - is standard input"},
          {"DATA", "the rows it refers to, packed or not; - is standard input; or a folder of shards"}};
}

std::vector<Flag> flags() { return {}; }

Result<Verification> over_shards(const std::string& certificate, const std::string& folder) {
  const auto text = certificate_file_text(certificate);
  if (!text) return text.error();
  return verify_over_shards(text.value(), certificate == "-" ? "stdin" : shown(certificate, 4096), folder);
}

Outcome run(const Args& args) {
  const double begun = seconds_now();
  const std::string& certificate = args.operands[0];
  const std::string& data = args.operands[1];
  const std::string text = is_shard_folder(data) ? "" : data;
  if (const auto fine = check_paths(args, {certificate, text}, {}); !fine) return fine.error();
  const NothingToKeep reading;
  const auto done = is_shard_folder(data) ? over_shards(certificate, data) : verify_certificate_file(certificate, data);
  if (!done) return done.error();
  const Verification& v = done.value();
  const auto printed =
      args.has("json") ? print_json(json_answer("verify", verification_json(v)), {{"verify", seconds_now() - begun}})
                       : print_report(verification_text(v, data == "-" ? "stdin" : data));
  if (!printed) return printed.error();
  return v.accepted ? 0 : 1;
}

}  // namespace

const Verb verb = {"verify",
                   "checks a certificate against these rows",
                   "  halfspace verify iris.cert iris.csv                       exit code 0: accepted, 1: rejected\n"
                   "  halfspace verify big.cert big                             rows in a folder of shards\n"
                   "  zcat rows.csv.gz | halfspace verify rows.cert - --json    the answer as JSON\n",
                   operands,
                   flags,
                   run};

}  // namespace halfspace::cli::verb_verify
