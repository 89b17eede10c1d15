// Slow motion: a visit every 0.7 s until the end or until it is paused.
import type { Play } from './play.svelte';

const everyMs = 700;

export class Pace {
  playing = $state(false);
  private timer = 0;
  private readonly play: Play;

  constructor(play: Play) {
    this.play = play;
  }

  slow(): void {
    if (this.playing) return this.pause();
    if (this.play.atEnd) this.play.go(0);
    this.playing = true;
    this.timer = window.setInterval(() => {
      this.play.one();
      if (this.play.atEnd) this.pause();
    }, everyMs);
  }

  pause(): void {
    this.playing = false;
    window.clearInterval(this.timer);
  }
}
