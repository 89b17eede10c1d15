// The example sets of the lectures. What is drawn at random is drawn by a seed and rounded, so links stay short.
import creditText from '../../../data/credit_approval.csv?raw';
import irisText from '../../../data/iris.csv?raw';
import { parseCells } from './cells';
import { Random } from './random';
import type { Table } from './table';

type Label = 0 | 1;
type Point = [x: number, y: number, label: Label];

const plain = (points: Point[]): Table => ({
  columns: ['x1', 'x2'],
  classes: ['-1', '1'],
  rows: points.map(([x, y]) => [Number(x.toFixed(2)), Number(y.toFixed(2))]),
  labels: points.map((p) => p[2]),
});

const corners = (labels: [Label, Label, Label, Label]): Table =>
  plain([
    [0, 0, labels[0]],
    [0, 1, labels[1]],
    [1, 0, labels[2]],
    [1, 1, labels[3]],
  ]);

const many = (n: number, seed: number, point: (random: Random, i: number) => Point): Table => {
  const random = new Random(seed);
  return plain(Array.from({ length: n }, (_, i) => point(random, i)));
};

const moons = (n: number, seed: number) =>
  many(n, seed, (random, i) => {
    const angle = Math.PI * random.unit();
    const [x, y] = i % 2 ? [1 - Math.cos(angle), 0.5 - Math.sin(angle)] : [Math.cos(angle), Math.sin(angle)];
    return [x + 0.12 * random.normal(), y + 0.12 * random.normal(), (i % 2) as Label];
  });

const rings = (n: number, seed: number) =>
  many(n, seed, (random, i) => {
    const angle = 2 * Math.PI * random.unit();
    const radius = (i % 2 ? 1 : 2.2) + 0.15 * random.normal();
    return [radius * Math.cos(angle), radius * Math.sin(angle), (i % 2) as Label];
  });

/** Two slabs on both sides of x1 + x2 = 0, `gap` from it. */
const slabs = (n: number, seed: number, gap: number) =>
  many(n, seed, (random, i) => {
    const along = random.between(-3, 3);
    const across = (i % 2 ? 1 : -1) * (gap + random.between(0, 1.6));
    return [(across + along) / Math.SQRT2, (across - along) / Math.SQRT2, (i % 2) as Label];
  });

const clouds = (n: number, seed: number, distance: number) =>
  many(n, seed, (random, i) => {
    const side = i % 2 ? distance : -distance;
    return [side + random.normal(), side / 2 + random.normal(), (i % 2) as Label];
  });

function fromFile(text: string, columns: [string, string], label: string, classes: [string, string]): Table {
  const { header, records } = parseCells(text, ',');
  const at = (name: string) => header.indexOf(name);
  const used = records.filter(
    (cells) =>
      classes.includes(cells[at(label)]) && columns.every((c) => cells[at(c)] !== '' && Number.isFinite(Number(cells[at(c)]))),
  );
  return {
    columns,
    classes,
    rows: used.map((cells) => columns.map((c) => Number(cells[at(c)]))),
    labels: used.map((cells) => (cells[at(label)] === classes[1] ? 1 : 0)),
  };
}

const iris = (columns: [string, string], classes: [string, string]) => fromFile(irisText, columns, 'species', classes);

/** By name, as links and the list of the page know them. */
export const examples: Record<string, () => Table> = {
  and: () => corners([0, 0, 0, 1]),
  or: () => corners([0, 1, 1, 1]),
  xor: () => corners([0, 1, 1, 0]),
  'iris-setosa': () => iris(['sepal_length', 'petal_length'], ['setosa', 'versicolor']),
  'iris-overlap': () => iris(['petal_length', 'petal_width'], ['versicolor', 'virginica']),
  'wide-margin': () => slabs(40, 3, 0.8),
  'small-margin': () => slabs(40, 3, 0.08),
  noisy: () => clouds(60, 5, 1.1),
  moons: () => moons(80, 1),
  rings: () => rings(80, 2),
  credit: () => fromFile(creditText, ['A3', 'A8'], 'A16', ['-', '+']),
  'ten-thousand': () => clouds(10000, 7, 2),
};
