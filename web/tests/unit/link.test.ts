import { expect, test } from 'vitest';
import { decodeState, encodeState, type Shared } from '../../src/state/link';

const state: Shared = {
  table: { columns: ['x1', 'x2'], classes: ['-1', '1'], rows: [[0, 0.5], [1e-3, -2]], labels: [0, 1] }, // prettier-ignore
  learner: 'svm',
  flags: { C: 'inf', kernel: 'rbf' },
  step: 7,
  threshold: 0.3,
  scene: 4,
  view: [-1, 1, -2, 2],
};

test('what a link holds is what was put into it', async () => {
  expect(await decodeState(`#${await encodeState(state)}`)).toEqual({ state, newer: false });
});

test('of a later version is taken what is understood, and that is said', async () => {
  const code = await encodeState({ ...state, wonder: { of: 'tomorrow' } } as Shared);
  expect(await decodeState(code.replace(/^1\./, '2.'))).toEqual({ state, newer: true });
});

test('no fragment is no link; a damaged one is a problem', async () => {
  expect(await decodeState('')).toBeNull();
  expect(await decodeState('#')).toBeNull();
  expect(await decodeState('#1.AAAA')).toEqual({ problem: 'damaged' });
  expect(await decodeState('#elsewhere')).toEqual({ problem: 'damaged' });
});

test('members of other types are left out', async () => {
  const odd = { learner: 'oracle', flags: { C: 3, seed: '1' }, step: '4', table: { columns: ['a'], rows: [] }, view: [1, 2] };
  const opened = await decodeState(await encodeState(odd as unknown as Shared));
  expect(opened).toEqual({ state: { learner: 'perceptron', flags: { seed: '1' } }, newer: false });
});
