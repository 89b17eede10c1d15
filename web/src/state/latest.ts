// One question at a time; of those that come meanwhile only the newest is asked.
export class Latest {
  private busy = false;
  private next: (() => Promise<void>) | null = null;

  run(work: () => Promise<void>): void {
    if (this.busy) this.next = work;
    else void this.go(work);
  }

  private async go(work: () => Promise<void>): Promise<void> {
    this.busy = true;
    try {
      await work();
    } finally {
      this.busy = false;
      const next = this.next;
      this.next = null;
      if (next) void this.go(next);
    }
  }
}
