// A shard as bytes:
//
//   "halfspace shard 1\n"; XXH3-128 of all that follows; a head (sizes, labels, names of columns); arrays, each from a
//   place divisible by 64 on: start, column (sparse rows), values, labels, weights.
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <memory>
#include <utility>
#include <variant>

#include "base/atomic_file.hpp"
#include "base/mapped_file.hpp"
#include "base/text_hash.hpp"
#include "shard/packed.hpp"
#include "shard/shard.hpp"

namespace halfspace {
namespace {

constexpr std::string_view shard_magic = Shard::file_begins;
constexpr std::size_t alignment = 64;
constexpr std::size_t front = shard_magic.size() + sizeof(TextHash::Digest);

struct Head {
  std::uint8_t kind = 0;  // index of the Matrix
  std::uint64_t number = 0;
  std::uint64_t rows = 0;
  std::uint64_t cols = 0;
  std::uint64_t entries = 0;  // sparse rows
  std::uint8_t weighted = 0;
  std::vector<std::string> labels;
  std::vector<std::string> columns;
};

std::string head_bytes(const Head& h) {
  Packer to;
  to.number(h.kind);
  to.number(h.number);
  to.number(h.rows);
  to.number(h.cols);
  to.number(h.entries);
  to.number(h.weighted);
  to.texts(h.labels);
  to.texts(h.columns);
  return to.take();
}

Head head_from(std::string_view bytes, bool& fine) {
  Unpacker from(bytes);
  Head h;
  h.kind = from.number<std::uint8_t>();
  h.number = from.number<std::uint64_t>();
  h.rows = from.number<std::uint64_t>();
  h.cols = from.number<std::uint64_t>();
  h.entries = from.number<std::uint64_t>();
  h.weighted = from.number<std::uint8_t>();
  h.labels = from.texts();
  h.columns = from.texts();
  constexpr std::uint64_t most = std::uint64_t{1} << 48U;
  fine = from.at_end() && h.kind < std::variant_size_v<Matrix> && h.rows < most && h.entries < most &&
         h.cols <= (std::uint64_t{1} << 31U) && (h.rows == 0 || h.cols < most / h.rows || h.kind >= 2);
  return h;
}

/// Appends an array at the next place that is divisible by `alignment`.
template <class T>
void put(std::string& to, std::span<const T> values) {
  to.resize((to.size() + alignment - 1) / alignment * alignment);
  if (!values.empty()) to.append(reinterpret_cast<const char*>(values.data()), values.size_bytes());  // NOLINT
}

template <class T>
void put_rows(std::string& to, const DenseMatrix<T>& x) {
  if (x.gap == 0) return put(to, x.value.span());
  std::vector<T> packed;
  packed.reserve(x.rows * x.cols);
  for (std::size_t i = 0; i < x.rows; ++i) packed.insert(packed.end(), x.row(i).value, x.row(i).value + x.cols);
  put(to, std::span<const T>(packed));
}
template <class T>
void put_rows(std::string& to, const CsrMatrix<T>& x) {
  put(to, x.start.span());
  put(to, x.column.span());
  put(to, x.value.span());
}

/// Arrays one after another, where they stand.
class Arrays {
 public:
  Arrays(std::string_view bytes, std::size_t at) : bytes_(bytes), at_(at) {}

  template <class T>
  Buffer<T> next(std::uint64_t count) {
    at_ = (at_ + alignment - 1) / alignment * alignment;
    if (!fine_ || at_ > bytes_.size() || count > (bytes_.size() - at_) / sizeof(T)) {
      fine_ = false;
      return {};
    }
    const auto* first = reinterpret_cast<const T*>(bytes_.data() + at_);  // NOLINT(*-reinterpret-cast)
    at_ += count * sizeof(T);
    return Buffer<T>::view({first, static_cast<std::size_t>(count)});
  }
  bool fine() const { return fine_; }

