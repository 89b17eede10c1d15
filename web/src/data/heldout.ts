// Rows kept apart for a test, as `train --holdout SHARE --seed S` keeps them: round(SHARE n_k) rows of each class k.
import { holdoutStream, Philox } from './philox';
import type { Table } from './table';

export interface Parts {
  train: Table;
  places: Int32Array; // the rows of `train` in the table
  test: Table;
  held: Uint8Array; // of each row of the table: 1 where it is held out
}

/** The share that a flag asks for; null where it asks for none or is no share. */
export function shareOf(flag: string | undefined): number | null {
  const share = Number(flag ?? '');
  return share > 0 && share < 1 ? share : null;
}

/** `turned`: the module takes the positive class first. */
export function parted(table: Table, share: number, seed: string, turned = false): Parts {
  const held = heldOut(table.labels, share, /^\d+$/.test(seed) ? BigInt(seed) : 0n, turned ? [1, 0] : [0, 1]);
  const some = (wanted: 0 | 1): Table => ({
    ...table,
    rows: table.rows.filter((_, i) => held[i] === wanted),
    labels: table.labels.filter((_, i) => held[i] === wanted),
  });
  const places = Int32Array.from(table.rows.keys()).filter((i) => held[i] === 0);
  return { train: some(0), places, test: some(1), held };
}

export function heldOut(labels: (0 | 1)[], share: number, seed: bigint, order: (0 | 1)[] = [0, 1]): Uint8Array {
  const random = new Philox(seed, holdoutStream);
  const held = new Uint8Array(labels.length);
  for (const label of order) {
    const rows = [...labels.keys()].filter((i) => labels[i] === label);
    random.shuffle(rows);
    const count = Math.floor(share * rows.length + 0.5 + 1e-9);
    for (const row of rows.slice(0, count)) held[row] = 1;
  }
  return held;
}
