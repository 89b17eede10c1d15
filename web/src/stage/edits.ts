// Changes of single points, with what is said of them to screen readers.
import { rounded, withFlipped, withMoved, withoutPoint, withPoint } from '../data/table';
import type { Play } from '../state/play.svelte';
import { t } from '../strings';

/** A point of the plane; a projection has no place for a new one. */
export function addPoint(play: Play, x: number, y: number, label: 0 | 1): void {
  if (!play.flat) return void (play.notice = t.stage.notHere);
  const unit = 1 / play.view.scale;
  addRow(play, [rounded(x, unit), rounded(y, unit)], label);
}

export function addRow(play: Play, row: number[], label: 0 | 1): void {
  play.setTable(withPoint(play.table, row, label));
  play.selected = play.table.rows.length - 1;
  play.said = t.stage.added(play.table.classes[label], row[0], row[1]);
}

export function movePoint(play: Play, index: number, x: number, y: number): void {
  if (!play.flat) return void (play.notice = t.stage.notHere);
  const unit = 1 / play.view.scale;
  play.setTable(withMoved(play.table, index, rounded(x, unit), rounded(y, unit)));
  play.said = t.stage.moved(index, play.table.rows[index][0], play.table.rows[index][1]);
}

export function flipPoint(play: Play, index: number): void {
  if (index < 0) return;
  play.setTable(withFlipped(play.table, index));
  play.said = t.stage.flipped(index, play.table.classes[play.table.labels[index]]);
}

export function removePoint(play: Play, index: number): void {
  if (index < 0) return;
  play.setTable(withoutPoint(play.table, index));
  play.selected = -1;
  play.said = t.stage.removed(index);
}

export function choosePoint(play: Play, index: number): void {
  play.selected = index;
  if (index < 0) return;
  const [x, y] = play.table.rows[index];
  play.said = t.stage.chosen(index, play.table.classes[play.table.labels[index]], x, y);
}
