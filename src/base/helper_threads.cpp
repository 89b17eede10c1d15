#include "base/helper_threads.hpp"

#include <new>
#include <system_error>

#include "base/simd_choice.hpp"

namespace halfspace {

std::vector<std::jthread> helper_threads(std::size_t wanted, const std::function<void()>& run) {
  std::vector<std::jthread> helpers;
  try {
    helpers.reserve(wanted);
    while (helpers.size() < wanted) {
      helpers.emplace_back([run, simd = simd_choice()] {
        const SimdScope scope(simd);
        run();
      });
    }
  } catch (const std::system_error&) {  // no more threads: those that there are do the work
    return helpers;
  } catch (const std::bad_alloc&) {
    return helpers;
  }
  return helpers;
}

}  // namespace halfspace
