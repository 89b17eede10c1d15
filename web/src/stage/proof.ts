// The pictures of proofs: the band of the largest margin, the hulls that meet.
import type { SeparateReport } from '../core/types';
import { chord, clipped, halfPlane, type Line } from './line';
import type { Scene } from './picture';
import type { Place, Shape } from './shapes';
import { boxOf, toScreen, type View } from './view';

export const placed = (view: View, points: [number, number][]): Place[] => points.map(([x, y]) => toScreen(view, x, y));

/** The band of the largest margin: scores from -1 to 1 of the hard-margin machine. */
export function bestBand(view: View, line: Line): Shape[] {
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

/** Hulls of the witness's rows, class by class, and the point that both hold; in a projection the rows alone. */
export function witness({ view, table, flat }: Scene, verdict: SeparateReport): Shape[] {
  const rows = (verdict.witness ?? []).map((w) => w.row).filter((row) => row < table.rows.length);
  const shapes: Shape[] = [];
  for (const label of [0, 1] as const) {
    const members = rows.filter((row) => table.labels[row] === label).map((row) => table.rows[row].slice(0, 2) as [number, number]);
    if (members.length === 0) continue;
    const around = placed(view, byAngle(members));
    const ink = label ? 'positive' : 'negative';
    if (flat && around.length > 2) shapes.push({ kind: 'region', ink, alpha: 0.18, points: around });
    if (flat) shapes.push({ kind: 'line', ink, width: 2, points: [...around, around[0]] });
    shapes.push({ kind: 'marks', ink: 'witness', form: 'ring', size: 12, at: around.flat() });
  }
  const meeting = verdict.common_point?.map(asNumber);
  if (flat && meeting?.length === 2) {
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
