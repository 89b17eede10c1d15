// Long runs and what the meters say of runs: presets at their defaults, bounds, weights kept and weights walked to.
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { examples } from '../../src/data/examples';
import type { Shared } from '../../src/state/link';
import { idle, Lab, openState, tab, text } from './browser';

const lab = new Lab();
let page: Page;
beforeAll(async () => {
  await lab.open();
  page = await lab.page();
});
afterAll(() => lab.close());

const open = (state: Shared) => openState(lab, page, state);

const perceptron = (example: string, flags: Record<string, string>, step?: number): Shared => ({
  example,
  learner: 'perceptron',
  flags,
  ...(step === undefined ? {} : { step }),
});

const small = Object.keys(examples).filter((name) => name !== 'ten-thousand');

test.each(small)(
  'the preset subgradient runs on %s at its defaults',
  async (example) => {
    await open(perceptron(example, { preset: 'subgradient' }));
    expect(await page.locator('#problem').count()).toBe(0);
    expect(await text(page, '#words')).toContain('The run ended');
    await tab(page, 'meters');
    expect(await page.locator('#weights').count()).toBe(1);
  },
  60000,
);

test('of a long run the first updates are steps, the last step is the end, and that is said', async () => {
  await open(perceptron('noisy', { preset: 'subgradient' }));
  expect(await text(page, '#listed')).toContain('only its first updates are listed');
  expect(await text(page, '#words')).toMatch(/^The other [\d\u2009,]+ updates of the run are not listed\. The run ended/);
  await tab(page, 'meters');
  const [updates, weights] = [await text(page, '#updates'), await text(page, '#weights')];
  expect(await text(page, '#place')).toBe('End of the run');
  await page.click('#back');
  await idle(page);
  expect(await text(page, '#place')).toMatch(/^Step \d+ of \d+$/);
  expect(await text(page, '#words')).toMatch(/^A batch of 32 rows/);
  expect(await text(page, '#updates')).not.toBe(updates);
  expect(await text(page, '#weights')).not.toBe(weights);
  await page.click('#run');
  await idle(page);
  expect(await text(page, '#updates')).toBe(updates);
  await tab(page, 'share');
  const [model] = await Promise.all([page.waitForEvent('download'), page.click('#model')]);
  expect(model.suggestedFilename()).toBe('model.hs');
});

test.each<[string, Shared, string]>([
  ['a hard margin of rows that overlap', { example: 'noisy', learner: 'svm', flags: { C: 'inf' } }, 'Not separable'],
  ['no penalty on separable rows', { example: 'and', learner: 'logistic', flags: { penalty: 'none' } }, 'Separable'],
])('the verdict does not wait for a run that works: %s', async (_, state, verdict) => {
  await open(state);
  expect(await page.locator('#problem').count()).toBe(1);
  expect(await text(page, '#place')).toBe('');
  await tab(page, 'verdict');
  expect(await text(page, '#verdict')).toBe(verdict);
  const [download] = await Promise.all([page.waitForEvent('download'), page.getByText('Download certificate').click()]);
  expect(download.suggestedFilename()).toBe('points.cert.json');
});

test('a run that fails leaves the picture and the meters of the run before, and says so; other rows do not', async () => {
  await open({ example: 'noisy', learner: 'svm', flags: { C: '2' } });
  await tab(page, 'meters');
  const weights = await text(page, '#weights');
  await tab(page, 'learner');
  await page.fill('#flag-C', 'inf');
  await page.press('#flag-C', 'Enter');
  await page.waitForSelector('#problem');
  expect(await text(page, '#problem')).toMatch(/choose a finite C\. The picture and the meters still show the previous run\.$/);
  expect(await text(page, '#place')).toBe('Fit 1 of 1');
  await tab(page, 'share');
  expect(await page.locator('#model').isDisabled()).toBe(true);
  await tab(page, 'meters');
  expect(await text(page, '#weights')).toBe(weights);
  await page.click('#back');
  await page.click('#run');
  await idle(page);
  expect(await text(page, '#weights')).toBe(weights);
  await tab(page, 'data');
  await page.locator('.points tbody .plain').first().click(); // another class
  await idle(page);
  expect(await text(page, '#problem')).not.toContain('the previous run');
  await tab(page, 'meters');
  expect(await page.locator('#weights').count()).toBe(0);
  await tab(page, 'learner');
  await page.fill('#flag-C', '2');
  await page.press('#flag-C', 'Enter');
  await page.waitForSelector('#problem', { state: 'detached' });
  expect(await text(page, '#place')).toBe('Fit 1 of 1');
});

