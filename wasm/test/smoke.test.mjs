// The module answers: its version, an error in words, a model and what it predicts, a packed file.
import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { gzipSync } from "node:zlib";
import { Halfspace } from "./module.mjs";
import { all, folder, root, wasm } from "./native.mjs";

const halfspace = () => new Halfspace(wasm, folder);

test("the version is that of the headers", () => {
  const header = readFileSync(join(root, "include/halfspace/version.h"), "utf8");
  const h = halfspace();
  assert.equal(h.string(h.c.hs_version()), /HALFSPACE_VERSION "(.*)"/.exec(header)[1]);
});

test("an option that does not exist is named, and the one that was meant", () => {
  assert.throws(() => halfspace().options({ etta: 1 }), /option 'etta': there is no such option; did you mean 'eta'/);
});

test("a perceptron learns setosa against versicolor without a mistake", () => {
  const h = halfspace();
  const { model, report } = h.train("/iris.csv", { algorithm: "perceptron", classes: "setosa,versicolor" });
  assert.equal(h.string(h.c.hs_model_status(model)), "converged");
  assert.ok(h.c.hs_model_updates(model) > 0n);
  assert.equal(h.c.hs_model_mistakes(model), 0n);
  assert.ok(report);
  h.c.hs_model_free(model);
});

test("a model that one module wrote is read by the other, which predicts every row", () => {
  const { bytes } = halfspace().train("/iris.csv", { algorithm: "perceptron", classes: "setosa,versicolor" });
  const h = new Halfspace(all, folder);
  const classes = h.predict(h.model(bytes), "/iris.csv");
  assert.deepEqual(classes.slice(0, 100), [...Array(50).fill(0), ...Array(50).fill(1)]);
});

test("a file that is not there is an error", () => {
  assert.throws(() => halfspace().train("/nowhere.csv"), /nowhere.csv: cannot open/);
});

test("a packed file is named, not read as a text", () => {
  writeFileSync(join(folder, "iris.csv.gz"), gzipSync(readFileSync(join(folder, "iris.csv"))));
  assert.throws(() => halfspace().train("/iris.csv.gz"), /gzip: this build reads no compressed files/);
});

test("SHA-256 in certificates is that of the text, of any length around a block", () => {
  const h = halfspace();
  const other = new Halfspace(all, folder);
  for (const lines of [7, 8, 9, 100]) {
    writeFileSync(join(folder, "short.csv"), "x,y\n" + Array.from({ length: lines }, (_, k) => `${k},${k % 2}\n`).join(""));
    const { certificate } = h.separate("/short.csv", { label: "y" });
    assert.equal(other.verify(new TextDecoder().decode(certificate), "/short.csv"), 0);
  }
});
