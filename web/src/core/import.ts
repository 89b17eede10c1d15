// A table that somebody pasted: the module reads it and says what is wrong with it; here its accepted cells are taken.
import { parseCells } from '../data/cells';
import { Random } from '../data/random';
import { CoreError } from './abi';
import type { Core } from './core';
import type { Ask } from './jobs';
import type { Imported } from './types';

interface Facts {
  class_balance: { label: string }[];
  label: string | null;
  likely_label: string | null;
  delimiter: string;
  columns: { name: string; type: string }[];
}

const PASTED = 'pasted.csv';
const notNumbers = ['text', 'category', 'date']; // types of columns; identifiers are numbers too

export async function importTable(core: Core, ask: Ask<'import'>): Promise<Imported> {
  const text = typeof ask.text === 'string' ? ask.text : await ask.text.text();
  core.abi.write(PASTED, text);
  const facts = core.inspect<Facts>(`/${PASTED}`, ask.options);
  const label = facts.label ?? facts.likely_label;
  if (label === null) throw new CoreError(labelError(core, ask), 3);
  const { header, records } = parseCells(text, facts.delimiter === '\\t' ? '\t' : facts.delimiter || ',');
  const columns = ask.columns ?? facts.columns.filter((c) => !notNumbers.includes(c.type) && c.name !== label).map((c) => c.name);
  const all = facts.class_balance.map((c) => c.label);
  const classes = ask.classes ?? all.slice(0, 2);
  const places = columns.map((name) => header.indexOf(name));
  const labelPlace = header.indexOf(label);
  const kept = records.filter((cells) => classes.includes(cells[labelPlace]) && places.every((p) => isNumber(cells[p])));
  const taken = sample(kept, ask.most);
  return {
    columns,
    classes: all,
    label,
    rows: Float64Array.from(taken.flatMap((cells) => places.map((p) => Number(cells[p])))),
    labels: Int32Array.from(taken, (cells) => classes.indexOf(cells[labelPlace])),
    total: kept.length,
  };
}

const isNumber = (cell: string | undefined) => cell !== undefined && cell.trim() !== '' && Number.isFinite(Number(cell));

/** What `train` says of a table in which `inspect` finds no label. */
function labelError(core: Core, ask: Ask<'import'>): string {
  try {
    core.train(`/${PASTED}`, ask.options);
  } catch (error) {
    if (error instanceof CoreError) return error.message;
    throw error;
  }
  return 'no label column';
}

/** At most `most` rows, drawn with a fixed seed, in their order. */
function sample<T>(rows: T[], most: number): T[] {
  if (rows.length <= most) return rows;
  const random = new Random(0);
  let wanted = most;
  return rows.filter((_, i) => random.unit() * (rows.length - i) < wanted && wanted-- > 0);
}
