// A table that somebody pasted: the module reads it and says what is wrong with it; here its accepted cells are taken.
import { delimiterOf, parseCells } from '../data/cells';
import { Random } from '../data/random';
import { CoreError } from './abi';
import type { Core } from './core';
import type { Ask } from './jobs';
import type { Imported, Option } from './types';

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
  const { facts, options } = inspected(core, text, ask.options);
  const label = facts.label ?? facts.likely_label;
  if (label === null) throw new CoreError(labelError(core, options), 3);
  const { header, records } = cellsOf(text, facts, ask.options);
  const columns = ask.columns ?? facts.columns.filter((c) => !notNumbers.includes(c.type) && c.name !== label).map((c) => c.name);
  const all = facts.class_balance.map((c) => c.label);
  const classes = ask.classes ?? all.slice(0, 2);
  const places = columns.map((name) => header.indexOf(name));
  const labelPlace = header.indexOf(label);
  if (labelPlace < 0 || places.includes(-1)) throw new CoreError(`/${PASTED}:1: the names of its columns cannot be told apart`, 3);
  const comma = options.some(([name]) => name === 'decimal');
  const number = (cell: string) => Number(comma ? cell.replace(',', '.') : cell);
  const isNumber = (cell: string) => cell.trim() !== '' && Number.isFinite(number(cell));
  const ofClasses = records.filter((cells) => classOf(cells[labelPlace], classes) >= 0);
  const kept = ofClasses.filter((cells) => places.every((p) => isNumber(cells[p])));
  const taken = sample(kept, ask.most);
  return {
    columns,
    classes: all,
    label,
    guessed: facts.label === null,
    rows: Float64Array.from(taken.flatMap((cells) => places.map((p) => number(cells[p])))),
    labels: Int32Array.from(taken, (cells) => classOf(cells[labelPlace], classes)),
    total: kept.length,
    leftOut: ofClasses.length - kept.length,
    unlabelled: unlabelled(
      records.map((cells) => cells[labelPlace]),
      all,
    ),
  };
}

/** Which of the classes a cell names: as written, or the same number (1, 1.0 and blanks around them are one label). */
function classOf(cell: string, classes: string[]): number {
  const exact = classes.indexOf(cell);
  if (exact >= 0 || cell.trim() === '' || Number.isNaN(Number(cell))) return exact;
  return classes.findIndex((name) => name.trim() !== '' && Number(name) === Number(cell));
}

/** How many cells name no class: the module found theirs missing. */
function unlabelled(cells: string[], classes: string[]): number {
  const named = new Set(classes);
  return cells.filter((cell) => !named.has(cell) && classOf(cell, classes) < 0).length;
}

const valueOf = (options: Option[], wanted: string) => options.find(([name]) => name === wanted)?.[1];
const skippedOf = (options: Option[]) => Number(valueOf(options, 'skip-lines') ?? 0);

/** The facts, and the options that the module read the text with: tabs, semicolons and decimal commas are seen here. */
function inspected(core: Core, text: string, given: Option[]): { facts: Facts; options: Option[] } {
  const head = text.slice(0, 100000).split(/\r?\n/).slice(skippedOf(given));
  const delimiter = delimiterOf(head.find((line) => line.trim() !== '') ?? '');
  if (delimiter === null) return { facts: core.inspect<Facts>(`/${PASTED}`, given), options: given };
  const options: Option[] = [...given, ['delimiter', delimiter === '\t' ? 'tab' : delimiter]];
  try {
    return { facts: core.inspect<Facts>(`/${PASTED}`, options), options };
  } catch (error) {
    if (!(error instanceof CoreError && error.message.includes('decimal comma'))) throw error;
    options.push(['decimal', ',']);
    return { facts: core.inspect<Facts>(`/${PASTED}`, options), options };
  }
}

function cellsOf(text: string, facts: Facts, options: Option[]): { header: string[]; records: string[][] } {
  const skipped = skippedOf(options);
  const used = skipped > 0 ? text.split('\n').slice(skipped).join('\n') : text;
  return parseCells(used, facts.delimiter, valueOf(options, 'no-header') === undefined);
}

/** What `train` says of a table in which `inspect` finds no label. */
function labelError(core: Core, options: Option[]): string {
  try {
    core.train(`/${PASTED}`, options);
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
