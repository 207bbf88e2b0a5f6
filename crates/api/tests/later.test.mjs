// The two parts of the module: the first is small, the second is loaded automatically when a call needs it.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { copyFileSync, cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { pathToFileURL } from "node:url";
import { brotliCompressSync, constants } from "node:zlib";

import { BtfFile, fixture, fixturePath, isBtfError, packageFolder } from "./support.mjs";

const [FIRST, LATER] = ["btfscope_bg.wasm", "btfscope_later.wasm"];
const MOST = 600_000;

const folder = mkdtempSync(join(tmpdir(), "btfscope-later-"));
after(() => rmSync(folder, { recursive: true }));

/** A copy of the package, so that it is an instance of its own and its files can be changed. */
function copy(name) {
  const place = join(folder, name);
  cpSync(packageFolder, place, { recursive: true });
  return place;
}

/** The package as a page has it, with a `fetch` that reads from the disk and counts. */
async function browserLike(t, name) {
  const place = copy(name);
  const fetched = [];
  const server = { fetched, answer: null };
  const own = globalThis.fetch;
  globalThis.fetch = async (address) => {
    const file = String(address).split("/").at(-1);
    fetched.push(file);
    if (server.answer) return server.answer();
    // The first part has the right type, because a warning appears in the console for any other. The second part may
    // have any type.
    const type = file === FIRST ? "application/wasm" : "application/octet-stream";
    return new Response(readFileSync(join(place, file)), { headers: { "content-type": type } });
  };
  t.after(() => (globalThis.fetch = own));
  return { place, server, web: await import(pathToFileURL(join(place, "index.js"))) };
}

/** The error with which a promise is rejected. */
const rejected = (promise) => promise.then(() => assert.fail("it is not rejected"), (error) => error);

test("the first part is small", () => {
  const params = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_LGWIN]: 24 };
  const sizes = [FIRST, LATER].map((part) => brotliCompressSync(readFileSync(join(packageFolder, part)), { params }).length);
  assert.ok(sizes[0] <= MOST, `${FIRST} takes ${sizes[0]} bytes of brotli, more than ${MOST}`);
  // The second part holds much of the code.
  assert.ok(sizes[1] > 100_000, `${sizes[1]}`);
});

test("a page fetches the second part when a call needs it, once", async (t) => {
  const { web, server } = await browserLike(t, "page");
  await web.init();
  assert.deepEqual(server.fetched, [FIRST]);
  const file = web.BtfFile.open(fixture("bin/core.clang.bpfel.o"));
  file.dump(null, "c");
  file.layout(file.search("kind:struct", 1).types[0].id);
  const made = web.BtfFile.open(fixture("dwarf/dwarf.gcc.x86_64.o"));
  assert.ok(made.fromDwarf().types > 0);
  // None of these calls needs the second part.
  assert.deepEqual(server.fetched, [FIRST]);
  const [all, log, symbols] = await Promise.all([file.relocations(), web.BtfFile.explainLog("R0 invalid mem access 'scalar'\n"), file.symbols()]);
  assert.deepEqual(server.fetched, [FIRST, LATER]);
  const theirs = BtfFile.open(fixture("bin/core.clang.bpfel.o"));
  assert.deepEqual(all, await theirs.relocations());
  assert.deepEqual(symbols, await theirs.symbols());
  assert.equal(log.errors.length, 1);
  assert.deepEqual(await file.verify(), await theirs.verify());
  const freed = file.program();
  file.free();
  await freed;
  assert.equal((await rejected(file.program())).kind, "freed");
  assert.deepEqual(server.fetched, [FIRST, LATER]);
});

test("an atlas and a file that is freed meanwhile wait for the part, too", async (t) => {
  const { web, server } = await browserLike(t, "atlas");
  await web.init();
  const file = web.BtfFile.open(fixture("bin/core.clang.bpfel.o"));
  const answer = file.check();
  file.free();
  assert.equal((await rejected(answer)).kind, "freed");
  const atlas = await web.Atlas.open(new Blob([readFileSync(new URL("../../../static/atlas/debian.atlas", import.meta.url))]));
  assert.ok((await atlas.kernels("arch=amd64")).kernels.length > 0);
  assert.deepEqual(server.fetched, [FIRST, LATER]);
});

