// The stage as shapes: axes, shading, boundary and margins, the verdict, points, arrows.
import type { Grid, SeparateReport } from '../core/types';
import type { Table } from '../data/table';
import { addition } from './addition';
import { contour, runs } from './contour';
import { chord, foot, halfPlane, isLine, type Line } from './line';
import { marks } from './marks';
import { bestBand, placed, witness } from './proof';
import type { Place, Shape } from './shapes';
import { boxOf, ticks, toScreen, type View } from './view';

export interface Scene {
  view: View;
  letters: number; // their size in pixels
  table: Table; // rows where they are drawn
  flat: boolean; // else a projection: scores across
  line: Line | null; // where the boundary is straight
  margins: number | null; // the score of the margin lines
  grid: Grid | null; // where it is not
  level: number; // of the grid
  best: { line: Line; support: number[] } | null; // the largest margin, when it is to be shown
  verdict: SeparateReport | null; // when its picture is to be shown
  held: Uint8Array | null; // of each row: 1 where it is kept for the test
  wrong: number[]; // rows on the wrong side
  unavoidable: number[]; // rows that a line of fewest mistakes gets wrong
  current: number; // the row looked at, or -1
  selected: number; // the row under the keyboard, or -1
  support: number[];
  update: { before: [number, number]; change: [number, number]; after: [number, number] } | null;
}

export function picture(scene: Scene): Shape[] {
  const straight = scene.grid === null && isLine(scene.line);
  return [
    ...(scene.grid ? gridShading(scene.view, scene.grid, scene.level) : straight ? shading(scene.view, scene.line!) : []),
    ...axes(scene.view, scene.table.columns, scene.letters),
    ...(scene.best ? bestBand(scene.view, scene.best.line) : []),
    ...(scene.grid ? gridBoundary(scene) : straight ? boundary(scene.view, scene.line!, scene.margins) : []),
    ...(scene.verdict ? witness(scene, scene.verdict) : []),
    ...marks(scene),
    ...(straight && scene.flat ? weightArrow(scene.view, scene.line!, scene.letters) : []),
    ...(scene.update ? addition(scene, scene.update) : []),
  ];
}

function axes(view: View, names: string[], size: number): Shape[] {
  const box = boxOf(view);
  const shapes: Shape[] = [];
  for (const x of ticks(box.x0, box.x1, Math.max(5, (12 * view.width) / size / 75))) {
    const [px] = toScreen(view, x, 0);
    shapes.push({ kind: 'line', ink: 'rule', width: x === 0 ? 1.5 : 0.5, points: [[px, 0], [px, view.height]] }); // prettier-ignore
    const text = String(x).replace('-', '\u2212');
    if (px + 3 + 0.6 * size * text.length > view.width) continue; // it would be cut
    shapes.push({ kind: 'text', size, ink: 'text', at: [px + 3, view.height - 6], text, anchor: 'start' });
  }
  for (const y of ticks(box.y0, box.y1, (12 * view.height) / size / 55)) {
    const [, py] = toScreen(view, 0, y);
    shapes.push({ kind: 'line', ink: 'rule', width: y === 0 ? 1.5 : 0.5, points: [[0, py], [view.width, py]] }); // prettier-ignore
    if (py > 10 + 2 * size && py < view.height - size - 8) {
      shapes.push({ kind: 'text', size, ink: 'text', at: [5, py - 4], text: String(y).replace('-', '\u2212'), anchor: 'start' });
    }
  }
  shapes.push({ kind: 'text', size, ink: 'text', at: [5, size + 4], text: `\u2191 ${names[1]}`, anchor: 'start' });
  shapes.push({
    kind: 'text',
    size,
    ink: 'text',
    at: [view.width - 12, view.height - size - 10],
    text: `${names[0]} \u2192`,
    anchor: 'end',
  });
  return shapes;
}

function shading(view: View, line: Line): Shape[] {
  const box = boxOf(view);
  return [
    { kind: 'region', ink: 'positive', alpha: 0.11, points: placed(view, halfPlane(line, 0, box)) },
    { kind: 'region', ink: 'negative', alpha: 0.11, points: placed(view, halfPlane(line, 0, box, -1)) },
  ];
}

function gridShading(view: View, grid: Grid, level: number): Shape[] {
  const cells = (atLeast: boolean) =>
    runs(grid, level, atLeast).flatMap(([x0, x1, y0, y1]) => {
      const [left, top] = toScreen(view, x0, y1).map(Math.round);
      const [right, bottom] = toScreen(view, x1, y0).map(Math.round);
      return [left, top, right - left, bottom - top];
    });
  return [
    { kind: 'cells', ink: 'positive', alpha: 0.11, at: cells(true) },
    { kind: 'cells', ink: 'negative', alpha: 0.11, at: cells(false) },
  ];
}

function gridBoundary({ view, grid, level, margins }: Scene): Shape[] {
  const lines = (at: number, ink: 'boundary' | 'margin', width: number, dash?: number[]): Shape[] =>
    contour(grid!, at).map(([x0, y0, x1, y1]) => ({ kind: 'line', ink, width, dash, points: placed(view, [[x0, y0], [x1, y1]]) })); // prettier-ignore
  const around = margins === null ? [] : [...lines(level + margins, 'margin', 1), ...lines(level - margins, 'margin', 1)];
  return [...around, ...lines(level, 'boundary', 2.5)];
}

function boundary(view: View, line: Line, margins: number | null): Shape[] {
  const box = boxOf(view);
  const drawn = (level: number, ink: 'boundary' | 'margin', width: number, dash?: number[]): Shape[] => {
    const ends = chord(line, level, box);
    return ends ? [{ kind: 'line', ink, width, dash, points: placed(view, ends) }] : [];
  };
  const around = margins === null ? [] : [...drawn(margins, 'margin', 1.2, [6, 5]), ...drawn(-margins, 'margin', 1.2, [6, 5])];
  return [...around, ...drawn(0, 'boundary', 2.5)];
}

/** w as an arrow that stands on the boundary, with its right angle; it points to the positive side. */
function weightArrow(view: View, line: Line, size: number): Shape[] {
  const [x, y] = foot(line, view.x, view.y);
  const from = toScreen(view, x, y);
  const length = Math.hypot(...line.w);
  const [ux, uy] = [line.w[0] / length, -line.w[1] / length];
  const reach = Math.min(70, Math.min(view.width, view.height) / 4);
  const to: Place = [from[0] + ux * reach, from[1] + uy * reach];
  const corner = 11;
  const a: Place = [from[0] + ux * corner, from[1] + uy * corner];
  const b: Place = [a[0] - uy * corner, a[1] + ux * corner];
  const c: Place = [from[0] - uy * corner, from[1] + ux * corner];
  return [
    { kind: 'line', ink: 'weight', width: 1.5, points: [a, b, c] },
    { kind: 'arrow', ink: 'weight', width: 2.5, from, to },
    {
      kind: 'text',
      size,
      ink: 'weight',
      at: [to[0] + ux * 12 - 4, to[1] + uy * 12 + 4],
      text: 'w',
      anchor: 'start',
    },
  ];
}
