// With rows held out the module counts the rows learned from; the page counts those of the table.
import type { Proof, RunResult } from './types';

type Rows = { row: number }[];

const placed = <R extends Rows>(list: R | null | undefined, places: Int32Array) =>
  (list?.map((r) => ({ ...r, row: places[r.row] })) as R | undefined) ?? null;

/** Row numbers of a run become places in the table. */
export function runInTable(run: RunResult, places: Int32Array): RunResult {
  const { report, trace } = run;
  return {
    report: { ...report, alpha: placed(report.alpha, places) },
    trace: trace && { ...trace, row: trace.row.map((row) => places[row]) },
  };
}

/** And those of a proof. */
export function proofInTable({ verdict, hardMargin }: Proof, places: Int32Array): Proof {
  const fewest = verdict?.fewest_mistakes ?? null;
  return {
    verdict: verdict && {
      ...verdict,
      witness: placed(verdict.witness, places),
      fewest_mistakes: fewest && { ...fewest, rows: placed(fewest.rows, places) ?? [] },
    },
    hardMargin: hardMargin && { ...hardMargin, alpha: placed(hardMargin.alpha, places) ?? [] },
  };
}
