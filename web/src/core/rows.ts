// With rows held out the module counts the rows learned from; the page counts those of the table.
import type { RunResult } from './types';

/** Row numbers of a result become places in the table. */
export function numberedInTable(result: RunResult, places: Int32Array): RunResult {
  const placed = <R extends { row: number }>(list: R[] | null | undefined) => list?.map((r) => ({ ...r, row: places[r.row] }));
  const { report, trace, verdict, hardMargin } = result;
  const fewest = verdict?.fewest_mistakes ?? null;
  return {
    ...result,
    report: { ...report, alpha: placed(report.alpha) ?? null },
    trace: trace && { ...trace, row: trace.row.map((row) => places[row]) },
    verdict: verdict && {
      ...verdict,
      witness: placed(verdict.witness) ?? null,
      fewest_mistakes: fewest && { ...fewest, rows: placed(fewest.rows) ?? [] },
    },
    hardMargin: hardMargin && { ...hardMargin, alpha: placed(hardMargin.alpha) ?? [] },
  };
}
