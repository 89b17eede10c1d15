#include "certify/verify_files.hpp"

#include "base/text.hpp"

namespace halfspace {
namespace {

constexpr std::size_t most_certificate_bytes = std::size_t{256} << 20U;

Result<std::string> whole_text(const std::string& path, const std::string& name) {
  auto source = open_source(path);
  if (!source) return source.error();
  std::string text;
  for (std::size_t got = 1; got > 0;) {
    const std::size_t had = text.size();
    if (had > most_certificate_bytes) return Error{Code::bad_data, name, "longer than 256 MiB; is this a certificate?"};
    text.resize(had + (std::size_t{1} << 16U));
    const auto read = source.value()->read({text.data() + had, text.size() - had});
    if (!read) return read.error();
    got = read.value();
    text.resize(had + got);
  }
  return text;
}

}  // namespace

Result<Verification> verify_text(std::string_view certificate, const std::string& name, const std::string& data) {
  const auto parsed = parse_certificate(certificate, name);
  if (parsed) return verify(parsed.value(), data);
  if (!is_certificate(certificate)) return parsed.error();
  return Verification{false, "", parsed.error().text()};
}

Result<Verification> verify_files(const std::string& certificate, const std::string& data) {
  const std::string name = certificate == "-" ? "stdin" : shown(certificate, 4096);
  const auto text = whole_text(certificate, name);
  if (!text) return text.error();
  return verify_text(text.value(), name, data);
}

}  // namespace halfspace
