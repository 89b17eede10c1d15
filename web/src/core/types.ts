// What the module says: the members of docs/json.md that the page shows.

export interface Counts {
  rows: number;
  mistakes: number;
  error: number;
  false_positives: number;
  false_negatives: number;
  on_boundary: number;
}

export interface Bound {
  rule: string | null;
  radius_squared: number | null;
  margin_at_least: number | null;
  margin_at_most: number | null;
  updates: number;
  updates_at_most: number | null;
  mistakes_at_most: number | null;
  along?: number | null; // of the rule `general`: w₀·w* + γ Σc, at most `length`
  length?: number | null;
}

export interface Multiplier {
  row: number;
  multiplier: number;
}

export interface WitnessRow {
  row: number;
  label: string;
  multiplier: string;
}

export interface TrainReport {
  algorithm: string;
  preset?: string | null;
  settings: Record<string, unknown>;
  classes: string[];
  positive: string;
  bias_mode: string;
  boundary: string;
  status: string;
  stop_reason: string;
  visits?: number;
  passes?: number;
  updates?: number;
  weights: number[] | null;
  bias: number | null;
  separator: string | null;
  separates: boolean | null;
  train: Counts | null;
  test?: Counts | null;
  bound?: Bound | null;
  alpha?: Multiplier[] | null;
  fitted?: boolean;
  solver?: string;
  rounds?: number;
  primal?: number | null;
  dual?: number | null;
  gap?: number | null;
  gradient?: number | null;
  objective?: string;
  margin?: number | null;
  support_vectors?: number | null;
  bounded_support_vectors?: number | null;
  kkt?: Record<string, number> | null;
  curve?: number[] | null;
  verdict?: string | null;
  kernel?: Record<string, unknown> | null;
}

export interface SeparateReport {
  verdict: 'separable' | 'quasi-separable' | 'overlapping' | 'undecided';
  reason: string | null;
  margin_squared: string | null;
  augmented_margin_squared: string | null;
  radius_squared: string | null;
  mistake_bound: number | null;
  weights: string[] | null;
  bias: string | null;
  witness: WitnessRow[] | null;
  common_point: string[] | null;
  fewest_mistakes: {
    at_least: number;
    at_most: number;
    exact: boolean;
    method: string;
    rows: { row: number }[];
  } | null;
}

export interface TraceVisit {
  visit: number;
  pass: number;
  row: number;
  x: number[];
  y: number;
  score: number;
  decision: 'mistake' | 'correct';
  multiplier: number;
  alpha: number;
  weights_before: number[];
  bias_before: number;
  weights_after: number[];
  bias_after: number;
  norm_squared: number;
  separator_product?: number;
  cosine?: number;
  mistakes?: number;
  false_positives?: number;
  false_negatives?: number;
}

/** What a trace lists: every visit, those that changed the weights, or the first of those where a run is long. */
export type Listed = 'all' | 'updates' | 'first';

/** A run visit by visit, as columns: plain arrays of numbers pass between threads without being copied. */
export interface Trace {
  count: number;
  width: number; // numbers a weight vector has, the bias last; 0 for kernels
  visit: Int32Array;
  pass: Int32Array;
  row: Int32Array;
  y: Int8Array;
  score: Float64Array;
  mistake: Uint8Array;
  multiplier: Float64Array;
  alpha: Float64Array;
  before: Float64Array;
  after: Float64Array;
  normSquared: Float64Array;
  product: Float64Array; // NaN where no separator is known
  cosine: Float64Array;
  mistakes: Int32Array; // -1 where they were not counted
  falsePositives: Int32Array;
  falseNegatives: Int32Array;
  listed: Listed;
}

export interface HardMargin {
  weights: number[];
  bias: number;
  margin: number | null;
  alpha: Multiplier[];
}

export type Option = [name: string, value: string];

export interface RunRequest {
  label: Option[]; // the label column, where its name does not tell
  positive: Option[]; // the class of +1, where it does not sort last
  csv: string; // the rows to learn from
  test: string | null; // those held out
  places: Int32Array | null; // with rows held out: where the others stand in the table
  learner: 'perceptron' | 'logistic' | 'svm';
  options: Option[];
  bias: string;
  rows: number;
  cols: number;
}

export interface RunResult {
  report: TrainReport;
  trace: Trace | null;
}

/** What is proven of the rows, whatever is learned from them. */
export interface Proof {
  verdict: SeparateReport | null;
  hardMargin: HardMargin | null;
}

/** A run that failed says why; `kept`: the run before was of the same rows, and questions are still answered about it. */
export type Outcome = { proof: Proof } & ({ run: RunResult } | { run: null; problem: string; kept: boolean });

/** Which weights a question is about: given ones, the model after some updates or rounds, or the model of the run. */
export type Which = { weights: number[]; bias: number } | { limit: Option } | 'final';

export interface Box {
  x0: number;
  x1: number;
  y0: number;
  y1: number;
}

export interface Grid extends Box {
  nx: number;
  ny: number;
  values: Float64Array; // row after row, from y0 up
}

export interface Imported {
  columns: string[];
  classes: string[];
  label: string; // the column of the labels
  guessed: boolean; // no column has a name that says so
  rows: Float64Array; // row after row
  labels: Int32Array;
  total: number; // rows of the text; more than were taken where it was sampled
  leftOut: number; // rows of the classes with a missing cell in the columns
  unlabelled: number; // rows without a label
}
