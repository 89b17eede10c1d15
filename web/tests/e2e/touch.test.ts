// Fingers on the stage of a phone: two zoom, one pans or moves a point, a long press deletes.
import type { CDPSession, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { decodeState } from '../../src/state/link';
import { idle, Lab, tab, text } from './browser';

const lab = new Lab();
let page: Page;
let session: CDPSession;
let box: { x: number; y: number; width: number; height: number };
beforeAll(() => lab.open());
afterAll(() => lab.close());
beforeEach(async () => {
  page = await lab.page('', { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true });
  session = await page.context().newCDPSession(page);
  await tab(page, 'share');
  await page.locator('#stage').scrollIntoViewIfNeeded();
  box = (await page.locator('#stage').boundingBox())!;
});
afterEach(() => page.context().close());

type Finger = [x: number, y: number]; // from the middle of the stage
const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', ...fingers: Finger[]) =>
  session.send('Input.dispatchTouchEvent', {
    type,
    touchPoints: fingers.map(([x, y], id) => ({ id, x: box.x + box.width / 2 + x, y: box.y + box.height / 2 + y })),
  });

/** The window on the plane and the rows, as the link has them. */
async function state() {
  await idle(page);
  await page.waitForSelector('#link[aria-busy="false"]');
  const opened = await decodeState(new URL(await page.locator('#link').inputValue()).hash);
  if (opened === null || 'problem' in opened) throw new Error('no link');
  const [x0, x1, y0, y1] = opened.state.view!;
  return { x: (x0 + x1) / 2, y: (y0 + y1) / 2, width: x1 - x0, rows: opened.state.table?.rows ?? null };
}

/** The place of a point of the set AND (corners of the unit square) from the middle of the stage. */
async function fingerAt(x: number, y: number): Promise<Finger> {
  const view = await state();
  const scale = box.width / view.width;
  return [(x - view.x) * scale, (view.y - y) * scale];
}

test('two fingers zoom, and what lies between them stays', async () => {
  const before = await state();
  await touch('touchStart', [-40, 0], [40, 0]);
  for (let i = 1; i <= 8; ++i) await touch('touchMove', [-40 - 5 * i, 0], [40 + 5 * i, 0]);
  await touch('touchEnd');
  const after = await state();
  expect(after.width / before.width).toBeCloseTo(0.5, 2); // 80 pixels became 160
  expect(after.x).toBeCloseTo(before.x, 2);
  expect(after.y).toBeCloseTo(before.y, 2);
  expect(after.rows).toBeNull(); // no point was added or moved
});

test('one finger pans, or moves the point that it touches', async () => {
  const before = await state();
  await touch('touchStart', [5, 0]);
  for (let i = 1; i <= 6; ++i) await touch('touchMove', [5 + 10 * i, 0]);
  await touch('touchEnd');
  const panned = await state();
  expect(panned.width).toBeCloseTo(before.width, 4);
  expect(panned.x).toBeCloseTo(before.x - (60 * before.width) / box.width, 1);
  expect(panned.rows).toBeNull();
  const [x, y] = await fingerAt(1, 1);
  await touch('touchStart', [x, y]);
  for (let i = 1; i <= 4; ++i) await touch('touchMove', [x, y - 10 * i]);
  await touch('touchEnd');
  const moved = (await state()).rows!;
  expect(moved[3][0]).toBeCloseTo(1, 1);
  expect(moved[3][1]).toBeCloseTo(1 + (40 * panned.width) / box.width, 1);
});

test('a long press deletes one point', async () => {
  const at = await fingerAt(0, 1);
  await touch('touchStart', at);
  await page.waitForFunction(() => document.querySelector('.spoken[role=status]')!.textContent!.includes('deleted'));
  await page.waitForTimeout(300); // the browser's own long press comes as a context menu
  await touch('touchEnd');
  expect(await text(page, '.spoken[role=status]')).toBe('Row 1 deleted.');
  expect((await state()).rows).toEqual([[0, 0], [1, 0], [1, 1]]); // prettier-ignore
});

test('nothing is written on the console', () => expect(lab.problems).toEqual([]));
