// The multiclass support vector machine of Crammer and Singer (2001), bias augmented or none: the joint objective of
// joint.hpp with the hinge. By sequential dual steps over the rows (Keerthi et al. 2008), the a_i. of one row at a
// time, exactly; where they are slow (C large) and K (d + 1) is small, by an interior point.
#pragma once

#include "solver/linear/joint/joint.hpp"

namespace halfspace {

/// Loss hinge, penalty L2, bias augmented or none. Stops when P - D <= tol P.
ClassResult train_crammer_singer(const ClassProblem& problem, const LinearOptions& options,
                                 const LinearObserver& observer);

/// The interior point: leaves its best proven answer in the run. Rows of weight 0 are not allowed.
void solve_joint_interior_point(JointRows& z, JointRun& run);

}  // namespace halfspace
