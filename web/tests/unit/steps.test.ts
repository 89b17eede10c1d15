import { expect, test } from 'vitest';
import { traceColumns } from '../../src/core/trace';
import type { RunResult, TraceVisit } from '../../src/core/types';
import { limitsOf } from '../../src/core/trace';
import { alphaAt, endOfPass, entriesOf, nextUpdate, stepsOf, updatesUpTo, weightsAt, whichAt } from '../../src/state/steps';

const visit = (
  number: number,
  pass: number,
  row: number,
  multiplier: number,
  before: number[],
  after: number[],
  alpha = 0,
): TraceVisit => ({
  visit: number,
  pass,
  row,
  x: [1, 1],
  y: 1,
  score: 0,
  decision: multiplier ? 'mistake' : 'correct',
  multiplier,
  alpha,
  weights_before: before.slice(0, 2),
  bias_before: before[2],
  weights_after: after.slice(0, 2),
  bias_after: after[2],
  norm_squared: 0,
});

// A batch of two rows, a visit that changes nothing, an update in the second pass.
const visits = [
  visit(1, 1, 0, 0.5, [0, 0, 0], [1, 2, 3], 0.5),
  visit(1, 1, 1, 0.5, [0, 0, 0], [1, 2, 3], 0.5),
  visit(2, 1, 2, 0, [1, 2, 3], [1, 2, 3]),
  visit(3, 2, 0, 1, [1, 2, 3], [4, 5, 6], 1.5),
];
const trace = traceColumns(visits, false, 'all');
const run = { trace, report: {} } as RunResult;
const steps = stepsOf(run);

test('a mini-batch is one step', () => {
  expect(steps.count).toBe(3);
  expect(entriesOf(steps, 1)).toEqual([0, 2]);
  expect(entriesOf(steps, 0)).toEqual([0, 0]);
  expect(entriesOf(steps, 3)).toEqual([3, 4]);
});

test('one update, one pass, and how many updates so far', () => {
  expect(nextUpdate(trace, steps, 0)).toBe(1);
  expect(nextUpdate(trace, steps, 1)).toBe(3);
  expect(nextUpdate(trace, steps, 3)).toBe(3);
  expect(endOfPass(trace, steps, 0)).toBe(2);
  expect([0, 1, 2, 3].map((place) => updatesUpTo(trace, steps, place))).toEqual([0, 1, 1, 2]);
});

test('weights and multipliers of a place are those of the trace', () => {
  expect([...weightsAt(trace, steps, 0)!]).toEqual([0, 0, 0]);
  expect([...weightsAt(trace, steps, 2)!]).toEqual([1, 2, 3]);
  expect([...alphaAt(trace, steps, 2, 3)]).toEqual([0.5, 0.5, 0]);
  expect([...alphaAt(trace, steps, 3, 3)]).toEqual([1.5, 0.5, 0]);
});

test('whose scores are shown: given weights on the way, the model at the end', () => {
  expect(whichAt(run, steps, 2, 2)).toEqual({ weights: [1, 2], bias: 3 });
  expect(whichAt(run, steps, 3, 2)).toBe('final');
  const kernel = { trace: traceColumns(visits, true, 'all'), report: {} } as RunResult;
  expect(whichAt(kernel, stepsOf(kernel), 2, 2)).toEqual({ limit: ['max-updates', '1'] });
});

test('gradient descent has a step a round, other solvers one', () => {
  const descent = { trace: null, report: { solver: 'gd', curve: [3, 2, 1] } } as unknown as RunResult;
  expect(stepsOf(descent)).toMatchObject({ count: 2, kind: 'rounds' });
  expect(whichAt(descent, stepsOf(descent), 1, 2)).toEqual({ limit: ['rounds', '1'] });
  expect(stepsOf({ trace: null, report: { solver: 'newton' } } as RunResult)).toMatchObject({ count: 1, kind: 'fit' });
});

test('of a long run the first updates are steps, and the end of the run is one more', () => {
  const long = { trace: { ...trace, listed: 'first' }, report: {} } as RunResult;
  const places = stepsOf(long);
  expect(places.count).toBe(4);
  expect(entriesOf(places, 4)).toEqual([0, 0]);
  expect(nextUpdate(trace, places, 3)).toBe(4);
  expect(endOfPass(trace, places, 3)).toBe(4);
  expect(whichAt(long, places, 3, 2)).toEqual({ weights: [4, 5], bias: 6 });
  expect(whichAt(long, places, 4, 2)).toBe('final');
  expect([...weightsAt(trace, places, 4)!]).toEqual([4, 5, 6]);
});

test('how much of a run is listed depends on its lines: a mini-batch has one for each row', () => {
  const report = (visits: number, updates: number, settings = {}) => ({ visits, updates, settings }) as never;
  expect(limitsOf(report(400, 5), 4, 2)).toEqual({ listed: 'all', more: [] });
  expect(limitsOf(report(400, 5), 2000, 2)).toEqual({ listed: 'updates', more: [['updates', '']] });
  const batches = limitsOf(report(6000, 5995, { step: 'minibatch', batch: 32 }), 60, 2);
  expect(batches.listed).toBe('first');
  const most = Number(new Map(batches.more).get('max-updates'));
  expect(most).toBeGreaterThan(500);
  expect(32 * most * 2400).toBeLessThanOrEqual(4e7);
});
