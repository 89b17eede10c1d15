// The state in links, copied calls, files, tables of one's own.
import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { encodeState, type Shared } from '../../src/state/link';
import { idle, Lab, run, tab, text } from './browser';

const lab = new Lab();
let page: Page;
beforeAll(() => lab.open());
afterAll(() => lab.close());
beforeEach(async () => {
  await page?.context().close();
  page = await lab.page();
});

test('a link opens in a fresh browser as it was', async () => {
  await run(page, 'noisy', 'Perceptron', { preset: 'pocket', seed: '5' });
  await page.focus('#stage');
  await page.keyboard.press('1');
  await idle(page);
  await page.click('#back');
  await tab(page, 'share');
  await page.waitForSelector('#link[aria-busy="false"]');
  const link = await page.locator('#link').inputValue();
  const [command, place, words] = [await text(page, '#command'), await text(page, '#place'), await text(page, '#words')];
  const other = await lab.page(link.slice(lab.serving.url.length));
  await tab(other, 'share');
  expect(await text(other, '#command')).toBe(command);
  expect(await text(other, '#place')).toBe(place);
  expect(await text(other, '#words')).toBe(words);
  await tab(other, 'data');
  await expect.poll(() => other.locator('.points tbody tr').count(), { timeout: 5000 }).toBe(61); // a few a frame
  await other.context().close();
});

test('a link of a later version opens as far as it goes, with a notice; a damaged one with another', async () => {
  const code = await encodeState({ example: 'xor', learner: 'svm', flags: { C: '5' }, marvel: true } as Shared);
  const later = await lab.page(`#${code.replace('1.', '9.')}`);
  expect(await text(later, '.notices')).toContain('newer version');
  await tab(later, 'share');
  expect(await text(later, '#command')).toContain('--algorithm svm --C 5');
  await later.context().close();
  const damaged = await lab.page('#1.zzzz');
  expect(await text(damaged, '.notices')).toContain('damaged');
  expect(await text(damaged, '#place')).toContain('of 34');
  await damaged.context().close();
});

test('the notice of a damaged link goes with the link', async () => {
  const other = await lab.page(`#${await encodeState({ example: 'or', learner: 'perceptron', flags: { preset: 'cyclic' } })}`);
  await other.evaluate(() => void (location.hash = '#elsewhere'));
  await other.waitForFunction(() => document.querySelector('.notices')!.textContent!.includes('damaged'));
  await other.goBack();
  await other.waitForFunction(() => !document.querySelector('.notices')!.textContent!.includes('damaged'));
  await other.context().close();
});

test.each(['constructor', '__proto__', 'nowhere'])('no example is called %s: AND is shown', async (example) => {
  const other = await lab.page(`#${await encodeState({ example, learner: 'perceptron', flags: { preset: 'cyclic' } })}`);
  expect(await other.inputValue('#example')).toBe('and');
  expect(await text(other, '#place')).toContain('of 34');
  await other.context().close();
});

test('downloads: points, picture, model, certificate, visits', async () => {
  await run(page, 'and', 'Perceptron');
  await tab(page, 'share');
  const files: Record<string, string> = {};
  for (const id of ['csv', 'svg', 'png', 'model', 'certificate', 'visits']) {
    const [download] = await Promise.all([page.waitForEvent('download'), page.click(`#${id}`)]);
    files[id] = readFileSync(await download.path(), 'latin1');
  }
  expect(files.csv).toBe('x1,x2,class\n0,0,-1\n0,1,-1\n1,0,-1\n1,1,1\n');
  expect(files.svg).toMatch(/^<svg/);
  expect(files.png.slice(1, 4)).toBe('PNG');
  expect(files.model.length).toBeGreaterThan(200);
  expect(files.certificate).toContain('separable');
  expect(files.visits.split('\n').length).toBeGreaterThan(34);
});

const paste = async (csv: string) => {
  await tab(page, 'data');
  if ((await page.getAttribute('details', 'open')) === null) await page.click('summary');
  await page.fill('#paste', csv);
  await page.click('#read');
};

test('a pasted table: columns and classes are chosen', async () => {
  const lines = Array.from({ length: 30 }, (_, i) => `${i % 7},${(i * 3) % 11},${i},${['a', 'b', 'c'][i % 3]}`);
  await paste(`p,q,r,label\n${lines.join('\n')}\n`);
  await page.locator('#columns select').nth(0).selectOption('r');
  await page.locator('#columns select').nth(3).selectOption('c');
  await page.click('#use');
  await idle(page);
  await page.waitForFunction(() => document.querySelectorAll('.points tbody tr').length === 20);
  expect(await page.locator('.points thead th').allInnerTexts()).toEqual(['row', 'r', 'q', 'class', 'score', 'delete']);
});

test('errors are worded as on the command line, with line and column', async () => {
  await paste('a,b,label\n1,2,x\n3,oops,y\n');
  expect(await text(page, '#paste-error')).toMatch(/pasted\.csv:3:2: text 'oops' in numeric column 'b'/);
  await paste('a,b,label\n1,2\n');
  expect(await text(page, '#paste-error')).toContain(':2:');
  await paste('a,a,label\n1,2,x\n2,1,y\n');
  expect(await text(page, '#paste-error')).toMatch(/pasted\.csv:1:2: .*'a'/);
});

test('a million rows are sampled, and that is said', async () => {
  await tab(page, 'data');
  if ((await page.getAttribute('details', 'open')) === null) await page.click('summary');
  const lines: string[] = ['a,b,label'];
  for (let i = 0; i < 1000000; ++i) lines.push(`${i % 977},${(i * 7) % 1009},${i % 977 > (i * 7) % 1009 ? 'u' : 'v'}`);
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: 'big.csv', mimeType: 'text/csv', buffer: Buffer.from(lines.join('\n')) });
  await page.waitForSelector('#use', { timeout: 60000 });
  await page.click('#use');
  await page.waitForFunction(() => document.querySelector('.notices')?.textContent?.includes('sample of 10000'), undefined, {
    timeout: 60000,
  });
}, 150000);

test('a run with bad settings says what the command line says', async () => {
  await tab(page, 'learner');
  await page.fill('#flag-margin', 'nonsense');
  await page.press('#flag-margin', 'Enter');
  await page.waitForSelector('#problem');
  expect(await text(page, '#problem')).toContain("margin: 'nonsense'");
  await page.fill('#flag-margin', '');
  await page.press('#flag-margin', 'Enter');
  await page.waitForSelector('#problem', { state: 'detached' });
});

test('nothing is written on the console', () => expect(lab.problems).toEqual([]));
