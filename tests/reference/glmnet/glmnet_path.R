# Rscript tests/reference/glmnet/glmnet_path.R data/iris.csv > tests/reference/glmnet/iris.tsv
# The deviance of glmnet's path on versicolor against virginica: alpha (share of L1), standardize, lambda, deviance,
# degrees of freedom, one line a point. thresh 1e-14 and no early end.
suppressMessages(library(glmnet))
glmnet.control(fdev = 0, devmax = 1)
rows <- read.csv(commandArgs(trailingOnly = TRUE)[1])
rows <- rows[rows$species %in% c("versicolor", "virginica"), ]
y <- as.integer(rows$species == "virginica")
x <- as.matrix(rows[, names(rows) != "species"])
cat(sprintf("# %s, glmnet %s\n", R.version.string, packageVersion("glmnet")))
cat("alpha\tstandardize\tlambda\tdeviance\tdf\n")
for (alpha in c(1, 0.5, 0)) {
  for (standardize in c(TRUE, FALSE)) {
    fit <- glmnet(x, y, family = "binomial", alpha = alpha, standardize = standardize, nlambda = 50,
                  lambda.min.ratio = 1e-4, thresh = 1e-14, maxit = 1e7)
    deviance <- fit$nulldev * (1 - fit$dev.ratio)
    cat(sprintf("%g\t%s\t%.17g\t%.17g\t%d\n", alpha, standardize, fit$lambda, deviance, fit$df), sep = "")
  }
}
