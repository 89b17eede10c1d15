// What the worker keeps between questions: the rows, the request and the model of the last run.
import { CoreError } from './abi';
import type { Core } from './core';
import type { Ask, Answer } from './jobs';
import { numberedInTable } from './rows';
import { limitsOf, traceBuffers, traceColumns } from './trace';
import type {
  Counts,
  Grid,
  HardMargin,
  Option,
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

export class Session {
  private readonly core: Core;
  private request: RunRequest | null = null;
  private model = 0;
  private certificate = '';
  private other: { key: string; model: number } = { key: '', model: 0 };

  constructor(core: Core) {
    this.core = core;
  }

  run(request: RunRequest): { answer: RunResult; give: ArrayBuffer[] } {
    const begun = performance.now();
    this.forget();
    this.core.abi.write('data.csv', request.csv);
    if (request.test !== null) this.core.abi.write('test.csv', request.test);
    this.request = request;
    const { trace, report } = this.learn(request);
    if (request.test !== null && report.fitted !== false) report.test = this.core.evaluate<Counts>(this.model, TEST, this.label);
    const verdict = this.verdict({ bias: request.bias, minMistakes: request.rows <= mostRowsCounted });
    const hardMargin = verdict?.verdict === 'separable' && request.rows <= mostRowsHard ? this.hardMargin(request) : null;
    const found = { report, trace, verdict, hardMargin, seconds: (performance.now() - begun) / 1000 };
    const answer = request.places ? numberedInTable(found, request.places) : found;
    return { answer, give: answer.trace ? traceBuffers(answer.trace) : [] };
  }

  private get label(): Option[] {
    return this.request?.label ?? [];
  }

  private get reading(): Option[] {
    return [...this.label, ...(this.request?.positive ?? [])];
  }

  /** The verdict of the rows, with the bias as the run has it; null where the question failed (it is not the run's). */
  private verdict(ask: { bias: string; minMistakes: boolean }): SeparateReport | null {
    const options: Option[] = [...this.reading, ['bias', ask.bias === 'none' ? 'none' : 'augmented']];
    if (ask.minMistakes) options.push(['min-mistakes', '']);
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
    const of = (path: string) => this.core.evaluate<Counts>(this.model, path, [...this.label, ...options]);
    return { train: of(DATA), test: this.request?.test ? of(TEST) : null };
  }

  files({ pick }: Ask<'files'>): Answer<'files'> {
    if (pick === 'certificate') return this.certificate;
    if (pick === 'table') return this.table();
    return this.model === 0 ? new Uint8Array() : this.core.modelBytes(this.model);
  }

  private learn(request: RunRequest): { trace: RunResult['trace']; report: TrainReport } {
    const options: Option[] = [...this.reading, ['algorithm', request.learner], ...request.options];
    const trained = this.core.train<TrainReport>(DATA, options);
    this.model = trained.model;
    if (request.learner !== 'perceptron') return { trace: null, report: trained.report };
    return { trace: this.trace(request, options, trained.report), report: trained.report };
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
    if (this.request?.learner !== 'perceptron') return '';
    const options: Option[] = [...this.reading, ['algorithm', 'perceptron'], ...this.request.options, ['output-format', 'csv']];
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
      const trained = this.core.train<TrainReport>(DATA, [...this.reading, ['algorithm', 'svm'], ['C', 'inf'], ['bias', bias]]);
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
    return this.core.train(DATA, [...this.reading, ['algorithm', this.request.learner], ...options, ...more]).model;
  }

  private forget(): void {
    if (this.model !== 0) this.core.freeModel(this.model);
    if (this.other.model !== 0) this.core.freeModel(this.other.model);
    this.model = 0;
    this.other = { key: '', model: 0 };
    this.certificate = '';
  }
}
