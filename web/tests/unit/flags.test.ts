import { expect, test } from 'vitest';
import { commandOf, pythonOf } from '../../src/state/calls';
import { presets, type Flags, type Learner } from '../../src/state/flags';
import { isOffered, optionsOf, shownFlags, withHardMargin } from '../../src/state/offers';
import { t } from '../../src/strings';

test('only flags that the learner knows and that are on screen are given', () => {
  expect(optionsOf('perceptron', { preset: 'delta', eta: '0.5', C: '3', tau: '2' })).toEqual([
    ['preset', 'delta'],
    ['eta', '0.5'],
  ]);
  expect(optionsOf('svm', { preset: 'cyclic', C: 'inf', gamma: '1' })).toEqual([['C', 'inf']]);
  expect(optionsOf('svm', { kernel: 'rbf', gamma: ' 1 ' })).toContainEqual(['gamma', '1']);
});

test('the command is the same list of flags', () => {
  const options = optionsOf('perceptron', { preset: 'cyclic', start: '-5,5,1' });
  expect(commandOf('train', 'points.csv', 'perceptron', options)).toBe(
    'halfspace train points.csv --algorithm perceptron --preset cyclic --start=-5,5,1',
  );
  expect(commandOf('train', 'points.csv', 'svm', [['C', "a'b"]])).toContain("--C 'a'\\''b' --simd portable");
});

test('held-out rows are the page’s to keep apart: the module is not asked, the command is', () => {
  expect(optionsOf('svm', { C: '1', holdout: '0.3', seed: '2' })).toEqual([
    ['C', '1'],
    ['seed', '2'],
  ]);
  expect(pythonOf('train.csv', 'svm', [['C', '1']], [], 'test.csv')).toContain('run.model.evaluate(test.frame(), test.y)');
});

test('and so is the Python call', () => {
  expect(pythonOf('points.csv', 'perceptron', [['preset', 'margin'], ['eta', '0.50']])).toContain('preset="margin", eta=0.5)'); // prettier-ignore
  const seeds = (seed: string) => pythonOf('points.csv', 'perceptron', [['seed', seed]]);
  expect(seeds('9223372036854775807')).toContain('seed=9223372036854775807)');
  expect(pythonOf('points.csv', 'svm', [['positive', '-1']])).toContain('positive="-1"');
  expect(seeds('007')).toContain('seed=7)'); // Python takes no zeros before a number
  expect(pythonOf('points.csv', 'svm', [['C', 'inf']])).toContain('C="inf"');
  expect(pythonOf('points.csv', 'svm', [], [['label', 'label']])).toContain('read_csv("points.csv", label="label")');
});

test('every flag has a name in the strings', () => {
  for (const learner of ['perceptron', 'logistic', 'svm'] as const) {
    for (const flag of shownFlags(learner, { kernel: 'polynomial' })) expect(t.flags[flag.name], flag.name).toBeTruthy();
  }
  expect(presets).toHaveLength(12);
});

test('only what can work beside the other choices is on offer', () => {
  const offers = (learner: Learner, set: Flags, name: string) =>
    shownFlags(learner, set)
      .find((flag) => flag.name === name)
      ?.values?.filter((value) => isOffered(learner, set, name, value));
  expect(offers('svm', {}, 'penalty')).toEqual(['l2']);
  expect(offers('svm', { loss: 'squared-hinge' }, 'penalty')).toEqual(['l2', 'l1', 'none']);
  expect(offers('svm', { loss: 'squared-hinge', penalty: 'l1' }, 'loss')).toEqual(['squared-hinge', 'modified-huber']);
  expect(isOffered('svm', { loss: 'squared-hinge', penalty: 'l1' }, 'loss', '')).toBe(false); // that would be the hinge
  expect(offers('svm', {}, 'kernel')).toEqual(['linear', 'polynomial', 'rbf', 'laplacian', 'sigmoid']);
  expect(offers('svm', { loss: 'modified-huber' }, 'kernel')).toBeUndefined();
  expect(offers('logistic', {}, 'kernel')).toBeUndefined();
  expect(offers('logistic', {}, 'penalty')).toEqual(['l2', 'l1', 'none', 'firth']);
  expect(offers('logistic', {}, 'solver')).toBeUndefined();
  expect(offers('logistic', { penalty: 'none' }, 'solver')).toEqual(['auto', 'gd']);
  expect(offers('perceptron', { preset: 'zero-one' }, 'step')).toEqual(['unit', 'rate', 'delta', 'minibatch']);
});

test('flags without a meaning beside the others are not given, nor what only perceptrons have', () => {
  expect(optionsOf('logistic', { penalty: 'none', C: '2', kernel: 'rbf' })).toEqual([['penalty', 'none']]);
  expect(optionsOf('svm', { kernel: 'none' })).toEqual([]);
  expect(optionsOf('perceptron', { preset: 'online', kernel: 'rbf', start: 'zero' })).toContainEqual(['start', 'zero']);
  expect(withHardMargin({ loss: 'squared-hinge', penalty: 'l1', seed: '1' })).toEqual({ C: 'inf', seed: '1' });
});

test('a start of zeros is the start zero, which has a bound of its own', () => {
  expect(optionsOf('perceptron', { start: '0, 0,0' })).toEqual([['start', 'zero']]);
  expect(optionsOf('perceptron', { start: '0,0,1' })).toEqual([['start', '0,0,1']]);
});
