// The page's end of the worker. A trap ends the worker: the page gets a message, keeps its state and a new worker starts.
import { loadModule, otherModule } from './loader';
import type { Answer, Ask, JobName, Reply } from './jobs';
import RunWorker from './worker.ts?worker&inline';

export class ModuleTrap extends Error {}

/** The run was ended because another was asked for. */
export class Superseded extends Error {}

interface Waiting {
  resolve: (answer: never) => void;
  reject: (error: Error) => void;
}

export class Client {
  private worker: Worker | null = null;
  private ready: Promise<Answer<'start'>> | null = null;
  private waiting = new Map<number, Waiting>();
  private next = 1;
  private bytes: ArrayBuffer | null = null;
  private run: Ask<'run'> | null = null; // the last

  /** Loads the module once; later starts take the bytes that are there. */
  start(): Promise<Answer<'start'>> {
    this.ready ??= this.begin();
    return this.ready;
  }

  async ask<K extends JobName>(name: K, ask: Ask<K>): Promise<Answer<K>> {
    await this.start();
    if (name === 'run') this.run = ask as Ask<'run'>;
    try {
      return await this.send(name, ask);
    } catch (error) {
      const other = error instanceof Error ? otherModule(error.message) : null;
      if (other === null) throw error;
      await this.change(other);
      if (name !== 'run' && this.run !== null) await this.send('run', this.run);
      return this.send(name, ask);
    }
  }

  /** The worker goes on with another module, which knows nothing of the runs before. */
  private async change(module: string): Promise<void> {
    this.bytes = await loadModule(module);
    await this.send('start', { module: this.bytes });
  }

  /** Ends what runs, whatever it is; the next question starts a new worker. */
  stop(reason: Error): void {
    this.worker?.terminate();
    this.worker = null;
    this.ready = null;
    for (const { reject } of this.waiting.values()) reject(reason);
    this.waiting.clear();
  }

  private async begin(): Promise<Answer<'start'>> {
    try {
      this.bytes ??= await loadModule('halfspace.wasm');
      this.worker = new RunWorker();
      this.worker.onmessage = (event: MessageEvent<Reply>) => this.receive(event.data);
      this.worker.onerror = (event) => this.stop(new ModuleTrap(event.message || 'the worker failed'));
      return await this.send('start', { module: this.bytes });
    } catch (error) {
      this.ready = null;
      throw error;
    }
  }

  private send<K extends JobName>(name: K, ask: Ask<K>): Promise<Answer<K>> {
    const id = this.next++;
    return new Promise((resolve, reject) => {
      this.waiting.set(id, { resolve: resolve as (answer: never) => void, reject });
      this.worker?.postMessage({ id, name, ask });
    });
  }

  private receive(reply: Reply): void {
    const waiting = this.waiting.get(reply.id);
    this.waiting.delete(reply.id);
    if (reply.error === undefined) waiting?.resolve(reply.answer as never);
    else if (reply.fatal) {
      const trap = new ModuleTrap(reply.error);
      waiting?.reject(trap);
      this.stop(trap);
    } else waiting?.reject(new Error(reply.error));
  }
}