test("a failed fetch is told, and the next call tries again", async (t) => {
  const { web, server, place } = await browserLike(t, "failing");
  await web.init();
  const file = web.BtfFile.open(fixture("bin/core.clang.bpfel.o"));
  const ways = [
    [() => { throw new TypeError("the network"); }, /the network/],
    [() => new Response("none", { status: 404 }), /the server answered 404/],
    [() => new Response("<!doctype html>"), /cannot be loaded/],
    // The first part in place of the second, and the second part of another build.
    [() => new Response(readFileSync(join(place, FIRST))), /does not belong/],
    [() => new Response(Buffer.concat([readFileSync(join(place, LATER)).subarray(0, -4), Buffer.from("xxxx")])), /does not belong/],
  ];
  for (const [answer, says] of ways) {
    server.answer = answer;
    // Calls at the same time share one attempt.
    const before = server.fetched.length;
    const errors = await Promise.all([rejected(file.verify()), rejected(web.BtfFile.explainLog("x"))]);
    assert.equal(server.fetched.length, before + 1);
    for (const error of errors) {
      assert.ok(error instanceof web.BtfError && isBtfError(error), String(error));
      assert.deepEqual([error.kind, error.range], ["not-fetched", null]);
      assert.match(error.message, says);
    }
    // Calls that need only the first part still work.
    assert.ok(file.typeCount > 0);
  }
  server.answer = null;
  assert.equal((await file.verify()).accepted, true);
});

test("init says where the second part is", async (t) => {
  const { web, server, place } = await browserLike(t, "elsewhere");
  assert.equal((await rejected(web.init(undefined, { rest: 1 }))).kind, "bad-argument");
  assert.equal((await rejected(web.init(undefined, 1))).kind, "bad-argument");
  copyFileSync(join(place, LATER), join(place, "part.4f2a.wasm"));
  await web.init(new URL(`https://example.org/${FIRST}`), { later: "https://example.org/part.4f2a.wasm" });
  await web.BtfFile.explainLog("x");
  assert.deepEqual(server.fetched, [FIRST, "part.4f2a.wasm"]);
  // Bytes and compiled modules are taken as they are.
  for (const later of [readFileSync(join(place, LATER)), await WebAssembly.compile(readFileSync(join(place, LATER)))]) {
    const other = await import(`${pathToFileURL(join(copy(`given-${later.constructor.name}`), "index.js"))}`);
    await other.init(readFileSync(join(place, FIRST)), { later });
    assert.deepEqual((await other.BtfFile.explainLog("x")).errors, []);
  }
  assert.equal(server.fetched.length, 2);
});

for (const [kind, start] of [
  ["module", (entry) => `import { BtfFile } from ${JSON.stringify(entry("node.mjs"))};`],
  ["commonjs", (entry) => `const { BtfFile } = require(${JSON.stringify(entry("node.cjs"))});`],
]) {
  test(`Node reads the second part from the disk, and fetches nothing: ${kind}`, () => {
    const place = copy(kind);
    const run = (lines) => {
      const script = `${start((name) => join(place, name))}
        globalThis.fetch = () => { throw new Error("a fetch"); };
        const file = BtfFile.open(require("node:fs").readFileSync(${JSON.stringify(fixturePath("bin/core.clang.bpfel.o"))}));
        (async () => { ${lines} })();`;
      const prelude = kind === "module" ? `import { createRequire } from "node:module"; const require = createRequire(process.cwd() + "/");` : "";
      const node = spawnSync(process.execPath, [`--input-type=${kind}`, "-e", prelude + script], { encoding: "utf8" });
      assert.equal(node.stderr, "");
      return node.stdout.trim();
    };
    assert.equal(run(`console.log((await file.symbols()).length > 0, (await file.check()).programs.length > 0);`), "true true");
    const bytes = readFileSync(join(place, LATER));
    rmSync(join(place, LATER));
    mkdirSync(join(folder, "kept"), { recursive: true });
    writeFileSync(join(folder, "kept", `${kind}.wasm`), bytes);
    assert.equal(run(`
      const kind = await file.verify().catch((error) => error.kind);
      require("node:fs").copyFileSync(${JSON.stringify(join(folder, "kept", `${kind}.wasm`))}, ${JSON.stringify(join(place, LATER))});
      console.log(kind, (await file.verify()).accepted);`), "not-fetched true");
  });
}
