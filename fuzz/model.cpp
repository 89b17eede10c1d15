// Any bytes read as a model file, behind the checksum: what is accepted can be shown, written again, and is then
// itself.
#include "model/model.hpp"

#include <cmath>
#include <cstdlib>

#include "../tests/model/models.hpp"
#include "model/scorer.hpp"
#include "report/model_text.hpp"

namespace {

using namespace halfspace;

/// One of the small models of the tests.
std::string seed(std::size_t which) {
  static const std::vector<Model> models = test::all_models();
  return model_bytes(models[which % models.size()]);
}

}  // namespace

// Every input is the bytes given, and the seed with its end replaced by them, so that deep parts are reached at once.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string good = seed(size == 0 ? 0 : data[size - 1]);
  const std::string bytes(reinterpret_cast<const char*>(data), size);
  if (!parse_model(good, "seed")) std::abort();
  std::vector<std::string> tried = {bytes};
  if (size > 2) {
    const std::size_t kept = (static_cast<std::size_t>(data[0]) << 8U | data[1]) % (good.size() + 1);
    tried.push_back(good.substr(0, kept) + bytes.substr(2) + good.substr(std::min(good.size(), kept + size - 2)));
  }
  for (const std::string& text : tried) {
    const auto model = parse_model(text, "fuzz", false);
    if (!model) {
      if (model.error().message.empty()) std::abort();
      continue;
    }
    const Model& m = model.value();
    (void)separator_line(m);
    const std::string again = model_bytes(m);
    const auto same = parse_model(again, "again");
    if (!same || model_bytes(same.value()) != again) std::abort();
  }
  return 0;
}
