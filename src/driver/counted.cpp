#include "driver/counted.hpp"

#include <array>
#include <utility>

#include "driver/confusion.hpp"

namespace halfspace {

void Counted::ask(Question& q, std::vector<std::vector<double>> weights) {
  q.ask = Ask::mistakes;
  for (std::vector<double>& of_output : weights) q.tasks.emplace_back().weights = std::move(of_output);
}

Result<void> Counted::take(const Answer& answer, const Question& asked) {
  const std::size_t K = asked.classes.size();
  if (!is_whole_count(answer, K)) return incomplete();
  confusion_ = answer.count;
  counts_ = counts_of(answer, K, !asked.class_weight.empty());
  return {};
}

void Counted::pack(Packer& to) const {
  for (const double n : {counts_.weight, counts_.mistaken_weight, counts_.loss}) to.number(n);
  to.number(counts_.on_boundary);
  to.array<std::uint64_t>(confusion_);
}

bool Counted::unpack(Unpacker& from, std::size_t classes) {
  std::array<double, 3> weights{};
  for (double& n : weights) n = from.number<double>();
  const auto on_boundary = from.number<std::uint64_t>();
  Answer counted;
  counted.count = from.array<std::uint64_t>();
  if (!from.ok() || (!counted.count.empty() && counted.count.size() != classes * classes)) return false;
  confusion_ = counted.count;
  counts_ = counts_of(counted, classes, false);
  counts_.weight = weights[0];
  counts_.mistaken_weight = weights[1];
  counts_.loss = weights[2];
  counts_.on_boundary = on_boundary;
  return true;
}

}  // namespace halfspace
