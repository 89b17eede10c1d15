// Which flags and values can work beside those chosen: no control leads to an error of settings. The rules are the module's (src/train).
import type { Option } from '../core/types';
import { allFlags, type Flag, type Flags, type Learner } from './flags';

type Of = (name: string) => string;

const plain: Record<Learner, Flags> = {
  perceptron: { mistake: 'boundary-is-mistake', step: 'unit', order: 'cyclic', start: 'zero', margin: '0', kernel: 'none' },
  logistic: { loss: 'logistic', penalty: 'l2', solver: 'auto', bias: 'free', kernel: 'none', C: '1' },
  svm: { loss: 'hinge', penalty: 'l2', bias: 'free', kernel: 'none', C: '1' },
};

/** What presets have otherwise, of what matters here. */
const presetFlags = new Map<string, Flags>([
  ['pla', { order: 'random-mistake' }],
  ['online', { start: 'random' }],
  ['zero-one', { mistake: 'boundary-is-positive' }],
  ['delta', { step: 'delta' }],
  ['subgradient', { step: 'minibatch', start: 'random' }],
  ['pocket', { order: 'random-mistake' }],
  ['margin', { step: 'rate', margin: '1' }],
  ['passive-aggressive', { step: 'pa1', margin: '1' }],
  ['kernel', { kernel: 'rbf' }],
]);

/** Flags that do not go together. */
const clashes: { names: string[]; learner?: Learner; when: (of: Of) => boolean }[] = [
  { names: ['step', 'order'], when: (of) => of('step') === 'minibatch' && /^(first|random)-mistake$/.test(of('order')) },
  { names: ['mistake', 'step'], when: (of) => of('mistake') === 'boundary-is-positive' && of('step').startsWith('pa') },
  { names: ['mistake', 'margin'], when: (of) => of('mistake') === 'boundary-is-positive' && Number(of('margin')) !== 0 },
  { names: ['step', 'margin'], when: (of) => of('step') === 'delta' && Number(of('margin')) !== 0 },
  { names: ['kernel', 'start'], learner: 'perceptron', when: (of) => of('kernel') !== 'none' && startOf(of('start')) !== 'zero' },
  { names: ['loss', 'penalty'], learner: 'svm', when: (of) => of('loss') === 'hinge' && of('penalty') !== 'l2' },
  { names: ['loss', 'C'], learner: 'svm', when: (of) => of('C') === 'inf' && of('loss') !== 'hinge' },
  { names: ['loss', 'kernel'], learner: 'svm', when: (of) => of('loss') === 'modified-huber' && of('kernel') !== 'none' },
  { names: ['penalty', 'kernel'], learner: 'svm', when: (of) => of('penalty') !== 'l2' && of('kernel') !== 'none' },
  { names: ['penalty'], learner: 'svm', when: (of) => of('penalty') === 'firth' },
  { names: ['penalty', 'bias'], when: (of) => of('penalty') === 'firth' && of('bias') === 'augmented' },
];

const given = (set: Flags, name: string): string => (Object.hasOwn(set, name) ? set[name].trim() : '');

/** The value of each flag, chosen or not; of one that has no meaning here the one that stands unchosen. */
function valuesOf(learner: Learner, set: Flags): Of {
  const preset = learner === 'perceptron' ? given(set, 'preset') : '';
  const of: Of = (name) => {
    if (name === 'preset') return preset;
    const flag = allFlags.find((f) => f.name === name && f.learners.includes(learner));
    const value = flag && (flag.when?.(of) ?? true) ? given(set, name) : '';
    return value || presetFlags.get(preset)?.[name] || plain[learner][name] || '';
  };
  return of;
}

/** May this flag have the value ('': none of its own) beside the others? */
export function isOffered(learner: Learner, set: Flags, name: string, value: string): boolean {
  if (name === 'kernel' && value === 'none' && learner === 'svm') return false; // for perceptrons only
  const of = valuesOf(learner, { ...set, [name]: value });
  return !clashes.some((c) => c.names.includes(name) && (c.learner ?? learner) === learner && c.when(of));
}

/** Flags that have a meaning beside the others and, of a choice, a value on offer; and any that was chosen. */
export function shownFlags(learner: Learner, set: Flags): Flag[] {
  const of = valuesOf(learner, set);
  const hasOffers = ({ name, values }: Flag) =>
    values === undefined || given(set, name) !== '' || values.some((value) => isOffered(learner, set, name, value));
  return allFlags.filter((flag) => flag.learners.includes(learner) && (flag.when?.(of) ?? true) && hasOffers(flag));
}

/** The flags that a learner is given: those set, that it knows and that are on screen. (Rows are held out before: holdout.) */
export function optionsOf(learner: Learner, set: Flags): Option[] {
  const options: Option[] = [];
  if (learner === 'perceptron' && set.preset) options.push(['preset', set.preset]);
  for (const { name } of shownFlags(learner, set)) {
    const value = given(set, name);
    if (value === '' || name === 'holdout' || (name === 'kernel' && value === 'none' && learner === 'svm')) continue;
    options.push([name, name === 'start' ? startOf(value) : value]);
  }
  return options;
}

/** Zeros are the start `zero`, which has bounds of its own. */
const startOf = (value: string) => (value.split(',').every((v) => v.trim() !== '' && Number(v) === 0) ? 'zero' : value);

/** What a hard margin needs: C, the hinge loss and its penalty. */
export function withHardMargin(set: Flags): Flags {
  const { loss: _, penalty: __, ...others } = set;
  return { ...others, C: 'inf' };
}
