// Points by mouse, touch and keyboard; steps forth and back; words and meters.
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { idle, Lab, run, tab, text } from './browser';

const lab = new Lab();
let page: Page;
beforeAll(() => lab.open());
afterAll(() => lab.close());
beforeEach(async () => {
  await page?.context().close();
  page = await lab.page();
});

const rows = (p = page) => p.locator('.points tbody tr').count();
const middle = async () => {
  const box = (await page.locator('#stage').boundingBox())!;
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
};

test('the page loads with a set of points and at the start of a run', async () => {
  expect(await text(page, '#place')).toBe('Visit 0 of 34');
  expect(await text(page, '#words')).toMatch(/^Start: w = \(0, 0\), b = 0/);
});

test('click adds, drag moves, double click flips, right click deletes', async () => {
  await tab(page, 'data');
  const { x, y } = await middle();
  await page.mouse.click(x + 60, y + 10);
  await idle(page);
  expect(await rows()).toBe(5);
  const before = await page.locator('.points tbody tr').nth(4).locator('input').first().inputValue();
  await page.mouse.move(x + 60, y + 10);
  await page.mouse.down();
  await page.mouse.move(x + 120, y + 40, { steps: 4 });
  await page.mouse.up();
  await idle(page);
  expect(await page.locator('.points tbody tr').nth(4).locator('input').first().inputValue()).not.toBe(before);
  await page.mouse.dblclick(x + 120, y + 40);
  await idle(page);
  expect(await page.locator('.points tbody tr').nth(4).locator('button').first().innerText()).toContain('-1');
  await page.mouse.click(x + 120, y + 40, { button: 'right' });
  await idle(page);
  expect(await rows()).toBe(4);
});

test('one visit, one update, one pass, back, run and reset', async () => {
  await page.click('#one');
  expect(await text(page, '#words')).toBe(
    'Row 0 has score 0 and label −1: a mistake. w becomes w + c y x = (0, 0) + 1·(−1)·(0, 0) = (0, 0). b becomes 0 + 1·(−1) = −1.',
  );
  await page.click('#update');
  expect(await text(page, '#place')).toBe('Visit 4 of 34');
  const words = await text(page, '#words');
  await page.click('#one');
  await page.click('#back');
  expect(await text(page, '#words')).toBe(words);
  await page.click('#pass');
  expect(await text(page, '#place')).toBe('Visit 8 of 34');
  await page.click('#run');
  expect(await text(page, '#words')).toContain('The run ended, converged: 4 visits in a row without a mistake.');
  await tab(page, 'meters');
  expect(await text(page, '#updates')).toBe('18 of at most 51');
  expect(await text(page, '#weights')).toBe('w = (3, 2), b = −4');
  await page.click('#reset');
  expect(await text(page, '#updates')).toBe('0 of at most 51');
});

test('slow motion moves by itself and can be paused', async () => {
  await page.click('#slow');
  await page.waitForFunction(() => !document.getElementById('place')!.textContent!.startsWith('Visit 0'), undefined, {
    timeout: 5000,
  });
  await page.click('#slow');
  const at = await text(page, '#place');
  await page.waitForTimeout(900);
  expect(await text(page, '#place')).toBe(at);
});

test('XOR: the verdict, its witness and the unavoidable mistake', async () => {
  await run(page, 'xor', 'Perceptron');
  await tab(page, 'verdict');
  expect(await text(page, '#verdict')).toBe('Not separable');
  expect(await page.locator('#witness tbody tr').count()).toBe(4);
  expect(await text(page, '#fewest')).toContain('1 mistake is unavoidable');
});

test('hard margin: support vectors and KKT residuals', async () => {
  await run(page, 'and', 'Support vector machine', { C: 'inf' });
  await tab(page, 'meters');
  expect(await text(page, '#supports')).toBe('3');
  expect(await text(page, '#margin')).toBe('0.353553');
  expect(await page.locator('#kkt dt').count()).toBe(5);
});

test('the keyboard is enough', async () => {
  const go = async (...keys: string[]) => {
    for (const key of keys) await page.keyboard.press(key);
  };
  await page.focus('#example');
  await page.selectOption('#example', 'or');
  await page.focus('#stage');
  await go('ArrowRight', 'ArrowRight', 'Shift+ArrowUp', '0');
  expect(await text(page, '.spoken[role=status]')).toMatch(/^Point -1 added at /);
  await go('f');
  expect(await text(page, '.spoken[role=status]')).toBe('Row 4 is now 1.');
  await go('Alt+ArrowLeft');
  expect(await text(page, '.spoken[role=status]')).toMatch(/^Row 4 moved to /);
  await go('Delete');
  expect(await text(page, '.spoken[role=status]')).toBe('Row 4 deleted.');
  await go('n', 'n', '+', '-', 'Escape', 'Tab');
  await idle(page);
  for (let i = 0; i < 12 && (await page.evaluate(() => document.activeElement?.id)) !== 'run'; ++i) await go('Tab');
  await go('Enter');
  expect(await text(page, '#words')).toContain('converged');
  for (let i = 0; i < 12 && (await page.evaluate(() => document.activeElement?.id)) !== 'tab-learner'; ++i) await go('Tab');
  await go('ArrowRight');
  expect(await page.getAttribute('#tab-meters', 'aria-selected')).toBe('true');
});

test('a long table comes in parts', async () => {
  await page.selectOption('#example', 'credit');
  await tab(page, 'data');
  await page.waitForFunction(() => document.querySelectorAll('.points tbody tr').length === 100);
  await page.click('#more');
  await page.waitForFunction(() => document.querySelectorAll('.points tbody tr').length === 200);
});

test('touch: a tap adds, and nothing is wider than a phone', async () => {
  const phone = await lab.page('', { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true });
  await phone.click('#tab-data');
  await phone.locator('#stage').scrollIntoViewIfNeeded();
  const box = (await phone.locator('#stage').boundingBox())!;
  await phone.touchscreen.tap(box.x + box.width / 2, box.y + box.height / 2);
  await idle(phone);
  expect(await rows(phone)).toBe(5);
  expect(await phone.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
  await phone.context().close();
});

test('nothing is written on the console', () => expect(lab.problems).toEqual([]));
