// The JSON of a trace as columns of numbers.
import type { Listed, Option, Trace, TraceVisit, TrainReport } from './types';

const mostRowsListed = 1000; // beyond, a trace lists updates only
const mostBytes = 4e7; // of the module's memory; a line takes about 2,000 and 200 a column (src/classroom/visit_table.cpp)

/** What is listed of a run that made so many visits, and the options that say so. A mini-batch has a line for each of its rows. */
export function limitsOf(report: TrainReport, rows: number, cols: number): { listed: Listed; more: Option[] } {
  const batch = report.settings.step === 'minibatch' ? Math.min(rows, Number(report.settings.batch ?? rows)) : 1;
  const most = Math.max(1, Math.floor(mostBytes / (2000 + 200 * Math.min(cols, 64)) / batch));
  if (rows <= mostRowsListed && (report.visits ?? 0) <= most) return { listed: 'all', more: [] };
  if ((report.updates ?? 0) <= most) return { listed: 'updates', more: [['updates', '']] };
  return { listed: 'first', more: [['updates', ''], ['max-updates', String(most)]] }; // prettier-ignore
}

const missing = (value: number | undefined, otherwise: number) => value ?? otherwise;

/** Weights of kernel runs are one multiplier a row: `alpha` says all that changes, so they are left out. */
export function traceColumns(visits: TraceVisit[], kernel: boolean, listed: Listed): Trace {
  const count = visits.length;
  const width = kernel || count === 0 ? 0 : visits[0].weights_after.length + 1;
  const of = (value: (v: TraceVisit) => number) => Float64Array.from(visits, value);
  const whole = (value: (v: TraceVisit) => number) => Int32Array.from(visits, value);
  const trace: Trace = {
    count,
    width,
    visit: whole((v) => v.visit),
    pass: whole((v) => v.pass),
    row: whole((v) => v.row),
    y: Int8Array.from(visits, (v) => v.y),
    score: of((v) => v.score),
    mistake: Uint8Array.from(visits, (v) => (v.decision === 'mistake' ? 1 : 0)),
    multiplier: of((v) => v.multiplier),
    alpha: of((v) => v.alpha),
    before: new Float64Array(count * width),
    after: new Float64Array(count * width),
    normSquared: of((v) => v.norm_squared),
    product: of((v) => missing(v.separator_product, NaN)),
    cosine: of((v) => missing(v.cosine, NaN)),
    mistakes: whole((v) => missing(v.mistakes, -1)),
    falsePositives: whole((v) => missing(v.false_positives, -1)),
    falseNegatives: whole((v) => missing(v.false_negatives, -1)),
    listed,
  };
  if (width > 0) {
    visits.forEach((v, i) => {
      trace.before.set([...v.weights_before, v.bias_before], i * width);
      trace.after.set([...v.weights_after, v.bias_after], i * width);
    });
  }
  return trace;
}

export function traceBuffers(trace: Trace): ArrayBuffer[] {
  return Object.values(trace).flatMap((value) => (ArrayBuffer.isView(value) ? [value.buffer as ArrayBuffer] : []));
}
