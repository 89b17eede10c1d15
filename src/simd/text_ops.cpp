#include "simd/text_ops.hpp"

#include "simd/vector_tables.hpp"

namespace halfspace {

namespace {

/// For a place a byte of a block; some more are written behind the last one.
void make_room_for_places(Buffer<std::uint32_t>& places, std::size_t bytes) {
  constexpr std::size_t spare = 16;
  if (places.size() < bytes + spare) places.resize(bytes + spare);
}

}  // namespace

void TokenPlaces::make_room(std::size_t bytes) {
  for (Buffer<std::uint32_t>* places : {&colon, &end, &label_first, &label_end, &row_end})
    make_room_for_places(*places, bytes);
}

void CellPlaces::make_room(std::size_t bytes) { make_room_for_places(end, bytes); }

const TextOps* text_ops() {
  static const TextOps* const best = best_set() == InstructionSet::v4   ? text_v4()
                                     : best_set() == InstructionSet::v3 ? text_v3()
                                                                        : nullptr;
  return best;
}

std::vector<const TextOps*> supported_text_ops() {
  std::vector<const TextOps*> out;
  if (best_set() != InstructionSet::baseline) out.push_back(text_v3());
  if (best_set() == InstructionSet::v4) out.push_back(text_v4());
  std::erase(out, nullptr);
  return out;
}

}  // namespace halfspace
