// The part of WASI preview 1 that the module asks for: a clock and whole files of one folder, held in memory, read-only.
// (node:wasi of Node 20 crashes where its objects are collected while others read.)
import { readFileSync, statSync } from "node:fs";
import { join } from "node:path";

const OK = 0;
const BADF = 8;
const NOENT = 44;
const NOSYS = 52;
const DIRECTORY = 3;
const REGULAR = 4;
const ROOT = 3; // the descriptor of /

export function filesOf(folder) {
  const open = new Map(); // descriptor -> {bytes, at}
  let next = ROOT + 1;
  let buffer;
  const view = () => new DataView(buffer());
  const pathAt = (at, size) => new TextDecoder().decode(new Uint8Array(buffer(), at, size));

  function status(place, kind, size) {
    new Uint8Array(buffer(), place, 64).fill(0);
    view().setUint8(place + 16, kind);
    view().setBigUint64(place + 32, BigInt(size), true);
    return OK;
  }

  function read(file, vectors, count, place, from) {
    let at = from;
    for (let k = 0; k < count; ++k) {
      const to = view().getUint32(vectors + 8 * k, true);
      const part = file.bytes.subarray(at, at + view().getUint32(vectors + 8 * k + 4, true));
      new Uint8Array(buffer()).set(part, to);
      at += part.length;
    }
    view().setUint32(place, at - from, true);
    return at;
  }

  const calls = {
    clock_time_get(_clock, _precision, place) {
      view().setBigUint64(place, process.hrtime.bigint(), true);
      return OK;
    },
    fd_prestat_get(fd, place) {
      if (fd !== ROOT) return BADF;
      view().setUint32(place, 0, true);
      view().setUint32(place + 4, 1, true);
      return OK;
    },
    fd_prestat_dir_name(_fd, place) {
      view().setUint8(place, "/".charCodeAt(0));
      return OK;
    },
    fd_fdstat_get(fd, place) {
      new Uint8Array(buffer(), place, 24).fill(0);
      view().setUint8(place, fd === ROOT ? DIRECTORY : REGULAR);
      view().setBigUint64(place + 8, ~0n, true);
      view().setBigUint64(place + 16, ~0n, true);
      return OK;
    },
    fd_filestat_get: (fd, place) => (open.has(fd) ? status(place, REGULAR, open.get(fd).bytes.length) : BADF),
    path_filestat_get(_fd, _flags, path, size, place) {
      const found = statSync(join(folder, pathAt(path, size)), { throwIfNoEntry: false });
      return found ? status(place, found.isDirectory() ? DIRECTORY : REGULAR, found.size) : NOENT;
    },
    path_open(_fd, _lookup, path, size, _flags, _rights, _inherited, _how, place) {
      const name = join(folder, pathAt(path, size));
      if (!statSync(name, { throwIfNoEntry: false })?.isFile()) return NOENT;
      open.set(next, { bytes: readFileSync(name), at: 0 });
      view().setUint32(place, next++, true);
      return OK;
    },
    fd_read(fd, vectors, count, place) {
      const file = open.get(fd);
      if (file === undefined) return BADF;
      file.at = read(file, vectors, count, place, file.at);
      return OK;
    },
    fd_pread(fd, vectors, count, from, place) {
      if (!open.has(fd)) return BADF;
      read(open.get(fd), vectors, count, place, Number(from));
      return OK;
    },
    fd_close: (fd) => (open.delete(fd) ? OK : BADF),
    proc_exit(code) {
      throw new Error(`the module ended with ${code}`);
    },
  };

  return {
    /** What the module imports; what it asks for besides is refused. */
    imports(module) {
      const names = WebAssembly.Module.imports(module).map(({ name }) => name);
      return { wasi_snapshot_preview1: Object.fromEntries(names.map((name) => [name, calls[name] ?? (() => NOSYS)])) };
    },
    start(instance) {
      buffer = () => instance.exports.memory.buffer;
      instance.exports._initialize();
    },
  };
}
