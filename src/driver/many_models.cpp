#include "driver/many_models.hpp"

#include <algorithm>

#include "driver/confusion.hpp"

namespace halfspace {

void ManyModels::add(FoldGround ground, std::uint32_t left_out, const Targets& targets, Multiclass multiclass) {
  OfRows& m = *models_.emplace_back(std::make_unique<OfRows>());
  m.ground = std::move(ground);
  m.runs = model_runs({m.ground.facts, m.ground.options, left_out, m.ground.class_weight}, targets, multiclass);
}

void ManyModels::add_folds(const FoldSizes& sizes, const ShardFacts& all, const LinearOptions& options,
                           const LinearChoices& choices) {
  for (std::size_t p = 0; p < sizes.folds.parts(); ++p)
    add(fold_ground(sizes, p, all, options, choices), static_cast<std::uint32_t>(p), choices.targets,
        choices.multiclass);
}

void ManyModels::begin() {
  for (const auto& m : models_) m->runs->begin();
}

bool ManyModels::done() const {
  return std::all_of(models_.begin(), models_.end(), [](const auto& m) { return m->runs->done(); });
}

bool ManyModels::have_points() const {
  const auto has_point = [](const auto& m) { return m->runs->has_point(); };
  return !models_.empty() && std::all_of(models_.begin(), models_.end(), has_point);
}

std::pair<double, double> ManyModels::values() const {
  std::pair<double, double> out;
  for (const auto& m : models_) {
    out.first += m->runs->primal();
    out.second = std::max(out.second, m->runs->gap());
  }
  return out;
}

void ManyModels::ask(Question& q) const {
  AnswerRoom room;
  for (const auto& m : models_) {
    if (m->runs->done()) continue;
    m->runs->ask(q);
    if (!room.has_more(q)) return;
  }
}

Result<void> ManyModels::take(const Answer& answer, const Question& asked) {
  AnswerReader reader(answer);
  for (const auto& m : models_) {
    if (reader.task == asked.tasks.size() + asked.softmax.size()) break;
    if (!m->runs->take(reader, asked)) return incomplete();
  }
  return reader.at_end() ? Result<void>() : incomplete();
}

void ManyModels::end(Halt why) {
  for (const auto& m : models_) m->runs->end(why);
}

void ManyModels::pack(Packer& to) const {
  for (const auto& m : models_) m->runs->pack(to);
}

bool ManyModels::unpack(Unpacker& from) {
  return std::all_of(models_.begin(), models_.end(), [&](const auto& m) { return m->runs->unpack(from, true); });
}

}  // namespace halfspace
