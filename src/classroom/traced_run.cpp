#include "classroom/traced_run.hpp"

#include <algorithm>
#include <utility>

#include "base/text.hpp"
#include "train/limits.hpp"

namespace halfspace {
namespace {

constexpr std::uint64_t most_table_bytes = std::uint64_t{1} << 30U;

}  // namespace

std::vector<Flag> visit_flags() {
  return {{"output-format", "text|csv|latex|markdown", "form of the table (default text)", "output"},
          {"updates", "", "only the visits that changed the weights", "output"},
          {"counts", "", "count the mistakes on all rows after each visit, and those of the pocket (--keep pocket)",
           "output"}};
}

Result<TableForm> table_form(const Settings& settings) {
  if (!settings.has("output-format")) return TableForm::text;
  return choice_of<TableForm>(settings.get("output-format"), "--output-format");
}

Result<TracedRun> traced_run(const Dataset& data, const Settings& settings, const std::string& source,
                             std::optional<TextAgain> text, const TrainObserver& observer) {
  Settings traced = settings;
  traced.values["trace"] = "";  // chooses the perceptron where no learner is named
  const auto memory = memory_limit(settings);
  if (!memory) return memory.error();
  auto plan = learn_plan(traced, data, source);
  if (!plan) {
    const bool other_learner = plan.error().where == "--trace";
    if (other_learner && !settings.has("algorithm")) {  // a flag says so: which one?
      traced.values["algorithm"] = name_of(Algorithm::perceptron);
      const auto named = learn_plan(traced, data, source);
      if (!named) return named.error();
    }
    if (other_learner)
      return Error{Code::usage, "--algorithm", "only a perceptron visits rows one by one; leave it out, or use train"};
    return plan.error();
  }
  plan.value().request.text = std::move(text);
  VisitCollector visits(
      data, {settings.has("updates"), settings.has("counts"), std::min(memory.value() / 2, most_table_bytes)});
  auto learned = learn(data, plan.value(), visits.watching(observer), {});
  if (auto problem = visits.problem(source)) return *std::move(problem);
  if (!learned) return learned.error();
  auto table = std::move(visits).table(learned.value().trained, source);
  if (!table) return table.error();
  return TracedRun{std::move(plan.value().request), std::move(learned).value(), std::move(table).value()};
}

Result<void> check_end(Status status) {
  if (status != Status::timeout && status != Status::interrupted) return {};
  return Error{Code::interrupted, "",
               "the run was ended before there was something to grade by; nothing is graded" +
                   std::string(status == Status::timeout ? " (--timeout)" : "")};
}

}  // namespace halfspace
