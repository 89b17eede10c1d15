// The state of the page and what changes it. Numbers come from the module (core/), words from strings/.
import { Client, ModuleTrap, Superseded } from '../core/client';
import type { Option, Outcome, Proof, RunRequest, RunResult } from '../core/types';
import { examples } from '../data/examples';
import { parted, shareOf } from '../data/heldout';
import { csvOf, emptyTable, labelOption, trainable, type Table } from '../data/table';
import { fitted, viewOfBox, type View } from '../stage/view';
import { t } from '../strings';
import { Answers } from './answers.svelte';
import type { Flags, Learner } from './flags';
import { Latest } from './latest';
import { optionsOf } from './offers';
import { Pace } from './pace.svelte';
import { boxOfProjection, projected } from './projection';
import { endOfPass, entriesOf, nextUpdate, stepsOf, weightsAt } from './steps';

const patience = 1000; // milliseconds that a run may go on when another is asked for: a new worker takes a part of it

const nextTask = () => new Promise((resolve) => setTimeout(resolve));

export class Play {
  readonly client = new Client();
  readonly answers = new Answers(this);
  readonly pace = new Pace(this);

  table = $state.raw<Table>(emptyTable());
  example = $state<string | null>(null);
  learner = $state<Learner>('perceptron');
  flags = $state.raw<Flags>({ preset: 'cyclic' });
  threshold = $state(0.5);

  run = $state.raw<RunResult | null>(null);
  proof = $state.raw<Proof | null>(null);
  stale = $state(false); // the run has other settings: with those of the page there is none
  place = $state(0);
  follow = $state(false);

  view = $state.raw<View>({ x: 0, y: 0, scale: 100, tall: 1, width: 800, height: 600 });
  upward = $state(0); // the column that a projection shows upward
  turned = $state(false); // the module orders the classes the other way, so it is told which is +1
  placed = false; // a link said what the view is
  framed = true; // the window of a projection follows the scores
  newLabel = $state<0 | 1>(1);
  selected = $state(-1);
  showBest = $state(true);
  showWitness = $state(true);
  showUnavoidable = $state(true);
  tab = $state('learner');
  scene = $state<number | null>(null);
  first = $state.raw<{ scene: number; updates: number | null } | null>(null); // the run that a scene began with

  module = $state<'loading' | 'ready' | 'failed'>('loading');
  moduleError = $state('');
  version = $state('');
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
  share = $derived(shareOf(this.flags.holdout));
  parts = $derived(this.share === null ? null : parted(this.table, this.share, this.flags.seed ?? '0', this.turned));
  flat = $derived(this.table.columns.length === 2);
  /** What the stage draws: the rows themselves, or their projection. */
  drawn = $derived(
    this.flat ? this.table : projected(this.table, this.answers.present?.scores ?? null, this.upward, t.stage.score),
  );

  positive = $derived<Option[]>(this.turned ? [['positive', this.table.classes[1]]] : []);

  private readonly runs = new Latest();
  private ordered: Table['classes'] | null = null; // the classes that `turned` is about
  private begun = 0; // when the run that goes on began; 0: none does

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
    this.answers.askCounts();
    this.answers.askGrid();
  }

  fit(): void {
    const { width, height } = this.view;
    this.setView(this.flat ? fitted(this.table, width, height) : viewOfBox(boxOfProjection(this.drawn), width, height, 1.2, true));
    this.framed = true;
  }

  setView(view: View): void {
    this.view = view;
    this.framed = false;
    this.answers.askGrid();
  }

  showUpward(column: number): void {
    this.upward = column;
    this.fit();
  }

  followScores(): void {
    if (!this.flat && this.framed) this.fit();
  }

  go(place: number): void {
    this.place = Math.max(0, Math.min(place, this.steps.count));
    this.follow = this.place >= this.steps.count && this.steps.count > 0;
    this.answers.askMoment();
  }

  one = (): void => this.go(this.place + 1);
  back = (): void => this.go(this.place - 1);
  end = (): void => this.go(this.steps.count);
  oneUpdate = (): void => this.go(this.run?.trace ? nextUpdate(this.run.trace, this.steps, this.place) : this.place + 1);
  onePass = (): void => this.go(this.run?.trace ? endOfPass(this.run.trace, this.steps, this.place) : this.place + 10);

  reset(): void {
    this.pace.pause();
    this.go(0);
    this.follow = false;
  }

  /** Ends a run that takes long: a new worker starts with the next change. */
  stop(): void {
    this.client.stop(new Error(t.stopped));
  }

  recompute(): void {
    const { begun } = this;
    if (begun > 0) setTimeout(() => this.supersede(begun), begun + patience - performance.now());
    this.runs.run(() => this.compute());
  }

  /** Ends the run begun at that time, if it still goes on. */
  private supersede(begun: number): void {
    if (this.begun === begun) this.client.stop(new Superseded());
  }

  /** Weights with the bias last at the place that is shown, for two columns; null where there are none yet. */
  weights(): Float64Array | null {
    const { run } = this;
    const { moment } = this.answers;
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
    if (!trainable(this.table)) return this.fail(this.table.rows.length ? t.oneClass : '');
    this.busy = true;
    this.begun = performance.now();
    const { scene } = this;
    try {
      await nextTask(); // the rows are drawn before their text is written
      if (!(await this.orderClasses())) return;
      const { parts } = this;
      if (parts && !(trainable(parts.train) && parts.test.rows.length > 0)) return this.fail(t.holdoutLeaves);
      const outcome = await this.client.ask('run', this.request());
      const { run } = outcome;
      if (run && scene !== null && this.first?.scene !== scene) this.first = { scene, updates: run.report.updates ?? null };
      this.take(outcome);
    } catch (error) {
      if (error instanceof Superseded) return;
      this.fail(error instanceof ModuleTrap ? t.trapped(error.message) : (error as Error).message);
    } finally {
      this.busy = false;
      this.begun = 0;
    }
  }

  /** False where the classes changed meanwhile: the next run asks again. */
  private async orderClasses(): Promise<boolean> {
    const { classes } = this.table;
    if (classes === this.ordered) return true;
    const turned = await this.client.ask('turned', { classes });
    if (classes !== this.table.classes) return false;
    this.turned = turned;
    this.ordered = classes;
    return true;
  }

  private request(): RunRequest {
    const { parts } = this;
    const { rows, columns } = parts?.train ?? this.table;
    return {
      label: labelOption(this.table),
      positive: this.positive,
      csv: csvOf(parts?.train ?? this.table),
      test: parts && csvOf(parts.test),
      places: parts && parts.places,
      learner: this.learner,
      options: this.options,
      bias: this.flags.bias ?? (this.learner === 'perceptron' ? 'augmented' : 'free'),
      rows: rows.length,
      cols: columns.length,
    };
  }

  private take(outcome: Outcome): void {
    if (outcome.run !== null) this.show(outcome.run);
    else if (outcome.kept && this.run !== null) [this.problem, this.stale] = [outcome.problem, true];
    else this.fail(outcome.problem);
    this.proof = outcome.proof;
  }

  private fail(problem: string): void {
    this.run = null;
    this.proof = null;
    this.stale = false;
    this.problem = problem;
    this.answers.forget();
  }

  private show(run: RunResult): void {
    this.run = run;
    this.stale = false;
    this.problem = '';
    if (this.follow) this.place = this.steps.count;
    this.place = Math.min(this.place, this.steps.count);
    this.answers.askCounts();
    this.answers.askMoment();
  }
}
