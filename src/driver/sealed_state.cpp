#include "driver/sealed_state.hpp"

#include <algorithm>

#include "base/text_hash.hpp"

namespace halfspace {
namespace {

constexpr std::string_view any_magic = "halfspace driver ";
constexpr std::string_view magic = "halfspace driver 3\n";

}  // namespace

std::string sealed_state(std::string_view content) {
  const TextHash::Digest hash = TextHash::of(content);
  std::string out(magic);
  out.append(hash.data(), hash.size()).append(content);
  return out;
}

Result<std::string_view> content_of_state(std::string_view state) {
  constexpr std::size_t front = magic.size() + sizeof(TextHash::Digest);
  if (!state.starts_with(magic)) {
    const bool other = state.starts_with(any_magic);
    return Error{Code::bad_data, "checkpoint",
                 other ? "another version of halfspace wrote it; begin anew without it"
                       : "these bytes are no state of a driver"};
  }
  const std::string_view content = state.substr(std::min(front, state.size()));
  const TextHash::Digest hash = TextHash::of(content);
  if (state.substr(magic.size(), hash.size()) != std::string_view(hash.data(), hash.size()))
    return Error{Code::bad_data, "checkpoint", "is damaged; begin anew without it"};
  return content;
}

}  // namespace halfspace
