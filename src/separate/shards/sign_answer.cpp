#include "separate/shards/sign_answer.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <iterator>
#include <tuple>

#include "halfspace/version.h"
#include "separate/shards/whole_bytes.hpp"

namespace halfspace {
namespace {

void put(Packer& to, const FoundRow& r) {
  to.number(r.score);
  to.number(r.alike);
  to.number(r.place);
  to.number(r.number);
  to.number(r.label);
  to.array<std::uint32_t>(r.column);
  to.array<double>(r.value);
}

FoundRow row_from(Unpacker& from) {
  FoundRow r;
  r.score = from.number<double>();
  r.alike = from.number<std::uint64_t>();
  r.place = from.number<std::uint64_t>();
  r.number = from.number<std::uint64_t>();
  r.label = from.number<std::uint32_t>();
  r.column = from.array<std::uint32_t>();
  r.value = from.array<double>();
  return r;
}

void put(Packer& to, const FoundRows& f) {
  to.number(f.count);
  for (const FoundRows::Sides* sides : {&f.wanted, &f.near}) {
    for (const auto& side : *sides) {
      to.number<std::uint64_t>(side.size());
      for (const FoundRow& r : side) put(to, r);
    }
  }
  to.number<std::uint8_t>(f.least ? 1 : 0);
  if (f.least) put_whole(to, *f.least);
}

FoundRows rows_from(Unpacker& from) {
  FoundRows out;
  out.count = from.number<std::uint64_t>();
  for (FoundRows::Sides* sides : {&out.wanted, &out.near}) {
    for (auto& side : *sides) {
      const std::uint64_t count = from.length(sizeof(std::uint64_t));
      for (std::uint64_t k = 0; k < count && from.ok(); ++k) side.push_back(row_from(from));
    }
  }
  if (from.number<std::uint8_t>() != 0) out.least = whole_from(from);
  return out;
}

void put_facts(Packer& to, const SignAnswer& a) {
  to.number(a.cols);
  to.number(a.entries);
  to.number<std::int32_t>(a.decimals);
  to.number<std::uint8_t>(a.short_decimals ? 1 : 0);
  to.number<std::uint8_t>(a.dense ? 1 : 0);
  to.texts(a.columns);
  to.array<std::uint8_t>(a.used);
  to.number<std::uint64_t>(a.of_shard.size());
  for (const auto& [shard, classes] : a.of_shard) {
    to.number(shard);
    to.number<std::uint64_t>(classes.size());
    for (const auto& [label, rows] : classes) {
      to.text(label);
      to.number(rows);
    }
  }
}

void take_facts(Unpacker& from, SignAnswer& a) {
  a.cols = from.number<std::uint64_t>();
  a.entries = from.number<std::uint64_t>();
  a.decimals = from.number<std::int32_t>();
  a.short_decimals = from.number<std::uint8_t>() != 0;
  a.dense = from.number<std::uint8_t>() != 0;
  a.columns = from.texts();
  a.used = from.array<std::uint8_t>();
  const std::uint64_t shards = from.length(sizeof(std::uint64_t));
  for (std::uint64_t k = 0; k < shards && from.ok(); ++k) {
    auto& classes = a.of_shard[from.number<std::uint64_t>()];
    const std::uint64_t count = from.length(sizeof(std::uint64_t));
    for (std::uint64_t c = 0; c < count && from.ok(); ++c) {
      const std::string label = from.text();
      classes[label] = from.number<std::uint64_t>();
    }
  }
}

/// Has it what a driver looks at?
bool is_sound(const SignAnswer& a) {
  constexpr int most_decimals = 1200;
  const auto in_order = [](const FoundRow& r) {
    return r.column.size() == r.value.size() && std::isfinite(r.score) &&
           std::adjacent_find(r.column.begin(), r.column.end(), std::greater_equal<>()) == r.column.end() &&
           std::all_of(r.value.begin(), r.value.end(), [](double v) { return std::isfinite(v) && v != 0; });
  };
  if (a.decimals < 0 || a.decimals > most_decimals) return false;
  for (const FoundRows& f : a.found) {
    for (const auto* side : f.sides())
      if (!std::all_of(side->begin(), side->end(), in_order)) return false;
  }
  return a.used.size() == a.cols && (a.columns.empty() || a.columns.size() == a.cols);
}

/// What keeps two answers from being one question's.
std::string mismatch(const SignAnswer& a, const SignAnswer& b) {
  if (a.ask != b.ask || a.round != b.round || a.found.size() != b.found.size())
    return "an answer belongs to another question";
  if (a.ask != SignAsk::facts || a.rows == 0 || b.rows == 0) return "";
  if (a.dense != b.dense) return "some partitions hold dense rows and others sparse ones; give all of them one kind";
  if (a.dense && a.cols != b.cols)
    return "partitions differ in the number of columns (" + std::to_string(std::min(a.cols, b.cols)) + " and " +
           std::to_string(std::max(a.cols, b.cols)) + "); give all of them the same columns";
  if (a.columns != b.columns) return "partitions differ in the names of their columns; give all of them the same";
  return "";
}

void fail(SignAnswer& a, std::uint64_t shard, std::string why) {
  if (!a.failure || shard < a.failure->first) a.failure = {shard, std::move(why)};
}

void add_facts(SignAnswer& first, SignAnswer& second) {
  if (first.rows == 0) first.dense = second.dense;
  first.cols = std::max(first.cols, second.cols);
  first.entries += second.entries;
  first.decimals = std::max(first.decimals, second.decimals);
  first.short_decimals = first.short_decimals && second.short_decimals;
  if (first.columns.empty()) first.columns = std::move(second.columns);
  first.used.resize(first.cols);
  for (std::size_t j = 0; j < second.used.size(); ++j) first.used[j] |= second.used[j];
  for (auto& [shard, classes] : second.of_shard) {
    if (!first.of_shard.emplace(shard, std::move(classes)).second)
      fail(first, shard, "two partitions have the number " + std::to_string(shard));
  }
}

void join(FoundRows::Sides& first, FoundRows::Sides& second, std::uint64_t most) {
  for (std::size_t s = 0; s < first.size(); ++s) {
    std::move(second[s].begin(), second[s].end(), std::back_inserter(first[s]));
    keep_lowest(first[s], most);
  }
}

void add_rows(FoundRows& first, FoundRows& second, std::uint64_t most) {
  first.count += second.count;
  join(first.wanted, second.wanted, most);
  join(first.near, second.near, most / FoundRows::share_of_near);
  if (second.least && (!first.least || *second.least < *first.least)) first.least = std::move(second.least);
}

}  // namespace

void keep_lowest(std::vector<FoundRow>& rows, std::uint64_t most) {
  const auto before = [](const FoundRow& a, const FoundRow& b) {
    return std::tie(a.score, a.alike, a.place) < std::tie(b.score, b.alike, b.place);
  };
  const auto alike = [](const FoundRow& a, const FoundRow& b) { return a.score == b.score && a.alike == b.alike; };
  std::sort(rows.begin(), rows.end(), before);
  rows.erase(std::unique(rows.begin(), rows.end(), alike), rows.end());
  std::sort(rows.begin(), rows.end(), [](const FoundRow& a, const FoundRow& b) { return a.key() < b.key(); });
  if (rows.size() > most) rows.resize(most);
}

void add(SignAnswer& first, SignAnswer second) {
  if (second.failure) fail(first, second.failure->first, second.failure->second);
  if (const std::string why = mismatch(first, second); !why.empty()) return fail(first, 0, why);
  if (first.ask == SignAsk::facts) add_facts(first, second);
  first.rows += second.rows;
  for (std::size_t k = 0; k < first.found.size(); ++k) add_rows(first.found[k], second.found[k], first.most);
  if (second.radius_squared > first.radius_squared) first.radius_squared = second.radius_squared;
  if (first.hash.empty()) first.hash = std::move(second.hash);
}

std::string SignAnswer::bytes() const {
  Packer to;
  to.text(begins);
  to.text(HALFSPACE_VERSION);
  to.number(ask);
  to.number(round);
  to.number(most);
  to.number(rows);
  to.number<std::uint64_t>(found.size());
  for (const FoundRows& f : found) put(to, f);
  put_whole(to, radius_squared.get_num());
  put_whole(to, radius_squared.get_den());
  to.text(hash);
  put_facts(to, *this);
  to.number<std::uint8_t>(failure ? 1 : 0);
  if (failure) {
    to.number(failure->first);
    to.text(failure->second);
  }
  return to.take();
}

bool SignAnswer::is_one(std::string_view bytes) { return Unpacker(bytes).text() == begins; }

Result<SignAnswer> SignAnswer::parse(std::string_view bytes) {
  const Error damaged{Code::bad_data, "answer", "is damaged, or of another version of halfspace"};
  Unpacker from(bytes);
  if (from.text() != begins || from.text() != HALFSPACE_VERSION) return damaged;
  SignAnswer a;
  a.ask = from.number<SignAsk>();
  a.round = from.number<std::uint64_t>();
  a.most = from.number<std::uint64_t>();
  a.rows = from.number<std::uint64_t>();
  const std::uint64_t tasks = from.length(1);
  for (std::uint64_t k = 0; k < tasks && from.ok(); ++k) a.found.push_back(rows_from(from));
  const Integer over = whole_from(from);
  const Integer under = whole_from(from);
  if (!from.ok() || under <= 0) return damaged;
  a.radius_squared = Rational(over, under);
  a.hash = from.text();
  take_facts(from, a);
  if (from.number<std::uint8_t>() != 0) {
    a.failure.emplace();
    a.failure->first = from.number<std::uint64_t>();
    a.failure->second = from.text();
  }
  if (!from.at_end() || a.ask > SignAsk::text || !is_sound(a)) return damaged;
  return a;
}

}  // namespace halfspace
