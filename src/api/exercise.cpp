#include <memory>
#include <utility>

#include "api/among.hpp"
#include "classroom/exercise_text.hpp"
#include "halfspace/classroom.hpp"
#include "report/exercise_report.hpp"

namespace halfspace {

Result<Exercise> exercise(const std::string& kind, std::uint64_t seed, const std::string& form,
                          const std::string& solution) {
  const auto shape = choice_of<SheetForm>(form, "form");
  if (!shape) return shape.error();
  const auto shown = choice_of<SheetSolution>(solution, "solution");
  if (!shown) return shown.error();
  auto made = worksheet(kind, seed);
  if (!made) {
    Error error = made.error();
    error.where.erase(0, error.where.find_first_not_of('-'));
    return error;
  }
  const auto kept = std::make_shared<const Worksheet>(std::move(made).value());
  const auto text = [kept, shape, shown] { return exercise_text({kept.get(), 1}, shape.value(), shown.value()); };
  return Exercise{text(), kept->data_text(),
                  api::report_of([kept] { return json_text(exercises_json({kept.get(), 1})); }, text)};
}

std::vector<std::string> exercise_kind_names() {
  std::vector<std::string> names;
  for (const ExerciseKind& kind : exercise_kinds()) names.emplace_back(kind.name);
  return names;
}

}  // namespace halfspace
