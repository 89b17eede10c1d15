// The members of typed options by the names of their flags: one list for reading, filling and testing them. f is called
// as f(name, member) in the order of the tables of fields; `start` and what belongs to it is apart.
#pragma once

#include "halfspace/options.hpp"

namespace halfspace::api {

/// O: PerceptronOptions, const or not.
template <class O, class F>
void each_perceptron_member(O& o, F&& f) {
  f("mistake", o.mistake);
  f("step", o.step);
  f("order", o.order);
  f("stop", o.stop);
  f("keep", o.keep);
  f("bias", o.bias);
  f("decide", o.decide);
  f("eta", o.eta);
  f("tau", o.tau);
  f("batch", o.batch);
  f("batch-order", o.batch_order);
  f("passes", o.passes);
  f("rounds", o.rounds);
  f("patience", o.patience);
  f("max-updates", o.max_updates);
  f("margin", o.margin);
  f("aggressiveness", o.aggressiveness);
  f("kernel", o.kernel);
  f("gamma", o.gamma);
  f("degree", o.degree);
  f("coef0", o.coef0);
  f("seed", o.seed);
}

/// Those that a linear solver knows.
template <class O, class F>
void each_objective_member(O& o, F&& f) {
  f("loss", o.loss);
  f("penalty", o.penalty);
  f("C", o.C);
  f("l1-ratio", o.l1_ratio);
  f("bias", o.bias);
  f("tol", o.tol);
  f("solver", o.solver);
  f("max-rounds", o.max_rounds);
  f("alpha", o.alpha);
  f("rounds", o.rounds);
  f("seed", o.seed);
}

template <class O, class F>
void each_kernel_member(O& o, F&& f) {
  f("kernel", o.kernel);
  f("gamma", o.gamma);
  f("degree", o.degree);
  f("coef0", o.coef0);
  f("nu", o.nu);
  f("cache", o.cache_mib);
  f("approximation", o.approximation);
  f("components", o.components);
}

}  // namespace halfspace::api
