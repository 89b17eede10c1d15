// The flags of the command line that the page offers, as lists: names, values and who takes them.
import type { Option } from '../core/types';

export type Learner = 'perceptron' | 'logistic' | 'svm';
export type Flags = Record<string, string>;

export interface Flag {
  name: string;
  learners: Learner[];
  values?: string[]; // a choice; else a number or a text
  group: 'choice' | 'number' | 'kernel' | 'run';
  when?: (flags: Flags) => boolean;
}

export const presets = [
  'cyclic', 'pla', 'online', 'zero-one', 'delta', 'subgradient', 'pocket', 'averaged', 'voted', 'margin',
  'passive-aggressive', 'kernel',
]; // prettier-ignore

const perceptron: Learner[] = ['perceptron'];
const objectives: Learner[] = ['logistic', 'svm'];
const all: Learner[] = ['perceptron', 'logistic', 'svm'];
const kernels = ['none', 'linear', 'polynomial', 'rbf', 'laplacian', 'sigmoid'];
const hasKernel = (flags: Flags) => (flags.kernel ?? (flags.preset === 'kernel' ? 'rbf' : 'none')) !== 'none';
const steps =
  (...names: string[]) =>
  (flags: Flags) =>
    names.includes(flags.step ?? presetStep[flags.preset] ?? 'unit');
const presetStep: Flags = {
  delta: 'delta',
  subgradient: 'minibatch',
  margin: 'rate',
  'passive-aggressive': 'pa1',
};

export const flags: Flag[] = [
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
  { name: 'start', learners: perceptron, group: 'choice' },
  { name: 'eta', learners: perceptron, group: 'number', when: steps('rate', 'delta') },
  { name: 'tau', learners: perceptron, group: 'number', when: steps('minibatch') },
  { name: 'batch', learners: perceptron, group: 'number', when: steps('minibatch') },
  { name: 'margin', learners: perceptron, group: 'number' },
  { name: 'aggressiveness', learners: perceptron, group: 'number', when: steps('pa1', 'pa2') },
  { name: 'passes', learners: perceptron, group: 'number' },
  { name: 'loss', learners: ['svm'], group: 'choice', values: ['hinge', 'squared-hinge', 'modified-huber'] },
  { name: 'penalty', learners: objectives, group: 'choice', values: ['l2', 'l1', 'none'] },
  { name: 'C', learners: objectives, group: 'number' },
  { name: 'solver', learners: ['logistic'], group: 'choice', values: ['auto', 'gd'] },
  { name: 'rounds', learners: ['perceptron', 'logistic'], group: 'number' },
  { name: 'kernel', learners: all, group: 'kernel', values: kernels },
  { name: 'gamma', learners: all, group: 'kernel', when: hasKernel },
  { name: 'degree', learners: all, group: 'kernel', when: (f) => f.kernel === 'polynomial' },
  {
    name: 'coef0',
    learners: all,
    group: 'kernel',
    when: (f) => f.kernel === 'polynomial' || f.kernel === 'sigmoid',
  },
  { name: 'bias', learners: all, group: 'choice', values: ['augmented', 'free', 'none'] },
  { name: 'holdout', learners: all, group: 'run', values: ['0.1', '0.2', '0.3', '0.5'] },
  { name: 'seed', learners: all, group: 'run' },
];

/** The flags that a learner is given: those set, that it knows and that are on screen. (Rows are held out before: holdout.) */
export function optionsOf(learner: Learner, set: Flags): Option[] {
  const options: Option[] = [];
  if (learner === 'perceptron' && set.preset) options.push(['preset', set.preset]);
  for (const flag of shownFlags(learner, set)) {
    const value = set[flag.name]?.trim();
    if (value && flag.name !== 'holdout') options.push([flag.name, flag.name === 'start' ? startOf(value) : value]);
  }
  return options;
}

/** Zeros are the start `zero`, which has bounds of its own. */
const startOf = (value: string) => (value.split(',').every((v) => v.trim() !== '' && Number(v) === 0) ? 'zero' : value);

export const shownFlags = (learner: Learner, set: Flags): Flag[] =>
  flags.filter((flag) => flag.learners.includes(learner) && (flag.when?.(set) ?? true));

const plain = /^[A-Za-z0-9_.,+\/-]+$/;
const word = (value: string) => (plain.test(value) ? value : `'${value.replaceAll("'", "'\\''")}'`);

/** The call of the program that makes the same run. */
export function commandOf(verb: string, file: string, learner: Learner, options: Option[]): string {
  const words = options.map(
    ([name, value]) => `--${name}${value === '' ? '' : `${value.startsWith('-') ? '=' : ' '}${word(value)}`}`,
  );
  const portable = learner === 'perceptron' ? [] : ['--simd portable'];
  return ['halfspace', verb, file, `--algorithm ${learner}`, ...words, ...portable].join(' ');
}

/** The same run from Python, and the errors on a file of rows held out. */
export function pythonOf(
  file: string,
  learner: Learner,
  options: Option[],
  reading: Option[] = [],
  test: string | null = null,
): string {
  const named = options.map(([name, value]) => `${name.replaceAll('-', '_')}=${pythonValue(name, value)}`);
  const portable = learner === 'perceptron' ? [] : ['simd="portable"'];
  const list = [`algorithm="${learner}"`, ...named, ...portable].join(', ');
  const read = (name: string) =>
    `halfspace.read_csv(${[JSON.stringify(name), ...reading.map(([n, v]) => `${n}=${JSON.stringify(v)}`)].join(', ')})`;
  const training = `import halfspace\n\ntable = ${read(file)}\nrun = halfspace.train(table.frame(), table.y, ${list})  # frame: with names\nprint(run)\n`;
  return test === null ? training : `${training}test = ${read(test)}\nprint(run.model.evaluate(test.frame(), test.y))\n`;
}

/** Whole numbers stay as they are, whatever their size; a label is a text. */
function pythonValue(name: string, value: string): string {
  if (name === 'positive') return JSON.stringify(value);
  if (/^[+-]?\d+$/.test(value)) return BigInt(value).toString();
  return value !== '' && Number.isFinite(Number(value)) ? String(Number(value)) : JSON.stringify(value);
}
