// ELF relocations and symbols are compared with values from the tests of the command line and from llvm-readelf, for
// the same objects.
import assert from "node:assert/strict";
import test from "node:test";

import { BtfFile, fixture, withFile } from "./support.mjs";

test("relocations have their rule and their numbers", async () => {
  await withFile(fixture("bin/relo.clang.bpfel.o"), null, async (file) => {
    const sections = await file.elfRelocations();
    const ext = sections.find((section) => section.patches === ".BTF.ext");
    assert.deepEqual([ext.name, ext.kind, ext.types], [".rel.BTF.ext", "REL", { R_BPF_64_NODYLD32: ext.count }]);
    const [first] = ext.records;
    // S + A, the rule of llvm_reloc.rst for this type.
    assert.equal(first.result, first.symbolValue + first.addend);
    assert.deepEqual([first.bits, first.typeNumber, first.record.end - first.record.start], [32, 4, 16]);
    await assert.rejects(() => file.elfRelocations({ section: "xdp" }), { kind: "bad-argument" });
  });
});

/** The bytes of an object whose .BTF sections are renamed, so that it has no BTF. */
function withoutBtf(name) {
  const bytes = Uint8Array.from(fixture(name));
  for (let at = 0; at + 4 <= bytes.length; at++) {
    if (String.fromCharCode(...bytes.subarray(at, at + 4)) === ".BTF") bytes[at + 1] = "X".charCodeAt(0);
  }
  return bytes;
}

test("a program without BTF has everything except types", async () => {
  const bare = withoutBtf("../../static/samples/lessons/elf-calls.o");
  assert.throws(() => BtfFile.open(bare), { kind: "no-btf" });
  const code = async (file) => (await file.disassemble()).map(({ name, offset, slots, instructions }) =>
    ({ name, offset, slots, texts: instructions.map(({ text }) => text) }));
  const known = { symbols: null, places: null, code: null };
  await withFile(fixture("../../static/samples/lessons/elf-calls.o"), null, async (file) => {
    known.code = await code(file);
    known.symbols = (await file.symbols()).filter(({ type }) => type === "FUNC").map(({ name, value }) => [name, value]);
    const [text] = (await file.elfRelocations()).filter(({ patches }) => patches === ".text");
    known.places = text.records.map(({ type, formula }) => [type, formula]);
    assert.deepEqual((await file.program()).functions.map(({ name }) => name), known.code.map(({ name }) => name));
    assert.match((await file.program()).functions[0].prototype, /measure\(/);
  });
  const file = BtfFile.open(bare, null, { bare: true });
  assert.deepEqual([file.typeCount, file.info().role], [0, "program"]);
  assert.deepEqual(await code(file), known.code);
  assert.deepEqual(known.code.map(({ name }) => name), ["measure", "area", "border"]);
  assert.equal(known.code[0].texts[0], "w6 = w2");
  assert.deepEqual(known.places[1], ["R_BPF_64_32", "(S 0 + A 0x18) / 8 - 1 = 2"]);
  const [text] = (await file.elfRelocations()).filter(({ patches }) => patches === ".text");
  assert.deepEqual(text.records.map(({ type, formula }) => [type, formula]), known.places);
  assert.deepEqual((await file.symbols()).filter(({ type }) => type === "FUNC").map(({ name, value }) => [name, value]), known.symbols);
  assert.equal((await file.program()).functions[0].prototype, null);
  await assert.rejects(() => file.verify(), { kind: "no-btf" });
  file.free();
  await withFile(fixture("bin/kernel.x86_64.btf"), null, async (kernel) => {
    assert.deepEqual([await kernel.program(), await kernel.disassemble()], [null, []]);
  });
});

test("symbols are those of the table", async () => {
  await withFile(fixture("bin/relo.clang.bpfel.o"), null, async (file) => {
    const moves = (await file.symbols()).find((symbol) => symbol.name === "moves");
    assert.deepEqual([moves.type, moves.bind, moves.section, moves.value], ["FUNC", "GLOBAL", "raw_tp/moves", 0n]);
  });
  await withFile(fixture("bin/kernel.x86_64.btf"), null, async (file) => {
    assert.deepEqual([await file.symbols(), await file.elfRelocations()], [[], []]);
  });
});
