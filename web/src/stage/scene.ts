// What the stage shows of the state.
import type { Play } from '../state/play.svelte';
import type { Line } from './line';
import type { Scene } from './picture';
import { lettersOf } from './shapes';

export function sceneOf(play: Play): Scene {
  const { run, view, flat, proof } = play;
  const shown = run !== null && (play.steps.kind !== 'fit' || play.place > 0);
  const svm = play.learner === 'svm';
  const proving = (play.tab === 'verdict' || (play.tab === 'tour' && play.learner === 'perceptron')) && play.atEnd;
  const best = proof?.hardMargin && play.showBest && proving && flat && !(svm && shown) ? proof.hardMargin : null;
  const verdict = proving && proof?.verdict && proof.verdict.verdict !== 'separable' ? proof.verdict : null;
  return {
    view,
    letters: lettersOf(),
    table: play.drawn,
    flat,
    line: !shown ? null : flat ? lineOf(play.weights()) : scoreZero,
    margins: svm ? 1 : null,
    grid: shown ? play.answers.grid : null,
    level: play.learner === 'logistic' ? play.threshold : 0,
    best: best && {
      line: { w: [best.weights[0], best.weights[1]], b: best.bias },
      support: best.alpha.map((a) => a.row),
    },
    verdict: play.showWitness ? verdict : null,
    held: play.parts?.held ?? null,
    wrong: shown ? wrongRows(play) : [],
    unavoidable: play.showUnavoidable ? (verdict?.fewest_mistakes?.rows ?? []).map((r) => r.row) : [],
    current: currentRow(play),
    selected: play.selected,
    support: best ? best.alpha.map((a) => a.row) : svm && shown ? (run?.report.alpha ?? []).map((a) => a.row) : [],
    update: flat ? updateOf(play) : null,
  };
}

/** In a projection scores lie across: the boundary stands at 0. */
const scoreZero: Line = { w: [1, 0], b: 0 };

const lineOf = (weights: Float64Array | null): Line | null =>
  weights === null ? null : { w: [weights[0], weights[1]], b: weights[2] };

/** Rows whose predicted label is not theirs: score 0 is predicted +1, of a threshold P from it on (docs/algorithms.md). */
export function wrongRows(play: Play): number[] {
  const moment = play.answers.present;
  if (moment === null) return [];
  const { scores, chances } = moment;
  const cut = play.threshold !== 0.5 && chances !== null;
  const positive = (i: number) => (cut ? chances[i] >= play.threshold : scores[i] >= 0);
  return [...play.table.labels.keys()].filter((i) => positive(i) !== (play.table.labels[i] === 1));
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
