// A growing array of plain values. It grows by realloc, which moves large blocks by page table (mremap), so a growing
// array never holds two copies of itself; std::vector does. It may also view the values of a caller, which it then only
// reads: what is added to a view goes into a copy of it.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdlib>
#include <cstring>
#include <new>
#include <span>
#include <type_traits>
#include <utility>

namespace halfspace {

template <class T>
class Buffer {
  static_assert(std::is_trivially_copyable_v<T>);

 public:
  Buffer() = default;
  explicit Buffer(std::size_t size, T value = T{}) {
    resize(size);
    for (T& x : *this) x = value;
  }
  Buffer(Buffer&& other) noexcept
      : data_(std::exchange(other.data_, nullptr)),
        size_(std::exchange(other.size_, 0)),
        capacity_(std::exchange(other.capacity_, 0)) {}
  Buffer& operator=(Buffer&& other) noexcept {
    std::swap(data_, other.data_);
    std::swap(size_, other.size_);
    std::swap(capacity_, other.capacity_);
    return *this;
  }
  Buffer(const Buffer&) = delete;
  Buffer& operator=(const Buffer&) = delete;
  ~Buffer() {
    if (capacity_ > 0) std::free(data_);  // NOLINT(cppcoreguidelines-no-malloc)
  }

  /// The values of a caller, who keeps them as long as the buffer lives. They are not written to.
  static Buffer view(std::span<const T> values) {
    Buffer out;
    out.adopt(const_cast<T*>(values.data()), values.size(), 0);  // NOLINT(cppcoreguidelines-pro-type-const-cast)
    return out;
  }

  T* data() { return data_; }
  const T* data() const { return data_; }
  std::size_t size() const { return size_; }
  bool empty() const { return size_ == 0; }
  T& operator[](std::size_t k) { return data_[k]; }
  const T& operator[](std::size_t k) const { return data_[k]; }
  T* begin() { return data_; }
  T* end() { return data_ + size_; }
  const T* begin() const { return data_; }
  const T* end() const { return data_ + size_; }
  T& back() { return data_[size_ - 1]; }
  std::span<const T> span() const { return {data_, size_}; }

  void push_back(T value) {
    if (size_ >= capacity_) reserve(size_ + size_ / 2 + 64);
    data_[size_++] = value;
  }

  /// Room for `more` values behind the present ones, growing by at least half.
  void make_room(std::size_t more) {
    if (size_ + more > capacity_) reserve(std::max(size_ + more, capacity_ + capacity_ / 2));
  }

  /// `values` must not be of this buffer.
  void append(std::span<const T> values) {
    if (values.empty()) return;
    make_room(values.size());
    std::memcpy(data_ + size_, values.data(), values.size_bytes());
    size_ += values.size();
  }

  /// New places hold no particular value.
  void resize(std::size_t size) {
    if (size > capacity_) reserve(size);
    size_ = size;
  }

  void reserve(std::size_t capacity) {
    if (!try_reserve(capacity)) throw std::bad_alloc();
  }

  /// False: the system has no such memory, and nothing changed.
  bool try_reserve(std::size_t capacity) {
    if (capacity <= capacity_) return true;
    capacity = std::max(capacity, size_);  // of a view all values are copied
    if (capacity > static_cast<std::size_t>(-1) / 2 / sizeof(T)) return false;
    T* const grown = capacity_ == 0
                         ? copied(capacity)
                         : static_cast<T*>(std::realloc(data_, capacity * sizeof(T)));  // NOLINT(*-no-malloc)
    if (grown == nullptr) return false;
    data_ = grown;
    capacity_ = capacity;
    return true;
  }

  void shrink() {
    if (size_ == 0 || size_ >= capacity_) return;
    auto* fitted = static_cast<T*>(std::realloc(data_, size_ * sizeof(T)));  // NOLINT(cppcoreguidelines-no-malloc)
    if (fitted == nullptr) return;
    data_ = fitted;
    capacity_ = size_;
  }

  /// The same values as a narrower type U, converted front to back in this array's own memory.
  template <class U>
  Buffer<U> narrowed() && {
    static_assert(sizeof(U) <= sizeof(T));
    if (capacity_ == 0) reserve(size_);                     // of a view, a copy
    auto* bytes = reinterpret_cast<unsigned char*>(data_);  // NOLINT(cppcoreguidelines-pro-type-reinterpret-cast)
    for (std::size_t k = 0; k < size_; ++k) {
      const auto value = static_cast<U>(data_[k]);
      std::memcpy(bytes + k * sizeof(U), &value, sizeof(U));
    }
    Buffer<U> out;
    out.adopt(std::exchange(data_, nullptr), std::exchange(size_, 0),
              std::exchange(capacity_, 0) * sizeof(T) / sizeof(U));
    out.shrink();
    return out;
  }

 private:
  /// The values in memory of their own, with room for `capacity`; null where the system has none.
  T* copied(std::size_t capacity) const {
    auto* copy = static_cast<T*>(std::malloc(capacity * sizeof(T)));  // NOLINT(cppcoreguidelines-no-malloc)
    if (copy != nullptr && size_ > 0) std::memcpy(copy, data_, size_ * sizeof(T));
    return copy;
  }

  template <class U>
  friend class Buffer;
  void adopt(void* data, std::size_t size, std::size_t capacity) {
    data_ = static_cast<T*>(data);
    size_ = size;
    capacity_ = capacity;
  }

  T* data_ = nullptr;
  std::size_t size_ = 0;
  std::size_t capacity_ = 0;
};

}  // namespace halfspace
