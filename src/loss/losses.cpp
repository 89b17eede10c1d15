#include "loss/losses.hpp"

namespace halfspace {

std::string names_of_losses(bool (*fit)(LossKind)) {
  std::string out;
  std::string_view last;
  for (std::size_t k = 0; k < every_loss.size(); ++k) {
    if (!fit(static_cast<LossKind>(k))) continue;
    if (!last.empty()) out += (out.empty() ? "" : ", ") + std::string(last);
    last = Names<LossKind>::list[k];
  }
  return (out.empty() ? "" : out + " or ") + std::string(last);
}

}  // namespace halfspace
