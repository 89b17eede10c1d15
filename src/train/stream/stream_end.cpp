#include "train/stream/stream_end.hpp"

#include <algorithm>

#include "base/text.hpp"

namespace halfspace {

std::string text_of(Halt why) {
  return why == Halt::timeout ? "the time limit is reached" : "by a signal (Ctrl-C or SIGTERM)";
}

StreamEnd StreamEnd::of(const StreamRequest& request, std::optional<Halt> halted, const std::string& clean,
                        std::uint64_t passes) {
  if (halted) return {ended_by(*halted), text_of(*halted)};
  if (!clean.empty()) return {Status::converged, clean};
  const bool awaited = request.is_perceptron() && request.perceptron.stop == Stop::clean_pass && request.passes > 1;
  if (awaited) return {Status::not_converged, "the cap of " + counted(passes, "pass") + " is reached"};
  return {Status::passes, counted(passes, "pass") + " made"};
}

void StreamEnd::judge(std::span<const PerceptronResult> results) {
  if (status == Status::interrupted || status == Status::timeout) return;
  const auto idle = std::count_if(results.begin(), results.end(), [&](const PerceptronResult& r) {
    return r.status == Status::vacuous && (status == Status::converged || r.updates == 0);
  });
  if (idle == 0) return;
  status = Status::vacuous;
  const std::string of =
      results.size() == 1 ? "" : " of " + std::to_string(idle) + " of " + counted(results.size(), "class");
  reason += ", but the weights" + of + " are all zero and separate nothing";
}

}  // namespace halfspace
