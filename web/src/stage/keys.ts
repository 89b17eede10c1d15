// Keys of the stage. A marker is moved by the arrows; with a point selected and Alt it is the point that moves.
import type { Play } from '../state/play.svelte';
import { addPoint, choosePoint, flipPoint, movePoint, removePoint } from './edits';
import { nearest, toPlane, toScreen, zoomed } from './view';

type Marker = { x: number; y: number } | null;

const arrows: Record<string, [number, number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

/** The marker after the key; undefined where the key is not the stage's. */
export function stageKey(event: KeyboardEvent, play: Play, marker: Marker): Marker | undefined {
  if (event.ctrlKey || event.metaKey) return undefined;
  const at = marker ?? { x: play.view.width / 2, y: play.view.height / 2 };
  const arrow = arrows[event.key];
  if (arrow) return moved(event, play, at, arrow);
  const [x, y] = toPlane(play.view, at.x, at.y);
  switch (event.key.toLowerCase()) {
    case '1':
      addPoint(play, x, y, 1);
      return at;
    case '0':
      addPoint(play, x, y, 0);
      return at;
    case 'enter':
      choosePoint(play, nearest(play.view, play.drawn, at.x, at.y, 30));
      return at;
    case 'n':
      return step(play, event.shiftKey ? -1 : 1) ?? at;
    case 'f':
      flipPoint(play, play.selected);
      return at;
    case 'delete':
    case 'backspace':
      removePoint(play, play.selected);
      return at;
    case '+':
    case '=':
      play.setView(zoomed(play.view, 1.25));
      return marker;
    case '-':
      play.setView(zoomed(play.view, 0.8));
      return marker;
    case 'escape':
      play.selected = -1;
      return null;
  }
  return undefined;
}

function moved(event: KeyboardEvent, play: Play, at: { x: number; y: number }, arrow: [number, number]): Marker {
  const by = event.shiftKey ? 40 : 10;
  const next = { x: at.x + arrow[0] * by, y: at.y + arrow[1] * by };
  if (event.altKey && play.selected >= 0 && play.flat) {
    const [x, y] = play.table.rows[play.selected];
    movePoint(play, play.selected, x + (arrow[0] * by) / play.view.scale, y - (arrow[1] * by) / play.view.scale);
    const [px, py] = toScreen(play.view, play.table.rows[play.selected][0], play.table.rows[play.selected][1]);
    return { x: px, y: py };
  }
  return next;
}

function step(play: Play, by: 1 | -1): Marker {
  const n = play.table.rows.length;
  if (n === 0) return null;
  const index = play.selected < 0 ? (by > 0 ? 0 : n - 1) : (play.selected + by + n) % n;
  choosePoint(play, index);
  const [x, y] = toScreen(play.view, play.drawn.rows[index][0], play.drawn.rows[index][1]);
  return { x, y };
}
