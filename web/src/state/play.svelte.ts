// The state of the page and what changes it. Numbers come from the module (core/), words from strings/.
import { Client, ModuleTrap } from '../core/client';
import type { Scored } from '../core/jobs';
import type { Grid, RunResult } from '../core/types';
import { examples } from '../data/examples';
import { csvOf, emptyTable, trainable, valuesOf, type Table } from '../data/table';
import { boxOf, fitted, type View } from '../stage/view';
import { t } from '../strings';
import { optionsOf, type Flags, type Learner } from './flags';
import { Latest } from './latest';
import type { Shared } from './link';
import { endOfPass, entriesOf, nextUpdate, stepsOf, weightsAt, whichAt } from './steps';

export interface Moment extends Scored {
  place: number;
  run: RunResult;
}

export class Play {
  readonly client = new Client();

  table = $state.raw<Table>(emptyTable());
  example = $state<string | null>(null);
  learner = $state<Learner>('perceptron');
  flags = $state.raw<Flags>({ preset: 'cyclic' });
  threshold = $state(0.5);

  run = $state.raw<RunResult | null>(null);
  moment = $state.raw<Moment | null>(null);
  grid = $state.raw<Grid | null>(null);
  place = $state(0);
  follow = $state(false);
  playing = $state(false);

  view = $state.raw<View>({ x: 0, y: 0, scale: 100, width: 800, height: 600 });
  placed = false; // a link said what the view is
  newLabel = $state<0 | 1>(1);
  selected = $state(-1);
  showBest = $state(true);
  showWitness = $state(true);
  tab = $state('learner');
  scene = $state<number | null>(null);

  module = $state<'loading' | 'ready' | 'failed'>('loading');
  moduleError = $state('');
  version = $state('');
  atThreshold = $state.raw<Record<string, number | null> | null>(null); // counts of the logistic model at the threshold
  falsePositives = $derived(this.atThreshold?.false_positives ?? null);
  busy = $state(false);
  problem = $state(''); // what the module says against the rows or the settings
  notice = $state(''); // said once, until it is closed
  said = $state(''); // for screen readers

  steps = $derived(stepsOf(this.run));
  atEnd = $derived(this.place >= this.steps.count);
  /** A voted model has many weight vectors, a kernel model none: their boundary needs a grid. */
  straight = $derived(
    this.run !== null && this.run.report.weights !== null && !(this.atEnd && this.run.report.settings.keep === 'vote'),
  );
  options = $derived(optionsOf(this.learner, this.flags));

  private readonly runs = new Latest();
  private readonly moments = new Latest();
  private readonly grids = new Latest();
  private timer = 0;

  async begin(): Promise<void> {
    try {
      const { version } = await this.client.start();
      this.version = version;
      this.module = 'ready';
      this.recompute();
    } catch (error) {
      this.module = 'failed';
      this.moduleError = error instanceof Error ? error.message : String(error);
    }
  }

  load(name: string): void {
    const make = examples[name];
    if (!make) return;
    this.setTable(make(), name);
    this.fit();
    this.reset();
  }

  setTable(table: Table, example: string | null = null): void {
    this.table = table;
    this.example = example;
    if (this.selected >= table.rows.length) this.selected = -1;
    this.recompute();
  }

  set(changes: { learner?: Learner; flags?: Flags }): void {
    if (changes.learner) this.learner = changes.learner;
    if (changes.flags) this.flags = changes.flags;
    this.recompute();
  }

  setFlag(name: string, value: string): void {
    const flags = { ...this.flags };
    if (value === '') delete flags[name];
    else flags[name] = value;
    this.set({ flags });
  }

  setThreshold(value: number): void {
    this.threshold = value;
    this.askCounts();
    this.askGrid();
  }

  fit(): void {
    this.setView(fitted(this.table, this.view.width, this.view.height));
  }

  setView(view: View): void {
    this.view = view;
    this.askGrid();
  }

  go(place: number): void {
    this.place = Math.max(0, Math.min(place, this.steps.count));
    this.follow = this.place >= this.steps.count && this.steps.count > 0;
    this.askMoment();
  }

  one = (): void => this.go(this.place + 1);
  back = (): void => this.go(this.place - 1);
  end = (): void => this.go(this.steps.count);
  oneUpdate = (): void => this.go(this.run?.trace ? nextUpdate(this.run.trace, this.steps, this.place) : this.place + 1);
  onePass = (): void => this.go(this.run?.trace ? endOfPass(this.run.trace, this.steps, this.place) : this.place + 10);

  reset(): void {
    this.pause();
    this.go(0);
    this.follow = false;
  }

