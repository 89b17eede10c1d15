// The state in the part of the address behind '#': "#1." and JSON, deflated, in base64url. The part never leaves the machine.
import type { Table } from '../data/table';
import type { Flags, Learner } from './flags';

export const linkVersion = 1;
export const longestLink = 30000; // characters; what browsers and mail programs still pass on

export interface Shared {
  example?: string; // an example set that was not changed
  table?: Table;
  learner: Learner;
  flags: Flags;
  step?: number; // visits made; missing: the end
  threshold?: number;
  upward?: number; // the column that a projection shows upward
  view?: [x0: number, x1: number, y0: number, y1: number];
  scene?: number;
}

export type Opened = { state: Shared; newer: boolean } | { problem: 'damaged' } | null;

const learners: Learner[] = ['perceptron', 'logistic', 'svm'];

async function piped(bytes: Uint8Array, through: CompressionStream | DecompressionStream): Promise<Uint8Array> {
  const stream = new Blob([bytes as BlobPart]).stream().pipeThrough(through);
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

export async function encodeState(state: Shared): Promise<string> {
  const bytes = await piped(new TextEncoder().encode(JSON.stringify(state)), new CompressionStream('deflate-raw'));
  let text = '';
  for (const byte of bytes) text += String.fromCharCode(byte);
  return `${linkVersion}.${btoa(text).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '')}`;
}

/** What a link holds; of a later version what can be understood. */
export async function decodeState(fragment: string): Promise<Opened> {
  const match = /^#?(\d+)\.([A-Za-z0-9_-]+)$/.exec(fragment);
  if (match === null) return fragment.length > 1 ? { problem: 'damaged' } : null;
  try {
    const text = atob(match[2].replaceAll('-', '+').replaceAll('_', '/'));
    const bytes = Uint8Array.from(text, (character) => character.charCodeAt(0));
    const json: unknown = JSON.parse(new TextDecoder().decode(await piped(bytes, new DecompressionStream('deflate-raw'))));
    const newer = Number(match[1]) > linkVersion;
    const state = understood(json);
    if (state === null || (!newer && !state.table && isObject(json) && json.table !== undefined)) return { problem: 'damaged' };
    return { state, newer };
  } catch {
    return { problem: 'damaged' };
  }
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const isNumber = (value: unknown): value is number => typeof value === 'number' && Number.isFinite(value);

const isWhole = (value: unknown): value is number => Number.isSafeInteger(value) && (value as number) >= 0;

/** The members of known names and types: a link is written by anybody. */
function understood(json: unknown): Shared | null {
  if (!isObject(json)) return null;
  const learner = learners.includes(json.learner as Learner) ? (json.learner as Learner) : 'perceptron';
  const flags: Flags = {};
  for (const [name, value] of Object.entries(isObject(json.flags) ? json.flags : {})) {
    if (typeof value === 'string' && value.length < 200) flags[name] = value;
  }
  const state: Shared = { learner, flags };
  if (typeof json.example === 'string') state.example = json.example;
  const table = understoodTable(json.table);
  if (table !== null) state.table = table;
  if (isWhole(json.step)) state.step = json.step;
  if (isNumber(json.threshold) && json.threshold > 0 && json.threshold < 1) state.threshold = json.threshold;
  if (isWhole(json.scene)) state.scene = json.scene;
  if (isWhole(json.upward)) state.upward = json.upward;
  if (isWindow(json.view)) state.view = json.view;
  return state;
}

function isWindow(json: unknown): json is NonNullable<Shared['view']> {
  if (!Array.isArray(json) || json.length !== 4 || !json.every(isNumber)) return false;
  const [x0, x1, y0, y1] = json as [number, number, number, number];
  return x0 < x1 && y0 < y1 && Number.isFinite(x1 - x0) && Number.isFinite(y1 - y0);
}

const areDistinct = (names: unknown[]): names is string[] =>
  names.every((name) => typeof name === 'string') && new Set(names).size === names.length;

function understoodTable(json: unknown): Table | null {
  if (!isObject(json)) return null;
  const { columns, classes, rows, labels } = json;
  if (!Array.isArray(columns) || columns.length < 2 || !areDistinct(columns)) return null;
  if (new Set(columns.map((name) => name.trim())).size < columns.length) return null; // the module trims them
  if (!Array.isArray(classes) || classes.length !== 2 || !areDistinct(classes)) return null;
  if (!Array.isArray(rows) || !rows.every((r) => Array.isArray(r) && r.length === columns.length && r.every(isNumber))) return null;
  if (!Array.isArray(labels) || labels.length !== rows.length || !labels.every((l) => l === 0 || l === 1)) return null;
  return { columns, classes: classes as unknown as Table['classes'], rows, labels };
}
