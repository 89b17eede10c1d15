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

const opened = async (state: unknown) => decodeState(await encodeState(state as Shared));

test('members of other types are left out', async () => {
  const odd = { learner: 'oracle', flags: { C: 3, seed: '1' }, step: '4', view: [1, 2] };
  expect(await opened(odd)).toEqual({ state: { learner: 'perceptron', flags: { seed: '1' } }, newer: false });
});

test('so are numbers that say nothing: half a step, a threshold that is no probability, a window without an inside', async () => {
  const plain = { learner: 'svm', flags: {} };
  for (const odd of [
    { step: 1.5 }, { step: -3 }, { step: 1e300 }, { threshold: 7 }, { upward: -2.5 }, { scene: 1.5 },
    { view: [0, 0, 0, 0] }, { view: [1, -1, 0, 1] }, { view: [-1e308, 1e308, 0, 1] },
  ]) expect(await opened({ ...plain, ...odd }), JSON.stringify(odd)).toEqual({ state: plain, newer: false }); // prettier-ignore
});

test('a table that is none is damage, not another set of points; of a later version it is left out', async () => {
  const { table } = state;
  for (const odd of [
    { ...table, columns: ['a', 'a'] }, { ...table, columns: [' a', 'a'] }, { ...table, columns: ['a'] },
    { ...table, classes: ['n', 'n'] }, { ...table, labels: [0, 2] }, { ...table, rows: [[0], [1]] }, 'x1,x2',
  ]) expect(await opened({ ...state, table: odd }), JSON.stringify(odd)).toEqual({ problem: 'damaged' }); // prettier-ignore
  const code = (await encodeState({ learner: 'svm', flags: {}, table: 'x1,x2' } as unknown as Shared)).replace(/^1/, '2');
  expect(await decodeState(code)).toEqual({ state: { learner: 'svm', flags: {} }, newer: true });
});
