// A shard from the bytes of its file (shard_head.hpp).
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <memory>
#include <utility>
#include <variant>

#include "base/mapped_file.hpp"
#include "base/text_hash.hpp"
#include "shard/packed.hpp"
#include "shard/shard_head.hpp"

namespace halfspace {
namespace {

using shard_file::alignment;
using shard_file::front;
using shard_file::Head;
using shard_file::shard_magic;

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

Result<Shard> Shard::viewed(std::string_view bytes, std::shared_ptr<const MappedFile> file,
                            std::shared_ptr<const void> memory, std::optional<std::uint64_t> number) {
  if (bytes.size() < front || bytes.substr(0, shard_magic.size()) != shard_magic)
    return damaged("these bytes are no shard, or one of another version");
  const TextHash::Digest hash = TextHash::of(std::span(bytes).subspan(front));
  if (std::string_view(hash.data(), hash.size()) != bytes.substr(shard_magic.size(), hash.size()))
    return damaged("is damaged: its checksum differs; make it anew");
  Unpacker from(bytes.substr(front));
  const std::uint64_t length = from.length(1);
  bool fine = false;
  const Head h = shard_file::head_from(from.taken(length), fine);
  if (!fine) return damaged("has a head that says what cannot be");
  Arrays arrays(bytes, front + sizeof(std::uint64_t) + static_cast<std::size_t>(length));
  ShardRows rows;
  rows.number = number.value_or(h.number);
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

Result<Shard> Shard::open(const std::string& path, std::optional<std::uint64_t> number) {
  auto file = MappedFile::open(path);
  if (!file) return std::move(file).error();
  auto kept = std::make_shared<const MappedFile>(std::move(file).value());
  const std::string_view bytes = kept->bytes();
  auto shard = viewed(bytes, std::move(kept), nullptr, number);
  if (!shard) return Error{shard.error().code, path, shard.error().message};
  return shard;
}

void Shard::let_go(bool remember) const {
  if (file_ != nullptr) file_->let_go();
  if (remember) return;
  memory_->centers.forget();
  memory_->curvatures.forget();
  memory_->probabilities.forget();
  memory_->scaled.forget();
}

}  // namespace halfspace
