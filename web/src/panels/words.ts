// What happened at the present place, in words with the numbers filled in.
import { vector } from '../base/format';
import type { Play } from '../state/play.svelte';
import { t } from '../strings';

export function wordsAt(play: Play): string {
  const { run, steps, place } = play;
  if (run === null) return play.table.rows.length === 0 ? t.noPoints : '';
  if (steps.kind === 'fit') return place === 0 ? t.words.notFitted : fittedWords(play);
  if (place === 0) return startWords(play);
  const last = steps.kind === 'rounds' ? t.words.round(place, run.report.curve![place]) : visitWords(play);
  return play.atEnd ? `${last} ${endWords(play)}` : last;
}

function startWords(play: Play): string {
  const weights = play.weights();
  if (weights === null) return t.words.startKernel;
  return t.words.start(weights.slice(0, -1), hasBias(play) ? weights[weights.length - 1] : null);
}

const hasBias = (play: Play) => play.run?.report.bias_mode !== 'none';

function visitWords(play: Play): string {
  const [from, to] = play.entries();
  if (from === to) return t.words.rest(play.steps.ends.length, play.run!.report.updates ?? 0);
  if (to - from > 1) return batchWords(play, from, to);
  const trace = play.run!.trace!;
  const [row, y, c] = [trace.row[from], trace.y[from], trace.multiplier[from]];
  const scored = t.words.scored(row, trace.score[from], y);
  if (!trace.mistake[from]) return scored + t.words.right;
  if (c === 0) return scored + t.words.noStep;
  if (trace.width === 0) return scored + t.words.mistake + t.words.kernel(row, c, trace.alpha[from]);
  const { width } = trace;
  const before = trace.before.slice(from * width, (from + 1) * width);
  const after = trace.after.slice(from * width, (from + 1) * width);
  const d = width - 1;
  const x = vector(play.table.rows[row]);
  const moved = t.words.update(vector(before.slice(0, d)), c, y, x, vector(after.slice(0, d)));
  return scored + t.words.mistake + moved + (hasBias(play) ? t.words.bias(before[d], c, y, after[d]) : '');
}

function batchWords(play: Play, from: number, to: number): string {
  const trace = play.run!.trace!;
  const { width } = trace;
  const mistakes = trace.mistake.slice(from, to).reduce((sum, one) => sum + one, 0);
  const c = Math.max(...trace.multiplier.slice(from, to));
  const before = vector(trace.before.slice(from * width, (from + 1) * width - 1));
  const after = vector(trace.after.slice((to - 1) * width, to * width - 1));
  if (c === 0) return t.words.idleBatch(to - from, mistakes);
  return t.words.batch(to - from, mistakes, c) + (width > 0 ? t.words.becomes(before, after) : '');
}

function endWords(play: Play): string {
  const { report } = play.run!;
  const keep = String(report.settings.keep ?? 'last');
  const ended = t.words.ended(t.words.statuses[report.status] ?? report.status, report.stop_reason);
  const lines = /\blines? \d/.test(report.stop_reason) ? ` ${t.words.lines}` : '';
  return `${ended}${lines}${keep === 'last' ? '' : ` ${t.words.kept(keep)}`}`;
}

function fittedWords(play: Play): string {
  const { report } = play.run!;
  if (report.algorithm === 'perceptron') return endWords(play); // a module without the trace
  if (report.fitted === false) return t.words.unfitted(report.stop_reason);
  return t.words.fitted(report.solver ?? '', report.stop_reason);
}
