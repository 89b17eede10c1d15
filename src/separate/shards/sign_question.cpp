#include "separate/shards/sign_question.hpp"

#include "base/text.hpp"
#include "halfspace/version.h"
#include "separate/shards/whole_bytes.hpp"

namespace halfspace {
namespace {

constexpr int most_decimals = 1200;

Error unreadable(const std::string& what) { return {Code::bad_data, "question", what}; }

/// Do its parts have the sizes that they need?
bool is_whole(const SignQuestion& q) {
  if (q.cols > (std::uint64_t{1} << 31U) || q.decimals < 0 || q.decimals > most_decimals) return false;
  for (const SignTask& t : q.tasks) {
    const bool weighed = q.ask == SignAsk::draw ? t.weights.empty() : t.weights.size() == q.dims();
    const bool known =
        t.positive < q.classes.size() && (t.negative == SignTask::the_rest || t.negative < q.classes.size());
    if (!weighed || !known || t.wanted > SignTask::Wanted::least) return false;
  }
  return true;
}

}  // namespace

std::string SignQuestion::bytes() const {
  Packer to;
  to.text(begins);
  to.text(HALFSPACE_VERSION);
  to.number(ask);
  to.number(round);
  to.number(cols);
  to.number<std::uint8_t>(bias ? 1 : 0);
  to.number<std::int32_t>(decimals);
  to.number<std::uint8_t>(short_decimals ? 1 : 0);
  to.texts(classes);
  to.array<std::uint64_t>(first_row);
  to.array<std::uint64_t>(first_used);
  to.number(most);
  to.number<std::uint64_t>(tasks.size());
  for (const SignTask& t : tasks) {
    to.number(t.positive);
    to.number(t.negative);
    to.number(t.wanted);
    put_wholes(to, t.weights);
    put_whole(to, t.level);
  }
  to.number(shard);
  to.text(hash);
  to.text(label_column);
  to.texts(columns);
  return to.take();
}

bool SignQuestion::is_one(std::string_view bytes) { return Unpacker(bytes).text() == begins; }

Result<SignQuestion> SignQuestion::parse(std::string_view bytes) {
  Unpacker from(bytes);
  if (from.text() != begins) return unreadable("these bytes are no question of separate, or one of another version");
  if (const std::string version = from.text(); version != HALFSPACE_VERSION)
    return unreadable("the driver has halfspace " + in_quotes(version) +
                      ", this worker " HALFSPACE_VERSION "; install the same version on all machines");
  SignQuestion q;
  q.ask = from.number<SignAsk>();
  q.round = from.number<std::uint64_t>();
  q.cols = from.number<std::uint64_t>();
  q.bias = from.number<std::uint8_t>() != 0;
  q.decimals = from.number<std::int32_t>();
  q.short_decimals = from.number<std::uint8_t>() != 0;
  q.classes = from.texts();
  q.first_row = from.array<std::uint64_t>();
  q.first_used = from.array<std::uint64_t>();
  q.most = from.number<std::uint64_t>();
  const std::uint64_t tasks = from.length(1);
  for (std::uint64_t k = 0; k < tasks && from.ok(); ++k) {
    SignTask t;
    t.positive = from.number<std::uint32_t>();
    t.negative = from.number<std::uint32_t>();
    t.wanted = from.number<SignTask::Wanted>();
    t.weights = wholes_from(from);
    t.level = whole_from(from);
    q.tasks.push_back(std::move(t));
  }
  q.shard = from.number<std::uint64_t>();
  q.hash = from.text();
  q.label_column = from.text();
  q.columns = from.texts();
  if (!from.at_end() || q.ask > SignAsk::text || !is_whole(q)) return unreadable("is damaged");
  return q;
}

}  // namespace halfspace
