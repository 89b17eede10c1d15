// Nine scenes: what each sets up, what it says and how its exercise is checked. Numbers to compare with are the module's.
import type { Play } from '../state/play.svelte';
import { t } from '../strings';
import type { Shared } from '../state/link';

export interface Scene {
  words: { title: string; text: string[]; task: string; right: string; hint: string };
  state: Shared;
  /** An exercise with a number to find; else it is done when `done` says so. */
  answer?: (play: Play) => number | null;
  done?: (play: Play) => boolean;
}

const perceptron = (example: string, flags: Record<string, string>, step: number | null = 0): Shared => ({
  example,
  learner: 'perceptron',
  flags,
  ...(step === null ? {} : { step }),
});

export const scenes: Scene[] = [
  {
    words: t.scenes.converges,
    state: perceptron('and', { preset: 'cyclic' }),
    answer: (play) => play.run?.report.updates ?? null,
  },
  {
    words: t.scenes.order,
    state: perceptron('wide-margin', { preset: 'cyclic' }),
    done: (play) =>
      play.atEnd &&
      play.run?.report.status === 'converged' &&
      play.first?.scene === play.scene &&
      play.run.report.updates !== play.first.updates,
  },
  {
    words: t.scenes.bound,
    state: perceptron('small-margin', { preset: 'cyclic' }, null),
    answer: (play) => play.run?.report.bound?.updates_at_most ?? null,
  },
  {
    words: t.scenes.xor,
    state: perceptron('xor', { preset: 'cyclic' }, null),
    answer: (play) => play.proof?.verdict?.fewest_mistakes?.at_least ?? null,
  },
  {
    words: t.scenes.pocket,
    state: perceptron('noisy', { preset: 'pocket', rounds: '300' }, null),
    answer: (play) => (play.run?.report.settings.keep === 'pocket' ? (play.run.report.train?.mistakes ?? null) : null),
  },
  {
    words: t.scenes.batch,
    state: perceptron('wide-margin', { preset: 'subgradient', batch: '8', rounds: '200' }),
    done: (play) => play.flags.batch === '1' && play.atEnd && play.run !== null,
  },
  {
    words: t.scenes.logistic,
    state: { example: 'noisy', learner: 'logistic', flags: { C: '1' } },
    done: (play) => play.learner === 'logistic' && play.atEnd && play.answers.counts?.train.false_positives === 0,
  },
  {
    words: t.scenes.margin,
    state: { example: 'iris-setosa', learner: 'svm', flags: { C: 'inf' } },
    answer: (play) => play.run?.report.support_vectors ?? null,
  },
  {
    words: t.scenes.kernel,
    state: { example: 'rings', learner: 'svm', flags: { C: '10' } },
    done: (play) => play.atEnd && play.run !== null && play.run.report.weights === null && play.run.report.train?.mistakes === 0,
  },
];
