// Which class is +1: the one chosen, whatever the order of the module. The picture, the numbers and the copied calls agree.
import { execFileSync } from 'node:child_process';
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { csvOf, type Table } from '../../src/data/table';
import { vector } from '../../src/base/format';
import { examples } from '../../src/data/examples';
import { encodeState, type Shared } from '../../src/state/link';
import { idle, inFolder, Lab, openState, program, tab, text } from './browser';

const lab = new Lab();
let page: Page;
beforeAll(() => lab.open());
afterAll(() => lab.close());
beforeEach(async () => {
  await page?.context().close();
  page = await lab.page();
});

/** Takes a table, where named with classes of choice. */
async function use(csv: string, negative = '', positive = ''): Promise<void> {
  await tab(page, 'data');
  if ((await page.getAttribute('details', 'open')) === null) await page.click('summary');
  await page.fill('#paste', csv);
  await page.click('#read');
  const choice = page.locator('#columns select');
  if (negative) await choice.nth(2).selectOption(negative);
  if (positive) await choice.nth(3).selectOption(positive);
  await page.click('#use');
  await page.waitForSelector('#use', { state: 'detached' });
  await idle(page);
}

/** Of each row its class, whether it is drawn as +1, and whether its score is above 0. */
const drawn = async () => {
  await tab(page, 'data');
  return page.locator('.points tbody tr').evaluateAll((rows) =>
    rows.map((row) => {
      const cells = row.querySelectorAll('td');
      const score = cells[cells.length - 2].textContent!;
      return [cells[2].innerText.trim(), row.querySelector('.mark.positive') !== null, !score.startsWith('\u2212')] as const;
    }),
  );
};

const legend = () => page.locator('.newlabel .pick').allInnerTexts();

async function command(): Promise<string> {
  await tab(page, 'share');
  return text(page, '#command');
}

/** The report of the copied command on the table. */
const reported = async (table: Table) => {
  const words = (await command()).split(/\s+/).slice(1);
  return inFolder((folder) => {
    writeFileSync(join(folder, 'points.csv'), csvOf(table));
    return JSON.parse(execFileSync(program, [...words, '--json'], { cwd: folder }).toString());
  });
};

test('blanks around labels do not turn the classes round', async () => {
  await use('a, b, class\n1, 2,x\n2, 3, y\n3, 3, y\n0, 1,x\n');
  expect(await drawn()).toEqual([
    ['x', true, true],
    ['y', false, false],
    ['y', false, false],
    ['x', true, true],
  ]);
  await tab(page, 'meters');
  expect(await text(page, '#on-training td:nth-child(3)')).toBe('0');
  expect(await command()).toContain('--positive x');
});

test('the class chosen for +1 is the one that is learned, in every call and in the link', async () => {
  const csv = 'a,b,class\n1,2,cat\n2,3,dog\n3,3,dog\n';
  await use(csv);
  expect(await legend()).toEqual(['dog', 'cat']);
  expect(await command()).not.toContain('--positive');
  await use(csv, 'dog', 'cat');
  expect(await legend()).toEqual(['cat', 'dog']);
  expect(await drawn()).toEqual([
    ['cat', true, true],
    ['dog', false, false],
    ['dog', false, false],
  ]);
  expect(await command()).toContain('--positive cat');
  expect(await page.locator('code').nth(1).innerText()).toContain('trace points.csv --algorithm perceptron --positive cat');
  expect(await text(page, '#python')).toContain('positive="cat"');
  await page.waitForSelector('#link[aria-busy="false"]');
  const link = await page.locator('#link').inputValue();
  await page.goto('about:blank');
  await page.goto(link);
  await idle(page);
  expect(await legend()).toEqual(['cat', 'dog']);
  expect(await command()).toContain('--positive cat');
});

const turned = (classes: Table['classes']): Table => ({ ...examples['iris-overlap'](), classes });
const numbers = async () => {
  await tab(page, 'meters');
  const held = page.locator('#on-test td');
  return { weights: await text(page, '#weights'), held: (await held.count()) > 0 ? (await held.allInnerTexts()).slice(3) : null };
};

test.each<[Table['classes'], string]>([
  [['p', 'n'], ' --positive n'],
  [['10', '9'], ' --positive 9'],
  [['1', '-1'], ' --positive=-1'],
  [['+', '-'], ' --positive=-'],
  [['9', '10'], ''],
])('classes %s in a link: the page and its command give the same', async (classes, flag) => {
  const table = turned(classes);
  for (const flags of [{ C: '2' }, { C: '2', holdout: '0.3', seed: '5' }] as Shared['flags'][]) {
    await openState(lab, page, { table, learner: 'logistic', flags });
    expect(await legend()).toEqual([...classes].reverse());
    expect(await command()).toContain(`--algorithm logistic${flag} --C 2`);
    if (!existsSync(program)) continue;
    const report = await reported(table);
    const { weights, held } = await numbers();
    expect(weights).toContain(vector(report.weights, 6));
    const { test } = report;
    expect(held).toEqual(test ? [String(test.false_positives), String(test.false_negatives)] : null);
  }
});

test('no example needs to say which class is +1', async () => {
  for (const example of Object.keys(examples).filter((name) => name !== 'ten-thousand')) {
    await page.goto('about:blank');
    await page.goto(`${lab.serving.url}#${await encodeState({ example, learner: 'svm', flags: {} })}`);
    await idle(page);
    expect(await command(), example).not.toContain('--positive');
  }
});

test('nothing is written on the console', () => expect(lab.problems).toEqual([]));
