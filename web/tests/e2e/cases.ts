// Runs whose results are known: what the program reports for the same points and flags (known.json).
import type { Flags, Learner } from '../../src/state/flags';

export interface Case {
  example: string;
  learner: Learner;
  flags: Flags;
}

const perceptron = (example: string, flags: Flags): Case => ({ example, learner: 'perceptron', flags });

export const cases: Case[] = [
  perceptron('iris-setosa', { preset: 'cyclic' }),
  perceptron('iris-setosa', { preset: 'zero-one' }),
  perceptron('iris-setosa', { preset: 'delta', eta: '1' }),
  perceptron('wide-margin', { preset: 'pla' }),
  perceptron('wide-margin', { preset: 'online', seed: '3' }),
  perceptron('noisy', { preset: 'subgradient', batch: '4', rounds: '50' }),
  perceptron('noisy', { preset: 'pocket', rounds: '200' }),
  perceptron('noisy', { preset: 'averaged', passes: '5' }),
  perceptron('noisy', { preset: 'voted', passes: '3' }),
  perceptron('small-margin', { preset: 'margin' }),
  perceptron('noisy', { preset: 'passive-aggressive', passes: '3' }),
  perceptron('xor', { preset: 'kernel' }),
  perceptron('xor', { preset: 'cyclic' }),
  perceptron('and', { preset: 'cyclic', start: '5,-5,1', order: 'shuffled', seed: '2' }),
  perceptron('iris-overlap', { preset: 'pocket', rounds: '200', holdout: '0.3', seed: '7' }),
  { example: 'noisy', learner: 'logistic', flags: { C: '2', holdout: '0.2' } },
  { example: 'moons', learner: 'svm', flags: { kernel: 'rbf', gamma: '2', holdout: '0.5', seed: '4294967297' } },
  { example: 'noisy', learner: 'logistic', flags: { C: '2' } },
  { example: 'noisy', learner: 'logistic', flags: { penalty: 'none', solver: 'gd', rounds: '20' } },
  { example: 'iris-setosa', learner: 'svm', flags: { C: 'inf' } },
  { example: 'noisy', learner: 'svm', flags: { C: '1' } },
  { example: 'rings', learner: 'svm', flags: { C: '10', kernel: 'rbf', gamma: '1' } },
  { example: 'moons', learner: 'svm', flags: { kernel: 'polynomial', degree: '3', coef0: '1' } },
];

export const nameOf = ({ example, learner, flags }: Case): string =>
  `${learner} on ${example}: ${Object.entries(flags).map(([name, value]) => `${name} ${value}`).join(', ')}`; // prettier-ignore
