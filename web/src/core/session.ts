// What the worker keeps between questions: the rows, the request and the model of the last run.
import { CoreError } from './abi';
import type { Core } from './core';
import type { Ask, Answer } from './jobs';
import { otherModule } from './loader';
import { proofInTable, runInTable } from './rows';
import { limitsOf, traceBuffers, traceColumns } from './trace';
import type {
  Counts,
  Grid,
  HardMargin,
  Option,
  Outcome,
  Proof,
  RunRequest,
  RunResult,
  SeparateReport,
  TraceVisit,
  TrainReport,
  Which,
} from './types';

const DATA = '/data.csv';
const TEST = '/test.csv';
const mostRowsCounted = 400; // beyond, mistakes on all rows are not counted at each visit, nor the fewest searched
const mostRowsHard = 2000;

/** How the rows are read: the label column and the class of +1. */
const readingOf = (request: RunRequest): Option[] => [...request.label, ...request.positive];

/** The same rows for the same learner. */
const alike = (a: RunRequest, b: RunRequest): boolean =>
  a.csv === b.csv && a.test === b.test && a.learner === b.learner && String(a.positive) === String(b.positive);

export class Session {
  private readonly core: Core;
  private request: RunRequest | null = null;
  private model = 0;
  private certificate = '';
  private other: { key: string; model: number } = { key: '', model: 0 };

  constructor(core: Core) {
    this.core = core;
  }

  run(request: RunRequest): { answer: Outcome; give: ArrayBuffer[] } {
    this.core.abi.write('data.csv', request.csv);
    if (request.test !== null) this.core.abi.write('test.csv', request.test);
    const learned = this.attempt(request);
    const proof = this.proof(request);
    const { places } = request;
    if ('problem' in learned) return { answer: { ...learned, proof }, give: [] };
    const run = places ? runInTable(learned, places) : learned;
    return { answer: { run, proof }, give: run.trace ? traceBuffers(run.trace) : [] };
  }

  /** A run, or why there is none: then the one before is kept where its rows were the same. */
  private attempt(request: RunRequest): RunResult | { run: null; problem: string; kept: boolean } {
    try {
      return this.learn(request);
    } catch (error) {
      if (!(error instanceof CoreError) || otherModule(error.message) !== null) throw error;
      const kept = this.request !== null && this.model !== 0 && alike(this.request, request);
      if (!kept) this.forget();
      return { run: null, problem: error.message, kept };
    }
  }

  private proof(request: RunRequest): Proof {
    this.certificate = '';
    const verdict = this.verdict(request);
    const hardMargin = verdict?.verdict === 'separable' && request.rows <= mostRowsHard ? this.hardMargin(request) : null;
    const proof = { verdict, hardMargin };
    return request.places ? proofInTable(proof, request.places) : proof;
  }

  /** The verdict of the rows, with the bias as the run has it; null where the question failed (it is not the run's). */
  private verdict(request: RunRequest): SeparateReport | null {
    const options: Option[] = [...readingOf(request), ['bias', request.bias === 'none' ? 'none' : 'augmented']];
    if (request.rows <= mostRowsCounted) options.push(['min-mistakes', '']);
    try {
      const { report, certificate } = this.core.separate<SeparateReport>(DATA, options);
      this.certificate = certificate;
      return report;
    } catch (error) {
      if (error instanceof CoreError) return null;
      throw error;
    }
  }

  scores({ which, values, cols }: Ask<'scores'>): Answer<'scores'> {
    const model = this.modelOf(which, cols);
    return { scores: this.core.scores(model, cols, values), ...this.core.weights(model) };
  }

  grid({ which, box, nx, ny, curve }: Ask<'grid'>): Grid {
    const places = new Float64Array(2 * nx * ny);
    for (let j = 0, k = 0; j < ny; ++j) {
      for (let i = 0; i < nx; ++i) {
        places[k++] = box.x0 + ((box.x1 - box.x0) * i) / (nx - 1);
        places[k++] = box.y0 + ((box.y1 - box.y0) * j) / (ny - 1);
      }
    }
    const scores = this.core.scores(this.modelOf(which, 2), 2, places);
    return { ...box, nx, ny, values: curve === null ? scores : this.core.curve(curve, scores) };
  }

  evaluate(options: Option[]): Answer<'evaluate'> {
    const label = this.request?.label ?? [];
    const of = (path: string) => this.core.evaluate<Counts>(this.model, path, [...label, ...options]);
    return { train: of(DATA), test: this.request?.test ? of(TEST) : null };
  }

