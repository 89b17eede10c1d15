#include "shard/shard.hpp"

#include <algorithm>
#include <variant>

#include "base/machine.hpp"
#include "base/text.hpp"
#include "shard/answer_work.hpp"

namespace halfspace {

std::uint64_t Shard::cols() const {
  return std::visit([](const auto& x) { return std::uint64_t{x.cols}; }, rows_->x);
}

std::uint64_t Shard::stored() const {
  return std::visit([](const auto& x) { return std::uint64_t{x.stored()}; }, rows_->x);
}

std::uint64_t Shard::memory() const {
  const std::uint64_t values = std::visit(
      []<class M>(const M& x) -> std::uint64_t {
        if constexpr (requires { x.start; })
          return x.start.span().size_bytes() + x.column.span().size_bytes() + x.value.span().size_bytes();
        else
          return x.value.span().size_bytes();
      },
      rows_->x);
  return values + rows_->label.span().size_bytes() + rows_->weight.span().size_bytes() + memory_->scaled.bytes();
}

std::string Shard::why_not(const Question& q) const {
  const std::string name = "partition " + std::to_string(number());
  if (cols() > q.cols && (q.ask != Ask::schema || q.scale.on()))
    return name + " has " + std::to_string(cols()) + " columns, the question " + std::to_string(q.cols);
  if (!q.scale.on() || memory_->scaled.has(q.scale)) return "";
  const std::uint64_t bytes = scaled_bytes(*rows_, q.scale);
  const auto available = available_memory();
  if (!available || bytes <= *available) return "";
  return name + " takes " + grouped(bytes >> 20U) + " MiB once its columns are scaled, and " +
         grouped(*available >> 20U) + " MiB are free where it is; give the rows more machines or memory" +
         (becomes_dense(*rows_, q.scale) ? ", or choose scale max-norm, which keeps sparse rows sparse" : "");
}

Answer Shard::answer(const Question& q, unsigned threads) const {
  threads = static_cast<unsigned>(std::clamp<std::uint64_t>(this->rows() / 1024, 1, std::max(1U, threads)));
  Answer out;
  out.ask = q.ask;
  out.round = q.round;
  if (const std::string why = why_not(q); !why.empty()) {
    out.failure = ShardFailure{number(), why};
    return out;
  }
  const std::shared_ptr<const ShardRows> seen = q.scale.on() ? memory_->scaled.of(*rows_, q.scale) : rows_;
  const ShardRows& rows = *seen;
  if (q.ask == Ask::schema) {
    answer_schema(rows, q, out);
    return out;
  }
  const RowFacts facts(rows, q);
  if (q.ask != Ask::scaling && !facts.unknown().empty()) {
    out.failure = ShardFailure{rows.number, "partition " + std::to_string(rows.number) + " has the label " +
                                                in_quotes(facts.unknown()) + ", which is none of the classes"};
    return out;
  }
  switch (q.ask) {
    case Ask::sizes:
      answer_sizes(rows, q, facts, out);
      break;
    case Ask::work:
      answer_work(rows, q, facts, *memory_, threads, out);
      break;
    case Ask::mistakes:
      answer_mistakes(rows, q, facts, threads, out);
      break;
    case Ask::held_out:
      answer_held_out(rows, q, facts, threads, out);
      break;
    case Ask::calibration:
      answer_calibration(rows, q, facts, threads, out);
      break;
    case Ask::visits:
      answer_visits(rows, q, facts, out);
      break;
    case Ask::softmax:
      answer_softmax(rows, q, facts, *memory_, threads, out);
      break;
    case Ask::scaling:
      answer_scaling(rows, q, facts, out);
      break;
    case Ask::schema:
      break;
  }
  return out;
}

}  // namespace halfspace
