// What the module is asked about the place that is shown: scores of all rows, a grid behind them, counts at a threshold.
import { Superseded } from '../core/client';
import type { Scored } from '../core/jobs';
import type { Counts, Grid, RunResult } from '../core/types';
import { valuesOf } from '../data/table';
import { boxOf } from '../stage/view';
import { Latest } from './latest';
import type { Play } from './play.svelte';
import { whichAt } from './steps';

export interface Moment extends Scored {
  place: number;
  run: RunResult;
  chances: Float64Array | null; // of logistic regression: P of the positive class
}

const columnsOfGrid = 90;

export class Answers {
  moment = $state.raw<Moment | null>(null);
  grid = $state.raw<Grid | null>(null);
  counts = $state.raw<{ train: Counts; test: Counts | null } | null>(null); // of the logistic model at the threshold

  pending = $state(0); // questions on their way

  private readonly moments = new Latest();
  private readonly grids = new Latest();
  private readonly play: Play;

  constructor(play: Play) {
    this.play = play;
  }

  forget(): void {
    this.moment = null;
    this.grid = null;
    this.counts = null;
  }

  /** The moment where it is of the present run and rows. */
  get present(): Moment | null {
    const { moment, play } = this;
    return moment !== null && moment.run === play.run && moment.scores.length === play.table.rows.length ? moment : null;
  }

  askMoment(): void {
    const { play } = this;
    this.moments.run(async () => {
      const { run, place, table, learner } = play;
      if (run === null) return;
      const cols = table.columns.length;
      const which = whichAt(run, play.steps, place, cols);
      try {
        const scored = await this.asked(play.client.ask('scores', { which, values: valuesOf(table), cols }));
        const chances = learner === 'logistic' ? await this.asked(this.sigmoid(scored.scores)) : null;
        if (run === play.run) this.moment = { ...scored, chances, place, run };
        if (run === play.run) play.followScores();
      } catch (error) {
        if (run === play.run && !(error instanceof Superseded)) play.problem = (error as Error).message;
      }
    });
    this.askGrid();
  }

  askCounts(): void {
    const { run, threshold, learner } = this.play;
    this.counts = null;
    if (run === null || learner !== 'logistic' || run.report.fitted === false) return;
    this.asked(this.play.client.ask('evaluate', { options: [['threshold', String(threshold)]] }))
      .then((counts) => (run === this.play.run && threshold === this.play.threshold ? (this.counts = counts) : null))
      .catch(() => undefined);
  }

  askGrid(): void {
    const { play } = this;
    const cut = play.learner === 'logistic' && play.threshold !== 0.5;
    if (play.run === null || !(cut || (play.flat && !play.straight))) {
      this.grid = null;
      return;
    }
    this.grids.run(async () => {
      const { run } = play;
      if (run === null) return;
      const grid = await this.asked(play.flat ? this.planeGrid(run) : this.scoreGrid()).catch(() => null);
      if (run === play.run) this.grid = grid;
    });
  }

  private async asked<T>(question: Promise<T>): Promise<T> {
    ++this.pending;
    try {
      return await question;
    } finally {
      --this.pending;
    }
  }

  private planeGrid(run: RunResult): Promise<Grid> {
    const { view, place, steps, learner, client } = this.play;
    const ny = Math.max(20, Math.round((columnsOfGrid * view.height) / view.width));
    const curve = learner === 'logistic' ? 'sigmoid' : null;
    return client.ask('grid', { which: whichAt(run, steps, place, 2), box: boxOf(view), nx: columnsOfGrid, ny, curve });
  }

  /** Where scores lie across, P at each of them. */
  private async scoreGrid(): Promise<Grid> {
    const box = boxOf(this.play.view);
    const nx = 4 * columnsOfGrid;
    const line = await this.play.client.ask('curve', {
      name: 'sigmoid',
      at: Float64Array.from({ length: nx }, (_, i) => box.x0 + ((box.x1 - box.x0) * i) / (nx - 1)),
    });
    return { ...box, nx, ny: 2, values: Float64Array.from([...line, ...line]) };
  }

  private sigmoid(scores: Float64Array): Promise<Float64Array | null> {
    return this.play.client.ask('curve', { name: 'sigmoid', at: scores }).catch(() => null);
  }
}
