// What the stage shows of the state.
import type { Play } from '../state/play.svelte';
import type { Line } from './line';
import type { Scene } from './picture';

export function sceneOf(play: Play): Scene {
  const { run, view, table } = play;
  const flat = table.columns.length === 2;
  const shown = run !== null && (play.steps.kind !== 'fit' || play.place > 0);
  const svm = play.learner === 'svm';
  const proof = play.tab === 'verdict' || (play.tab === 'tour' && play.learner === 'perceptron');
  const best = run?.hardMargin && play.showBest && proof && flat && play.atEnd && !(svm && shown) ? run.hardMargin : null;
  return {
    view,
    table,
    line: flat && shown ? lineOf(play.weights()) : null,
    margins: svm ? 1 : null,
    grid: shown && flat ? play.grid : null,
    level: play.learner === 'logistic' ? play.threshold : 0,
    best: best && {
      line: { w: [best.weights[0], best.weights[1]], b: best.bias },
      support: best.alpha.map((a) => a.row),
    },
    verdict:
      play.showWitness && proof && flat && run?.verdict && run.verdict.verdict !== 'separable' && play.atEnd ? run.verdict : null,
    wrong: shown ? wrongRows(play) : [],
    current: currentRow(play),
    selected: play.selected,
    support: best ? best.alpha.map((a) => a.row) : svm && shown ? (run?.report.alpha ?? []).map((a) => a.row) : [],
    update: flat ? updateOf(play) : null,
  };
}

const lineOf = (weights: Float64Array | null): Line | null =>
  weights === null ? null : { w: [weights[0], weights[1]], b: weights[2] };

/** Rows whose predicted label is not theirs; score 0 is predicted +1 (docs/algorithms.md). */
export function wrongRows(play: Play): number[] {
  const { moment, table } = play;
  if (moment === null || moment.run !== play.run || moment.scores.length !== table.rows.length) return [];
  const out: number[] = [];
  for (let i = 0; i < table.rows.length; ++i) if (moment.scores[i] >= 0 !== (table.labels[i] === 1)) out.push(i);
  return out;
}

/** The row of the last visit; of a batch none. */
export function currentRow(play: Play): number {
  const [from, to] = play.entries();
  return to - from === 1 ? play.run!.trace!.row[from] : -1;
}

function updateOf(play: Play): Scene['update'] {
  const trace = play.run?.trace;
  const [from, to] = play.entries();
  if (!trace || trace.width !== 3 || to === from) return null;
  const at = (values: Float64Array, i: number): [number, number] => [values[i * 3], values[i * 3 + 1]];
  const [before, after] = [at(trace.before, from), at(trace.after, to - 1)];
  if (before[0] === after[0] && before[1] === after[1]) return null;
  return { before, after, change: [after[0] - before[0], after[1] - before[1]] };
}
