// The last update as a sum of vectors, in a box of its own where the fewest points are.
import type { Table } from '../data/table';
import type { Scene } from './picture';
import type { Ink, Place, Shape } from './shapes';
import { toScreen, type View } from './view';

const edge = 10;

/** The left upper corner of a box: of the corners and the middles of the sides the first that covers the fewest points. */
export function quietPlace(view: View, table: Table, side: number): Place {
  const across = [view.width - side - edge, edge, (view.width - side) / 2];
  const down = [edge, view.height - side - edge, (view.height - side) / 2];
  const order: [number, number][] = [[0, 0], [1, 0], [0, 1], [1, 1], [2, 0], [2, 1], [0, 2], [1, 2]]; // prettier-ignore
  const places = order.map(([i, j]): Place => [across[i], down[j]]);
  const reach = 12; // of a mark with its rings
  const covered = places.map(() => 0);
  for (const row of table.rows) {
    const [x, y] = toScreen(view, row[0], row[1]);
    places.forEach(([left, top], k) => {
      const inside = x > left - reach && x < left + side + reach && y > top - reach && y < top + side + reach;
      if (inside) ++covered[k];
    });
  }
  return places[covered.indexOf(Math.min(...covered))];
}

export function addition({ view, table, letters }: Scene, update: NonNullable<Scene['update']>): Shape[] {
  const side = Math.min(12.5 * letters, view.width / 3);
  const [left, top] = quietPlace(view, table, side);
  const frame: Place[] = [[left, top], [left + side, top], [left + side, top + side], [left, top + side]]; // prettier-ignore
  return [
    { kind: 'region', ink: 'surface', alpha: 0.94, points: frame },
    { kind: 'line', ink: 'rule', width: 1, points: [...frame, frame[0]] },
    ...sum(update, left, top, side),
    ...legend(left + 6, top + side - 7, letters),
  ];
}

function sum(update: NonNullable<Scene['update']>, left: number, top: number, side: number): Shape[] {
  const ends = [[0, 0], update.before, update.after] as [number, number][];
  const low = [Math.min(...ends.map((p) => p[0])), Math.min(...ends.map((p) => p[1]))];
  const high = [Math.max(...ends.map((p) => p[0])), Math.max(...ends.map((p) => p[1]))];
  const scale = (side - 56) / Math.max(high[0] - low[0], high[1] - low[1], 1e-9);
  const room = (axis: 0 | 1) => (side - (high[axis] - low[axis]) * scale) / 2;
  const at = ([x, y]: [number, number]): Place => [
    left + room(0) + (x - low[0]) * scale,
    top + side - 8 - room(1) - (y - low[1]) * scale,
  ];
  const arrow = (ink: Ink, from: Place, to: Place, width: number): Shape[] =>
    Math.hypot(to[0] - from[0], to[1] - from[1]) > 2 ? [{ kind: 'arrow', ink, from, to, width }] : [];
  const zero = at([0, 0]);
  return [
    ...arrow('weight', zero, at(update.after), 4), // widest and lowest: from w = 0 the change lies on it
    ...arrow('text', zero, at(update.before), 1.5),
    ...arrow('update', at(update.before), at(update.after), 1.5),
    { kind: 'marks', ink: 'text', form: 'circle', size: 2.5, at: zero },
  ];
}

/** w + c y x becomes w, each word in the ink of its arrow. */
function legend(x: number, y: number, size: number): Shape[] {
  const words: [Ink, string, number][] = [
    ['text', 'w', 0],
    ['update', '+ c y x', (13 * size) / 12],
    ['weight', '\u2192 w', (58 * size) / 12],
  ];
  return words.map(([ink, text, by]) => ({ kind: 'text', size, ink, at: [x + by, y], text, anchor: 'start' }));
}
