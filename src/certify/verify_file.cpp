#include "base/text.hpp"
#include "certify/verify.hpp"

namespace halfspace {
namespace {

/// Standard input can be read once only.
Result<std::string> all_of_stdin() {
  auto source = open_source("-");
  if (!source) return source.error();
  std::string all;
  for (std::size_t got = 1; got > 0;) {
    const std::size_t had = all.size();
    all.resize(had + (std::size_t{1} << 20U));
    const auto read = source.value()->read({all.data() + had, all.size() - had});
    if (!read) return read.error();
    got = read.value();
    all.resize(had + got);
  }
  return all;
}

}  // namespace

Result<Verification> verify(const Certificate& c, const std::string& path) {
  if (path != "-" || !c.has_span())
    return verify(c, [&] { return open_source(path); }, path == "-" ? "stdin" : shown(path, 4096));
  const auto all = all_of_stdin();
  if (!all) return all.error();
  return verify(c, [&] { return Result<std::unique_ptr<Source>>(memory_source(all.value())); }, "stdin");
}

}  // namespace halfspace
