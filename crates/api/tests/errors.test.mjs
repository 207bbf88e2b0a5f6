// The errors of calls, and the effects of freeing a file.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import test from "node:test";
import { pathToFileURL } from "node:url";

import { BtfFile, BtfError, failure, fixture, isBtfError, packageFolder, rejection, withFile } from "./support.mjs";

const raw = fixture("bin/kinds.bpfel.btf");

/** A copy with some bytes changed. */
function changed(at, ...bytes) {
  const copy = Uint8Array.from(raw);
  copy.set(bytes, at);
  return copy;
}

test("files that cannot be opened say why, and at which byte", () => {
  const open = (bytes, ...more) => () => BtfFile.open(bytes, ...more);
  assert.equal(failure("empty", open(new Uint8Array())).range.start, 0);
  assert.equal(failure("not-btf", open(new TextEncoder().encode("a text, and nothing else"))).range.start, 0);
  // Version 2 at byte 2; hdr_len 8 at byte 4.
  assert.equal(failure("bad-header", open(changed(2, 2))).range.start, 2);
  assert.equal(failure("bad-header", open(changed(4, 8))).range.start, 4);
  const elf = fixture("bin/kinds.clang.bpfel.o");
  failure("damaged", open(fixture("packed/object.gz").subarray(0, 200)));
  const without = Buffer.from(elf.toString("latin1").replaceAll(".BTF", ".XYZ"), "latin1");
  failure("no-btf", open(without));

  // A module needs its own kernel.
  const module = fixture("bin/module.x86_64.ko");
  const needs = failure("needs-base", open(module, null, { name: "module.ko" }));
  assert.match(needs.message, /^module\.ko: /);
  assert.equal(Buffer.from(module).readUInt16LE(needs.range.start), 0xeb9f, "the offset is that of .BTF");
  failure("wrong-base", open(module, fixture("bin/kernel.s390x.btf")));
  failure("wrong-base", open(module, fixture("bin/kinds.bpfel.btf")));
  failure("not-btf", open(module, new Uint8Array(100).fill(65)));
  failure("no-entry", open(raw, null, { entry: "vmlinux" }));
});

test("errors are instances of Error, with a name and a kind", () => {
  const error = failure("empty", () => BtfFile.open(new Uint8Array()));
  assert.equal(error.name, "BtfError");
  assert.match(String(error), /^BtfError: /);
  assert.equal(isBtfError(new Error("another")), false);
  assert.equal(isBtfError({ name: "BtfError", kind: "empty" }), false);
  const unplaced = failure("not-found", () => withFile(raw, null, (file) => file.layout(99_999)));
  assert.deepEqual([unplaced.range, unplaced.place], [null, null]);
  assert.equal(error.place, "file");
  const packed = failure("no-btf", () => BtfFile.open(fixture("packed/object.xz").subarray(0), null, { fromDwarf: true }));
  assert.ok(packed instanceof BtfError);
  assert.throws(() => { throw new BtfError("made by a person", { kind: "no-btf" }); }, BtfError);
});

