// The map from scores of rows held out to probabilities (select/calibration.hpp), fitted by questions (shard/question.hpp):
//
//   two classes    Newton's method with line search in (a, b), as platt.cpp has it
//   more           the root of the slope along a: Newton's method within a bracket
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "select/calibration.hpp"
#include "shard/answer.hpp"
#include "shard/packed.hpp"
#include "shard/question.hpp"

namespace halfspace {

/// Where it is: all that a checkpoint keeps of it.
struct MapState {
  struct Point {
    double a = 0;  // of scores divided by `scale`
    double b = 0;
    double value = 0;
    double slope_a = 0;
    double slope_b = 0;
    double aa = 0;
    double ab = 0;
    double bb = 0;
  };
  Point at;           // accepted
  Point trial;        // asked for
  double step_a = 0;  // from `at`
  double step_b = 0;
  double length = 1;  // of the step tried
  double scale = 0;   // the largest |score|; 0: not known
  double low = 0;     // more than two classes: the root lies above
  double high = 0;    // ... and not above; 0: not known
  std::uint64_t steps = 0;
  std::uint64_t over = 0;  // of 8 bytes: a checkpoint has the bytes of all, and none between them
};

class MapRun {
 public:
  /// `of_class`: weights of the rows of each class. `movable`: may the boundary move?
  MapRun(std::vector<double> of_class, bool movable);

  bool done() const { return s_.over != 0; }

  /// Adds the map to a question of the models that have not seen the rows.
  void ask(Question& question) const;

  /// Takes the answer to that. Errors (bad_data): scores that tell nothing, a map that does not rise with them, an answer that is
  /// not whole.
  Result<void> take(const Answer& answer);

  /// When done().
  CalibrationFit fit() const;

  void pack(Packer& to) const { to.number(s_); }
  bool unpack(Unpacker& from);

 private:
  bool two_classes() const { return of_class_.size() == 2; }
  double total() const;
  Result<void> begin(double most, double least);
  void read_trial(const Answer& answer);
  void take_newton();
  void begin_step();
  void try_step();
  void take_root();
  Result<void> check_end() const;

  std::vector<double> of_class_;
  bool movable_;
  MapState s_;
};

}  // namespace halfspace
