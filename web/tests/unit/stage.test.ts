import { expect, test } from 'vitest';
import type { Grid } from '../../src/core/types';
import { examples } from '../../src/data/examples';
import type { Table } from '../../src/data/table';
import { quietPlace } from '../../src/stage/addition';
import { contour, runs } from '../../src/stage/contour';
import { chord, clipped, foot, halfPlane } from '../../src/stage/line';
import { copyPixels } from '../../src/stage/pixels';
import { picture } from '../../src/stage/picture';
import { svgOf } from '../../src/stage/svg';
import type { Palette } from '../../src/stage/shapes';
import { boxOf, fitted, nearest, ticks, toPlane, toScreen, viewOfBox, zoomed } from '../../src/stage/view';
import { boxOfProjection, projected } from '../../src/state/projection';

const box = { x0: -1, x1: 1, y0: -1, y1: 1 };
const line = { w: [1, 0] as [number, number], b: 0 };
const area = (p: [number, number][]) =>
  Math.abs(p.reduce((sum, [x, y], i) => sum + x * p[(i + 1) % p.length][1] - y * p[(i + 1) % p.length][0], 0)) / 2;

test('screen and plane are each other’s inverse, and zoom keeps the place under the pointer', () => {
  const view = fitted(examples.and(), 800, 600);
  expect(toPlane(view, ...toScreen(view, 0.3, -2)).map((v) => Number(v.toFixed(12)))).toEqual([0.3, -2]);
  const near = zoomed(view, 2, 100, 50);
  expect(toPlane(near, 100, 50)[0]).toBeCloseTo(toPlane(view, 100, 50)[0], 12);
  expect(nearest(view, examples.and(), ...toScreen(view, 1, 1), 5)).toBe(3);
  expect(boxOf(view).x0).toBeLessThan(0);
});

test('a boundary cuts the box in two; the band between margins is what both leave', () => {
  expect(area(halfPlane(line, 0, box))).toBe(2);
  expect(area(halfPlane(line, 0.5, box, -1))).toBe(3);
  expect(area(clipped(halfPlane(line, -0.5, box), line, 0.5, -1))).toBe(2);
  expect(chord(line, 0, box)).toHaveLength(2);
  expect(chord(line, 5, box)).toBeNull();
  expect(foot({ w: [0, 2], b: -2 }, 7, 0)).toEqual([7, 1]);
});

test('contours of a plane are straight, and shading covers every cell once', () => {
  const grid: Grid = { ...box, nx: 5, ny: 5, values: Float64Array.from({ length: 25 }, (_, k) => (k % 5) - 1.5) };
  const segments = contour(grid, 0);
  expect(segments).toHaveLength(4);
  for (const [x0, , x1] of segments) expect([x0, x1]).toEqual([-0.25, -0.25]);
  const covered = (above: boolean) => runs(grid, 0, above).reduce((sum, [x0, x1, y0, y1]) => sum + (x1 - x0) * (y1 - y0), 0);
  expect(covered(true) + covered(false)).toBeCloseTo(2.5 * 2.5, 12);
});

test('ticks are round numbers', () => {
  expect(ticks(-1.1, 1.1, 5)).toEqual([-1, -0.5, 0, 0.5, 1]);
});

test('a picture becomes SVG', () => {
  const table = examples.and();
  const view = fitted(table, 400, 300);
  const nothing = {
    flat: true,
    letters: 20,
    held: Uint8Array.of(0, 0, 0, 1),
    unavoidable: [3],
    margins: null,
    grid: null,
    level: 0,
    best: null,
    verdict: null,
    wrong: [0],
    current: 1,
    selected: 2,
    support: [],
    update: null,
  };
  const palette = new Proxy({}, { get: () => '#123456' }) as Palette;
  const svg = svgOf(picture({ view, table, line: { w: [3, 2], b: -4 }, ...nothing }), palette, 400, 300, 'a < b');
  expect(svg).toMatch(/^<svg xmlns[\s\S]*<\/svg>\n$/);
  expect(svg).toContain('a &lt; b');
  expect(svg).not.toContain('NaN');
  expect(new Set([...svg.matchAll(/font-size="(\d+)"/g)].map(([, size]) => size))).toEqual(new Set(['20'])); // those of the page
  const marked = (mark: string) => [...svg.matchAll(/<path d="([^"]*)"/g)].filter(([, d]) => d.includes(mark)).length;
  expect(marked('l15 -15')).toBe(1); // the diamond of a row that cannot be right
  expect(marked('a5 5')).toBe(1); // a held-out point of the positive class is a small ring
});

test('a projection shows scores across and one column up, each with a scale of its own', () => {
  const table: Table = { columns: ['a', 'b', 'c'], classes: ['-1', '1'], rows: [[1, 2, 300], [4, 5, 600]], labels: [0, 1] }; // prettier-ignore
  const drawn = projected(table, [-0.5, 0.25], 2, 'score');
  expect(drawn).toMatchObject({ columns: ['score', 'c'], rows: [[-0.5, 300], [0.25, 600]], labels: [0, 1] }); // prettier-ignore
  expect(projected(table, null, 9, 'score').rows).toEqual([[0, 1], [0, 4]]); // prettier-ignore
  const view = viewOfBox(boxOfProjection(drawn), 800, 600, 1, true);
  expect(toScreen(view, -0.5, 300)).toEqual([0, 600]);
  expect(toScreen(view, 0.25, 600).map(Math.round)).toEqual([800, 0]);
  expect(toPlane(zoomed(view, 3, 20, 30), 20, 30).map((v) => Number(v.toFixed(9)))).toEqual(toPlane(view, 20, 30).map((v) => Number(v.toFixed(9)))); // prettier-ignore
  expect(boxOfProjection({ ...drawn, rows: [] })).toEqual({ x0: -1, x1: 1, y0: -1, y1: 1 });
});

test('the box of an update covers no point where there is room', () => {
  const [table, view] = [examples.and(), fitted(examples.and(), 330, 366)]; // a phone
  const [left, top] = quietPlace(view, table, 110);
  for (const [x, y] of table.rows.map((row) => toScreen(view, row[0], row[1]))) {
    expect(x > left && x < left + 110 && y > top && y < top + 110).toBe(false);
  }
  expect(quietPlace(fitted(examples.rings(), 800, 500), examples.rings(), 150)).toEqual([640, 10]);
});

test('pixels of a mark are copied whole, cut at the edges, and a thin edge does not cover what is there', () => {
  const [full, thin, clear] = [0xff000001, 0x40000002, 0];
  const mark = Uint32Array.of(full, thin, clear, full);
  const to = new Uint32Array(9);
  copyPixels(mark, 2, to, 3, 3, [0, 0, 2, 2, -1, -1]);
  expect([...to]).toEqual([full, thin, 0, 0, full, 0, 0, 0, full]);
  copyPixels(mark, 2, to, 3, 3, [0, 1]);
  expect(to[4]).toBe(full);
  expect(to[3]).toBe(full);
});
