// axe finds nothing in light and dark, on a phone and on a desk, in every tab and scene; the tour's exercises can be done.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { idle, Lab, tab, text } from './browser';

const lab = new Lab();
beforeAll(() => lab.open());
afterAll(() => lab.close());

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const tabs = ['learner', 'meters', 'verdict', 'neuron', 'data', 'share', 'tour'];

/** Rules broken, each with the first element. (Evaluated as the browser's own tool, so the page's policy does not bar it.) */
async function broken(page: Page): Promise<string[]> {
  await page.evaluate(axe);
  const result = await page.evaluate('axe.run(document)');
  const { violations } = result as { violations: { id: string; nodes: { html: string }[] }[] };
  return violations.map((v) => `${v.id}: ${v.nodes[0].html.slice(0, 200)}`);
}

const looks = (['light', 'dark'] as const).flatMap((theme) => [
  [theme, 'phone', 360, 740] as const,
  [theme, 'desk', 1280, 800] as const,
]);

test.each(looks)('axe: %s, %s', async (theme, _, width, height) => {
  const page = await lab.page('', { viewport: { width, height }, colorScheme: theme });
  await page.click('#run');
  for (const name of tabs) {
    await tab(page, name);
    await idle(page);
    await page.waitForTimeout(150);
    expect(await broken(page), name).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth), name).toBeLessThanOrEqual(width);
  }
  await page.context().close();
});

test('the tour: nine scenes, and an exercise solved', async () => {
  const page = await lab.page();
  await tab(page, 'tour');
  expect(await page.locator('.scenes button').count()).toBe(9);
  await page.locator('.scenes button').first().click();
  await idle(page);
  await page.fill('#answer', '17');
  await page.click('#check');
  expect(await text(page, '#checked')).toMatch(/^Not yet/);
  await page.fill('#answer', '18');
  await page.click('#check');
  expect(await text(page, '#checked')).toMatch(/^Right/);
  for (let number = 2; number <= 9; ++number) {
    await page.click('#next');
    await idle(page);
    expect(await text(page, '#scene')).toMatch(new RegExp(`^${number}\\. `));
    expect(await broken(page)).toEqual([]);
  }
  await page.context().close();
});

test('reduced motion and zoomed text leave the page usable', async () => {
  const page = await lab.page('', { reducedMotion: 'reduce', viewport: { width: 3840, height: 2160 } });
  expect(await page.evaluate(() => parseFloat(getComputedStyle(document.documentElement).fontSize))).toBeGreaterThan(20);
  await page.context().close();
});

test('with forced colours the marks of the classes and the chosen tab can be told', async () => {
  const page = await lab.page('', { forcedColors: 'active' });
  const inks = (selector: string, property: string) =>
    page
      .locator(selector)
      .evaluateAll((all, name) => all.map((element) => getComputedStyle(element).getPropertyValue(name)), property);
  const [positive, negative] = await inks('.newlabel .mark', 'background-color');
  const [ground] = await inks('body', 'background-color');
  expect(new Set([positive, negative, ground]).size).toBe(3);
  const [chosen, ...others] = await inks('.tabs button', 'border-bottom-color');
  expect(others).not.toContain(chosen);
  await page.context().close();
});

test('nothing is written on the console', () => expect(lab.problems).toEqual([]));
