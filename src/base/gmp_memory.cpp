// The exception passes through GMP's C, which Debian compiles with unwind tables on its 64-bit targets. What GMP holds
// of its own at that moment is leaked. Its numbers stay fit to be destroyed, but for one habit: a product that needs
// more room frees the old digits and then asks for new ones (mpz_mul), so a failure in between would leave the number
// with freed digits, to be freed again. So each thread's last block to be freed is kept until the next one.
#include "base/gmp_memory.hpp"

#include <cstdlib>
#include <new>

#include <gmp.h>
#include <pthread.h>

// NOLINTBEGIN(cppcoreguidelines-no-malloc): these are GMP's malloc, realloc and free
namespace halfspace {
namespace {

struct Allocator {
  void* (*allocate)(std::size_t);
  void* (*reallocate)(void*, std::size_t, std::size_t);
  void (*release)(void*, std::size_t);
  bool operator==(const Allocator&) const = default;
};

Allocator present() {
  Allocator out{};
  mp_get_memory_functions(&out.allocate, &out.reallocate, &out.release);
  return out;
}

void choose(const Allocator& to) { mp_set_memory_functions(to.allocate, to.reallocate, to.release); }

/// The key of each thread's kept block; a key needs no memory, and frees the block when the thread ends.
pthread_key_t last_freed() {
  static const pthread_key_t key = [] {
    pthread_key_t made{};
    if (::pthread_key_create(&made, std::free) != 0) throw std::bad_alloc();
    return made;
  }();
  return key;
}

[[noreturn]] void out_of_digits() {
  ::pthread_setspecific(last_freed(), nullptr);  // some number may still hold it
  throw std::bad_alloc();
}

void* allocate(std::size_t size) {
  void* block = std::malloc(size);
  if (block == nullptr) out_of_digits();
  return block;
}

void* reallocate(void* block, std::size_t /*old_size*/, std::size_t size) {
  void* grown = std::realloc(block, size);
  if (grown == nullptr) out_of_digits();
  return grown;
}

void release(void* block, std::size_t /*size*/) {
  void* const before = ::pthread_getspecific(last_freed());
  std::free(::pthread_setspecific(last_freed(), block) == 0 ? before : block);
}

}  // namespace

bool throwing_gmp_memory() {
  const Allocator chosen = present();
  choose({nullptr, nullptr, nullptr});  // GMP's own
  if (chosen == present()) {
    last_freed();
    choose({allocate, reallocate, release});
  } else {
    choose(chosen);
  }
  return true;
}

}  // namespace halfspace
// NOLINTEND(cppcoreguidelines-no-malloc)
