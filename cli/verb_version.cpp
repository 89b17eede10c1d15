// halfspace version
#include "session.hpp"
#include "verbs.hpp"

namespace halfspace::cli::verb_version {
namespace {

std::vector<Operand> operands() { return {}; }
std::vector<Flag> flags() { return {}; }

Outcome run(const Args& args) {
  const std::string compiler = std::string(
#ifdef __clang__
      "clang " __clang_version__
#else
      "gcc " __VERSION__
#endif
  );
  Json answer = json_head("version");
  answer["compiler"] = compiler;
  answer["formats"] = {"csv", "tsv", "libsvm"};
  answer["codecs"] = {"gzip", "zstd", "xz", "bzip2", "lz4"};
  answer["model_format"] = 1;
  const auto printed = args.has("json") ? print_json(answer, Json::object())
                                        : print("halfspace " HALFSPACE_VERSION " (" + compiler + ")\n");
  if (!printed) return printed.error();
  return 0;
}

}  // namespace

const Verb verb = {"version", "the version of this program", "  halfspace version --json\n", operands, flags, run};

}  // namespace halfspace::cli::verb_version
