#include "simd/text_ops.hpp"

#include "simd/vector_tables.hpp"

namespace halfspace {

namespace {

constexpr std::size_t places_spare = 16;  // written behind the last place; there may be one for each byte of a block

}  // namespace

void TokenPlaces::make_room(std::size_t bytes) {
  for (Buffer<std::uint32_t>* places : {&colon, &end, &label_first, &label_end, &row_end})
    fit_scratch(*places, bytes + places_spare);
}

void CellPlaces::make_room(std::size_t bytes) { fit_scratch(end, bytes + places_spare); }

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
