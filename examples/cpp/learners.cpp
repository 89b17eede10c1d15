// Every learner from memory with typed options, shown as it runs; the last one is ended after a while.
#include <iostream>
#include <vector>

#include <halfspace/halfspace.hpp>

using namespace halfspace;

int main() {
  std::vector<double> x, y;  // 400 points of the plane, row after row; +1 inside a ring, -1 outside of it
  for (int i = 0; i < 400; ++i) {
    const double a = (i * 37 % 100) / 25.0 - 2;
    const double b = (i * 61 % 97) / 24.0 - 2;
    x.insert(x.end(), {a, b});
    y.push_back(a * a + b * b < 2 ? 1 : -1);
  }
  const PerceptronOptions pocket{.preset = "pocket", .rounds = 5000};
  const ObjectiveOptions logistic;
  const ObjectiveOptions svm{.loss = LossKind::hinge, .C = 10};
  const ObjectiveOptions kernel{.loss = LossKind::hinge, .C = 10, .kernel = {.kernel = KernelKind::rbf}};
  const ObjectiveOptions endless{.penalty = PenaltyKind::none, .solver = LinearSolver::gd, .rounds = 1000000000};
  for (const auto& [name, learner] : std::vector<std::pair<std::string, decltype(TrainOptions::learner)>>{
           {"perceptron", pocket}, {"logistic", logistic}, {"svm", svm}, {"rbf svm", kernel}, {"gradient", endless}}) {
    TrainOptions options;
    options.learner = learner;
    if (name != "rbf svm" && name != "gradient") options.features.features = Expansion::poly2;
    const auto run = train({x, 400, 2}, y, options, [](const TrainProgress& p) {
      std::cerr << "\r" << p.passes << " rounds, objective " << p.objective << ", gap " << p.gap << "   ";
      return p.seconds < 0.3;  // false ends the run, which keeps what it has
    });
    if (!run) return std::cerr << run.error().text() << "\n", 1;
    std::cout << name << ": " << run.value().status << ", " << run.value().mistakes << " mistakes\n";
  }
}
