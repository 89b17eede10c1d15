// The rows that the page works on: two classes, numbers by column, two columns shown.
import type { Option } from '../core/types';

export interface Table {
  columns: string[];
  classes: [negative: string, positive: string];
  rows: number[][];
  labels: (0 | 1)[]; // 1: the positive class
}

export const emptyTable = (): Table => ({
  columns: ['x1', 'x2'],
  classes: ['-1', '1'],
  rows: [],
  labels: [],
});

const quoted = (cell: string) => (/[",\n\r]/.test(cell) || cell !== cell.trim() ? `"${cell.replaceAll('"', '""')}"` : cell);

const labelNames = ['class', 'label', 'target', 'y', 'species']; // those that the module takes for the label's

/** The name of the label column: `class`, or the next that no column has. */
export function labelOf({ columns }: Table): string {
  const name = labelNames.find((n) => !columns.includes(n));
  if (name !== undefined) return name;
  let number = 1;
  while (columns.includes(`class${number}`)) ++number;
  return `class${number}`;
}

/** The label column as an option, where a column has a name that could be the label's too. */
export const labelOption = (table: Table): Option[] =>
  table.columns.some((name) => labelNames.includes(name)) ? [['label', labelOf(table)]] : [];

/** The text that the module reads, and that is downloaded: equal tables have equal bytes. */
export function csvOf(table: Table): string {
  const head = [...table.columns, labelOf(table)].map(quoted).join(',');
  const lines = table.rows.map((row, i) => `${row.join(',')},${quoted(table.classes[table.labels[i]])}`);
  return `${[head, ...lines].join('\n')}\n`;
}

/** Values row after row. */
export function valuesOf(table: Table): Float64Array {
  const d = table.columns.length;
  const values = new Float64Array(table.rows.length * d);
  table.rows.forEach((row, i) => values.set(row, i * d));
  return values;
}

export const withPoint = (table: Table, row: number[], label: 0 | 1): Table => ({
  ...table,
  rows: [...table.rows, row],
  labels: [...table.labels, label],
});

export function withMoved(table: Table, index: number, x: number, y: number): Table {
  const rows = table.rows.slice();
  rows[index] = [x, y, ...rows[index].slice(2)];
  return { ...table, rows };
}

export function withFlipped(table: Table, index: number): Table {
  const labels = table.labels.slice();
  labels[index] = labels[index] === 1 ? 0 : 1;
  return { ...table, labels };
}

export const withoutPoint = (table: Table, index: number): Table => ({
  ...table,
  rows: table.rows.filter((_, i) => i !== index),
  labels: table.labels.filter((_, i) => i !== index),
});

/** Both classes have rows, so something can be learned. */
export const trainable = (table: Table): boolean => table.labels.includes(0) && table.labels.includes(1);

/** A coordinate with as few decimals as the screen can tell apart: short decimals keep the module's numbers exact. */
export function rounded(value: number, unitsPerPixel: number): number {
  const decimals = Math.min(6, Math.max(0, Math.ceil(-Math.log10(unitsPerPixel)) - 1));
  const number = Number(value.toFixed(decimals));
  return number === 0 ? 0 : number;
}
