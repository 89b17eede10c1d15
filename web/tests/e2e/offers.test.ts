// Every value on offer works, alone and beside any other: the module takes the settings.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { Abi } from '../../src/core/abi';
import { Core } from '../../src/core/core';
import { presets, type Flags, type Learner } from '../../src/state/flags';
import { isOffered, optionsOf, shownFlags } from '../../src/state/offers';
import { built } from './browser';

let core: Core;
beforeAll(async () => {
  core = new Core(await Abi.start(readFileSync(join(built, 'halfspace-all.wasm'))));
  core.abi.write('data.csv', 'x1,x2,class\n0,0,-1\n0,1,-1\n1,0,-1\n1,1,1\n0.2,0.1,1\n2,2,1\n1.5,1.5,-1\n'); // no line separates them
});

/** What the module says against the flags; '' where it takes them. */
function refusal(learner: Learner, flags: Flags): string {
  try {
    core.freeModel(core.train('/data.csv', [['algorithm', learner], ...optionsOf(learner, flags)]).model);
    return '';
  } catch (error) {
    return (error as Error).message;
  }
}

/** The flags with one more choice, each way that is on offer; '' takes a choice back. */
const oneMore = (learner: Learner, flags: Flags): Flags[] =>
  shownFlags(learner, flags)
    .filter(({ name, values }) => values && name !== 'holdout')
    .flatMap(({ name, values }) =>
      ['', ...values!].filter((value) => isOffered(learner, flags, name, value)).map((value) => ({ ...flags, [name]: value })),
    );

const begun: [string, Learner, Flags][] = [
  ...presets.map((preset): [string, Learner, Flags] => [preset, 'perceptron', { preset, rounds: '20' }]),
  ['logistic', 'logistic', {}],
  ['svm', 'svm', {}],
  ['svm with a large C', 'svm', { C: '10' }],
];

test.each(begun)('%s: what is on offer works', (_, learner, flags) => {
  const refused = new Set<string>();
  const tried = new Set<string>();
  const check = (set: Flags) => {
    const key = JSON.stringify(optionsOf(learner, set));
    if (tried.has(key)) return;
    tried.add(key);
    const why = refusal(learner, set);
    if (why !== '') refused.add(`${key}: ${why}`);
  };
  for (const one of oneMore(learner, flags)) {
    check(one);
    for (const two of oneMore(learner, one)) {
      check(two);
      if (learner !== 'perceptron') oneMore(learner, two).forEach(check);
    }
  }
  expect([...refused]).toEqual([]);
  expect(tried.size).toBeGreaterThan(10);
});
