// Mouse, touch and pen on the stage: click adds, drag moves a point or the plane, two fingers zoom, long press deletes.
import type { Play } from '../state/play.svelte';
import { addPoint, choosePoint, flipPoint, movePoint, removePoint } from './edits';
import { nearest, panned, toPlane, zoomed } from './view';

interface Held {
  x: number;
  y: number;
  startX: number;
  startY: number;
}

const still = 5; // pixels that a click may move
const longPress = 600; // ms

export class Pointers {
  private readonly held = new Map<number, Held>();
  private point = -1;
  private moving = false;
  private spoiled = false; // the gesture was a pinch or a long press: its end is no click
  private timer = 0;
  private sized = false;
  private readonly play: () => Play;

  constructor(play: () => Play) {
    this.play = play;
  }

  resize(width: number, height: number): void {
    const play = this.play();
    const first = !this.sized && !play.placed;
    this.sized = true;
    const { view } = play;
    const scale = (view.scale * Math.min(width, height)) / Math.min(view.width, view.height);
    const { framed } = play;
    play.setView({ ...view, width, height, scale });
    if (first || (framed && !play.flat)) play.fit();
  }

  down = (event: PointerEvent): void => {
    if (event.button > 0) return;
    const [x, y] = [event.offsetX, event.offsetY];
    (event.currentTarget as Element).setPointerCapture(event.pointerId);
    this.held.set(event.pointerId, { x, y, startX: x, startY: y });
    window.clearTimeout(this.timer);
    if (this.held.size > 1) {
      this.spoiled = true;
      this.point = -1;
      return;
    }
    const play = this.play();
    this.spoiled = this.moving = false;
    this.point = nearest(play.view, play.drawn, x, y, event.pointerType === 'mouse' ? 10 : 20);
    if (event.pointerType !== 'mouse' && this.point >= 0) this.timer = window.setTimeout(() => this.pressed(), longPress);
  };

  move = (event: PointerEvent): void => {
    const held = this.held.get(event.pointerId);
    if (!held) return;
    const play = this.play();
    const [x, y] = [event.offsetX, event.offsetY];
    if (this.held.size === 2) this.pinch(play, event.pointerId, x, y);
    else if (this.moving || Math.hypot(x - held.startX, y - held.startY) > still) {
      this.moving = true;
      window.clearTimeout(this.timer);
      if (this.point >= 0 && play.flat) movePoint(play, this.point, ...toPlane(play.view, x, y));
      else if (!this.spoiled) play.setView(panned(play.view, x - held.x, y - held.y));
    }
    held.x = x;
    held.y = y;
  };

  up = (event: PointerEvent): void => {
    const held = this.held.get(event.pointerId);
    this.held.delete(event.pointerId);
    window.clearTimeout(this.timer);
    if (!held || this.moving || this.spoiled) return;
    const play = this.play();
    if (this.point >= 0) choosePoint(play, this.point);
    else addPoint(play, ...toPlane(play.view, held.x, held.y), play.newLabel);
  };

  cancel = (event: PointerEvent): void => {
    this.held.delete(event.pointerId);
    window.clearTimeout(this.timer);
  };

  twice = (event: MouseEvent): void => flipPoint(this.play(), this.at(event));

  menu = (event: MouseEvent): void => {
    event.preventDefault();
    if (!this.spoiled) removePoint(this.play(), this.at(event));
  };

  private at(event: MouseEvent): number {
    const play = this.play();
    return nearest(play.view, play.drawn, event.offsetX, event.offsetY, 12);
  }

  private pressed(): void {
    this.spoiled = true;
    removePoint(this.play(), this.point);
    this.point = -1;
  }

  private pinch(play: Play, id: number, x: number, y: number): void {
    const other = [...this.held].find(([key]) => key !== id)![1];
    const held = this.held.get(id)!;
    const before = Math.hypot(held.x - other.x, held.y - other.y);
    const after = Math.hypot(x - other.x, y - other.y);
    const view = panned(play.view, (x - held.x) / 2, (y - held.y) / 2);
    play.setView(zoomed(view, before > 0 ? after / before : 1, (x + other.x) / 2, (y + other.y) / 2));
  }
}