test("wrong arguments are refused, whatever they are", async () => {
  for (const bytes of [undefined, null, "text", 12, [0x9f, 0xeb], raw.buffer, {}, new Uint16Array(4)]) {
    failure("bad-argument", () => BtfFile.open(bytes));
    failure("bad-argument", () => BtfFile.entries(bytes));
  }
  for (const base of [{}, "vmlinux", 1, [], () => {}, { __lend() {} }]) {
    failure("bad-argument", () => BtfFile.open(raw, base));
  }
  for (const options of ["name", 1, { name: 1 }, { entry: {} }]) {
    failure("bad-argument", () => BtfFile.open(raw, null, options));
  }
  await withFile(raw, null, async (file) => {
    const unknown = [
      [() => BtfFile.open(raw, null, { entri: "vmlinux" }), "entri", "name, entry, fromDwarf, bare, machine"],
      [() => file.search("int", 1, { own_only: true }), "own_only", "derived, ownOnly"],
      [() => file.layout(1, { cacheline: 64 }), "cacheline", "cacheLine, reorganize"],
      [() => file.dump(1, "c", { portable: true, sorted: false }), "sorted", "unsorted, portable, definitionOnly, pretty, annotate, reorganize, cacheLine, noAssertions"],
      [() => file.relocations({ target: [] }), "target", "alone, targets, modules"],
      [() => file.check({ target: [] }), "target", "targets, modules"],
    ];
    for (const [call, key, known] of unknown) {
      assert.equal((await rejection("bad-argument", call)).message, `unknown option “${key}”; expected ${known}`);
    }
    assert.deepEqual(await file.relocations({ targets: [], alone: true }), []);
    for (const id of [undefined, null, "1", -1, 1.5, NaN, Infinity, {}, 1n, 2 ** 60]) {
      failure("bad-argument", () => file.type(id));
      failure("bad-argument", () => file.layout(id));
      failure("bad-argument", () => file.byteOwner(id));
      if (id !== null) failure("bad-argument", () => file.dump(id, "raw"));
      failure("bad-argument", () => file.dump([1, id], "raw"));
      if (id !== undefined && id !== Infinity) failure("bad-argument", () => file.search("int", id));
    }
    for (const name of [undefined, null, 1, {}]) {
      failure("bad-argument", () => file.find(name));
      failure("bad-argument", () => file.search(name));
      failure("bad-argument", () => file.dump(1, name));
    }
    failure("bad-argument", () => file.find("int", 1));
    failure("bad-argument", () => file.dump(1, "yaml"));
    failure("bad-argument", () => file.dump(1, "asm"));
    failure("bad-argument", () => file.dump(null, "pahole"));
    failure("bad-argument", () => file.dump(1, "c", { portable: 1 }));
    failure("not-found", () => file.dump([1, 99_999], "raw"));
    failure("not-found", () => file.dump(0, "raw"));
    assert.equal(file.type(0), null);
    assert.equal(file.type(2 ** 40), null);
    assert.equal(file.byteOwner(2 ** 40), null);
  });
});

test("a word of a query that cannot be read is named by its place", () => {
  withFile(raw, null, (file) => {
    const error = failure("bad-query", () => file.search("größe𝄞 size:many"));
    // Offsets count UTF-16 units, as JavaScript does.
    assert.equal("größe𝄞 size:many".slice(error.range.start, error.range.end), "size:many");
    assert.equal(error.place, "query");
    failure("bad-query", () => file.search("/(/"));
  });
});

test("a freed file cannot be used, and files opened on it keep its types", () => {
  const base = BtfFile.open(fixture("bin/kernel.x86_64.btf"));
  const module = BtfFile.open(fixture("bin/module.x86_64.btf"), base);
  assert.equal(module.firstId, base.typeCount + 1);
  base.free();
  failure("freed", () => base.typeCount);
  failure("freed", () => base.type(1));
  failure("freed", () => BtfFile.open(fixture("bin/module.x86_64.btf"), base));
  // Freeing twice is allowed.
  base.free();
  assert.equal(module.type(1).id, 1, "the module keeps what it needs of its kernel");
  module[Symbol.dispose]();
  failure("freed", () => module.typeCount);
  module[Symbol.dispose]();
  failure("freed", () => new BtfFile().kinds());
});

test("memory is given back", () => {
  const kernel = fixture("bin/kernel.x86_64.btf");
  const grown = () => {
    const before = process.memoryUsage().arrayBuffers;
    for (let i = 0; i < 300; i++) withFile(kernel, null, (file) => file.search("kind:struct holes:>0"));
    return process.memoryUsage().arrayBuffers - before;
  };
  grown();
  assert.ok(grown() < 4 * kernel.length + (1 << 20));
});

