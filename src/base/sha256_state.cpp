// SHA-256 that goes on in another process.
#include <cstring>

#include "base/sha256.hpp"

namespace halfspace {

std::string Sha256::state() const {
  std::string out(sizeof(state_), '\0');
  std::memcpy(out.data(), &state_, sizeof(state_));
  return out;
}

bool Sha256::go_on(std::string_view state) {
  if (state.size() != sizeof(state_)) return false;
  std::memcpy(&state_, state.data(), sizeof(state_));
  return state_.index < SHA256_BLOCK_SIZE;
}

}  // namespace halfspace
