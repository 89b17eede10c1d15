#include "convert_shards.hpp"

#include "base/text.hpp"
#include "data_flags.hpp"
#include "driver/shard_writer.hpp"
#include "fitting.hpp"
#include "session.hpp"

namespace halfspace::cli {

Outcome convert_to_shards(const Args& args) {
  const double begun = seconds_now();
  const std::string& path = args.operands[0];
  for (const char* flag : {"to", "labels", "name", "data-cache"}) {
    if (args.has(flag)) return Error{Code::usage, dashed(flag), "cannot be combined with --shards; leave it out"};
  }
  const auto shards = args.count("shards", 1);
  if (!shards) return shards.error();
  constexpr std::uint64_t most = 100000;
  if (shards.value() < 1 || shards.value() > most)
    return Error{Code::usage, "--shards", in_quotes(args.get("shards")) + " is outside 1..100000"};
  auto options = read_options(args);
  if (!options) return options.error();
  options.value().fills = false;
  const std::string folder = args.get("o");
  const auto written = [&] {
    ProgressLine line(args);
    watch_reading(args, path, line, options.value());
    options.value().stop = run_token(line);  // so that no half of a folder stays
    return write_shards(path, options.value(), shards.value(), folder);
  }();
  if (!written) return written.error();
  const Manifest& m = written.value();
  std::uint64_t bytes = 0;
  for (const ShardEntry& s : m.shards) bytes += s.bytes;
  if (!args.has("json")) {
    const auto printed = print_report("written    " + shown(folder, 200) + ": " + counted(m.shards.size(), "shard") +
                                      ", " + counted(m.data.rows, "row") + ", " + counted(bytes, "byte") + "\n");
    if (!printed) return printed.error();
    return 0;
  }
  Json answer = json_head("convert");
  answer["to"] = "shards";
  answer["shards"] = m.shards.size();
  answer["rows"] = m.data.rows;
  answer["bytes"] = bytes;
  const auto printed = print_json(answer, {{"convert", seconds_now() - begun}});
  if (!printed) return printed.error();
  return 0;
}

}  // namespace halfspace::cli
