#include "train/flags.hpp"

#include <algorithm>
#include <utility>

#include "base/simd_choice.hpp"
#include "feature/feature_map.hpp"
#include "model/algorithm.hpp"
#include "solver/perceptron/options.hpp"
#include "train/objective/linear_request.hpp"

namespace halfspace {
namespace {

std::string preset_names() {
  std::string out;
  for (const Preset& p : perceptron_presets()) out += (out.empty() ? "" : "|") + std::string(p.name);
  return out;
}

}  // namespace

std::vector<Flag> reading_flags() {
  return {
      {"format", "csv|tsv|libsvm", "format of the text (default: by its name, else by its first line)", "data"},
      {"no-header", "", "the first CSV record is data; columns go by number", "data"},
      {"delimiter", "C|tab", "field delimiter of a CSV", "data"},
      {"zero-based", "", "LIBSVM indices start at 0", "data"},
      {"missing",
       "drop|mean|category|drop-label|...,...",
       "missing cells (empty, NA, N/A, NaN, null, ?): leave the row out, or a list of: take the column's mean (mean: "
       "numbers), keep them as a level (category: texts), leave rows without a label out (drop-label)",
       "data",
       false,
       {"mean,category", "mean,category,drop-label"}},
      {"na", "TEXT,...", "texts that stand for a missing cell besides those: '-999,unknown'", "data"},
      {"decimal", ".|,", "decimal mark of the numbers (default .)", "data"},
      {"thousands", "C|space", "thousands separator of the numbers: , . ' or space (default none)", "data"},
      {"signs", "percent,currency",
       "signs that numbers may have: 12.5 % is 0.125; $1200, 1200 EUR and (1200) are amounts", "data"},
      {"dates", "texts|days|parts|drop",
       "columns of dates: texts like any other (default), days since 1970-01-01 (a time of day as a fraction), year, "
       "month, day, weekday and second of the day, or no features",
       "data"},
      {"date-order", "dmy|mdy", "what 03/04/2026 and 03-04-2026 begin with: the day or the month", "data"},
      {"encoding", "utf-8|latin1|utf-16", "encoding of the text (default utf-8); latin1 is windows-1252", "data"},
      {"skip-lines", "N", "lines to pass over before the header", "data"},
      {"data-cache", "",
       "keep the rows of the file FILE beside it in FILE.hsd, and read them from there as long as FILE and these flags "
       "are the same",
       "data"},
      {"classes", "A,B", "keep only rows with these labels; one with a comma in double quotes: '\"A,B\",C'", "data"},
  };
}

std::vector<Flag> scoring_flags() {
  std::vector<Flag> flags = reading_flags();
  flags.push_back(
      {"unseen", "error|other|row",
       "a level that training did not see: an error, the level of pooled ones, else none of the levels, or a row "
       "without a prediction (default: as the model was trained)",
       "data"});
  return flags;
}

std::vector<Flag> data_flags() {
  std::vector<Flag> flags = {
      {"label", "NAME|INDEX",
       "label column by name, or by number from 1 (default: the one named label, class, target, y or species)", "data"},
      {"columns", "NAME|INDEX,...", "feature columns, in this order (default: all others)", "data"},
      {"categorical", "NAME|INDEX,...|auto",
       "columns of texts (--categorical-coding: their features); auto: those with text cells", "data"},
      {"drop", "NAME|INDEX,...|auto",
       "columns that are no features; auto: identifiers, free text, dates (unless --dates makes numbers of them) and "
       "columns of one value, each named with the reason",
       "data"},
      {"weight", "NAME|INDEX", "column of row weights (0 leaves the row out)", "data"},
  };
  for (Flag& f : reading_flags()) flags.push_back(std::move(f));
  return flags;
}

std::vector<Flag> perceptron_flags() {
  std::vector<Flag> flags = {
      {"preset", preset_names(), "choices as textbooks make them (default cyclic); the flags below override its parts",
       "perceptron"},
      {"start", "zero|random|v1,...,vd[,b]|MODEL", "weights to start from", "perceptron"},
      {"trace", "FILE", "write one JSON line per update", "output"},
  };
  for (const auto& field : perceptron_fields()) flags.push_back({field.name, field.metavar, field.help, "perceptron"});
  return flags;
}

std::vector<Flag> learner_flags() {
  std::vector<Flag> flags = {
      {"algorithm", choices<Algorithm>(),
       "what learns (default auto: a flag of one learner chooses it; else the perceptron where it reaches a clean pass "
       "within counted work, and logistic regression everywhere else)",
       "learner"},
      {"multiclass", choices<Multiclass>(),
       "three classes or more: perceptron has argmax, one run that compares them (default where steps are unit or "
       "rate), "
       "and one-vs-rest, one run a class; logistic and svm have one-vs-rest (default; a kernel machine one-vs-one) and "
       "one-vs-one, a run a pair; "
       "logistic has multinomial, svm crammer-singer",
       "learner"},
      {"positive", "LABEL", "the label of +1 (default: the one that sorts last)", "learner"},
  };
  std::vector<Flag> linear = linear_flags();
  for (Flag& f : perceptron_flags()) {
    if (f.group == "output") continue;
    const auto same = std::find_if(linear.begin(), linear.end(), [&](const Flag& g) { return g.name == f.name; });
    if (same != linear.end()) {
      f.group = "learner";
      if (f.help != same->help) f.help += "; logistic and svm: " + same->help;
      if (f.name == "bias") f.help += " (default free; perceptron augmented)";
      linear.erase(same);
    }
    flags.push_back(std::move(f));
  }
  for (Flag& f : linear) {
    f.group = "logistic, svm";
    flags.push_back(std::move(f));
  }
  std::stable_partition(flags.begin(), flags.end(), [](const Flag& f) { return f.group == "learner"; });
  for (Flag& f : feature_flags()) flags.push_back(std::move(f));
  return flags;
}

std::vector<Flag> feature_flags() {
  std::vector<Flag> flags;
  for (const auto& field : feature_fields()) flags.push_back({field.name, field.metavar, field.help, "features"});
  for (const auto& field : coding_fields()) {
    const bool repeats = field.name == "reference" || field.name == "ordered";
    flags.push_back({field.name, field.metavar, field.help, "features", repeats});
  }
  return flags;
}

std::vector<Flag> stream_flags() {
  return {
      {"stream", "",
       "learn each row as it is read and let it go: memory for the weights alone; perceptrons (--order cyclic or "
       "shuffled by blocks, --keep last or average), or a loss by --solver sgd, adagrad or ftrl with rate --eta; "
       "--passes of a file, one of a pipe; classes are named by --classes or those of the first rows",
       "stream"},
      {"final-pass", "", "with --stream: one more pass over the file for the objective and the training mistakes",
       "stream"},
      {"mixing-blocks", "B",
       "perceptrons over a folder of shards: each pass visits B blocks of rows apart, from the same weights, and goes "
       "on "
       "with the mean of theirs (default: one run through all rows)",
       "partitions"},
  };
}

std::vector<Flag> change_flags() {
  return {
      {"hash-bits", "N",
       "hash the columns to 2^N (1..30) by MurmurHash3 as scikit-learn's FeatureHasher: LIBSVM indices, names of "
       "columns, NAME=LEVEL of --categorical ones; the model does the same with what it predicts",
       "data"},
      {"precision", "exact|float",
       "values as their text says (default), or as the nearest floats: half the memory of doubles, and the report says "
       "so; proofs and gaps are then of the rounded rows",
       "data"},
  };
}

std::vector<Flag> separate_flags() {
  std::vector<Flag> flags = {
      {"bias", "augmented|free|none",
       "separate by a boundary anywhere (augmented and free ask the same; default augmented) or through the origin",
       "question"},
      {"positive", "LABEL", "the label of +1 (default: the one that sorts last)", "question"},
      {"min-mistakes", "", "the fewest mistakes that any weights make, and disjoint witnesses that prove a bound",
       "question"},
      {"suspects", "", "rows by the number of witnesses they are in: labels to look at again", "question"},
  };
  for (const auto& field : feature_fields()) {
    if (field.name == "features") flags.push_back({field.name, field.metavar, field.help, "features"});
  }
  return flags;
}

std::vector<Flag> running_flags() {
  return {
      {"threads", "N", "threads to use (default: all cores); results do not depend on it", "running"},
      {"simd", choices<Simd>(),
       "vector instructions: the widest of the machine (default), or those whose results have the same bits on every "
       "machine",
       "running"},
      {"seed", "S", "seed of every random choice (default 0)", "running"},
      {"timeout", "SECONDS", "end a run after so many seconds and keep what it has (while reading: exit 4)", "running"},
      {"max-memory", "MIB",
       "most memory for rows (with --stream for weights), in MiB (default: half of what the machine has)", "running"},
  };
}

}  // namespace halfspace
