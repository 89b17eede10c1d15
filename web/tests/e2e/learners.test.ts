// Every learner comes to its known result, and the copied command gives the same numbers.
import { execFileSync } from 'node:child_process';
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { examples } from '../../src/data/examples';
import { csvOf } from '../../src/data/table';
import { encodeState } from '../../src/state/link';
import { short, vector, whole } from '../../src/base/format';
import { idle, inFolder, Lab, program, tab, text } from './browser';
import { cases, nameOf, type Case } from './cases';
import known from './known.json' with { type: 'json' };

interface Known {
  status: string;
  updates: number | null;
  mistakes: number;
  test_mistakes?: number; // on rows held out
  weights: number[] | null;
  bias: number;
  primal: number | null;
}

const lab = new Lab();
let page: Page;

beforeAll(async () => {
  await lab.open();
  page = await lab.page();
});
afterAll(() => lab.close());

async function show({ example, learner, flags }: Case): Promise<void> {
  await page.goto('about:blank');
  await page.goto(`${lab.serving.url}#${await encodeState({ example, learner, flags })}`);
  await idle(page);
  await tab(page, 'meters');
}

test.each(cases.map((c) => [nameOf(c), c] as const))('%s', async (name, c) => {
  const expected = (known as Record<string, Known>)[name];
  await show(c);
  const counts = await page.locator('.counts tbody tr').first().locator('td').allInnerTexts();
  expect(counts[1]).toBe(whole(expected.mistakes));
  if (expected.test_mistakes !== undefined) {
    const test = await page.locator('#on-test td').allInnerTexts();
    expect(test[1]).toBe(whole(expected.test_mistakes));
    expect(await text(page, '#test-mistakes')).toBe(`${test[1]} of ${test[0]}`);
  }
  if (expected.weights !== null && c.flags.preset !== 'voted') {
    expect(await text(page, '#weights')).toBe(`w = ${vector(expected.weights, 6)}, b = ${short(expected.bias, 6)}`);
  }
  if (expected.updates !== null) expect(await text(page, '#updates')).toMatch(new RegExp(`^${whole(expected.updates)} `));
  if (expected.primal !== null) expect(await text(page, '#primal')).toBe(short(expected.primal, 8));
  if (existsSync(program)) await sameByCommand(c, counts[1]);
});

type Report = Known & { train: { mistakes: number }; test?: { mistakes: number } | null };

const reportOf = (words: string[], cwd: string): Report =>
  JSON.parse(execFileSync(program, [...words, '--json'], { cwd }).toString()) as Report;

/** The copied command gives the numbers of the page. */
async function sameByCommand(c: Case, mistakes: string): Promise<void> {
  const [weights, test] = [page.locator('#weights'), page.locator('#on-test td:nth-child(3)')];
  const shown = (await weights.count()) > 0 ? await weights.innerText() : '';
  const tested = (await test.count()) > 0 ? await test.innerText() : null;
  await tab(page, 'share');
  const words = (await text(page, '#command')).split(/\s+/).slice(1);
  const report = await inFolder((folder) => {
    writeFileSync(join(folder, 'points.csv'), csvOf(examples[c.example]()));
    return reportOf(words, folder);
  });
  if (report.weights && c.flags.preset !== 'voted') expect(shown).toContain(vector(report.weights, 6));
  expect(mistakes).toBe(whole(report.train.mistakes));
  expect(tested).toBe(report.test ? whole(report.test.mistakes) : null);
}

test('the textbook’s golden numbers on iris', async () => {
  await show(cases[0]);
  expect(await text(page, '#updates')).toMatch(/^10 of at most/);
  expect(await text(page, '#weights')).toBe('w = (−3.4, 9.1), b = −2');
  await show(cases[2]);
  expect(await text(page, '#weights')).toBe('w = (−8.9, 19.2), b = −5');
});

test('nothing is written on the console', () => expect(lab.problems).toEqual([]));
