// The C interface of the module (include/halfspace/halfspace.h): texts, places for results, errors as exceptions.
// int64_t arrives as a bigint, pointers as numbers.
import { File, OpenFile, PreopenDirectory, WASI } from '@bjorn3/browser_wasi_shim';
import type { Option } from './types';

type Call = (...args: (number | bigint)[]) => number | bigint;
type Exports = Record<string, Call> & { memory: WebAssembly.Memory; _initialize: () => void };

/** The module refused: `status` is the exit code that the program would have. */
export class CoreError extends Error {
  readonly status: number;

  constructor(message: string, status: number) {
    super(message);
    this.status = status;
  }
}

export class Abi {
  private readonly call: Exports;
  private readonly files: Map<string, File>;
  private readonly context: number;
  private readonly encoder = new TextEncoder();
  private readonly decoder = new TextDecoder();

  private constructor(exports: Exports, files: Map<string, File>) {
    this.call = exports;
    this.files = files;
    this.context = Number(this.call.hs_context_new());
  }

  static async start(bytes: BufferSource): Promise<Abi> {
    const files = new Map<string, File>();
    const sink = () => new OpenFile(new File([]));
    const wasi = new WASI([], [], [sink(), sink(), sink(), new PreopenDirectory('/', files)], { debug: false });
    const { instance } = await WebAssembly.instantiate(bytes, { wasi_snapshot_preview1: wasi.wasiImport });
    wasi.initialize(instance as unknown as { exports: { memory: WebAssembly.Memory } });
    return new Abi(instance.exports as unknown as Exports, files);
  }

  has(name: string): boolean {
    return name in this.call;
  }

  version(): string {
    return this.textAt(Number(this.call.hs_version()));
  }

  /** A file that the module can open as "/NAME". */
  write(name: string, text: string): void {
    this.files.set(name, new File(this.encoder.encode(text)));
  }

  bytes(): Uint8Array {
    return new Uint8Array(this.call.memory.buffer);
  }

  doubles(at: number, count: number): Float64Array {
    return new Float64Array(this.call.memory.buffer, at, count);
  }

  /** Memory for the time of `use`. */
  with<T>(size: number, use: (at: number) => T): T {
    const at = Number(this.call.malloc(Math.max(size, 8)));
    if (at === 0) throw new CoreError('out of memory', 3);
    try {
      return use(at);
    } finally {
      this.call.free(at);
    }
  }

  withText<T>(text: string, use: (at: number) => T): T {
    const bytes = this.encoder.encode(text);
    return this.with(bytes.length + 1, (at) => {
      const memory = this.bytes();
      memory.set(bytes, at);
      memory[at + bytes.length] = 0;
      return use(at);
    });
  }

  /** `count` places for pointers, all null. */
  withPlaces<T>(count: number, use: (at: number, read: (place: number) => number) => T): T {
    return this.with(4 * count, (at) => {
      this.bytes().fill(0, at, at + 4 * count);
      return use(at, (place) => new DataView(this.call.memory.buffer).getUint32(at + 4 * place, true));
    });
  }

  withOptions<T>(options: Option[], use: (at: number) => T): T {
    const handle = Number(this.call.hs_options_new());
    try {
      for (const [name, value] of options) {
        this.withText(name, (n) => this.withText(value, (v) => this.status('hs_options_set', handle, n, v)));
      }
      return use(handle);
    } finally {
      this.call.hs_options_free(handle);
    }
  }

  /** Calls with the context in front; the status, or an exception with the text of the error. */
  status(name: string, ...args: (number | bigint)[]): number {
    const status = Number(this.call[name](this.context, ...args));
    if (status === 0 || status === 1 || status === 4) return status;
    throw new CoreError(this.textAt(Number(this.call.hs_last_error(this.context))), status);
  }

  plain(name: string, ...args: (number | bigint)[]): number {
    return Number(this.call[name](...args));
  }

  /** The bytes of an hs_text, which is freed. */
  take(text: number): Uint8Array {
    if (text === 0) return new Uint8Array();
    const at = Number(this.call.hs_text_data(text));
    const size = Number(this.call.hs_text_size(text));
    const bytes = this.bytes().slice(at, at + size);
    this.call.hs_text_free(text);
    return bytes;
  }

  takeText(text: number): string {
    return this.decoder.decode(this.take(text));
  }

  private textAt(at: number): string {
    const memory = this.bytes();
    return this.decoder.decode(memory.slice(at, memory.indexOf(0, at)));
  }
}
