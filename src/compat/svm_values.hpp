// LIBSVM's one-class SVM and regression, whose labels are values.
#pragma once

#include "compat/answer.hpp"
#include "compat/host.hpp"
#include "compat/words.hpp"
#include "data/dataset.hpp"
#include "export/libsvm_model.hpp"

namespace halfspace::compat {

/// svm-train -s 2 and 3: one-class SVM and epsilon-SVR.
Result<Answer> train_svm_values(const Host& host, const Words& words, const Dataset& data, SvmType type,
                                const Kernel& kernel);

/// svm-predict by such a model. One-class SVM: 1 where f > 0, else -1. Regression: f.
Result<Answer> predict_svm_values(const Host& host, const Words& words, const LibsvmModel& model);

}  // namespace halfspace::compat
