// Any bytes read as a question, an answer, a shard, a manifest or a checkpoint, and used where they can be. The first byte says which.
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/text_hash.hpp"
#include "driver/driver.hpp"
#include "driver/sealed_state.hpp"
#include "driver/shard_folder.hpp"
#include "made_shard.hpp"

namespace {

using namespace halfspace;

/// With a checksum that fits, which no guess would find.
std::string with_checksum(std::string_view bytes) {
  constexpr std::string_view magic = "halfspace shard 1\n";
  const TextHash::Digest hash = TextHash::of(bytes);
  return std::string(magic) + std::string(hash.data(), hash.size()) + std::string(bytes);
}

/// Goes on with a checkpoint for some rounds.
void go_on(Driver driver, const Shard& shard) {
  for (int round = 0; round < 20 && !driver.done(); ++round) {
    if (!driver.tell(shard.answer(driver.ask()))) return;
  }
  if (!driver.done()) static_cast<void>(driver.end(Halt::timeout));
  if (!driver.done()) return;
  static_cast<void>(driver.finish());
  static_cast<void>(driver.finish_folds());
  static_cast<void>(driver.finish_path());
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0) return 0;
  static const Shard shard = made_shard(2);
  const std::string_view bytes(reinterpret_cast<const char*>(data) + 1, size - 1);
  switch (data[0] % 5) {
    case 0:
      if (const auto question = Question::parse(bytes)) static_cast<void>(shard.answer(question.value()));
      break;
    case 1:
      if (auto answer = Answer::parse(bytes)) {
        const Answer copy = answer.value();
        add(answer.value(), copy);
        static_cast<void>(answer.value().bytes());
        auto driver = Driver::begin({});
        if (driver) static_cast<void>(driver.value().tell(copy));
      }
      break;
    case 2:
      if (const auto read = Shard::parse(with_checksum(bytes)); read && read.value().cols() < 1U << 20U)
        static_cast<void>(read.value().answer(Question{}));  // of a number a column
      break;
    case 3:
      static_cast<void>(Manifest::parse(sealed_manifest(std::string(bytes)), "manifest.txt"));
      break;
    default:
      if (auto driver = Driver::resume(sealed_state(bytes))) go_on(std::move(driver).value(), shard);
  }
  return 0;
}
