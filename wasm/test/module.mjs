// The module as a class: strings in, strings out. Files are those of `folder`, seen as /.
import { readFileSync } from "node:fs";
import { filesOf } from "./files.mjs";

export const STATUS = ["ok", "no", "usage", "bad data", "io", "undecided"];

const compiled = new Map();

function compile(path) {
  if (!compiled.has(path)) compiled.set(path, new WebAssembly.Module(readFileSync(path)));
  return compiled.get(path);
}

export class Halfspace {
  constructor(path, folder) {
    const module = compile(path);
    const files = filesOf(folder);
    const instance = new WebAssembly.Instance(module, files.imports(module));
    files.start(instance);
    this.c = instance.exports;
    this.context = this.c.hs_context_new();
  }

  bytes(at, size) {
    return new Uint8Array(this.c.memory.buffer, at, size).slice();
  }

  string(at) {
    const memory = new Uint8Array(this.c.memory.buffer);
    return new TextDecoder().decode(memory.slice(at, memory.indexOf(0, at)));
  }

  /** Runs `use` with the addresses of `texts` and of `places` places for answers, all zero; gives what it gives. */
  with(texts, places, use) {
    const encoded = texts.map((text) => new TextEncoder().encode(text + "\0"));
    const at = encoded.map((bytes) => this.c.malloc(bytes.length));
    const slots = Array.from({ length: places }, () => this.c.malloc(4));
    const memory = new DataView(this.c.memory.buffer);
    encoded.forEach((bytes, k) => new Uint8Array(memory.buffer).set(bytes, at[k]));
    for (const slot of slots) memory.setUint32(slot, 0, true);
    const result = use(...at, ...slots);
    for (const address of [...at, ...slots]) this.c.free(address);
    return result;
  }

  at(slot) {
    return new DataView(this.c.memory.buffer).getUint32(slot, true);
  }

  error() {
    return this.string(this.c.hs_last_error(this.context));
  }

  /** The bytes of the hs_text in this place, which is freed; null where there is none. */
  text(slot) {
    const text = this.at(slot);
    if (text === 0) return null;
    const bytes = this.bytes(this.c.hs_text_data(text), Number(this.c.hs_text_size(text)));
    this.c.hs_text_free(text);
    return bytes;
  }

  /** Throws what the library says of a name or a value that it does not take. */
  options(values) {
    const options = this.c.hs_options_new();
    for (const [name, value] of Object.entries(values)) {
      const status = this.with([name, String(value)], 0, (n, v) => Number(this.c.hs_options_set(this.context, options, n, v)));
      if (status !== 0) throw new Error(this.error());
    }
    return options;
  }

  /** {model: a handle, bytes: of the model file, report} */
  train(path, values = {}) {
    const options = this.options(values);
    return this.with([path], 3, (file, model, report, bytes) => {
      const status = Number(this.c.hs_train_file(this.context, file, options, 0, 0, model, report));
      this.c.hs_options_free(options);
      if (status !== 0) throw new Error(this.error());
      this.c.hs_model_bytes(this.context, this.at(model), bytes);
      return { model: this.at(model), bytes: this.text(bytes), report: JSON.parse(new TextDecoder().decode(this.text(report))) };
    });
  }

  /** A model from the bytes of its file. */
  model(bytes) {
    const at = this.c.malloc(bytes.length);
    new Uint8Array(this.c.memory.buffer).set(bytes, at);
    return this.with([], 1, (place) => {
      const status = Number(this.c.hs_model_from_bytes(this.context, at, BigInt(bytes.length), place));
      this.c.free(at);
      if (status !== 0) throw new Error(this.error());
      return this.at(place);
    });
  }

  /** {status, report, certificate: bytes or null} */
  separate(path, values = {}) {
    const options = this.options(values);
    return this.with([path], 2, (file, report, certificate) => {
      const status = Number(this.c.hs_separate_file(this.context, file, options, 0, 0, report, certificate));
      this.c.hs_options_free(options);
      const text = this.text(report);
      if (text === null) throw new Error(this.error());
      return { status, report: JSON.parse(new TextDecoder().decode(text)), certificate: this.text(certificate) };
    });
  }

  verify(certificate, path) {
    return this.with([certificate, path], 1, (words, file, report) => {
      const status = Number(this.c.hs_verify(this.context, words, file, report));
      this.text(report);
      return status;
    });
  }

  /** The class of each row of a file, by number. */
  predict(model, path) {
    return this.with([path], 1, (file, place) => {
      const status = Number(this.c.hs_predict_file(this.context, model, file, 0, place));
      if (status !== 0) throw new Error(this.error());
      const found = this.at(place);
      const count = Number(this.c.hs_predictions_count(found));
      const classes = [...new BigInt64Array(this.c.memory.buffer, this.c.hs_predictions_classes(found), count)].map(Number);
      this.c.hs_predictions_free(found);
      return classes;
    });
  }
}