 private:
  std::string_view bytes_;
  std::size_t at_;
  bool fine_ = true;
};

template <class T>
DenseMatrix<T> dense_from(Arrays& from, const Head& h) {
  DenseMatrix<T> x;
  x.value = from.next<T>(h.rows * h.cols);
  x.rows = h.rows;
  x.cols = h.cols;
  return x;
}
template <class T>
CsrMatrix<T> csr_from(Arrays& from, const Head& h) {
  CsrMatrix<T> x;
  x.start = from.next<std::uint64_t>(h.rows + 1);
  x.column = from.next<std::uint32_t>(h.entries);
  x.value = from.next<T>(h.entries);
  x.rows = h.rows;
  x.cols = h.cols;
  return x;
}

Matrix matrix_from(Arrays& from, const Head& h) {
  switch (h.kind) {
    case 0:
      return dense_from<double>(from, h);
    case 1:
      return dense_from<float>(from, h);
    case 2:
      return csr_from<double>(from, h);
    default:
      return csr_from<float>(from, h);
  }
}

template <class T>
bool all_finite(const Buffer<T>& values) {
  return std::all_of(values.begin(), values.end(), [](T v) { return std::isfinite(v); });
}

template <class T>
bool is_sound(const DenseMatrix<T>& x) {
  return all_finite(x.value);
}
template <class T>
bool is_sound(const CsrMatrix<T>& x) {
  if (x.start[0] != 0 || x.start[x.rows] != x.column.size()) return false;
  for (std::size_t i = 0; i < x.rows; ++i) {
    if (x.start[i] > x.start[i + 1] || x.start[i + 1] > x.column.size()) return false;
    for (std::uint64_t k = x.start[i] + 1; k < x.start[i + 1]; ++k)
      if (x.column[k - 1] >= x.column[k]) return false;
  }
  return std::all_of(x.column.begin(), x.column.end(), [&](std::uint32_t j) { return j < x.cols; }) &&
         all_finite(x.value);
}

/// Does every index lead to where something is, and is every number one?
bool is_sound(const ShardRows& r) {
  return std::visit([](const auto& x) { return is_sound(x); }, r.x) &&
         std::all_of(r.label.begin(), r.label.end(), [&](std::uint32_t k) { return k < r.labels.size(); }) &&
         std::all_of(r.weight.begin(), r.weight.end(), [](double c) { return c >= 0 && std::isfinite(c); });
}

Error damaged(const std::string& what) { return {Code::bad_data, "shard", what}; }

}  // namespace

std::string Shard::bytes() const {
  const ShardRows& r = *rows_;
  Head h{static_cast<std::uint8_t>(r.x.index()),
         r.number,
         rows(),
         cols(),
         0,
         r.weight.empty() ? std::uint8_t{0} : std::uint8_t{1},
         r.labels,
         r.columns};
  h.entries = h.kind >= 2 ? stored() : 0;
  std::string out(shard_magic);
  out.resize(front);
  Packer head;
  head.text(head_bytes(h));
  out += head.take();
  std::visit([&](const auto& x) { put_rows(out, x); }, r.x);
  put(out, r.label.span());
  put(out, r.weight.span());
  const TextHash::Digest hash = TextHash::of(std::span(out).subspan(front));
  std::copy(hash.begin(), hash.end(), out.begin() + static_cast<std::ptrdiff_t>(shard_magic.size()));
  return out;
}

Result<Shard> Shard::viewed(std::string_view bytes, std::shared_ptr<const MappedFile> file,
                            std::shared_ptr<const void> memory) {
  if (bytes.size() < front || bytes.substr(0, shard_magic.size()) != shard_magic)
    return damaged("these bytes are no shard, or one of another version");
  const TextHash::Digest hash = TextHash::of(std::span(bytes).subspan(front));
  if (std::string_view(hash.data(), hash.size()) != bytes.substr(shard_magic.size(), hash.size()))
    return damaged("is damaged: its checksum differs; make it anew");
  Unpacker from(bytes.substr(front));
  const std::uint64_t length = from.length(1);
  bool fine = false;
  const Head h = head_from(from.taken(length), fine);
  if (!fine) return damaged("has a head that says what cannot be");
  Arrays arrays(bytes, front + sizeof(std::uint64_t) + static_cast<std::size_t>(length));
  ShardRows rows;
  rows.number = h.number;
  rows.x = matrix_from(arrays, h);
  rows.label = arrays.next<std::uint32_t>(h.rows);
  rows.weight = arrays.next<double>(h.weighted != 0 ? h.rows : 0);
  rows.labels = h.labels;
  rows.columns = h.columns;
  if (!arrays.fine()) return damaged("ends before its arrays do");
  if (!is_sound(rows))
    return damaged("holds an index of what is not there, columns out of order, or what is no number");
  Shard out(std::move(rows));
  out.owner_ = std::move(memory);
  out.file_ = std::move(file);
  return out;
}

Result<Shard> Shard::parse(std::string_view bytes) {
  auto own = std::make_shared<Buffer<double>>();  // its memory is aligned as numbers need it
  own->resize(bytes.size() / sizeof(double) + 1);
  if (!bytes.empty()) std::memcpy(own->data(), bytes.data(), bytes.size());
  const std::string_view there(reinterpret_cast<const char*>(own->data()), bytes.size());  // NOLINT
  return viewed(there, nullptr, own);
}

Result<Shard> Shard::open(const std::string& path) {
  auto file = MappedFile::open(path);
  if (!file) return std::move(file).error();
  auto kept = std::make_shared<const MappedFile>(std::move(file).value());
  const std::string_view bytes = kept->bytes();
  auto shard = viewed(bytes, std::move(kept), nullptr);
  if (!shard) return Error{shard.error().code, path, shard.error().message};
  return shard;
}

void Shard::let_go(bool remember) const {
  if (file_ != nullptr) file_->let_go();
  if (remember) return;
  memory_->centers.forget();
  memory_->curvatures.forget();
  memory_->probabilities.forget();
}

Result<void> Shard::save(const std::string& path) const {
  auto written = write_file(path, bytes());
  if (!written) return std::move(written).error();
  return {};
}

}  // namespace halfspace
