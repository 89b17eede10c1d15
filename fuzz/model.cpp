// Any bytes read as a model file, behind the checksum: what is accepted can be shown, written again, and is then
// itself.
#include "model/model.hpp"

#include <cmath>
#include <cstdlib>

#include "model/scorer.hpp"
#include "report/model_text.hpp"

namespace {

using namespace halfspace;

std::string seed() {
  Model m;
  m.algorithm = "perceptron";
  m.preset = "voted";
  m.bias_mode = "augmented";
  m.classes = {"a", "b"};
  m.positive = "b";
  m.exact = true;
  m.w = {1.5, -2};
  m.b = {0.25};
  m.map.input_cols = 2;
  m.vote_weights = {0, 0, 0, 1.5, -2, 0.25};
  m.vote_counts = {1, 3};
  m.form = {"csv", ',', true, false, "label", "", 3};
  m.map.inputs = {{"x", {}, {}}, {"z", {}, {}}};
  m.columns = m.map.names();
  m.rows = 2;
  m.nonzeros = 4;
  m.labels = {"a", "b"};
  m.text_hash = std::string(32, '0');
  m.settings = {{"preset", "voted"}};
  m.report = {{"status", "converged"}};
  return model_bytes(m);
}

}  // namespace

// Every input is the bytes given, and the seed with its end replaced by them, so that deep parts are reached at once.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const std::string good = seed();
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
