"""Why tests of scikit-learn fail on our estimators: patterns of the test and of its message, and the reason."""

WORDS = "the words of a message or warning differ"
ALL_SOLVERS = "names of scikit-learn's solvers are taken as `auto`; none of their limits apply"
ROUNDS = "asks how a solver of scikit-learn goes on: its rounds, its start or its rounding"
PROOF = "compares with scikit-learn's iterates beyond the tolerance of the proven gap"
WRITTEN = "writes to an attribute and predicts; our predictions come from `model_`, which does not change"
NEGATIVE = "negative weights are refused"
FUTURE = "a deprecation of scikit-learn's own parameters"

REASONS: list[tuple[str, str, str]] = [
    (
        "test_logistic_glmnet|CV_on_folds",
        "Not equal to tolerance",
        "tol is of the relative gap here, of gradients there",
    ),
    ("string_inputs", "class_weight of 'foo' is 0", "a class of weight 0 is refused"),
    ("clone_with_callable_kernel", "", "the linear kernel is learned by linear solvers: multipliers differ within tol"),
    ("svc_ovr_tie_breaking", "", "a score of exactly 0 is the first class's of a pair here, the second's there"),
    ("test_perceptron_l1_ratio", "l1_ratio", "perceptrons have no penalty"),
    (
        "check_solver_option|liblinear_multiclass_raises|large_sparse_matrix|large_values|cholesky_fallback",
        "",
        ALL_SOLVERS,
    ),
    ("write_parameters|tweak_params|folds_with_classes_missing", "", WRITTEN),
    ("consistency_path|liblinear_dual_random|test_warm_start|logistic_cv\\[|cv_refit|elasticnet", "", PROOF),
    ("test_logistic_cv_multinomial_score", "callback", "calls a private function with private parameters"),
    ("string_inputs", "class-weight", "a class weight of 0 is refused"),
    ("multiclass_unpenalized", "", "without an L2 penalty, three classes are one-vs-rest"),
    ("decision_function_zero", "", "a score of 0 is the second class, not the first"),
    ("predict_proba_multinomial", "_predict_proba_lr", "calls a private method"),
    ("internal_representation", "_n_support", "looks at a private attribute"),
    ("test_max_iter", "warnings emitted|not match", WORDS),
    ("test_max_iter|convergence_warnings", "", ROUNDS),
    ("test_dtype_match", "float", "weights are float64, also of float32 rows"),
    ("c_inf_no_warning", "separable", "separable data without a penalty is an error: there is no finite optimum"),
    ("test_zero_max_iter", "max_iter is 0", "max_iter is from 1"),
    ("penalty_deprecated|None_deprecated|with_n_jobs|futurewarning|deprecated", "", FUTURE),
    ("l1_ratio_non|test_penalty_none|l1ratio_incompatible", "DID NOT WARN", "warns of parameters that have no effect"),
    ("callback", "set_callbacks|DID NOT WARN", "callbacks of scikit-learn 1.9; ours are the parameter `callback`"),
    ("test_precomputed", "", "asks for the last bit of libsvm's intercept"),
    ("test_negative_weight", "Negative values", NEGATIVE),
    ("test_negative_sample_weights|test_negative_weights", "", WORDS),
    ("test_bad_input", "DID NOT RAISE", "sparse rows are predicted by a model of dense ones"),
    ("sparse_precomputed", "DID NOT RAISE", "a sparse matrix of a precomputed kernel is taken"),
    ("nonfinite_params", "not match", WORDS),
    ("linearsvc_parameters", "", "every penalty, loss and dual that have an optimum are taken; " + WORDS),
    (
        "intercept_handling",
        "intercept_scaling",
        "intercept_scaling is 1; `bias='free'` leaves the intercept without penalty",
    ),
    ("kernel_not_array_input", "", "rows of a kernel given as a function are numbers"),
]
