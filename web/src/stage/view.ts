// The window on the plane: one scale for both axes, so that right angles look right; of a projection two.
import type { Box } from '../core/types';
import type { Table } from '../data/table';

export interface View {
  x: number; // the middle
  y: number;
  scale: number; // pixels a unit across
  tall: number; // pixels a unit up, as a multiple of `scale`
  width: number;
  height: number;
}

export const toScreen = (view: View, x: number, y: number): [number, number] => [
  view.width / 2 + (x - view.x) * view.scale,
  view.height / 2 - (y - view.y) * view.scale * view.tall,
];

export const toPlane = (view: View, px: number, py: number): [number, number] => [
  view.x + (px - view.width / 2) / view.scale,
  view.y - (py - view.height / 2) / view.scale / view.tall,
];

export const boxOf = (view: View): Box => ({
  x0: view.x - view.width / 2 / view.scale,
  x1: view.x + view.width / 2 / view.scale,
  y0: view.y - view.height / 2 / view.scale / view.tall,
  y1: view.y + view.height / 2 / view.scale / view.tall,
});

/** All of the box, with room around it; `free`: each axis has a scale of its own. */
export function viewOfBox(box: Box, width: number, height: number, room = 1, free = false): View {
  const spanX = Math.max(box.x1 - box.x0, 1e-6) * room;
  const spanY = Math.max(box.y1 - box.y0, 1e-6) * room;
  const scale = free ? width / spanX : Math.min(width / spanX, height / spanY);
  const tall = free ? height / spanY / scale : 1;
  return { x: (box.x0 + box.x1) / 2, y: (box.y0 + box.y1) / 2, scale, tall, width, height };
}

export function boxOfTable(table: Table): Box {
  const box = { x0: Infinity, x1: -Infinity, y0: Infinity, y1: -Infinity };
  for (const [x, y] of table.rows) {
    box.x0 = Math.min(box.x0, x);
    box.x1 = Math.max(box.x1, x);
    box.y0 = Math.min(box.y0, y);
    box.y1 = Math.max(box.y1, y);
  }
  if (table.rows.length === 0) return { x0: -1, x1: 1, y0: -1, y1: 1 };
  const half = Math.max(box.x1 - box.x0, box.y1 - box.y0, 0.5) / 2;
  const [x, y] = [(box.x0 + box.x1) / 2, (box.y0 + box.y1) / 2];
  return { x0: x - half, x1: x + half, y0: y - half, y1: y + half };
}

export const fitted = (table: Table, width: number, height: number): View => viewOfBox(boxOfTable(table), width, height, 1.5);

export function zoomed(view: View, factor: number, px = view.width / 2, py = view.height / 2): View {
  const scale = Math.min(1e7, Math.max(1e-4, view.scale * factor));
  const [x, y] = toPlane(view, px, py);
  const keep = view.scale / scale;
  return { ...view, scale, x: x + (view.x - x) * keep, y: y + (view.y - y) * keep };
}

export const panned = (view: View, dx: number, dy: number): View => ({
  ...view,
  x: view.x - dx / view.scale,
  y: view.y + dy / view.scale / view.tall,
});

/** Places of the marks of an axis: 1, 2 or 5 times a power of ten apart. */
export function ticks(low: number, high: number, most: number): number[] {
  const rough = (high - low) / most;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 5, 10].map((m) => m * power).find((s) => s >= rough) ?? rough;
  const first = Math.ceil(low / step);
  const count = Math.floor(high / step) - first + 1;
  return Array.from({ length: Math.max(0, Math.min(count, 50)) }, (_, i) => Number(((first + i) * step).toPrecision(12)));
}

/** The row nearest to a place of the screen, within `reach` pixels; -1 where there is none. */
export function nearest(view: View, table: Table, px: number, py: number, reach: number): number {
  let best = -1;
  let least = reach * reach;
  for (let i = 0; i < table.rows.length; ++i) {
    const [sx, sy] = toScreen(view, table.rows[i][0], table.rows[i][1]);
    const distance = (sx - px) ** 2 + (sy - py) ** 2;
    if (distance <= least) [best, least] = [i, distance];
  }
  return best;
}
