#include <limits>

#include "base/text.hpp"
#include "certify/verify/verify.hpp"

namespace halfspace {
namespace {

constexpr std::size_t most_certificate_bytes = std::size_t{256} << 20U;
constexpr std::size_t no_limit = std::numeric_limits<std::size_t>::max();

std::string name_of(const std::string& path) { return path == "-" ? "stdin" : shown(path, 4096); }

Error too_long(const std::string& name) {
  return {Code::bad_data, name, "longer than 256 MiB; is this a certificate?"};
}

Result<std::string> whole_text(const std::string& path, std::size_t most) {
  auto source = open_source(path);
  if (!source) return source.error();
  std::string text;
  for (std::size_t got = 1; got > 0;) {
    const std::size_t had = text.size();
    if (had > most) return too_long(name_of(path));
    text.resize(had + (std::size_t{1} << 18U));
    const auto read = source.value()->read({text.data() + had, text.size() - had});
    if (!read) return read.error();
    got = read.value();
    text.resize(had + got);
  }
  return text;
}

template <class Check>
Result<Verification> checked(std::string_view certificate, const std::string& name, const Check& check) {
  if (certificate.size() > most_certificate_bytes) return too_long(name);
  const auto parsed = parse_certificate(certificate, name);
  if (parsed) return check(parsed.value());
  if (!is_certificate(certificate)) return parsed.error();
  return Verification{false, "", parsed.error().text(), ""};
}

}  // namespace

Result<Verification> verify(const Certificate& c, const std::string& path) {
  if (path != "-" || !c.has_span()) return verify(c, [&] { return open_source(path); }, name_of(path));
  const auto all = whole_text(path, no_limit);  // standard input can be read once only
  if (!all) return all.error();
  return verify(c, [&] { return Result<std::unique_ptr<Source>>(memory_source(all.value())); }, "stdin");
}

Result<Verification> verify_certificate_text(std::string_view certificate, const std::string& name,
                                             const std::string& data) {
  return checked(certificate, name, [&](const Certificate& c) { return verify(c, data); });
}

Result<Verification> verify_certificate_text(std::string_view certificate, const std::string& name,
                                             std::string_view data, const std::string& data_name) {
  const OpenText open = [&] { return Result<std::unique_ptr<Source>>(memory_source({data.data(), data.size()})); };
  return checked(certificate, name, [&](const Certificate& c) { return verify(c, open, data_name); });
}

Result<std::string> certificate_file_text(const std::string& path) { return whole_text(path, most_certificate_bytes); }

Result<Verification> verify_certificate_file(const std::string& certificate, const std::string& data) {
  if (certificate == "-" && data == "-")
    return Error{Code::usage, "-", "standard input cannot be both the certificate and the data"};
  const auto text = certificate_file_text(certificate);
  if (!text) return text.error();
  return verify_certificate_text(text.value(), name_of(certificate), data);
}

}  // namespace halfspace
