#include "shard/answer.hpp"

#include <algorithm>
#include <cstddef>
#include <utility>

#include "base/text.hpp"
#include "halfspace/version.h"
#include "shard/packed.hpp"

namespace halfspace {
namespace {

constexpr std::string_view answer_magic = "halfspace answer 1";

/// The chunks from the first to the last that is not 0.
void put(Packer& to, const ExactSum& sum) {
  const auto& chunk = sum.chunk();
  std::size_t first = 0;
  std::size_t last = chunk.size();
  while (first < last && chunk[first] == 0) ++first;
  while (last > first && chunk[last - 1] == 0) --last;
  to.number<std::uint8_t>(sum.finite() ? 1 : 0);
  to.number<std::uint64_t>(first);
  to.number<std::uint64_t>(last - first);
  to.raw(std::span(chunk).subspan(first, last - first));
}

ExactSum exact_from(Unpacker& from) {
  const bool finite = from.number<std::uint8_t>() != 0;
  const auto first = from.number<std::uint64_t>();
  const std::uint64_t count = from.length(sizeof(ExactSum::Wide));
  std::array<ExactSum::Wide, ExactSum::chunks> chunk{};
  if (first > chunk.size() || count > chunk.size() - first) {
    from.taken(static_cast<std::uint64_t>(-1));  // is not there
    return {};
  }
  for (std::uint64_t k = 0; k < count; ++k) chunk[first + k] = from.number<ExactSum::Wide>();
  return ExactSum::of(chunk, finite);
}

template <class T, class Combine>
void combine(std::vector<T>& a, const std::vector<T>& b, const Combine& f) {
  if (a.size() < b.size()) a.resize(b.size());
  for (std::size_t k = 0; k < b.size(); ++k) f(a[k], b[k]);
}

/// What keeps two answers from being one question's.
std::string mismatch(const Answer& a, const Answer& b) {
  if (a.ask != b.ask || a.round != b.round) return "an answer belongs to another question";
  if (a.ask != Ask::schema)
    return a.sum.size() != b.sum.size() || a.exact.size() != b.exact.size() ? "an answer has another size" : "";
  if (a.rows.empty() || b.rows.empty()) return "";
  if (a.dense != b.dense) return "some partitions hold dense rows and others sparse ones; give all of them one kind";
  if (a.dense && a.sum.size() != b.sum.size())
    return "partitions differ in the number of columns (" + std::to_string(std::min(a.sum.size(), b.sum.size())) +
           " and " + std::to_string(std::max(a.sum.size(), b.sum.size())) + "); give all of them the same columns";
  if (a.columns != b.columns) return "partitions differ in the names of their columns; give all of them the same";
  return "";
}

}  // namespace

void add(Answer& first, const Answer& second) {
  if (second.failure && (!first.failure || second.failure->shard < first.failure->shard))
    first.failure = second.failure;
  if (const std::string why = mismatch(first, second); !why.empty() && !first.failure)
    first.failure = ShardFailure{0, why};
  combine(first.sum, second.sum, [](double& a, double b) { a += b; });
  combine(first.most, second.most, [](double& a, double b) { a = std::max(a, b); });
  combine(first.exact, second.exact, [](ExactSum& a, const ExactSum& b) { a.add(b); });
  combine(first.count, second.count, [](std::uint64_t& a, std::uint64_t b) { a += b; });
  for (const auto& [label, of] : second.classes) {
    ClassRows& to = first.classes[label];
    to.rows += of.rows;
    to.weight.add(of.weight);
  }
  for (const auto& [shard, rows] : second.rows) {
    if (!first.rows.emplace(shard, rows).second && !first.failure)
      first.failure = ShardFailure{shard, "two partitions have the number " + std::to_string(shard)};
  }
  combine(first.states, second.states, [](std::string& a, const std::string& b) {
    if (a.empty()) a = b;
  });
  if (first.columns.empty()) first.columns = second.columns;
  first.dense = first.dense || second.dense;
}

std::string Answer::bytes() const {
  Packer to;
  to.text(answer_magic);
  to.text(HALFSPACE_VERSION);
  to.number(ask);
  to.number(round);
  to.array<double>(sum);
  to.array<double>(most);
  to.number<std::uint64_t>(exact.size());
  for (const ExactSum& e : exact) put(to, e);
  to.array<std::uint64_t>(count);
  to.number<std::uint64_t>(classes.size());
  for (const auto& [label, of] : classes) {
    to.text(label);
    to.number(of.rows);
    put(to, of.weight);
  }
  to.number<std::uint64_t>(rows.size());
  for (const auto& [shard, n] : rows) {
    to.number(shard);
    to.number(n);
  }
  to.texts(columns);
  to.texts(states);
  to.number<std::uint8_t>(dense ? 1 : 0);
  to.number<std::uint8_t>(failure ? 1 : 0);
  if (failure) {
    to.number(failure->shard);
    to.text(failure->message);
  }
  return to.take();
}

Result<Answer> Answer::parse(std::string_view bytes) {
  Unpacker from(bytes);
  if (from.text() != answer_magic)
    return Error{Code::bad_data, "answer", "these bytes are no answer of a shard, or one of another version"};
  if (const std::string version = from.text(); version != HALFSPACE_VERSION)
    return Error{Code::bad_data, "answer",
                 "comes from halfspace " + in_quotes(version) +
                     ", this is " HALFSPACE_VERSION "; install the same version on all machines"};
  Answer a;
  const auto ask = from.number<std::uint8_t>();
  a.ask = static_cast<Ask>(ask < Names<Ask>::list.size() ? ask : 0);
  a.round = from.number<std::uint64_t>();
  a.sum = from.array<double>();
  a.most = from.array<double>();
  const std::uint64_t exact = from.length(1);
  for (std::uint64_t k = 0; k < exact && from.ok(); ++k) a.exact.push_back(exact_from(from));
  a.count = from.array<std::uint64_t>();
  const std::uint64_t classes = from.length(1);
  for (std::uint64_t k = 0; k < classes && from.ok(); ++k) {
    const std::string label = from.text();
    ClassRows& to = a.classes[label];
    to.rows = from.number<std::uint64_t>();
    to.weight = exact_from(from);
  }
  const std::uint64_t shards = from.length(1);
  for (std::uint64_t k = 0; k < shards && from.ok(); ++k) {
    const auto shard = from.number<std::uint64_t>();
    a.rows[shard] = from.number<std::uint64_t>();
  }
  a.columns = from.texts();
  a.states = from.texts();
  a.dense = from.number<std::uint8_t>() != 0;
  if (from.number<std::uint8_t>() != 0) {
    ShardFailure failure;
    failure.shard = from.number<std::uint64_t>();
    failure.message = from.text();
    a.failure = std::move(failure);
  }
  if (!from.at_end() || ask >= Names<Ask>::list.size()) return Error{Code::bad_data, "answer", "is damaged"};
  return a;
}

}  // namespace halfspace
