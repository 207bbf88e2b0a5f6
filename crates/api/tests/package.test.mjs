// The package as npm delivers it.
import assert from "node:assert/strict";
import { existsSync, mkdtempSync, mkdirSync, readFileSync, rmSync, symlinkSync } from "node:fs";
import { createRequire } from "node:module";
import { spawnSync } from "node:child_process";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { pathToFileURL } from "node:url";

import { Atlas, BtfFile, fixture, fixturePath, init, packageFolder } from "./support.mjs";

const about = JSON.parse(readFileSync(join(packageFolder, "package.json"), "utf8"));

/** A project that depends on the package. */
const project = mkdtempSync(join(tmpdir(), "btfscope-npm-"));
mkdirSync(join(project, "node_modules"));
symlinkSync(packageFolder, join(project, "node_modules/btfscope"), "dir");
after(() => rmSync(project, { recursive: true }));

function node(kind, script) {
  const run = spawnSync(process.execPath, [`--input-type=${kind}`, "-e", script], { cwd: project, encoding: "utf8" });
  assert.equal(run.status, 0, run.stderr);
  assert.equal(run.stderr, "");
  return run.stdout.trim();
}

test("import and require give the same", () => {
  const names = "[Object.keys(btfscope).sort().join(), typeof btfscope.default].join(' ')";
  const expected = "Atlas,BtfError,BtfFile,default,init,isBtfError function";
  assert.equal(node("module", `import * as btfscope from "btfscope"; console.log(${names})`), expected);
  assert.equal(node("commonjs", `const btfscope = require("btfscope"); console.log(${names})`), expected);
  const same = `import { createRequire } from "node:module"; import init, { BtfFile } from "btfscope"; await init();
    console.log(createRequire(process.cwd() + "/")("btfscope").BtfFile === BtfFile)`;
  assert.equal(node("module", same), "true");
  for (const part of ["bg", "later"]) {
    assert.equal(node("module", `console.log(import.meta.resolve("btfscope/btfscope_${part}.wasm").endsWith(".wasm"))`), "true");
  }
});

test("the entry for bundlers and browsers can load the module from bytes, and refuses calls before that", async () => {
  const web = await import(pathToFileURL(join(packageFolder, about.exports["."].default.default)));
  const raw = fixture("bin/kinds.bpfel.btf");
  assert.throws(() => web.BtfFile.open(raw), { name: "BtfError", kind: "not-ready" });
  await assert.rejects(web.BtfFile.explainLog(""), { name: "BtfError", kind: "not-ready" });
  await assert.rejects(web.init(new Uint8Array(8)));
  await web.init(readFileSync(join(packageFolder, "btfscope_bg.wasm")));
  await web.default();
  const file = web.BtfFile.open(raw);
  // A file of another instance of the module is in another memory, so it is refused.
  assert.throws(() => BtfFile.open(raw, file), { kind: "bad-argument" });
  assert.equal(file.typeCount, BtfFile.open(raw).typeCount);
  file.free();
  assert.equal(await init(), undefined);
});

test("package.json is complete, and all files that it names are there", () => {
  assert.match(about.version, /^\d+\.\d+\.\d+$/);
  assert.equal(about.license, "MIT OR Apache-2.0");
  assert.ok(!JSON.stringify(about).includes("@"));
  for (const file of [...about.files, about.main, about.module, about.types, "README.md"]) {
    assert.ok(existsSync(join(packageFolder, file)), file);
  }
  const declared = JSON.stringify(about.exports).match(/"\.\/[^"]+"/g);
  assert.ok(declared.length > 6);
  for (const path of declared) assert.ok(existsSync(join(packageFolder, JSON.parse(path))), path);
  const require = createRequire(import.meta.url);
  assert.equal(require(packageFolder).BtfFile, BtfFile);
});

test("index.d.ts declares all members of the classes, and no others", () => {
  const types = readFileSync(join(packageFolder, about.types), "utf8");
  for (const its of [BtfFile, Atlas]) {
    const body = types.slice(types.indexOf(`export class ${its.name} {`)).split("\n}\n")[0];
    const declared = new Set([...body.matchAll(/^ {2}(?:static |readonly )*([a-zA-Z]+)[(:]/gm)].map((m) => m[1]));
    declared.delete("constructor");
    declared.delete("private");
    assert.ok(declared.size > 6, its.name);
    const has = (object) => Object.getOwnPropertyNames(object).filter((name) => !/^(__|constructor$)/.test(name));
    const statics = has(its).filter((name) => !["length", "name", "prototype"].includes(name));
    assert.deepEqual([...declared].sort(), [...statics, ...has(its.prototype)].sort());
  }
});

test("the README's examples run", () => {
  const text = readFileSync(join(packageFolder, "README.md"), "utf8");
  const examples = [...text.matchAll(/```(js|cjs)\n([^]*?)```/g)].filter(([, , code]) => !code.includes("init("));
  assert.ok(examples.length >= 2);
  const files = { vmlinux: "kernel.x86_64.o", "veth.ko": "module.x86_64.ko", "prog.bpf.o": "core.clang.bpfel.o" };
  for (const [, kind, code] of examples) {
    const ours = (whole, name) => (files[name] ? JSON.stringify(fixturePath(`bin/${files[name]}`)) : whole);
    node(kind === "cjs" ? "commonjs" : "module", code.replace(/"([^"]+)"/g, ours));
  }
});
