// Places of a run: 0 is the start, place p is after p visits (mini-batches count as one; rounds of gradient descent too).
// Where only the first updates of a long run are listed, the last place is the end of the run, with no entries of its own.
import type { RunResult, Trace, Which } from '../core/types';

export interface Steps {
  count: number;
  kind: 'visits' | 'rounds' | 'fit';
  ends: Int32Array; // of visits: one behind the last entry of each in the trace
}

export function stepsOf(run: RunResult | null): Steps {
  if (run === null) return { count: 0, kind: 'fit', ends: new Int32Array() };
  if (run.trace !== null) {
    const ends = visitEnds(run.trace);
    return { count: ends.length + (run.trace.listed === 'first' ? 1 : 0), kind: 'visits', ends };
  }
  if (run.report.solver === 'gd' && run.report.curve) {
    return { count: run.report.curve.length - 1, kind: 'rounds', ends: new Int32Array() };
  }
  return { count: 1, kind: 'fit', ends: new Int32Array() };
}

function visitEnds(trace: Trace): Int32Array {
  const ends: number[] = [];
  for (let i = 0; i < trace.count; ++i) {
    if (i + 1 === trace.count || trace.visit[i + 1] !== trace.visit[i]) ends.push(i + 1);
  }
  return Int32Array.from(ends);
}

/** Entries of the visit that led to place p: from, to (behind the last). */
export const entriesOf = (steps: Steps, place: number): [number, number] =>
  place <= 0 || place > steps.ends.length ? [0, 0] : [place === 1 ? 0 : steps.ends[place - 2], steps.ends[place - 1]];

/** The next place, from `place` on, whose visit changed the weights; the end where there is none. */
export function nextUpdate(trace: Trace, steps: Steps, place: number): number {
  for (let p = place + 1; p <= steps.count; ++p) {
    const [from, to] = entriesOf(steps, p);
    for (let i = from; i < to; ++i) if (trace.multiplier[i] !== 0) return p;
  }
  return steps.count;
}

/** The end of the pass that the next visit belongs to. */
export function endOfPass(trace: Trace, steps: Steps, place: number): number {
  if (place >= steps.count) return steps.count;
  const pass = trace.pass[steps.ends[place] - 1];
  let p = place + 1;
  while (p < steps.count && trace.pass[steps.ends[p] - 1] === pass) ++p;
  return p;
}

/** Updates made up to a place, mini-batches counted once. */
export function updatesUpTo(trace: Trace, steps: Steps, place: number): number {
  let updates = 0;
  for (let p = 1; p <= place; ++p) {
    const [from, to] = entriesOf(steps, p);
    for (let i = from; i < to; ++i) {
      if (trace.multiplier[i] !== 0) {
        ++updates;
        break;
      }
    }
  }
  return updates;
}

/** Multipliers of all rows at a place: each row's last said total. */
export function alphaAt(trace: Trace, steps: Steps, place: number, rows: number): Float64Array {
  const alpha = new Float64Array(rows);
  const to = place <= 0 ? 0 : steps.ends[Math.min(place, steps.ends.length) - 1];
  for (let i = 0; i < to; ++i) alpha[trace.row[i]] = trace.alpha[i];
  return alpha;
}

/** The weights with the bias last at a place of a run with weights, as the trace has them. */
export function weightsAt(trace: Trace, steps: Steps, place: number): Float64Array | null {
  if (trace.width === 0 || steps.count === 0) return null;
  const { width } = trace;
  if (place <= 0) return trace.before.slice(0, width);
  const last = steps.ends[Math.min(place, steps.ends.length) - 1] - 1;
  return trace.after.slice(last * width, (last + 1) * width);
}

/** Whose scores are shown at a place. At the end it is the model, which `keep` may have chosen. */
export function whichAt(run: RunResult, steps: Steps, place: number, cols: number): Which {
  if (place >= steps.count) return 'final';
  const zero = { weights: Array<number>(cols).fill(0), bias: 0 };
  if (steps.kind === 'fit') return zero;
  if (steps.kind === 'rounds') return place === 0 ? zero : { limit: ['rounds', String(place)] };
  const trace = run.trace!;
  const weights = weightsAt(trace, steps, place);
  if (weights !== null) return { weights: [...weights.slice(0, -1)], bias: weights[weights.length - 1] };
  const updates = updatesUpTo(trace, steps, place);
  return updates === 0 ? zero : { limit: ['max-updates', String(updates)] };
}
