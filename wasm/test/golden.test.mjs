// What the module computes is what the native program computes under --simd portable, byte for byte.
import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { Halfspace } from "./module.mjs";
import { all, file, flags, folder, lasting, native, wasm, write } from "./native.mjs";

/** Of 48 bits each, the same everywhere. */
function* draws(seed) {
  for (let state = BigInt(seed); ; ) {
    state = (state * 25214903917n + 11n) & ((1n << 48n) - 1n);
    yield state;
  }
}

/** n rows of `cols` numbers by `value(draw)`; a label that a plane gives, but for every `wrong`-th row. */
function table(name, n, cols, seed, value, wrong = 0) {
  const next = draws(seed);
  const rows = [];
  for (let i = 1; i <= n; ++i) {
    const raw = Array.from({ length: cols }, () => next.next().value);
    const side = raw.reduce((sum, v, j) => sum + (j % 2 ? 1n : -1n) * (v - (1n << 47n)), 0n) > 0n;
    rows.push([...raw.map(value), (wrong > 0 && i % wrong === 0) !== side ? "yes" : "no"]);
  }
  write(name, [[...Array.from({ length: cols }, (_, j) => `x${j}`), "class"], ...rows]);
}

const decimal = (v) => (Number(v >> 28n) / 1000 - 500).toFixed(3);
table("decimals.csv", 60, 3, 1, decimal);
table("overlap.csv", 60, 3, 2, decimal, 7);
table("beyond32.csv", 40, 2, 3, (v) => v >> 12n);
table("beyond53.csv", 40, 3, 4, (v) => v * 40961n);
table("digits.csv", 40, 3, 5, (v) => `0.${v}${v}${v}`);
table("beyond53_overlap.csv", 40, 3, 6, (v) => v * 40961n, 5);
table("powers.csv", 40, 3, 7, (v) => `${v % 1000n}e${(v >> 20n) % 30n}`, 9);
writeFileSync(join(folder, "quasi.csv"), "a,b,class\n0,0,no\n1,0,no\n2,0,no\n0,0,yes\n1,1,yes\n2,1,yes\n");
writeFileSync(join(folder, "xor.csv"), "a,b,class\n0,0,no\n1,1,no\n0,1,yes\n1,0,yes\n");

const two = { "iris.csv": { classes: "setosa,versicolor" }, "credit_approval.csv": { label: "A16", categorical: "auto", missing: "drop" } };
const presets =
  "cyclic pla online zero-one delta subgradient pocket averaged voted margin passive-aggressive kernel".split(" ");
const sets = ["decimals.csv", "overlap.csv", "beyond32.csv", "beyond53.csv", "digits.csv", "quasi.csv", "xor.csv"];

/** What a model file holds before its tensors, and these. */
function parts(bytes) {
  const size = Number(new DataView(bytes.buffer, bytes.byteOffset).getBigUint64(0, true));
  const head = JSON.parse(new TextDecoder().decode(bytes.subarray(8, 8 + size)));
  return { model: JSON.parse(head.__metadata__.halfspace), tensors: Buffer.from(bytes.subarray(8 + size)) };  // the last 16: a check sum of all
}

/** Bounds of objectives and multipliers are summed in long doubles, which have 64 bits natively and 113 here (docs/wasm.md). */
function withoutBounds(value) {
  if (Array.isArray(value)) return value.map(withoutBounds);
  if (value === null || typeof value !== "object") return value;
  const kept = Object.entries(value).filter(([key]) => !["dual", "gap", "relative_gap", "multiplier"].includes(key));
  return Object.fromEntries(kept.map(([key, inner]) => [key, withoutBounds(inner)]));
}

function sameButBounds(module, name, options) {
  const h = new Halfspace(module, folder);
  const values = { ...options, simd: "portable", ...two[name] };
  const done = native("train", name, "-o", "native.model", "--json", ...flags(values));
  assert.ok(done.stdout, done.stderr);
  const { bytes, report } = h.train(`/${name}`, values);
  const here = parts(bytes);
  const there = parts(new Uint8Array(file("native.model")));
  const expected = JSON.parse(done.stdout);
  assert.deepEqual(withoutBounds(lasting(report)), withoutBounds(lasting(expected)));
  assert.deepEqual(withoutBounds(here.model), withoutBounds(there.model));
  assert.ok(Math.abs(report.dual - expected.dual) <= 1e-14 * Math.abs(expected.dual), "the bounds differ");
  assert.ok(here.tensors.subarray(0, -16).equals(there.tensors.subarray(0, -16)), "the weights differ");
}

function sameModel(module, name, options) {
  const h = new Halfspace(module, folder);
  const values = { ...options, simd: "portable", ...two[name] };
  const done = native("train", name, "-o", "native.model", "--json", ...flags(values));
  assert.ok(done.stdout, done.stderr);
  const { bytes, report } = h.train(`/${name}`, values);
  assert.deepEqual(lasting(report), lasting(JSON.parse(done.stdout)));
  assert.ok(Buffer.from(bytes).equals(file("native.model")), "the model files differ");
}

for (const preset of presets) {
  for (const name of ["iris.csv", ...sets]) {
    const module = preset === "kernel" ? all : wasm;
    test(`perceptron, preset ${preset}, ${name}`, () => sameModel(module, name, { preset, seed: 3, rounds: 50 }));
  }
}
for (const name of ["iris.csv", "overlap.csv"]) {
  test(`perceptron by halfspace-all.wasm, ${name}`, () => sameModel(all, name, { preset: "averaged", seed: 3, rounds: 50 }));
}

const linear = {
  logistic: { algorithm: "logistic" },
  "logistic, L1": { algorithm: "logistic", penalty: "l1" },
  svm: { algorithm: "svm" },
  "svm, squared hinge": { algorithm: "svm", loss: "squared-hinge" },
};
for (const [name, options] of Object.entries(linear)) {
  for (const data of ["iris.csv", "decimals.csv", "overlap.csv", "credit_approval.csv"]) {
    test(`${name}, ${data}`, () => sameButBounds(wasm, data, options));
  }
}

for (const name of ["iris.csv", "credit_approval.csv", "powers.csv", "beyond53_overlap.csv", ...sets]) {
  test(`certificate, ${name}`, () => {
    const h = new Halfspace(wasm, folder);
    const other = new Halfspace(all, folder);
    const done = native("separate", name, "-o", "native.cert", "--json", ...flags(two[name] ?? {}));
    const { report, certificate } = h.separate(`/${name}`, two[name] ?? {});
    assert.ok(certificate, JSON.stringify(report));
    assert.deepEqual(lasting(report), lasting(JSON.parse(done.stdout)));
    assert.ok(Buffer.from(certificate).equals(file("native.cert")), "the certificates differ");
    writeFileSync(join(folder, "module.cert"), certificate);
    assert.equal(native("verify", "module.cert", name).status, 0);
    assert.equal(other.verify(file("native.cert").toString(), `/${name}`), 0);
  });
}
