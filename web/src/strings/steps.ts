// Words of the run: its buttons, and what happened at a place of it.
import { plural, short, signed, vector, whole } from '../base/format';

export const steps = {
  steps: {
    name: 'Steps',
    reset: 'Reset',
    back: 'Back',
    visit: 'One visit',
    round: 'One round',
    update: 'One update',
    pass: 'One pass',
    rounds: 'Ten rounds',
    fit: 'Fit',
    run: 'Run',
    slow: 'Slow motion',
    pause: 'Pause',
    at: (place: number, count: number, what: string) => `${what} ${whole(place)} of ${whole(count)}`,
    theEnd: 'End of the run',
    kinds: { visits: 'Visit', steps: 'Step', rounds: 'Round', fit: 'Fit' } as Record<string, string>,
    listed: {
      updates: 'A long run: only the visits that change the weights are listed.',
      first: 'A long run: only its first updates are listed; the last step is the end of the run.',
      none: 'This run cannot be shown step by step; its end is shown.',
    },
    slider: 'Place in the run',
  },

  words: {
    start: (w: ArrayLike<number>, b: number | null) =>
      `Start: w = ${vector(w)}${b === null ? '' : `, b = ${short(b)}`}. Take one visit, or run to the end.`,
    startKernel: 'Start: every multiplier is 0. Take one visit, or run to the end.',
    notFitted: 'Press Fit to see the solution.',
    scored: (row: number, score: number, label: number) => `Row ${row} has score ${short(score)} and label ${signed(label)}: `,
    right: 'right, so nothing changes.',
    noStep: 'a mistake by the rule, but the step is 0.',
    mistake: 'a mistake. ',
    update: (before: string, c: number, y: number, x: string, after: string) =>
      `w becomes w + c y x = ${before} + ${short(c)}·(${signed(y)})·${x} = ${after}. `,
    bias: (before: number, c: number, y: number, after: number) =>
      `b becomes ${short(before)} + ${short(c)}·(${signed(y)}) = ${short(after)}.`,
    kernel: (row: number, c: number, alpha: number) => `α of row ${row} grows by ${short(c)} to ${short(alpha)}.`,
    batch: (rows: number, mistakes: number, c: number) =>
      `A batch of ${plural(rows, 'row', 'rows')}, ${plural(mistakes, 'mistake', 'mistakes')}; each mistake moves w by ${short(c)} y x. `,
    idleBatch: (rows: number, mistakes: number) =>
      `A batch of ${plural(rows, 'row', 'rows')}, ${plural(mistakes, 'mistake', 'mistakes')}: nothing changes.`,
    becomes: (before: string, after: string) => `w goes from ${before} to ${after}. `,
    rest: (listed: number, updates: number) =>
      `The other ${plural(updates - listed, 'update', 'updates')} of the run are not listed.`,
    round: (round: number, loss: number) => `After round ${round} the loss is ${short(loss, 6)}.`,
    ended: (status: string, reason: string) => `The run ended, ${status}: ${reason}.`,
    lines: 'Lines are those of the downloaded CSV: line 2 is row 0.',
    kept: (keep: string) => `Shown are the weights that "keep: ${keep}" hands out.`,
    fitted: (solver: string, reason: string) => `Fitted by ${solver}: ${reason}.`,
    unfitted: (reason: string) => `There is no optimum: ${reason}.`,
    statuses: {
      converged: 'converged',
      vacuous: 'vacuous: nothing is ever a mistake, which proves nothing',
      'not-separable': 'not separable, with a proof',
      'not-converged': 'not converged',
      passes: 'after its passes',
      rounds: 'after its rounds',
      patience: 'out of patience, which proves nothing',
      timeout: 'out of time',
      interrupted: 'interrupted',
    } as Record<string, string>,
  },
};
