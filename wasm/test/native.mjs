// The native program beside the module: HALFSPACE, or that of the test preset. Both work in one temporary folder.
import { spawnSync } from "node:child_process";
import { cpSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

export const root = join(dirname(fileURLToPath(import.meta.url)), "../..");
export const program = process.env.HALFSPACE ?? join(root, "build/test/halfspace");
const built = process.env.HALFSPACE_WASM ?? join(root, "build/wasm");
export const wasm = join(built, "halfspace.wasm"); // what a page loads first
export const all = join(built, "halfspace-all.wasm");

export const folder = mkdtempSync(join(tmpdir(), "halfspace-wasm-"));
for (const name of ["iris.csv", "credit_approval.csv", "trial.csv"]) cpSync(join(root, "data", name), join(folder, name));

/** Rows of numbers with a label in the last column. */
export function write(name, rows) {
  writeFileSync(join(folder, name), rows.map((row) => row.join(",") + "\n").join(""));
}

export function native(...words) {
  const done = spawnSync(program, words, { cwd: folder, encoding: "utf8" });
  if (done.error) throw done.error;
  return done;
}

/** Flags of the program for the options of the library. */
export function flags(values) {
  return Object.entries(values).flatMap(([name, value]) => (value === "true" ? [`--${name}`] : [`--${name}`, String(value)]));
}

export function file(name) {
  return readFileSync(join(folder, name));
}

/** A report without what depends on the machine or on who asked. */
export function lasting(report) {
  const drop = new Set(["schema", "version", "seconds", "peak_bytes", "source", "calibration", "certificate"]);
  if (Array.isArray(report)) return report.map(lasting);
  if (report === null || typeof report !== "object") return report;
  return Object.fromEntries(Object.entries(report).filter(([key]) => !drop.has(key)).map(([key, value]) => [key, lasting(value)]));
}
