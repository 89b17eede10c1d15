#include "train/separate_request.hpp"

#include <algorithm>
#include <utility>

#include "base/text.hpp"
#include "data/label.hpp"
#include "train/limits.hpp"
#include "train/train.hpp"

namespace halfspace {

Result<SeparateRequest> separate_request(const Settings& settings) {
  SeparateRequest out;
  if (settings.has("bias")) {
    const auto bias = choice_of<Bias>(settings.get("bias"), "--bias");
    if (!bias) return bias.error();
    out.bias = bias.value();
  }
  for (const auto& field : feature_fields()) {
    if (!settings.has(field.name)) continue;
    if (const auto set = field.set(out.features, settings.get(field.name)); !set) return set.error();
  }
  const auto memory = memory_limit(settings);
  const auto threads = thread_count(settings);
  const auto seed = settings.count("seed", 0);
  if (!memory) return memory.error();
  if (!threads) return threads.error();
  if (!seed) return seed.error();
  out.missing = settings.get("missing");
  out.max_bytes = memory.value();
  out.options.threads = threads.value();
  out.mistakes = {settings.has("min-mistakes"), settings.has("suspects"), seed.value()};
  return out;
}

Result<SeparateRows> separate_rows(const Dataset& data, const Settings& settings, const SeparateRequest& request,
                                   const TextAgain& text) {
  auto plus = static_cast<std::uint32_t>(data.classes.size() - 1);
  if (settings.has("positive")) {
    const auto found = find_class(data.classes, settings.get("positive"));
    if (!found)
      return Error{Code::usage, "--positive", in_quotes(settings.get("positive")) + " is not a label of the data"};
    plus = *found;
  }
  std::vector<std::int8_t> y(data.rows);
  std::transform(data.label.begin(), data.label.end(), y.begin(),
                 [plus](std::uint32_t label) { return static_cast<std::int8_t>(label == plus ? 1 : -1); });
  try {
    auto rows = SeparationRows::make(data, std::move(y), request.biased(), request.features, request.missing,
                                     request.max_bytes, text, request.options.stop);
    if (!rows) return rows.error();
    return SeparateRows{{data.classes.size() == 2 ? data.classes[1 - plus].text : "", data.classes[plus].text},
                        std::move(rows).value()};
  } catch (const Stopped& s) {
    return stopped_error(s, text.name);
  }
}

}  // namespace halfspace
