// What the page asks of the worker, and what it answers.
import type { Table } from '../data/table';
import type { Box, Counts, Grid, Imported, Option, Outcome, RunRequest, Which } from './types';

export interface Scored {
  scores: Float64Array;
  weights: Float64Array; // of a linear model one a column; of a kernel model one a support row
  bias: number;
}

export interface Jobs {
  start: { ask: { module: ArrayBuffer }; answer: { version: string; traces: boolean; curves: boolean } };
  run: { ask: RunRequest; answer: Outcome };
  scores: { ask: { which: Which; values: Float64Array; cols: number }; answer: Scored };
  grid: { ask: { which: Which; box: Box; nx: number; ny: number; curve: string | null }; answer: Grid };
  curve: { ask: { name: string; at: Float64Array }; answer: Float64Array };
  turned: { ask: { classes: Table['classes'] }; answer: boolean };
  evaluate: { ask: { options: Option[] }; answer: { train: Counts; test: Counts | null } };
  files: { ask: { pick: 'model' | 'certificate' | 'table' }; answer: Uint8Array | string };
  import: {
    ask: {
      text: string | Blob; // a file is read by the worker
      options: Option[];
      columns: string[] | null;
      classes: string[] | null;
      most: number;
    };
    answer: Imported;
  };
}

export type JobName = keyof Jobs;
export type Ask<K extends JobName> = Jobs[K]['ask'];
export type Answer<K extends JobName> = Jobs[K]['answer'];

export interface Question {
  id: number;
  name: JobName;
  ask: unknown;
}

export interface Reply {
  id: number;
  answer?: unknown;
  error?: string;
  fatal?: boolean; // the module trapped: memory may be damaged, the worker must be started anew
}
