// Rows kept apart, rows that no line gets right, rows of many columns, and what is marked at a threshold.
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Shared } from '../../src/state/link';
import { idle, inFolder, Lab, openState, program, tab, text } from './browser';

const lab = new Lab();
let page: Page;
beforeAll(async () => {
  await lab.open();
  page = await lab.page();
});
afterAll(() => lab.close());

const open = (state: Shared) => openState(lab, page, state);

/** The downloaded picture: how many marks it has whose outline holds `form`. */
async function marks(form: string): Promise<number> {
  await tab(page, 'share');
  const [download] = await Promise.all([page.waitForEvent('download'), page.click('#svg')]);
  const svg = readFileSync(await download.path(), 'utf8');
  const outlines = [...svg.matchAll(/<path d="([^"]*)"/g)].map(([, d]) => d).join(' ');
  return outlines.split(form).length - 1;
}
const ring = 'a9.5 9.5 0 1 0 19 0'; // a mistake
const diamond = 'l15 -15'; // a row of the fewest mistakes
const open5 = 'a5 5 0 1 0 10 0'; // a held-out row of the positive class

test('held-out rows are open marks, tested and not trained on; the share is a flag of the command', async () => {
  await open({ example: 'noisy', learner: 'perceptron', flags: { preset: 'pocket', rounds: '100' } });
  expect(await marks(open5)).toBe(0);
  await tab(page, 'learner');
  await page.selectOption('#flag-holdout', '0.3');
  await idle(page);
  expect(await marks(open5)).toBe(9); // of 30
  expect(await text(page, '#command')).toContain('--holdout 0.3');
  const [train] = await Promise.all([page.waitForEvent('download'), page.click('#train-csv')]);
  expect(
    readFileSync(await train.path(), 'utf8')
      .trim()
      .split('\n'),
  ).toHaveLength(43);
  await tab(page, 'meters');
  expect(await text(page, '#on-training td:nth-child(2)')).toBe('42');
  expect(await text(page, '#on-test td:nth-child(2)')).toBe('18');
  await page.click('#reset');
  await idle(page);
  expect(await text(page, '#test-mistakes')).toBe('9 of 18'); // score 0 is predicted +1
});

test.skipIf(!existsSync(program))('the certificate is about the training rows, and the program accepts it', async () => {
  await open({ example: 'noisy', learner: 'perceptron', flags: { preset: 'pocket', rounds: '50', holdout: '0.3' } });
  await tab(page, 'share');
  const verdict = await inFolder(async (folder) => {
    for (const id of ['train-csv', 'certificate']) {
      const [download] = await Promise.all([page.waitForEvent('download'), page.click(`#${id}`)]);
      await download.saveAs(join(folder, id));
    }
    return execFileSync(program, ['verify', 'certificate', 'train-csv', '--json'], { cwd: folder }).toString();
  });
  expect(JSON.parse(verdict)).toMatchObject({ accepted: true });
});

test('a share that leaves nothing is refused in words', async () => {
  await open({ example: 'and', learner: 'perceptron', flags: { preset: 'cyclic', holdout: '0.5' } });
  expect(await text(page, '#problem')).toContain('Too few rows are left');
});

test('fewest mistakes: the rows are named and marked', async () => {
  await open({ example: 'xor', learner: 'perceptron', flags: { preset: 'cyclic' } });
  await tab(page, 'verdict');
  expect(await text(page, '#unavoidable')).toMatch(/^A diamond marks row \d: one line/);
  expect(await marks(diamond)).toBe(0); // beside other panels the stage is plain
});

test('at a threshold the mistakes marked are those counted', async () => {
  for (const threshold of [undefined, 0.8, 0.2]) {
    await open({ example: 'noisy', learner: 'logistic', flags: { C: '1' }, threshold });
    await tab(page, 'meters');
    const counted = Number(await text(page, '#at-threshold td:nth-child(3)'));
    expect(counted).toBeGreaterThan(0);
    expect(await marks(ring), String(threshold)).toBe(counted);
  }
});

const wide: Shared['table'] = {
  columns: ['a', 'b', 'c'],
  classes: ['-1', '1'],
  rows: Array.from({ length: 12 }, (_, i) => [i % 3, (i * 5) % 7, 100 * i]),
  labels: Array.from({ length: 12 }, (_, i): 0 | 1 => (i < 6 ? 0 : 1)),
};

test('more than two columns: scores across, the boundary at 0, a column of choice upward', async () => {
  await open({ table: wide, learner: 'svm', flags: { C: '1' } });
  expect(await page.locator('.board .note').first().innerText()).toContain('The learner sees 3 columns.');
  await page.selectOption('#upward', 'c');
  await idle(page);
  await tab(page, 'share');
  const [download] = await Promise.all([page.waitForEvent('download'), page.click('#svg')]);
  const svg = readFileSync(await download.path(), 'utf8');
  expect(svg).toContain('score →');
  expect(svg).toContain('↑ c');
  const boundary = [...svg.matchAll(/<path d="M([\d.]+) [\d.]+L([\d.]+) [\d.]+" fill="none" stroke="#1c2430" stroke-width="2.5"/g)];
  expect(boundary).toHaveLength(1);
  expect(boundary[0][1]).toBe(boundary[0][2]); // upright
  await page.click('#stage', { position: { x: 5, y: 5 } });
  expect(await text(page, '.notices')).toContain('Data tab');
  await tab(page, 'data');
  expect(await page.locator('.points tbody tr').count()).toBe(12);
});

test('a projection keeps its column and its threshold in a link', async () => {
  await open({ table: wide, learner: 'logistic', flags: { C: '1' }, threshold: 0.9, upward: 2 });
  expect(await page.locator('#upward').inputValue()).toBe('2');
  await tab(page, 'meters');
  const counted = Number(await text(page, '#at-threshold td:nth-child(3)'));
  expect(await marks(ring)).toBe(counted);
});

test('nothing is written on the console', () => expect(lab.problems).toEqual([]));