  files({ pick }: Ask<'files'>): Answer<'files'> {
    if (pick === 'certificate') return this.certificate;
    if (pick === 'table') return this.table();
    return this.model === 0 ? new Uint8Array() : this.core.modelBytes(this.model);
  }

  private learn(request: RunRequest): RunResult {
    const options: Option[] = [...readingOf(request), ['algorithm', request.learner], ...request.options];
    const { model, report } = this.core.train<TrainReport>(DATA, options);
    try {
      if (request.test !== null && report.fitted !== false) report.test = this.core.evaluate<Counts>(model, TEST, request.label);
    } catch (error) {
      this.core.freeModel(model);
      throw error;
    }
    this.forget();
    this.model = model;
    this.request = request;
    return { trace: request.learner === 'perceptron' ? this.trace(request, options, report) : null, report };
  }

  /** The visits of a run, of a long one the first updates; null where not even those can be listed. */
  private trace(request: RunRequest, options: Option[], report: TrainReport): RunResult['trace'] {
    const { listed, more } = limitsOf(report, request.rows, request.cols);
    if (request.rows <= mostRowsCounted) more.push(['counts', '']);
    const given = options.filter(([name]) => !more.some(([other]) => other === name));
    try {
      const traced = this.core.trace<{ visits: TraceVisit[] }>(DATA, [...given, ...more]);
      return traced && traceColumns(traced.visits, report.weights === null, listed);
    } catch (error) {
      if (error instanceof CoreError) return null;
      throw error;
    }
  }

  private table(): string {
    const { request } = this;
    if (request?.learner !== 'perceptron') return '';
    const options: Option[] = [...readingOf(request), ['algorithm', 'perceptron'], ...request.options, ['output-format', 'csv']];
    try {
      return this.core.traceTable(DATA, options);
    } catch (error) {
      if (error instanceof CoreError) return this.core.traceTable(DATA, [...options, ['updates', '']]); // it is shorter
      throw error;
    }
  }

  private hardMargin(request: RunRequest): HardMargin | null {
    const bias = request.bias === 'none' ? 'none' : 'free';
    try {
      const trained = this.core.train<TrainReport>(DATA, [
        ...readingOf(request),
        ['algorithm', 'svm'],
        ['C', 'inf'],
        ['bias', bias],
      ]);
      this.core.freeModel(trained.model);
      const { weights, bias: b, margin, alpha } = trained.report;
      return weights === null ? null : { weights, bias: b ?? 0, margin: margin ?? null, alpha: alpha ?? [] };
    } catch (error) {
      if (error instanceof CoreError) return null;
      throw error;
    }
  }

  /** The model that a question is about, kept until another is asked for. */
  private modelOf(which: Which, cols: number): number {
    if (which === 'final') {
      if (this.model === 0) throw new CoreError('there is no model', 2);
      return this.model;
    }
    const key = JSON.stringify(which);
    if (this.other.key !== key) {
      if (this.other.model !== 0) this.core.freeModel(this.other.model);
      this.other = { key: '', model: 0 };
      const model = 'weights' in which ? this.given(which.weights, which.bias, cols) : this.limited(which.limit);
      this.other = { key, model };
    }
    return this.other.model;
  }

  private given(weights: number[], bias: number, cols: number): number {
    const head = `solver_type L2R_L2LOSS_SVC\nnr_class 2\nlabel 1 -1\nnr_feature ${cols}\nbias 1\nw\n`;
    return this.core.modelFromText(head + [...weights, bias].map((value) => `${value} \n`).join(''));
  }

  /** The run again, ended after so many updates or rounds, with the last weights. */
  private limited(limit: Option): number {
    if (this.request === null) throw new CoreError('there is no run', 2);
    const options = this.request.options.filter(([name]) => name !== limit[0]);
    const more: Option[] = this.request.learner === 'perceptron' ? [limit, ['keep', 'last']] : [limit];
    return this.core.train(DATA, [...readingOf(this.request), ['algorithm', this.request.learner], ...options, ...more]).model;
  }

  private forget(): void {
    if (this.model !== 0) this.core.freeModel(this.model);
    if (this.other.model !== 0) this.core.freeModel(this.other.model);
    this.model = 0;
    this.request = null;
    this.other = { key: '', model: 0 };
  }
}
