#include "driver/confusion.hpp"

#include <string>

namespace halfspace {

bool is_whole_count(const Answer& mistakes, std::size_t classes) {
  if (mistakes.count.size() != classes * classes || mistakes.exact.size() != mistake_sums) return false;
  const double on_boundary = mistakes.exact[3].value();
  return on_boundary >= 0 && on_boundary <= 0x1p53;
}

Error incomplete() { return {Code::bad_data, "partitions", "gave no whole answer"}; }

Result<void> check_rows(std::uint64_t answered, std::uint64_t rows) {
  if (answered == rows) return {};
  return Error{Code::bad_data, "partitions",
               "the answers are of " + std::to_string(answered) + " rows, the data has " + std::to_string(rows) +
                   ": a partition is missing, was added twice, or has changed"};
}

Counts counts_of(const Answer& mistakes, std::size_t classes, bool weighted) {
  Counts out;
  out.classes = classes;
  for (std::size_t k = 0; k < mistakes.count.size(); ++k) {
    const std::uint64_t rows = mistakes.count[k];
    out.rows += rows;
    if (k / classes != k % classes) out.mistakes += rows;
    if (rows > 0) out.confusion[{k / classes, k % classes}] = rows;
  }
  if (mistakes.exact.size() < mistake_sums) return out;
  const double weight = mistakes.exact[0].value();
  const double mistaken = mistakes.exact[1].value();
  weighted = weighted || weight != static_cast<double>(out.rows) || mistaken != static_cast<double>(out.mistakes);
  out.weight = weighted ? weight : 0;
  out.mistaken_weight = weighted ? mistaken : 0;
  out.loss = mistakes.exact[2].value() / weight;
  out.on_boundary = static_cast<std::uint64_t>(mistakes.exact[3].value());
  return out;
}

}  // namespace halfspace
