// The bytes of a shard, piece by piece (shard_head.hpp).
#include <array>
#include <cstddef>
#include <utility>
#include <variant>

#include "base/atomic_file.hpp"
#include "base/text_hash.hpp"
#include "shard/shard_head.hpp"

namespace halfspace {
namespace {

/// Hands all that follows the checksum on, piece by piece, to `to(std::span<const char>) -> Result<void>`.
template <class Sink>
class Pieces {
 public:
  explicit Pieces(const Sink& to) : to_(to) {}

  /// An array from the next place on that is divisible by the alignment.
  template <class T>
  void put(std::span<const T> values) {
    static constexpr std::array<char, shard_file::alignment> zeros{};
    give(std::span(zeros).first((shard_file::alignment - at_ % shard_file::alignment) % shard_file::alignment));
    if (!values.empty()) give({reinterpret_cast<const char*>(values.data()), values.size_bytes()});  // NOLINT
  }
  template <class T>
  void put(const DenseMatrix<T>& x) {
    if (x.gap == 0) return put(x.value.span());
    std::vector<T> packed;
    packed.reserve(x.rows * x.cols);
    for (std::size_t i = 0; i < x.rows; ++i) packed.insert(packed.end(), x.row(i).value, x.row(i).value + x.cols);
    put(std::span<const T>(packed));
  }
  template <class T>
  void put(const CsrMatrix<T>& x) {
    put(x.start.span());
    put(x.column.span());
    put(x.value.span());
  }
  void give(std::span<const char> bytes) {
    at_ += bytes.size();
    if (result_) result_ = to_(bytes);
  }
  Result<void> result() && { return std::move(result_); }

 private:
  const Sink& to_;
  std::size_t at_ = shard_file::front;
  Result<void> result_;
};

template <class Sink>
Result<void> give_pieces(const ShardRows& r, const shard_file::Head& h, const Sink& to) {
  Pieces<Sink> pieces(to);
  Packer head;
  head.text(shard_file::head_bytes(h));
  pieces.give(head.take());
  std::visit([&](const auto& x) { pieces.put(x); }, r.x);
  pieces.put(r.label.span());
  pieces.put(r.weight.span());
  return std::move(pieces).result();
}

}  // namespace

Result<void> Shard::give(const ByteSink& to) const {
  const ShardRows& r = *rows_;
  shard_file::Head h{static_cast<std::uint8_t>(r.x.index()),
                     r.number,
                     rows(),
                     cols(),
                     0,
                     r.weight.empty() ? std::uint8_t{0} : std::uint8_t{1},
                     r.labels,
                     r.columns};
  h.entries = h.kind >= 2 ? stored() : 0;
  TextHash hash;
  const auto hashed = [&](std::span<const char> bytes) -> Result<void> {
    hash.add(bytes.data(), bytes.size());
    return {};
  };
  (void)give_pieces(r, h, hashed);
  if (auto begun = to(shard_file::shard_magic); !begun) return begun;
  const TextHash::Digest digest = hash.digest();
  if (auto told = to(digest); !told) return told;
  return give_pieces(r, h, to);
}

std::string Shard::bytes() const {
  std::string out;
  out.reserve(memory() + memory() / 64 + 4096);
  (void)give([&](std::span<const char> bytes) -> Result<void> {
    out.append(bytes.data(), bytes.size());
    return {};
  });
  return out;
}

Result<void> Shard::save(const std::string& path, bool lasting) const {
  auto file = AtomicFile::create(path);
  if (!file) return file.error();
  const auto written = give(
      [&](std::span<const char> bytes) { return file.value().write(std::string_view(bytes.data(), bytes.size())); });
  return written ? file.value().commit(lasting) : written;
}

}  // namespace halfspace
