// Any bytes read as a certificate: what is read writes itself again, and holding it against a small text ends in a
// verdict.
#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

#include "../tests/certify/certificate_cases.hpp"
#include "../tests/certify/certificate_truth.hpp"
#include "certify/verify/verify.hpp"

namespace {

using namespace halfspace;

const test::LabelledPoints apart{{{0, 0}, {2, 1}, {3, 1}}, {-1, 1, 1}};
const test::LabelledPoints mixed{{{0, 0}, {1, 1}, {0, 0}, {1, 1}, {0, 2}}, {1, 1, -1, -1, 1}};
const test::LabelledPoints cross{{{0, 0}, {0, 1}, {1, 0}, {1, 1}}, {-1, 1, 1, -1}};

struct Seed {
  std::string certificate;
  std::string text;
};

const std::vector<Seed>& seeds() {
  static const std::vector<Seed> all = [] {
    std::vector<Seed> out;
    for (const test::LabelledPoints& p : {apart, mixed, cross}) {
      for (const bool augmented : {true, false}) {
        for (const Certificate& c : test::certificates(p, augmented)) out.push_back({certificate_text(c), p.csv()});
      }
    }
    return out;
  }();
  return all;
}

void hold(const std::string& json, const std::string& text) {
  const auto certificate = parse_certificate(json, "fuzz");
  if (!certificate) {
    if (certificate.error().message.empty()) std::abort();
    return;
  }
  const Certificate& c = certificate.value();
  const std::string again = certificate_text(c);
  const auto same = parse_certificate(again, "again");
  if (!same || certificate_text(same.value()) != again) std::abort();
  const auto v = test::verified(c, text);
  if (!v || v.value().reason.empty()) std::abort();
  if (v.value().accepted && c.features == "none" && !c.libsvm() && !c.numeric_classes && c.data.weight.empty() &&
      c.data.missing == "error" &&
      std::all_of(c.columns.begin(), c.columns.end(), [](const auto& k) { return k.levels.empty(); }) &&
      !test::Truth(c, text).holds())
    std::abort();
}

}  // namespace

// Every input is tried as it is, and put into the middle of a true certificate, so that deep parts are reached at once.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string bytes(reinterpret_cast<const char*>(data), size);
  const Seed& seed = seeds()[size == 0 ? 0 : data[size - 1] % seeds().size()];
  hold(bytes, seed.text);
  if (size <= 2) return 0;
  const std::string& good = seed.certificate;
  const std::size_t kept = (static_cast<std::size_t>(data[0]) << 8U | data[1]) % (good.size() + 1);
  hold(good.substr(0, kept) + bytes.substr(2) + good.substr(std::min(good.size(), kept + size - 2)), seed.text);
  hold(good.substr(0, kept) + bytes.substr(2) + good.substr(kept), seed.text);
  return 0;
}
