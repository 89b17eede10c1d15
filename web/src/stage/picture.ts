// The stage as shapes: axes, shading, boundary and margins, the verdict, points, arrows.
import type { Grid, SeparateReport } from '../core/types';
import type { Table } from '../data/table';
import { contour, runs } from './contour';
import { chord, clipped, foot, halfPlane, isLine, type Line } from './line';
import type { Place, Shape } from './shapes';
import { boxOf, ticks, toScreen, type View } from './view';

export interface Scene {
  view: View;
  table: Table;
  line: Line | null; // where the boundary is straight
  margins: number | null; // the score of the margin lines
  grid: Grid | null; // where it is not
  level: number; // of the grid
  best: { line: Line; support: number[] } | null; // the largest margin, when it is to be shown
  verdict: SeparateReport | null; // when its picture is to be shown
  wrong: number[]; // rows on the wrong side
  current: number; // the row looked at, or -1
  selected: number; // the row under the keyboard, or -1
  support: number[];
  update: { before: [number, number]; change: [number, number]; after: [number, number] } | null;
}

export function picture(scene: Scene): Shape[] {
  const straight = scene.grid === null && isLine(scene.line);
  return [
    ...(scene.grid ? gridShading(scene.view, scene.grid, scene.level) : straight ? shading(scene.view, scene.line!) : []),
    ...axes(scene.view),
    ...(scene.best ? bestBand(scene.view, scene.best.line) : []),
    ...(scene.grid ? gridBoundary(scene) : straight ? boundary(scene.view, scene.line!, scene.margins) : []),
    ...(scene.verdict ? witness(scene.view, scene.table, scene.verdict) : []),
    ...points(scene),
    ...(straight ? weightArrow(scene.view, scene.line!) : []),
    ...(scene.update ? addition(scene.view, scene.update) : []),
  ];
}

const placed = (view: View, points: [number, number][]): Place[] => points.map(([x, y]) => toScreen(view, x, y));

function axes(view: View): Shape[] {
  const box = boxOf(view);
  const shapes: Shape[] = [];
  for (const x of ticks(box.x0, box.x1, Math.max(3, view.width / 90))) {
    const [px] = toScreen(view, x, 0);
    shapes.push({ kind: 'line', ink: 'rule', width: x === 0 ? 1.5 : 0.5, points: [[px, 0], [px, view.height]] }); // prettier-ignore
    shapes.push({
      kind: 'text',
      ink: 'text',
      at: [px + 3, view.height - 6],
      text: String(x).replace('-', '\u2212'),
      anchor: 'start',
    });
  }
  for (const y of ticks(box.y0, box.y1, view.height / 70)) {
    const [, py] = toScreen(view, 0, y);
    shapes.push({ kind: 'line', ink: 'rule', width: y === 0 ? 1.5 : 0.5, points: [[0, py], [view.width, py]] }); // prettier-ignore
    shapes.push({
      kind: 'text',
      ink: 'text',
      at: [5, py - 4],
      text: String(y).replace('-', '\u2212'),
      anchor: 'start',
    });
  }
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

/** The band of the largest margin: scores from -1 to 1 of the hard-margin machine. */
function bestBand(view: View, line: Line): Shape[] {
  const box = boxOf(view);
  const band = clipped(halfPlane(line, -1, box), line, 1, -1);
  const shapes: Shape[] = [{ kind: 'region', ink: 'witness', alpha: 0.13, points: placed(view, band) }];
  for (const level of [-1, 0, 1]) {
    const ends = chord(line, level, box);
    const dash = level === 0 ? [8, 5] : undefined;
    if (ends)
      shapes.push({
        kind: 'line',
        ink: 'witness',
        width: level === 0 ? 2 : 1.2,
        dash,
        points: placed(view, ends),
      });
  }
  return shapes;
}

/** Hulls of the witness's rows, class by class, and the point that both hold. */
function witness(view: View, table: Table, verdict: SeparateReport): Shape[] {
  const rows = (verdict.witness ?? []).map((w) => w.row).filter((row) => row < table.rows.length);
  const shapes: Shape[] = [];
  for (const label of [0, 1] as const) {
    const members = rows.filter((row) => table.labels[row] === label).map((row) => table.rows[row].slice(0, 2) as [number, number]);
    if (members.length === 0) continue;
    const around = placed(view, byAngle(members));
    const ink = label ? 'positive' : 'negative';
    if (around.length > 2) shapes.push({ kind: 'region', ink, alpha: 0.18, points: around });
    shapes.push({ kind: 'line', ink, width: 2, points: [...around, around[0]] });
    shapes.push({ kind: 'marks', ink: 'witness', form: 'ring', size: 12, at: around.flat() });
  }
  const meeting = verdict.common_point?.map(asNumber);
  if (meeting?.length === 2) {
    const [x, y] = toScreen(view, meeting[0], meeting[1]);
    shapes.push({ kind: 'line', ink: 'witness', width: 2.5, points: [[x - 8, y - 8], [x + 8, y + 8]] }); // prettier-ignore
    shapes.push({ kind: 'line', ink: 'witness', width: 2.5, points: [[x - 8, y + 8], [x + 8, y - 8]] }); // prettier-ignore
  }
  return shapes;
}

const asNumber = (fraction: string) => {
  const [above, below = '1'] = fraction.split('/');
  return Number(above) / Number(below);
};

function byAngle(points: [number, number][]): [number, number][] {
  const x = points.reduce((sum, p) => sum + p[0], 0) / points.length;
  const y = points.reduce((sum, p) => sum + p[1], 0) / points.length;
  return [...points].sort((p, q) => Math.atan2(p[1] - y, p[0] - x) - Math.atan2(q[1] - y, q[0] - x));
}

function points({ view, table, wrong, current, selected, support }: Scene): Shape[] {
  const n = table.rows.length;
  const size = n > 3000 ? 2 : n > 400 ? 3.5 : 6;
  const at: [number[], number[]] = [[], []];
  for (let i = 0; i < n; ++i) at[table.labels[i]].push(...toScreen(view, table.rows[i][0], table.rows[i][1]));
  const of = (rows: number[]) =>
    rows.filter((i) => i >= 0 && i < n).flatMap((i) => toScreen(view, table.rows[i][0], table.rows[i][1]));
  const outline = n > 3000 ? undefined : 'surface';
  return [
    { kind: 'marks', ink: 'positive', form: 'circle', size, outline, at: at[1] },
    { kind: 'marks', ink: 'negative', form: 'square', size: size * 0.88, outline, at: at[0] },
    { kind: 'marks', ink: 'text', form: 'ring', size: size + 3.5, at: of(wrong.slice(0, 2000)) },
    { kind: 'marks', ink: 'witness', form: 'box', size: size + 3, at: of(support) },
    { kind: 'marks', ink: 'update', form: 'ring', size: size + 8, at: of([current]) },
    { kind: 'marks', ink: 'cursor', form: 'box', size: size + 6, at: of([selected]) },
  ];
}

/** w as an arrow that stands on the boundary, with its right angle; it points to the positive side. */
function weightArrow(view: View, line: Line): Shape[] {
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
      ink: 'weight',
      at: [to[0] + ux * 12 - 4, to[1] + uy * 12 + 4],
      text: 'w',
      anchor: 'start',
    },
  ];
}