test('choices that cannot work beside the others are not on offer; the remedy that the module names is', async () => {
  const offered = (name: string) => page.locator(`#flag-${name} option`).allInnerTexts();
  const choose = async (name: string, value: string) => {
    await page.selectOption(`#flag-${name}`, value);
    await idle(page);
  };
  await open({ example: 'and', learner: 'svm', flags: {} });
  expect(await offered('penalty')).toEqual(['default: l2', 'l2']);
  expect(await offered('kernel')).toEqual(['default: none', 'linear', 'polynomial', 'rbf', 'laplacian', 'sigmoid']);
  await choose('loss', 'squared-hinge');
  await choose('penalty', 'l1');
  expect(await offered('loss')).toEqual(['squared-hinge', 'modified-huber']);
  expect(await page.locator('#flag-kernel').count()).toBe(0);
  await page.getByText('Hard margin').click();
  await idle(page);
  expect(await text(page, '#words')).toContain('Fitted by');
  await page.getByRole('radio', { name: 'Logistic regression' }).check();
  await idle(page);
  expect(await page.locator('#flag-kernel').count()).toBe(0);
  await choose('penalty', 'none');
  expect(await text(page, '#problem')).toContain('choose penalty l2 or firth');
  expect(await offered('solver')).toEqual(['default: auto', 'auto', 'gd']);
  await choose('penalty', 'firth');
  expect(await page.locator('#problem').count()).toBe(0);
  expect(await offered('bias')).toEqual(['default: free', 'free', 'none']);
});

test('another choice ends a run that takes long', async () => {
  await open(perceptron('and', { preset: 'cyclic' }));
  await page.selectOption('#example', 'ten-thousand');
  await page.selectOption('#preset', 'pocket');
  await page.waitForSelector('[data-busy="true"]');
  await page.waitForTimeout(1500);
  const begun = Date.now();
  await page.selectOption('#example', 'and');
  await page.selectOption('#preset', 'cyclic');
  await idle(page);
  expect(Date.now() - begun).toBeLessThan(15000);
  expect(await text(page, '#place')).toMatch(/of 34$/);
  expect(await page.locator('#problem').count()).toBe(0);
}, 90000);

test('bounds of runs that do not start at zero or move by batches are shown', async () => {
  for (const preset of ['online', 'subgradient']) {
    await open(perceptron('and', { preset }));
    await tab(page, 'meters');
    expect(await text(page, '#general'), preset).toMatch(/^At the end w₀·w\* \+ γ Σc = [\d.]+ of at most [\d.]+ = .*R² = 3, γ = 0\.2425$/); // prettier-ignore
  }
  await open(perceptron('and', { preset: 'cyclic', start: '0,0,0' }));
  await tab(page, 'meters');
  expect(await text(page, '#updates')).toBe('18 of at most 51');
});

test.each(['averaged', 'pocket', 'passive-aggressive'])(
  '%s: the last weights of the run stand apart at its end',
  async (preset) => {
    await open(perceptron('noisy', { preset, rounds: '200' }));
    await tab(page, 'meters');
    expect(await text(page, '#walked')).toBe('Last weights of the run');
    await page.click('#back');
    await idle(page);
    expect(await page.locator('#walked').count()).toBe(0);
  },
);

test('mistakes by the rule of a run are told from wrong labels', async () => {
  await open(perceptron('and', { preset: 'passive-aggressive' }));
  await tab(page, 'meters');
  expect(await text(page, '#by-rule')).toContain('3 rows. By predicted label 0 rows are wrong.');
  await open(perceptron('and', { preset: 'cyclic' }));
  await tab(page, 'meters');
  expect(await page.locator('#by-rule').count()).toBe(0);
});

test('a batch without a mistake changes nothing, in words', async () => {
  await open(perceptron('and', { preset: 'subgradient' }, 399));
  expect(await text(page, '#words')).toBe('A batch of 4 rows, 0 mistakes: nothing changes.');
});

test('the boundary has real minus signs', async () => {
  await open(perceptron('wide-margin', { preset: 'cyclic' }));
  await tab(page, 'meters');
  expect(await text(page, '#separator')).toMatch(/^x2 = −[\d.]+ x1$/);
});

test('the second scene asks for another number of updates', async () => {
  await open({ example: 'and', learner: 'perceptron', flags: { preset: 'cyclic' } });
  await tab(page, 'tour');
  await page.locator('.scenes button').nth(1).click();
  await idle(page);
  const checked = async (flag: string, value: string) => {
    await tab(page, 'learner');
    if (flag === 'order') await page.selectOption('#flag-order', value);
    else {
      await page.fill(`#flag-${flag}`, value);
      await page.press(`#flag-${flag}`, 'Enter');
    }
    await idle(page);
    if (await page.locator('#run').isEnabled()) await page.click('#run');
    await idle(page);
    await tab(page, 'tour');
    await page.click('#check');
    return text(page, '#checked');
  };
  expect(await checked('order', 'cyclic')).toMatch(/^Not yet/);
  expect(await checked('order', 'first-mistake')).toMatch(/^Not yet/);
  expect(await checked('start', '0,0,0')).toMatch(/^Not yet/);
  expect(await checked('start', '5,-5,1')).toMatch(/^Right/);
});

test('on a large screen the letters of the plane grow with the page', async () => {
  const wide = await lab.page('', { viewport: { width: 3840, height: 2160 } });
  await tab(wide, 'share');
  const [download] = await Promise.all([wide.waitForEvent('download'), wide.click('#svg')]);
  const svg = await (await import('node:fs/promises')).readFile(await download.path(), 'utf8');
  expect(Number(/font-size="([\d.]+)"/.exec(svg)![1])).toBeGreaterThan(18);
  await wide.context().close();
});

test('nothing is written on the console', () => expect(lab.problems).toEqual([]));
