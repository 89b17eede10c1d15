// The flags of the command line that the page offers, as lists: names, values and who takes them.

export type Learner = 'perceptron' | 'logistic' | 'svm';
export type Flags = Record<string, string>;

export interface Flag {
  name: string;
  learners: Learner[];
  values?: string[]; // a choice; else a number or a text
  group: 'choice' | 'number' | 'kernel' | 'run';
  when?: (of: (name: string) => string) => boolean; // it has a meaning beside the values of the others
}

export const presets = [
  'cyclic', 'pla', 'online', 'zero-one', 'delta', 'subgradient', 'pocket', 'averaged', 'voted', 'margin',
  'passive-aggressive', 'kernel',
]; // prettier-ignore

const perceptron: Learner[] = ['perceptron'];
const objectives: Learner[] = ['logistic', 'svm'];
const all: Learner[] = ['perceptron', 'logistic', 'svm'];
const kernels = ['none', 'linear', 'polynomial', 'rbf', 'laplacian', 'sigmoid'];
const withKernels: Learner[] = ['perceptron', 'svm'];

export const allFlags: Flag[] = [
  {
    name: 'mistake',
    learners: perceptron,
    group: 'choice',
    values: ['boundary-is-mistake', 'boundary-is-correct', 'boundary-is-positive'],
  },
  {
    name: 'step',
    learners: perceptron,
    group: 'choice',
    values: ['unit', 'rate', 'delta', 'minibatch', 'pa', 'pa1', 'pa2'],
  },
  {
    name: 'order',
    learners: perceptron,
    group: 'choice',
    values: ['cyclic', 'first-mistake', 'permuted', 'shuffled', 'random', 'random-mistake'],
  },
  {
    name: 'stop',
    learners: perceptron,
    group: 'choice',
    values: ['clean-pass', 'no-mistake', 'passes', 'rounds', 'patience'],
  },
  { name: 'keep', learners: perceptron, group: 'choice', values: ['last', 'pocket', 'average', 'vote'] },
  {
    name: 'start',
    learners: perceptron,
    group: 'choice',
    when: (of) => of('kernel') === 'none' || ['online', 'subgradient'].includes(of('preset')), // others start at zero
  },
  { name: 'eta', learners: perceptron, group: 'number', when: (of) => ['rate', 'delta'].includes(of('step')) },
  { name: 'tau', learners: perceptron, group: 'number', when: (of) => of('step') === 'minibatch' },
  { name: 'batch', learners: perceptron, group: 'number', when: (of) => of('step') === 'minibatch' },
  {
    name: 'margin',
    learners: perceptron,
    group: 'number',
    when: (of) => of('mistake') !== 'boundary-is-positive' && of('step') !== 'delta',
  },
  { name: 'aggressiveness', learners: perceptron, group: 'number', when: (of) => ['pa1', 'pa2'].includes(of('step')) },
  { name: 'passes', learners: perceptron, group: 'number' },
  { name: 'loss', learners: ['svm'], group: 'choice', values: ['hinge', 'squared-hinge', 'modified-huber'] },
  { name: 'penalty', learners: objectives, group: 'choice', values: ['l2', 'l1', 'none', 'firth'] },
  { name: 'C', learners: objectives, group: 'number', when: (of) => !['none', 'firth'].includes(of('penalty')) },
  { name: 'solver', learners: ['logistic'], group: 'choice', values: ['auto', 'gd'], when: (of) => of('penalty') === 'none' },
  { name: 'rounds', learners: perceptron, group: 'number' },
  { name: 'rounds', learners: ['logistic'], group: 'number', when: (of) => of('solver') === 'gd' },
  { name: 'kernel', learners: withKernels, group: 'kernel', values: kernels },
  { name: 'gamma', learners: withKernels, group: 'kernel', when: (of) => !['none', 'linear'].includes(of('kernel')) },
  { name: 'degree', learners: withKernels, group: 'kernel', when: (of) => of('kernel') === 'polynomial' },
  {
    name: 'coef0',
    learners: withKernels,
    group: 'kernel',
    when: (of) => ['polynomial', 'sigmoid'].includes(of('kernel')),
  },
  { name: 'bias', learners: all, group: 'choice', values: ['augmented', 'free', 'none'] },
  { name: 'holdout', learners: all, group: 'run', values: ['0.1', '0.2', '0.3', '0.5'] },
  { name: 'seed', learners: all, group: 'run' },
];
