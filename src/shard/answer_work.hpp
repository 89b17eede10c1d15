// The passes over the rows of a shard, one a kind of question.
#pragma once

#include "shard/answer.hpp"
#include "shard/row_facts.hpp"
#include "shard/row_memory.hpp"
#include "shard/shard.hpp"

namespace halfspace {

/// most: c |x_j|, then c x_j^2 of each column; sum: entries of each column; count: rows of weight > 0, entries, squares of
/// the numbers of entries of a row; the classes with their rows.
void answer_schema(const ShardRows& rows, const Question& question, Answer& answer);

/// sum: Σ c |x_j|, then Σ c x_j^2 of each column; most: the largest |x|, then of each class -|x| of its shortest row of at
/// least half its mean weight. Of folds behind them, for each part and class: such a row's -|x|; count: rows; exact: weights.
void answer_sizes(const ShardRows& rows, const Question& question, const RowFacts& facts, Answer& answer);

/// sum: of each task what TaskSums has, one after another; exact: its slots.
void answer_work(const ShardRows& rows, const Question& question, const RowFacts& facts, RowMemory& memory,
                 unsigned threads, Answer& answer);

/// sum and exact: what SoftmaxSums has.
void answer_softmax(const ShardRows& rows, const Question& question, const RowFacts& facts, RowMemory& memory,
                    unsigned threads, Answer& answer);

/// states: of the perceptrons of each leg, after its rows in their order; "" where another shard is asked.
void answer_visits(const ShardRows& rows, const Question& question, const RowFacts& facts, Answer& answer);

/// count: rows of class k that the scores give class l, at k K + l; exact: weights of the rows, of those with another label, and
/// Σ c max(0, -margin).
void answer_mistakes(const ShardRows& rows, const Question& question, const RowFacts& facts, unsigned threads,
                     Answer& answer);

/// Of each model, `outputs` tasks: count, behind the rows that count: mistakes; exact: held_out_sums(): of each class the weight
/// of its rows, of those that are found and of others taken for it, then Σ c of log loss, Brier score and loss.
void answer_held_out(const ShardRows& rows, const Question& question, const RowFacts& facts, unsigned threads,
                     Answer& answer);

/// Of the map: exact: map_sums; most: the largest score, and that of their negatives; count: the rows that count.
void answer_calibration(const ShardRows& rows, const Question& question, const RowFacts& facts, unsigned threads,
                        Answer& answer);

/// Without centers: sum: Σ c x_j of each column; most: of entries that are not 0 the largest x_j, then the largest -x_j of each
/// column, the largest |x| and the largest c. With centers: sum: of these entries Σ c ((x_j - center_j) / reach_j)^2, then Σ c.
/// Behind these sums as many that their grids round off. count: the rows that count.
void answer_scaling(const ShardRows& rows, const Question& question, const RowFacts& facts, Answer& answer);

}  // namespace halfspace
