#include "driver/driver.hpp"

#include <utility>

#include "base/text.hpp"
#include "halfspace/version.h"
#include "train/request.hpp"

namespace halfspace {
namespace {

constexpr std::string_view magic = "halfspace driver 1";
constexpr const char* source = "rows in partitions";

Result<void> check_request(const TrainRequest& r) {
  const FeatureOptions& f = r.features;
  if (f.features != Expansion::none || f.scale != Scaling::none)
    return Error{Code::usage, f.scale != Scaling::none ? "--scale" : "--features",
                 "is not for rows in partitions; change the columns beforehand"};
  if (r.algorithm != Algorithm::logistic && r.algorithm != Algorithm::svm)
    return Error{
        Code::usage, "--algorithm",
        std::string(name_of(r.algorithm)) + " is not for rows in partitions; choose logistic, svm or perceptron"};
  return check_linear_method(r);
}

Error damaged() { return {Code::bad_data, "checkpoint", "is damaged; begin anew without it"}; }

}  // namespace

Result<Driver> Driver::begin(const Settings& settings) {
  Driver out;
  out.settings_ = settings;
  if (!out.settings_.has("algorithm")) out.settings_.values["algorithm"] = "logistic";
  for (const char* flag : {"calibrate", "calibrate-folds", "holdout", "groups", "order-by"}) {
    if (settings.has(flag))
      return Error{Code::usage, "--" + std::string(flag), "is not for rows in partitions; leave it out"};
  }
  if (out.settings_.get("algorithm") == name_of(Algorithm::perceptron)) {
    auto choices = perceptron_method_request(out.settings_);
    if (!choices) return std::move(choices).error();
    out.request_.algorithm = Algorithm::perceptron;
    out.request_.source = source;
    out.request_.positive = choices.value().positive;
    out.perceptron_ = std::move(choices).value();
    return out;
  }
  if (settings.has("mixing-blocks"))
    return Error{Code::usage, "--mixing-blocks", "is for --algorithm perceptron; leave it out"};
  auto request = train_request(out.settings_, {}, source);
  if (!request) return std::move(request).error();
  out.request_ = std::move(request).value();
  if (auto fine = check_request(out.request_); !fine) return std::move(fine).error();
  return out;
}

Question Driver::ask() const { return method_ == nullptr ? Question{} : method_->ask(); }

Result<void> Driver::tell(const Answer& answer) {
  if (answer.failure) return Error{Code::bad_data, "partitions", answer.failure->message};
  const Question asked = ask();
  if (answer.ask != asked.ask || answer.round != asked.round)
    return Error{Code::usage, "answer", "is to another question; tell the sum of the answers to the last one"};
  if (method_ != nullptr) return method_->tell(answer);
  auto facts = ShardFacts::of(answer);
  if (!facts) return std::move(facts).error();
  auto method =
      perceptron_ ? perceptron_method(facts.value(), request_, *perceptron_) : linear_method(facts.value(), request_);
  if (!method) return std::move(method).error();
  schema_ = answer.bytes();
  facts_ = std::move(facts).value();
  method_ = std::move(method).value();
  return {};
}

DriverProgress Driver::progress() const { return method_ == nullptr ? DriverProgress{} : method_->progress(); }

Result<void> Driver::end(Halt why) {
  if (method_ != nullptr && method_->end(why)) return {};
  return Error{Code::interrupted, source, "the run was ended before there was anything to keep"};
}

std::string Driver::state() const {
  Packer to;
  to.text(magic);
  to.text(HALFSPACE_VERSION);
  to.number<std::uint64_t>(settings_.values.size());
  for (const auto& [name, value] : settings_.values) {
    to.text(name);
    to.text(value);
  }
  to.text(schema_);
  if (method_ != nullptr) method_->pack(to);
  return to.take();
}

Result<Driver> Driver::resume(std::string_view state) {
  Unpacker from(state);
  if (from.text() != magic) return Error{Code::bad_data, "checkpoint", "these bytes are no state of a driver"};
  if (const std::string version = from.text(); version != HALFSPACE_VERSION)
    return Error{
        Code::bad_data, "checkpoint",
        "was written by halfspace " + in_quotes(version) + ", this is " HALFSPACE_VERSION "; begin anew without it"};
  Settings settings;
  const std::uint64_t count = from.length(1);
  for (std::uint64_t k = 0; k < count && from.ok(); ++k) {
    const std::string name = from.text();
    settings.values[name] = from.text();
  }
  const std::string schema = from.text();
  if (!from.ok()) return damaged();
  auto out = begin(settings);
  if (!out || schema.empty()) return out;
  auto answer = Answer::parse(schema);
  if (!answer) return std::move(answer).error();
  if (auto told = out.value().tell(answer.value()); !told) return std::move(told).error();
  if (!out.value().method_->unpack(from) || !from.at_end()) return damaged();
  return out;
}

Result<Driven> Driver::finish() const {
  if (!done()) return Error{Code::usage, "driver", "is not done; ask and tell until it is"};
  Driven out;
  out.data = facts_.described();
  auto trained = method_->trained(out.data);
  if (!trained) return std::move(trained).error();
  out.request = request_;
  out.trained = std::move(trained).value();
  return out;
}

}  // namespace halfspace
