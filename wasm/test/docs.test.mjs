// The example of docs/wasm.md runs.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { root, wasm } from "./native.mjs";

test("the example of docs/wasm.md", () => {
  const [, example] = /```js\n([^`]*)```/.exec(readFileSync(join(root, "docs/wasm.md"), "utf8"));
  const code = example.replace("../wasm/test", join(root, "wasm/test")).replace("build/wasm/halfspace.wasm", wasm);
  const done = spawnSync(process.execPath, ["--no-warnings", "--input-type=module", "-e", code], { cwd: root, encoding: "utf8" });
  assert.equal(done.stderr, "");
  assert.match(done.stdout, /^converged \d+\n$/);
});
