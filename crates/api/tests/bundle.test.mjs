// Programs for Node that esbuild makes of the package: as an ES module and as CommonJS.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";

import { fixturePath, packageFolder, skip } from "./support.mjs";

const esbuild = process.env.BTFSCOPE_ESBUILD;
const [FIRST, LATER] = ["btfscope_bg.wasm", "btfscope_later.wasm"];
const folder = mkdtempSync(join(tmpdir(), "btfscope-bundle-"));
after(() => rmSync(folder, { recursive: true }));

const project = join(folder, "project");
mkdirSync(join(project, "node_modules"), { recursive: true });
symlinkSync(packageFolder, join(project, "node_modules/btfscope"), "dir");

const PROGRAM = `
  import { readFileSync } from "node:fs";
  import init, { BtfError, BtfFile, isBtfError } from "btfscope";
  const [,, path, module, later] = process.argv;
  const run = async () => {
    try {
      globalThis.fetch = () => { throw new Error("nothing is fetched"); };
      await init(module ? readFileSync(module) : undefined, later ? { later: readFileSync(later) } : undefined);
      const file = BtfFile.open(readFileSync(path));
      console.log(file.typeCount, file.type(1).name);
      console.log((await file.verify()).errno);
    } catch (error) {
      console.log(error instanceof BtfError, isBtfError(error), error.kind);
    }
  };
  run();`;
const REQUIRING = PROGRAM.replace(/import (\w+) from/g, "const $1 = require(").replace('import { readFileSync } from "node:fs";',
  'const { readFileSync } = require("node:fs");').replace('import init, { BtfError, BtfFile, isBtfError } from "btfscope";',
  'const { init, BtfError, BtfFile, isBtfError } = require("btfscope");');

/** Bundles a program into a file of the project. */
function bundle(source, format, name) {
  const entry = join(project, `entry-${name}`);
  writeFileSync(entry, source);
  const out = join(project, "dist", name);
  const options = ["--bundle", "--platform=node", `--format=${format}`, `--outfile=${out}`, "--log-level=warning", "--preserve-symlinks"];
  const run = spawnSync(process.execPath, [esbuild, entry, ...options], { cwd: project, encoding: "utf8" });
  assert.equal(run.status, 0, run.stderr);
  assert.equal(run.stderr, "", "no warnings");
  return out;
}

function node(...given) {
  const run = spawnSync(process.execPath, given, { cwd: tmpdir(), encoding: "utf8" });
  assert.equal(run.status, 0, run.stderr);
  assert.equal(run.stderr, "");
  return run.stdout.trim();
}

for (const [name, source, format] of [["esm.mjs", PROGRAM, "esm"], ["cjs.cjs", PROGRAM, "cjs"], ["required.cjs", REQUIRING, "cjs"]]) {
  test(`a bundle runs with the module of node_modules, with one beside it, and with given bytes: ${name}`, (t) => {
    if (!esbuild) return skip(t, "BTFSCOPE_ESBUILD is not set: there is no esbuild");
    const built = bundle(source, format, name);
    const file = fixturePath("bin/kinds.bpfel.btf");
    const expected = node("--input-type=module", "-e",
      `import { BtfFile } from ${JSON.stringify(join(packageFolder, "node.mjs"))}; import { readFileSync } from "node:fs";
       const file = BtfFile.open(readFileSync(${JSON.stringify(file)})); console.log(file.typeCount, file.type(1).name);
       console.log((await file.verify()).errno);`);
    assert.equal(node(built, file), expected, "node_modules");
    // In another folder, the bundle finds no package.
    const alone = join(folder, `alone-${name}`);
    mkdirSync(alone);
    copyFileSync(built, join(alone, name));
    assert.equal(node(join(alone, name), file), "true true not-ready");
    const parts = [FIRST, LATER].map((part) => join(packageFolder, part));
    assert.equal(node(join(alone, name), file, ...parts), expected, "bytes");
    // With the first part alone, the file opens, and `verify` fails.
    assert.equal(node(join(alone, name), file, parts[0]), expected.replace(/\n\d+$/, "\ntrue true not-fetched"));
    copyFileSync(parts[0], join(alone, FIRST));
    assert.equal(node(join(alone, name), file), expected.replace(/\n\d+$/, "\ntrue true not-fetched"));
    copyFileSync(parts[1], join(alone, LATER));
    assert.equal(node(join(alone, name), file), expected, "beside");
  });
}
