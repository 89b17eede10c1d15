// Kernels in halfspace-all.wasm: perceptrons byte for byte, support vector machines by what they predict. halfspace.wasm names it.
import assert from "node:assert/strict";
import { test } from "node:test";
import { Halfspace } from "./module.mjs";
import { all, file, flags, folder, native, wasm } from "./native.mjs";

const classes = { classes: "versicolor,virginica" };

for (const kernel of ["linear", "polynomial", "rbf"]) {
  test(`perceptron, kernel ${kernel}: the model file`, () => {
    const h = new Halfspace(all, folder);
    const values = { ...classes, preset: "kernel", kernel, rounds: 20, simd: "portable" };
    native("train", "iris.csv", "-o", "kernel.model", ...flags(values));
    assert.ok(Buffer.from(h.train("/iris.csv", values).bytes).equals(file("kernel.model")));
  });

  test(`svm, kernel ${kernel}: optimum and mistakes`, () => {
    const h = new Halfspace(all, folder);
    const values = { ...classes, algorithm: "svm", kernel, simd: "portable" };
    const there = JSON.parse(native("train", "iris.csv", "-o", "kernel.model", "--json", ...flags(values)).stdout);
    const { model, report } = h.train("/iris.csv", values);
    assert.equal(h.string(h.c.hs_model_status(model)), "converged");
    assert.ok(Math.abs(report.primal - there.primal) <= 1e-12 * there.primal);
    assert.deepEqual(report.training, there.training);
  });
}

const elsewhere = {
  "a kernel perceptron": { preset: "kernel" },
  "a kernel machine": { algorithm: "svm", kernel: "rbf" },
  "a kernel that is approximated": { algorithm: "svm", kernel: "rbf", approximation: "nystrom" },
  "a stream": { algorithm: "perceptron", stream: "" },
  "calibration": { algorithm: "svm", calibrate: "platt" },
  "hashed columns": { "hash-bits": "8" },
  "sgd": { algorithm: "logistic", solver: "sgd" },
  "multinomial regression": { algorithm: "logistic", multiclass: "multinomial", classes: "setosa,versicolor,virginica" },
};
for (const [what, options] of Object.entries(elsewhere)) {
  test(`halfspace.wasm names halfspace-all.wasm, which has ${what}`, () => {
    const ask = (module) => new Halfspace(module, folder).train("/iris.csv", { ...classes, ...options });
    assert.throws(() => ask(wasm), /load halfspace-all\.wasm/);
    assert.ok(ask(all).report);
  });
}
