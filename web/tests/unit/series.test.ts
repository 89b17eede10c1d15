import { expect, test } from 'vitest';
import { traceColumns } from '../../src/core/trace';
import type { TraceVisit } from '../../src/core/types';
import { normLine, stairs, updatePlaces } from '../../src/panels/series';

test('a function that jumps at 0 is drawn upright there, on whichever side 0 belongs', () => {
  expect(stairs([[-1, -1], [0, 1], [1, 1]])).toEqual([[-1, -1], [0, -1], [0, 1], [1, 1]]); // prettier-ignore
  expect(stairs([[-1, 1], [0, 1], [1, 0]])).toEqual([[-1, 1], [0, 1], [0, 0], [1, 0]]); // prettier-ignore
  expect(stairs([[-1, 0], [1, 0]])).toEqual([[-1, 0], [1, 0]]); // prettier-ignore
});

test('from the start 0 a line begins at 0 updates, from another start at the first', () => {
  const one = (before: number[]) =>
    ({ visit: 1, pass: 1, row: 0, y: 1, score: 0, decision: 'mistake', multiplier: 1, alpha: 1, weights_before: before,
       bias_before: 0, weights_after: [1, 1], bias_after: 1, norm_squared: 3 }) as unknown as TraceVisit; // prettier-ignore
  const at = (before: number[]) => {
    const trace = traceColumns([one(before)], false, 'all');
    return normLine(trace, updatePlaces(trace)).at;
  };
  expect(at([0, 0])).toEqual([[0, 0], [1, 3]]); // prettier-ignore
  expect(at([1, 0])).toEqual([[1, 3]]);
});
