// The calls of the module that the page makes, with JavaScript's own types.
import { Abi, CoreError } from './abi';
import type { Option } from './types';

export interface Trained<R> {
  model: number;
  report: R;
}

export class Core {
  readonly abi: Abi;

  constructor(abi: Abi) {
    this.abi = abi;
  }

  train<R>(path: string, options: Option[]): Trained<R> {
    return this.onFile(path, options, (file, list) =>
      this.abi.withPlaces(2, (at, read) => {
        this.abi.status('hs_train_file', file, list, 0, 0, at, at + 4);
        return { model: read(0), report: JSON.parse(this.abi.takeText(read(1))) as R };
      }),
    );
  }

  /** The run visit by visit; null where this module cannot. */
  trace<R>(path: string, options: Option[]): R | null {
    if (!this.abi.has('hs_trace_file')) return null;
    return this.onFile(path, options, (file, list) =>
      this.abi.withPlaces(1, (at, read) => {
        this.abi.status('hs_trace_file', file, list, 0, 0, 0, at);
        return JSON.parse(this.abi.takeText(read(0))) as R;
      }),
    );
  }

  /** The table of all visits, in the form that the option output-format names. */
  traceTable(path: string, options: Option[]): string {
    if (!this.abi.has('hs_trace_file')) return '';
    return this.onFile(path, options, (file, list) =>
      this.abi.withPlaces(1, (at, read) => {
        this.abi.status('hs_trace_file', file, list, 0, 0, at, 0);
        return this.abi.takeText(read(0));
      }),
    );
  }

  separate<R>(path: string, options: Option[]): { report: R; certificate: string } {
    return this.onFile(path, options, (file, list) =>
      this.abi.withPlaces(2, (at, read) => {
        this.abi.status('hs_separate_file', file, list, 0, 0, at, at + 4);
        const report = JSON.parse(this.abi.takeText(read(0))) as R;
        return { report, certificate: this.abi.takeText(read(1)) };
      }),
    );
  }

  inspect<R>(path: string, options: Option[]): R {
    return this.onFile(path, options, (file, list) =>
      this.abi.withPlaces(1, (at, read) => {
        this.abi.status('hs_inspect_file', file, list, at);
        return JSON.parse(this.abi.takeText(read(0))) as R;
      }),
    );
  }

  evaluate<R>(model: number, path: string, options: Option[]): R {
    return this.onFile(path, options, (file, list) =>
      this.abi.withPlaces(1, (at, read) => {
        this.abi.status('hs_evaluate_file', model, file, list, at);
        return JSON.parse(this.abi.takeText(read(0))) as R;
      }),
    );
  }

  /** A model from its text: halfspace's own, or LIBLINEAR's, which is the shortest way to ask about given weights. */
  modelFromText(text: string): number {
    return this.abi.withText(text, (at) =>
      this.abi.withPlaces(1, (place, read) => {
        const size = new TextEncoder().encode(text).length;
        this.abi.status('hs_model_from_bytes', at, BigInt(size), place);
        return read(0);
      }),
    );
  }

  modelBytes(model: number): Uint8Array {
    return this.abi.withPlaces(1, (at, read) => {
      this.abi.status('hs_model_bytes', model, at);
      return this.abi.take(read(0));
    });
  }

  freeModel(model: number): void {
    this.abi.plain('hs_model_free', model);
  }

  /** Scores of rows by a model of two classes. */
  scores(model: number, cols: number, values: Float64Array): Float64Array {
    const rows = values.length / cols;
    return this.abi.with(8 * (values.length + rows), (at) => {
      const out = at + 8 * values.length;
      this.abi.doubles(at, values.length).set(values);
      this.abi.status('hs_predict_dense', model, BigInt(rows), BigInt(cols), at, 0, out);
      return this.abi.doubles(out, rows).slice();
    });
  }

  weights(model: number): { weights: Float64Array; bias: number } {
    const count = this.abi.plain('hs_model_weight_count', model);
    const weights = this.abi.doubles(this.abi.plain('hs_model_weights', model), count).slice();
    return { weights, bias: this.abi.doubles(this.abi.plain('hs_model_bias', model), 1)[0] };
  }

  /** Values of a named function: sign, step, sigmoid of scores, losses of margins. */
  curve(name: string, at: Float64Array): Float64Array {
    if (!this.abi.has('hs_curve')) throw new CoreError('this module has no hs_curve', 2);
    return this.abi.withText(name, (text) =>
      this.abi.with(16 * at.length, (place) => {
        this.abi.doubles(place, at.length).set(at);
        const out = place + 8 * at.length;
        this.abi.status('hs_curve', text, BigInt(at.length), place, out);
        return this.abi.doubles(out, at.length).slice();
      }),
    );
  }

  private onFile<T>(path: string, options: Option[], use: (file: number, list: number) => T): T {
    return this.abi.withText(path, (file) => this.abi.withOptions(options, (list) => use(file, list)));
  }
}
