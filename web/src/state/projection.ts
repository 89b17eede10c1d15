// How a table of more than two columns is drawn: its scores across, one of its columns up.
import type { Box } from '../core/types';
import type { Table } from '../data/table';

export function projected(table: Table, scores: ArrayLike<number> | null, upward: number, name: string): Table {
  const column = table.columns[upward] === undefined ? 0 : upward;
  return {
    ...table,
    columns: [name, table.columns[column]],
    rows: table.rows.map((row, i) => [scores?.[i] ?? 0, row[column]]),
  };
}

/** All rows and the boundary at score 0. */
export function boxOfProjection({ rows }: Table): Box {
  const box = { x0: 0, x1: 0, y0: Infinity, y1: -Infinity };
  for (const [x, y] of rows) {
    box.x0 = Math.min(box.x0, x);
    box.x1 = Math.max(box.x1, x);
    box.y0 = Math.min(box.y0, y);
    box.y1 = Math.max(box.y1, y);
  }
  if (box.x0 === box.x1) [box.x0, box.x1] = [-1, 1];
  if (!(box.y0 < box.y1)) [box.y0, box.y1] = rows.length ? [box.y0 - 1, box.y0 + 1] : [-1, 1];
  return box;
}
