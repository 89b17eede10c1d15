// The page's state as a link has it, and a link opened: its state, or a notice why not. Without one the page begins with AND.
import { examples } from '../data/examples';
import { boxOf, viewOfBox } from '../stage/view';
import { t } from '../strings';
import { decodeState, type Shared } from './link';
import type { Play } from './play.svelte';

/** The scene of the tour that the link is in, or null. */
export async function openLink(play: Play, fragment: string): Promise<number | null> {
  const opened = await decodeState(fragment);
  play.notice = ''; // of the link before
  if (opened === null || 'problem' in opened) {
    if (opened !== null) play.notice = t.damagedLink;
    if (play.table.rows.length === 0) play.load('and');
    return null;
  }
  if (opened.newer) play.notice = t.newerLink;
  apply(play, opened.state);
  return opened.state.scene ?? null;
}

export function apply(play: Play, state: Shared): void {
  play.pace.pause();
  const example = state.example && Object.hasOwn(examples, state.example) ? state.example : null;
  play.learner = state.learner;
  play.flags = state.flags;
  play.threshold = state.threshold ?? 0.5;
  play.scene = state.scene ?? null;
  play.first = null;
  play.upward = state.upward ?? 0;
  play.follow = state.step === undefined;
  play.place = state.step ?? 0;
  play.setTable(state.table ?? examples[example ?? 'and'](), state.table ? null : (example ?? 'and'));
  if (state.view) {
    const [x0, x1, y0, y1] = state.view;
    play.placed = true;
    play.setView(viewOfBox({ x0, x1, y0, y1 }, play.view.width, play.view.height, 1, !play.flat));
  } else play.fit();
}

export function sharedOf(play: Play): Shared {
  const { x0, x1, y0, y1 } = boxOf(play.view);
  const cut = (value: number) => Number(value.toPrecision(6));
  return {
    ...(play.example !== null ? { example: play.example } : { table: play.table }),
    learner: play.learner,
    flags: play.flags,
    ...(play.follow ? {} : { step: play.place }),
    ...(play.threshold === 0.5 ? {} : { threshold: play.threshold }),
    ...(play.scene === null ? {} : { scene: play.scene }),
    ...(play.upward === 0 ? {} : { upward: play.upward }),
    ...(play.framed && !play.flat ? {} : { view: [cut(x0), cut(x1), cut(y0), cut(y1)] }),
  };
}
