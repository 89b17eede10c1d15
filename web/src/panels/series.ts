// Lines of the meters' charts, from the trace.
import type { Trace } from '../core/types';
import type { Series } from './Chart.svelte';

/** One entry for each update (a mini-batch is one): its number from 1 and its place in the trace. */
export function updatePlaces(trace: Trace): number[] {
  const places: number[] = [];
  let visit = -1;
  for (let i = 0; i < trace.count; ++i) {
    if (trace.multiplier[i] === 0) continue;
    if (trace.visit[i] === visit) places[places.length - 1] = i;
    else places.push(i);
    visit = trace.visit[i];
  }
  return places;
}

const line = (name: string, ink: string, places: number[], value: (i: number) => number): Series => ({
  name,
  ink,
  at: places.map((i, k): [number, number] => [k + 1, value(i)]).filter(([, y]) => Number.isFinite(y)),
});

/** From w̄ = 0 on the line begins at 0, as its guide does. */
const fromStart = (trace: Trace, series: Series): Series =>
  trace.before.slice(0, trace.width).some((v) => v !== 0) ? series : { ...series, at: [[0, 0], ...series.at] };

export const normLine = (trace: Trace, places: number[]) =>
  fromStart(
    trace,
    line('‖w̄‖²', 'weight', places, (i) => trace.normSquared[i]),
  );
export const productLine = (trace: Trace, places: number[]) =>
  fromStart(
    trace,
    line('w̄·w*', 'weight', places, (i) => trace.product[i]),
  );
export const cosineLine = (trace: Trace, places: number[]) => line('', 'weight', places, (i) => trace.cosine[i]);

/** A function that jumps at 0 as stairs: upright there, not a slope between two samples. */
export function stairs(line: [number, number][]): [number, number][] {
  const out: [number, number][] = [];
  line.forEach(([x, y], i) => {
    const before = line[i - 1];
    if (before && before[1] !== y) {
      if (x === 0) out.push([0, before[1]]);
      else if (before[0] === 0) out.push([0, y]);
    }
    out.push([x, y]);
  });
  return out;
}

/** A straight guide through the origin: the slope is a number of the module. */
export const guide = (name: string, slope: number, updates: number): Series => ({
  name,
  ink: 'update',
  dash: true,
  at: [
    [0, 0],
    [updates, slope * updates],
  ],
});

/** Mistakes on all rows after each visit, and the fewest so far. */
export function mistakeLines(trace: Trace, names: [string, string]): Series[] {
  if (trace.count === 0 || trace.mistakes[0] < 0) return [];
  let fewest = Infinity;
  const all: [number, number][] = [];
  const best: [number, number][] = [];
  for (let i = 0; i < trace.count; ++i) {
    fewest = Math.min(fewest, trace.mistakes[i]);
    all.push([i + 1, trace.mistakes[i]]);
    best.push([i + 1, fewest]);
  }
  return [
    { name: names[0], ink: 'weight', at: all },
    { name: names[1], ink: 'update', at: best, dash: true },
  ];
}
