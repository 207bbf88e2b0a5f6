// Layouts are compared with pahole's output.
import assert from "node:assert/strict";
import test from "node:test";

import { BtfFile, corpus, failure, fixture, withFile } from "./support.mjs";

/** The totals below a struct in pahole's output: the comments after its last member. */
function figures(text) {
  const end = text
    .slice(text.lastIndexOf("\n\n\t/* size:"))
    // These lines are about members that are structs.
    .replace(/^.*(paddings|member types with).*$/gm, "");
  const number = (what) => Number(new RegExp(`(?:/\\*|,) ${what}: (\\d+)`).exec(end)?.[1] ?? 0);
  return {
    size: number("size"),
    cacheLines: number("cachelines"),
    lastCacheLine: number("last cacheline"),
    members: number("members"),
    sumMembers: number("sum members"),
    sumBitfieldBits: number("sum bitfield members"),
    holes: number("holes"),
    holeBytes: number("sum holes"),
    bitHoles: number("bit holes"),
    bitHoleBits: number("sum bit holes"),
    padding: number("padding"),
    bitPadding: number("bit_padding"),
    forcedAlignments: number("forced alignments"),
    forcedHoles: number("forced holes"),
    forcedHoleBytes: number("sum forced holes"),
  };
}

/** The struct or union that pahole prints for a name. */
function composite(file, name) {
  return file.find(name).find((id) => ["STRUCT", "UNION"].includes(file.type(id).kind));
}

test("figures and text of the corpus' structs are pahole's", (t) => {
  const files = corpus(t);
  if (!files) return;
  let [structs, withHoles] = [0, 0];
  for (const kernel of files.list("ref/pahole")) {
    const file = BtfFile.open(files.bytes("files/btf", kernel));
    for (const text of files.list("ref/pahole", kernel)) {
      const theirs = files.text("ref/pahole", kernel, text);
      if (!theirs.includes("/* size:")) continue;
      const id = composite(file, text.slice(0, -4));
      const layout = file.layout(id);
      const expected = figures(theirs);
      for (const [what, value] of Object.entries(expected)) {
        // pahole prints these sums only if the struct has holes.
        if (value === 0 && what.startsWith("sum")) continue;
        assert.equal(layout.figures[what], value, `${kernel} ${text} ${what}`);
      }
      assert.equal(file.dump(id, "pahole").trimEnd(), theirs.trimEnd(), `${kernel} ${text}`);
      covers(layout);
      structs += 1;
      withHoles += expected.holes > 0;
    }
    file.free();
  }
  assert.ok(structs > 150 && withHoles > 60, `${structs} structs, ${withHoles} with holes`);
});

/** Checks that the rows of a struct cover every bit. */
function covers(layout) {
  if (layout.kind !== "STRUCT") return;
  let at = 0;
  for (const row of layout.rows) {
    assert.equal(row.bitOffset, at, `${layout.name} ${row.name}`);
    at += row.bits;
  }
  assert.equal(at, layout.size * 8, layout.name);
}

test("a layout by hand", () => {
  // struct ipv4_header of tests/fixtures/src/net.c: 20 bytes; version and words share byte 0, and length begins at byte
  // 2, as on the wire.
  for (const name of ["net.clang.bpfel.o", "net.clang.bpfeb.o"]) {
    withFile(fixture(`bin/${name}`), null, (file) => {
      const layout = file.layout(composite(file, "ipv4_header"));
      const big = name.includes("bpfeb");
      assert.equal(layout.size, 20);
      assert.equal(layout.byteOrder, big ? "big" : "little");
      const [a, b, , length] = layout.rows;
      assert.deepEqual([a.name, a.bitOffset, a.bits], [big ? "version" : "words", 0, 4]);
      assert.deepEqual([b.name, b.bitOffset, b.bits], [big ? "words" : "version", 4, 4]);
      assert.equal(a.bitfield.unitSize, 1);
      assert.deepEqual([length.byteOffset, length.byteSize, length.bitfield], [2, 2, null]);
      assert.equal(layout.reorganized, null);
      covers(layout);
    });
  }
});

test("a better order saves as many bytes as it says", (t) => {
  const files = corpus(t);
  if (!files) return;
  withFile(files.bytes("files/btf", files.kernel("vmlinux-retis-6.15.1-tiny-x86_64.btf", /^vmlinux-deb-6\.12\..*-arm64\.btf$/)), null, (file) => {
    let better = 0;
    for (const { id } of file.search("kind:struct holes:>1", Infinity).types) {
      const [before, after] = [file.layout(id), file.layout(id, { reorganize: true })];
      assert.equal(after.size, before.size - after.reorganized.saved, before.name);
      assert.equal(after.reorganized.moves.length > 0, file.dump(id, "pahole", { reorganize: true }).includes("Moving"));
      const members = ({ rows }) => rows.flatMap((row) => (row.row === "member" ? [row.index] : [])).sort((a, b) => a - b);
      assert.deepEqual(members(after), members(before));
      better += after.reorganized.saved > 0;
    }
    assert.ok(better > 10, `${better} structs`);
    const wide = file.layout(composite(file, "task_struct"), { cacheLine: 128 });
    assert.equal(wide.figures.cacheLines, Math.ceil(wide.size / 128));
  });
});

test("a type without a layout is refused, with the reason", () => {
  withFile(fixture("bin/kinds.bpfel.btf"), null, (file) => {
    const [int] = file.find("int", "INT");
    assert.match(failure("no-layout", () => file.layout(int)).message, /INT/);
    failure("no-layout", () => file.dump(int, "pahole"));
    failure("not-found", () => file.layout(1_000_000));
    failure("bad-argument", () => file.layout(1, { cacheLine: 0 }));
    failure("bad-argument", () => file.layout(1, { cacheLine: "64" }));
  });
});