  slow(): void {
    if (this.playing) return this.pause();
    if (this.atEnd) this.go(0);
    this.playing = true;
    this.timer = window.setInterval(() => {
      this.one();
      if (this.atEnd) this.pause();
    }, 700);
  }

  pause(): void {
    this.playing = false;
    window.clearInterval(this.timer);
  }

  /** Ends a run that takes long: a new worker starts with the next change. */
  stop(): void {
    this.client.stop(new Error(t.stopped));
  }

  recompute(): void {
    this.runs.run(() => this.compute());
  }

  shared(): Shared {
    const { x0, x1, y0, y1 } = boxOf(this.view);
    const cut = (value: number) => Number(value.toPrecision(6));
    return {
      ...(this.example !== null ? { example: this.example } : { table: this.table }),
      learner: this.learner,
      flags: this.flags,
      ...(this.follow ? {} : { step: this.place }),
      ...(this.threshold === 0.5 ? {} : { threshold: this.threshold }),
      ...(this.scene === null ? {} : { scene: this.scene }),
      view: [cut(x0), cut(x1), cut(y0), cut(y1)],
    };
  }

  /** Weights with the bias last at the place that is shown, for two columns; null where there are none yet. */
  weights(): Float64Array | null {
    const { run, moment } = this;
    if (run === null || !this.straight) return null;
    if (this.atEnd && run.report.weights) return Float64Array.from([...run.report.weights, run.report.bias ?? 0]);
    if (run.trace) return weightsAt(run.trace, this.steps, this.place);
    if (moment === null || moment.run !== run) return null;
    return Float64Array.from([...moment.weights, moment.bias]);
  }

  /** Entries of the trace that the last visit made. */
  entries(): [number, number] {
    return this.run?.trace ? entriesOf(this.steps, this.place) : [0, 0];
  }

  private async compute(): Promise<void> {
    if (this.module !== 'ready') return;
    if (!trainable(this.table)) return this.show(null, this.table.rows.length ? t.oneClass : '');
    this.busy = true;
    const table = this.table;
    const bias = this.flags.bias ?? (this.learner === 'perceptron' ? 'augmented' : 'free');
    const shape = { rows: table.rows.length, cols: table.columns.length };
    try {
      this.show(
        await this.client.ask('run', {
          csv: csvOf(table),
          learner: this.learner,
          options: this.options,
          bias,
          ...shape,
        }),
        '',
      );
    } catch (error) {
      this.show(null, error instanceof ModuleTrap ? t.trapped(error.message) : (error as Error).message);
    } finally {
      this.busy = false;
    }
  }

  private show(run: RunResult | null, problem: string): void {
    this.run = run;
    this.problem = problem;
    if (run === null) {
      this.moment = null;
      this.grid = null;
      return;
    }
    if (this.follow) this.place = this.steps.count;
    this.place = Math.min(this.place, this.steps.count);
    this.askCounts();
    this.askMoment();
  }

  private askMoment(): void {
    this.moments.run(async () => {
      const { run, place, table } = this;
      if (run === null) return;
      const cols = table.columns.length;
      const which = whichAt(run, this.steps, place, cols);
      try {
        const scored = await this.client.ask('scores', { which, values: valuesOf(table), cols });
        if (run === this.run) this.moment = { ...scored, place, run };
      } catch (error) {
        if (run === this.run) this.problem = (error as Error).message;
      }
    });
    this.askGrid();
  }

  /** Counts at the threshold, by the module; null until they are there. */
  private askCounts(): void {
    const { run, threshold } = this;
    this.atThreshold = null;
    if (run === null || this.learner !== 'logistic' || run.report.fitted === false) return;
    this.client
      .ask('evaluate', { options: [['threshold', String(threshold)]] })
      .then((counts) => (run === this.run && threshold === this.threshold ? (this.atThreshold = counts) : null))
      .catch(() => undefined);
  }

  private askGrid(): void {
    const curved = !this.straight || (this.learner === 'logistic' && this.threshold !== 0.5);
    if (!curved || this.run === null || this.table.columns.length !== 2) {
      this.grid = null;
      return;
    }
    this.grids.run(async () => {
      const { run, place, view } = this;
      if (run === null) return;
      const which = whichAt(run, this.steps, place, 2);
      const curve = this.learner === 'logistic' ? 'sigmoid' : null;
      const nx = 90;
      const ny = Math.max(20, Math.round((nx * view.height) / view.width));
      const grid = await this.client.ask('grid', { which, box: boxOf(view), nx, ny, curve }).catch(() => null);
      if (run === this.run) this.grid = grid;
    });
  }
}