/** The last update as a sum of vectors, in a box of its own in the upper right corner. */
function addition(view: View, update: NonNullable<Scene['update']>): Shape[] {
  const side = Math.min(150, view.width / 3);
  const [left, top] = [view.width - side - 10, 10];
  const ends = [[0, 0], update.before, update.after] as [number, number][];
  const low = [Math.min(...ends.map((p) => p[0])), Math.min(...ends.map((p) => p[1]))];
  const high = [Math.max(...ends.map((p) => p[0])), Math.max(...ends.map((p) => p[1]))];
  const scale = (side - 56) / Math.max(high[0] - low[0], high[1] - low[1], 1e-9);
  const room = (axis: 0 | 1) => (side - (high[axis] - low[axis]) * scale) / 2;
  const at = ([x, y]: [number, number]): Place => [
    left + room(0) + (x - low[0]) * scale,
    top + side - room(1) - (y - low[1]) * scale,
  ];
  const zero = at([0, 0]);
  const frame: Place[] = [[left, top], [left + side, top], [left + side, top + side], [left, top + side]]; // prettier-ignore
  const shapes: Shape[] = [
    { kind: 'region', ink: 'surface', alpha: 0.9, points: frame },
    { kind: 'line', ink: 'rule', width: 1, points: [...frame, frame[0]] },
  ];
  const arrow = (ink: 'rule' | 'update' | 'weight' | 'text', from: Place, to: Place, width: number) => {
    if (Math.hypot(to[0] - from[0], to[1] - from[1]) > 2) shapes.push({ kind: 'arrow', ink, from, to, width });
  };
  arrow('text', zero, at(update.before), 1.5);
  arrow('update', at(update.before), at(update.after), 2);
  arrow('weight', zero, at(update.after), 2.5);
  shapes.push({ kind: 'marks', ink: 'text', form: 'circle', size: 2.5, at: zero });
  shapes.push({
    kind: 'text',
    ink: 'text',
    at: [left + 6, top + side - 6],
    text: 'w + c y x',
    anchor: 'start',
  });
  return shapes;
}