test("a panic is an error, and the end", () => {
  // In a process of its own: after a panic, nothing works.
  const script = `
    import { createRequire } from "node:module";
    const require = createRequire(${JSON.stringify(pathToFileURL(join(packageFolder, "package.json")).href)});
    const { BtfFile, isBtfError } = require("./node.cjs");
    const { __panicForTests } = require("./btfscope_node.cjs");
    const file = BtfFile.open(new Uint8Array(${JSON.stringify([...raw])}));
    const codes = [];
    for (const call of [__panicForTests, __panicForTests, () => file.type(1), () => file.typeCount, () => BtfFile.open(new Uint8Array(1))]) {
      try { call(); codes.push("nothing"); } catch (error) { codes.push(isBtfError(error) ? error.kind : String(error)); }
    }
    try { __panicForTests(); } catch {}
    console.log(codes.join(" "));
  `;
  const { stdout, stderr, status } = spawnSync(process.execPath, ["--input-type=module", "-e", script], { encoding: "utf8" });
  assert.equal(stdout.trim(), "panic unusable unusable unusable unusable", stderr);
  assert.equal(status, 0);
});

/** An object that throws at every access. */
const trap = () => new Proxy({}, new Proxy({}, { get: (_, name) => () => { throw new Error(`the trap ${name}`); } }));

test("options that throw leave nothing borrowed", async () => {
  const sample = fixture("bin/core.clang.bpfel.o");
  const getter = { get form() { throw new Error("a getter"); } };
  const nameless = { get form() { throw null; } };
  for (const options of [trap(), getter, nameless, { targets: trap() }, { targets: [trap()] }]) {
    const calls = {
      find: (file) => file.find(options, options),
      search: (file) => file.search("a", 1, options),
      layout: (file) => file.layout(3, options),
      dump: (file) => file.dump(1, "c", options),
      value: (file) => file.value(1, new Uint8Array(4), options),
      mapDump: (file) => file.mapDump("counts", "key: 00", options),
      verify: (file) => file.verify(options),
      relocations: (file) => file.relocations(options),
      check: (file) => file.check(options),
      users: (file) => file.users(1, options),
      containers: (file) => file.containers(1, options),
      path: (file) => file.path(3, 1, options),
      at: (file) => file.at(3, 0, options),
      diff: (file) => file.diff(file, options),
      field: (file) => file.field(options),
      elfRelocations: (file) => file.elfRelocations(options),
      byteOwner: (file) => file.byteOwner(options),
    };
    for (const [name, call] of Object.entries(calls)) {
      const file = BtfFile.open(sample);
      assert.ok(isBtfError(await rejection("bad-argument", () => call(file))), name);
      assert.ok(file.kinds().INT > 0, name);
      file.free();
      failure("freed", () => file.kinds());
    }
    failure("bad-argument", () => BtfFile.open(sample, null, options));
    failure("bad-argument", () => BtfFile.open(sample, options));
    await rejection("bad-argument", () => BtfFile.verifyBlob(sample, options));
  }
  // A getter that frees the file during the call.
  const file = BtfFile.open(sample);
  const freeing = { get form() { file.free(); return "hex"; } };
  await rejection("freed", () => file.value(1, "00000000", freeing));
  // The caller's own error is passed on as the cause.
  const cause = (await withFile(raw, null, (file) => rejection("bad-argument", () => file.value(1, "00", getter)))).cause;
  assert.equal(cause.message, "a getter");
});

test("bytes are a Uint8Array and nothing that looks like one", async () => {
  const plain = new Proxy(Uint8Array.from(raw), {});
  const throwing = new Proxy(Uint8Array.from(raw), { get() { throw new Error("a trap"); } });
  const { proxy: revoked, revoke } = Proxy.revocable(Uint8Array.from(raw), {});
  revoke();
  class Odd extends Uint8Array { get length() { throw new Error("a length"); } }
  for (const bytes of [plain, throwing, revoked, Object.create(Uint8Array.prototype)]) {
    failure("bad-argument", () => BtfFile.open(bytes));
    failure("bad-argument", () => BtfFile.open(raw, bytes));
    failure("bad-argument", () => BtfFile.entries(bytes));
    await rejection("bad-argument", () => BtfFile.verifyBlob(bytes));
    await withFile(raw, null, async (file) => {
      await rejection("bad-argument", () => file.value(1, bytes));
      assert.ok(file.typeCount > 0);
    });
  }
  // A subclass of Uint8Array is read by its real bytes, whatever its getters say.
  BtfFile.open(new Odd(raw)).free();
});
