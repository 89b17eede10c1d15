#include "halfspace/certify.hpp"

#include <utility>

#include "api/option_words.hpp"
#include "api/options.hpp"
#include "api/report.hpp"
#include "api/row_text.hpp"
#include "api/rows.hpp"
#include "api/watching.hpp"
#include "base/float_environment.hpp"
#include "base/sha256.hpp"
#include "base/text.hpp"
#include "certify/verify/verify.hpp"
#include "report/separate_report.hpp"
#include "train/reading.hpp"
#include "train/separate_request.hpp"

namespace halfspace {
namespace {

struct Asked {
  Settings settings;
  SeparateRequest request;
  api::Running running;
};

Result<Asked> asked(const Options& options, api::Reads from) {
  auto settings = api::settings_of(options, from, api::Task::separate);
  if (!settings) return settings.error();
  auto request = separate_request(settings.value());
  if (!request) return request.error();
  const auto running = api::running_of(settings.value());
  if (!running) return running.error();
  return Asked{std::move(settings).value(), std::move(request).value(), running.value()};
}

void move_lines(Terms& terms, std::uint64_t by) {
  for (Term& t : terms) t.line += by;
}

void move_lines(Certificate& c, std::uint64_t by) {
  move_lines(c.witness, by);
  move_lines(c.span, by);
  if (c.margin) move_lines(c.margin->lambda, by);
  if (!c.disjoint_witnesses) return;
  for (Terms& terms : *c.disjoint_witnesses) move_lines(terms, by);
}

/// Without `sha256` there is no certificate.
Result<Separation> decided(const Dataset& data, const Asked& a, const TextAgain& text, const std::string& sha256) {
  if (data.classes.size() > 2)
    return Error{
        Code::usage, "classes",
        "there are " + std::to_string(data.classes.size()) + " of them, and the question is about two; " +
            (data.text_bytes == 0 ? "leave the rows of the others out, by weights of 0" : "choose two with --classes")};
  const auto question = separate_rows(data, a.settings, a.request, text);
  if (!question) return question.error();
  const SeparationRows& rows = *question.value().rows;
  const auto found = answer_separation(rows, a.request.options, a.request.mistakes);
  if (!found) return found.error();
  const SeparationAnswer& answer = found.value();
  const SeparateQuestion q{data, rows, question.value().names, a.request.bias, text.name};
  Separation out;
  out.verdict = name_of(answer.decision.verdict);
  out.rows = static_cast<std::int64_t>(data.rows);
  for (const Multiplier& m : answer.decision.witness)
    out.witness.push_back({api::caller_row(data, m.row), m.value.get_str()});
  if (const auto& margin = answer.geometric ? answer.geometric : answer.augmented) {
    out.margin_at_least = margin_at_least(*margin);
    out.margin_at_most = margin_at_most(*margin);
  }
  if (!sha256.empty() && provable(answer.decision)) {
    Certificate c = certificate_of(answer, rows, data, q.classes, a.request.missing, sha256);
    const bool header_above = data.text_bytes == 0 && data.form.format != "libsvm" &&
                              data.form.header;  // lines of rows in memory are places from 1
    if (header_above) move_lines(c, 1);
    out.certificate = certificate_text(c);
  }
  out.json = json_text(separate_json(q, answer));
  if constexpr (reports_have_text) out.text = separate_text(q, answer);
  return out;
}

Result<Verified> verified(const Result<Verification>& v) {
  if (!v) return v.error();
  return Verified{v.value().accepted, v.value().statement, v.value().reason, v.value().question};
}

template <class RowsInMemory>
Result<std::string> text_in_memory(const RowsInMemory& rows, const RowLabels& labels) {
  if (const auto fine = api::check_rows(rows, labels); !fine) return fine.error();
  return api::text_of(rows, labels);
}

template <class RowsInMemory>
Result<Verified> verified_in_memory(const std::string& certificate, const RowsInMemory& rows, const RowLabels& labels) {
  const FloatEnvironment arithmetic;
  const auto text = text_in_memory(rows, labels);
  if (!text) return text.error();
  return verified(verify_certificate_text(certificate, "the certificate", text.value(), api::memory_name));
}

template <class RowsInMemory>
Result<Separation> separate_in_memory(const RowsInMemory& rows, const RowLabels& labels, const Options& options,
                                      const Watch& watch, bool certified) {
  auto a = asked(options, api::Reads::memory);
  if (!a) return a.error();
  if (!rows.groups.empty())
    return Error{Code::usage, "groups", "keep rows together in folds, and here are none; leave them out"};
  const api::Watching watching(watch, a.value().running);
  a.value().request.options.stop = watching.stop();
  const auto data = api::training_rows(rows, labels, a.value().request.missing, a.value().request.max_bytes);
  if (!data) return data.error();
  TextAgain text;
  text.name = api::memory_name;
  if (!certified) return decided(data.value(), a.value(), text, "");
  const auto written = api::text_of(rows, labels);
  if (!written) return written.error();
  Sha256 hash;
  hash.add(written.value());
  return decided(data.value(), a.value(), text, hash.hex());
}

Result<Separation> separate_from_file(const std::string& path, const Options& options, const Watch& watch) {
  if (path == "-") return Error{Code::usage, "-", "standard input cannot be read twice; give a file"};
  auto a = asked(options, api::Reads::file);
  if (!a) return a.error();
  const api::Watching watching(watch, a.value().running);
  a.value().request.options.stop = watching.stop();
  auto reading = read_options(a.value().settings);
  if (!reading) return reading.error();
  reading.value().stop = a.value().request.options.stop;
  reading.value().sha256 = true;
  const auto data = read_dataset(path, reading.value());
  if (!data) return data.error();
  TextAgain text(path);
  text.name = shown(path, 4096);
  return decided(data.value(), a.value(), text, data.value().text_sha256);
}

}  // namespace

Result<Separation> separate(const DenseRows& rows, const RowLabels& labels, const Options& options,
                            const Watch& watch) {
  return api::in_option_words(separate_in_memory(rows, labels, options, watch, false), api::Reads::memory);
}

Result<Separation> separate(const CsrRows& rows, const RowLabels& labels, const Options& options, const Watch& watch) {
  return api::in_option_words(separate_in_memory(rows, labels, options, watch, false), api::Reads::memory);
}

Result<Separation> separate_certified(const DenseRows& rows, const RowLabels& labels, const Options& options,
                                      const Watch& watch) {
  const auto read = api::as_read(rows);
  if (!read) return read.error();
  return api::in_option_words(separate_in_memory(read.value().rows, labels, options, watch, true), api::Reads::memory);
}

Result<Separation> separate_certified(const CsrRows& rows, const RowLabels& labels, const Options& options,
                                      const Watch& watch) {
  return api::in_option_words(separate_in_memory(rows, labels, options, watch, true), api::Reads::memory);
}

Result<std::string> text_of(const DenseRows& rows, const RowLabels& labels) { return text_in_memory(rows, labels); }

Result<std::string> text_of(const CsrRows& rows, const RowLabels& labels) { return text_in_memory(rows, labels); }

Result<Separation> separate_file(const std::string& path, const Options& options, const Watch& watch) {
  return api::in_option_words(separate_from_file(path, options, watch));
}

Result<Verified> verify(const std::string& certificate, const std::string& data_path) {
  const FloatEnvironment arithmetic;
  return api::in_option_words(verified(verify_certificate_text(certificate, "the certificate", data_path)));
}

Result<Verified> verify(const std::string& certificate, const DenseRows& rows, const RowLabels& labels) {
  return verified_in_memory(certificate, rows, labels);
}

Result<Verified> verify(const std::string& certificate, const CsrRows& rows, const RowLabels& labels) {
  return verified_in_memory(certificate, rows, labels);
}

Result<Verified> verify_file(const std::string& certificate_path, const std::string& data_path) {
  const FloatEnvironment arithmetic;
  return api::in_option_words(verified(verify_certificate_file(certificate_path, data_path)));
}

}  // namespace halfspace
