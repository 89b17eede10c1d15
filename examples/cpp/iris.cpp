// iris DATA MODEL: learns to tell two species of iris apart, saves the model, loads it and asks it about three flowers.
#include <iostream>
#include <limits>
#include <span>
#include <string>
#include <vector>

#include <halfspace/halfspace.hpp>

namespace {

int fail(const halfspace::Error& error) {
  std::cerr << "iris: " << error.text() << "\n";
  return static_cast<int>(error.code);
}

}  // namespace

int main(int count, char** words) {
  if (count != 3) return fail({halfspace::Code::usage, "", "usage: iris DATA MODEL"});
  const halfspace::Options options = {{"classes", "versicolor,virginica"}, {"preset", "pocket"}, {"seed", "7"}};
  const auto training = halfspace::train_file(words[1], options);
  if (!training) return fail(training.error());
  std::cout << training.value().report.text();
  if (const auto saved = training.value().classifier.save(words[2]); !saved) return fail(saved.error());

  const auto loaded = halfspace::Classifier::load(words[2]);
  if (!loaded) return fail(loaded.error());
  const halfspace::Classifier& classifier = loaded.value();
  // sepal length, sepal width, petal length, petal width in cm
  const std::vector<double> flowers = {5.5, 2.5, 4.0, 1.3, 6.0, 2.9, 4.9, 1.7, 6.9, 3.1, 5.7, 2.3};
  const auto predictions = classifier.predict({flowers, 3, 4});
  if (!predictions) return fail(predictions.error());
  std::cout << "\n";
  for (std::size_t i = 0; i < predictions.value().classes.size(); ++i) {
    std::cout << "flower " << i << ": "
              << classifier.classes()[static_cast<std::size_t>(predictions.value().classes[i])] << ", score "
              << predictions.value().scores[i] << "\n";
  }

  // Why it made mistakes: no line separates these two species. The proof is checked against the file.
  const auto separation = halfspace::separate_file(words[1], {{"classes", "versicolor,virginica"}});
  if (!separation) return fail(separation.error());
  const auto checked = halfspace::verify(separation.value().certificate, words[1]);
  if (!checked) return fail(checked.error());
  std::cout << separation.value().verdict << ": " << separation.value().witness.size() << " rows prove it; "
            << (checked.value().accepted ? "accepted" : "rejected") << "\n";

  // Three classes from numbers in memory: the quadrants of a plane but one.
  const std::vector<double> points = {1, 2, 2, 1, -1, 2, -2, 1, -1, -2, -2, -1};
  const std::vector<std::string> names = {"right", "right", "left", "left", "below", "below"};
  const auto quadrants = halfspace::train({points, 6, 2}, std::span<const std::string>(names));
  if (!quadrants) return fail(quadrants.error());
  std::cout << "quadrants: " << quadrants.value().status << " after " << quadrants.value().updates << " updates, "
            << quadrants.value().mistakes << " mistakes\n";

  // A number that is none is an error that says where it is.
  const std::vector<double> damaged = {1, 2, std::numeric_limits<double>::quiet_NaN(), 4};
  if (const auto refused = classifier.predict({damaged, 1, 4}); !refused)
    std::cout << "refused: " << refused.error().text() << "\n";
  return 0;
}
