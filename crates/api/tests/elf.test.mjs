// ELF relocations and symbols, beside what the terminal's tests and llvm-readelf know of the same objects.
import assert from "node:assert/strict";
import test from "node:test";

import { fixture, withFile } from "./support.mjs";

test("relocations have their rule and their numbers", () => {
  withFile(fixture("bin/relo.clang.bpfel.o"), null, (file) => {
    const sections = file.elfRelocations();
    const ext = sections.find((section) => section.patches === ".BTF.ext");
    assert.deepEqual([ext.name, ext.kind, ext.types], [".rel.BTF.ext", "REL", { R_BPF_64_NODYLD32: ext.count }]);
    const [first] = ext.records;
    // S + A, as the document's table has it for this type.
    assert.equal(first.result, first.symbolValue + first.addend);
    assert.deepEqual([first.bits, first.typeNumber, first.record.end - first.record.start], [32, 4, 16]);
    assert.throws(() => file.elfRelocations({ section: "xdp" }), { code: "bad-argument" });
  });
});

test("symbols are those of the table", () => {
  withFile(fixture("bin/relo.clang.bpfel.o"), null, (file) => {
    const moves = file.symbols().find((symbol) => symbol.name === "moves");
    assert.deepEqual([moves.type, moves.bind, moves.section, moves.value], ["FUNC", "GLOBAL", "raw_tp/moves", 0n]);
  });
  withFile(fixture("bin/kernel.x86_64.btf"), null, (file) => {
    assert.deepEqual([file.symbols(), file.elfRelocations()], [[], []]);
  });
});
