// Bytes read as types, declarations in other languages, verdicts of kernels, logs.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import test from "node:test";
import { fileURLToPath } from "node:url";

import { BtfFile, corpus, fixture, rejection, withFile } from "./support.mjs";

const sample = () => readFileSync(fileURLToPath(new URL("../../../static/samples/lessons/maps.bpf.o", import.meta.url)));

test("bytes are read by a type", async () => {
  await withFile(fixture("bin/kernel.x86_64.btf"), null, async (file) => {
    const [list] = file.find("list_head", "STRUCT");
    const bytes = new Uint8Array(16);
    bytes[0] = 0x2a;
    const values = await file.value(list, bytes);
    assert.deepEqual([values.type, values.size, values.bytes, values.form], ["struct list_head", 16, 16, "raw bytes"]);
    const { rows, text, formatted } = values.records[0];
    assert.deepEqual(rows.map((row) => [row.name, row.value, row.bitOffset]), [["", "", 0], ["next", "0x2a", 0], ["prev", "0x0", 64]]);
    assert.equal(text, "(struct list_head){\n .next = (struct list_head *)0x000000000000002a,\n}");
    const [libbpf] = (await file.value(list, bytes, { printer: "libbpf" })).records;
    assert.equal(libbpf.text, "(struct list_head){\n\t.next = (struct list_head *)0x2a,\n}");
    await rejection("bad-argument", () => file.value(list, bytes, { printer: "loud" }));
    assert.equal(typeof formatted, "string");
    // The same bytes given as text; given in the other byte order; printed on one line.
    assert.deepEqual((await file.value(list, "2a00000000000000 0000000000000000")).records, values.records);
    assert.equal((await file.value(list, "00000000 0000002a 00000000 00000000", { byteOrder: "big" })).records[0].rows[1].value, "0x2a");
    assert.ok(!(await file.value(list, bytes, { compact: true })).records[0].text.includes("\n"));
    await rejection("bad-bytes", () => file.value(list, "2a 0?"));
    assert.equal((await rejection("bad-bytes", () => file.value(list, "2a 0?"))).range.start, 4);
    await rejection("no-value", () => file.value(list));
    await rejection("bad-argument", () => file.value(list, 5));
    await rejection("bad-argument", () => file.value(list, bytes, { form: "loud" }));
  });
});

/** A BTF with anonymous unions in unions, `levels` deep, in a struct `top`. */
function unions(levels) {
  const strings = Buffer.from("\0int\0top\0x\0");
  const words = [1, 1 << 24, 4, 0x20, 0, 4 << 24 | 1, 4, 9, 1, 0];
  for (let id = 2; id < levels + 2; id++) words.push(0, 5 << 24 | 2, 4, 0, id, 0, 0, id, 0);
  words.push(5, 4 << 24 | 1, 4, 0, levels + 2, 0);
  const types = Buffer.from(Uint32Array.from(words).buffer);
  const head = Buffer.from(Uint32Array.of(0x0001eb9f, 24, 0, types.length, types.length, strings.length).buffer);
  return Buffer.concat([head, types, strings]);
}

test("values end with the limit", async () => {
  await withFile(unions(8), null, async (file) => {
    const [top] = file.find("top", "STRUCT");
    // The rows: top, 255 unions (8 levels), and 256 structs, each with an x.
    assert.equal((await file.value(top, new Uint8Array(4))).records[0].rows.length, 1 + 255 + 256 * 2);
    assert.match((await rejection("stopped", () => file.value(top, new Uint8Array(4), { limit: 1000 }))).message, /^stopped after 1000 .*limit/);
    assert.equal((await file.value(top, new Uint8Array(4), { limit: Infinity })).more, false);
    await rejection("bad-argument", () => file.value(top, new Uint8Array(4), { limit: -1 }));
    await rejection("bad-argument", () => file.value(top, new Uint8Array(4), { limit: "10" }));
  });
  await withFile(unions(60), null, async (file) => {
    const [top] = file.find("top", "STRUCT");
    await rejection("stopped", () => file.value(top, new Uint8Array(4)));
  });
});

test("an object's own bytes and its maps", async () => {
  await withFile(sample(), null, async (file) => {
    const [limit] = file.find("limit", "VAR");
    const own = await file.value(limit);
    assert.equal(own.form, null);
    assert.equal(own.records[0].rows[0].name, "limit");
    const none = await rejection("not-found", () => file.mapDump("nothing", "key: 00  value: 00"));
    assert.match(none.message, /^no map “nothing” with types; (there are \w|the file declares none$)/);
  });
});

test("declarations in other languages", () => {
  withFile(fixture("bin/kernel.x86_64.btf"), null, (file) => {
    const [list] = file.find("list_head", "STRUCT");
    assert.match(file.dump(list, "rust"), /pub struct list_head \{[^]*const _: \(\) = \{\n    assert!/);
    assert.doesNotMatch(file.dump(list, "rust", { noAssertions: true }), /assert!/);
    assert.match(file.dump(list, "zig"), /pub const list_head = extern struct/);
    assert.match(file.dump([list], "go"), /type List_head struct/);
    assert.match(file.dump(null, "go"), /type Task_struct struct/);
  });
});

test("verdicts on BTF are those of the kernels", async (t) => {
  const files = corpus(t);
  if (!files) return;
  const [head, ...rows] = files.text("verdict", "index.tsv").trimEnd().split("\n");
  const columns = head.split("\t");
  let [count, refused] = [0, 0];
  for (const row of rows) {
    const cells = row.split("\t");
    const blob = files.bytes("verdict", cells[0]);
    for (const kernel of ["7.2", "6.18", "6.12", "6.1"]) {
      const verdict = await BtfFile.verifyBlob(blob, { kernel, byteOrder: "little" });
      assert.equal(verdict.errno, Math.abs(Number(cells[columns.indexOf(`k${kernel}`)])), `${cells[0]} on ${kernel}`);
      refused += verdict.accepted ? 0 : 1;
      count += 1;
    }
  }
  assert.ok(count > 1000 && refused > 500, `${count} verdicts, ${refused} refused`);
});

test("a program is judged as libbpf hands it over", async () => {
  await withFile(sample(), null, async (file) => {
    const verdict = await file.verify();
    assert.deepEqual([verdict.accepted, verdict.errno, verdict.mode, verdict.line], [true, 0, "BPF_BTF_LOAD", null]);
    assert.ok(verdict.others.length >= 3 && verdict.changes.length > 0 && verdict.programs.length > 0);
    assert.deepEqual((await file.verify({ kernel: "6.1" })).others, []);
    // libbpf sets the sizes of sections at load. In the file as it is, they are 0, which the kernel refuses.
    assert.equal((await file.verify({ asIs: true })).accepted, false);
    await rejection("bad-argument", () => file.verify({ kernel: "six" }));
    await rejection("bad-argument", () => file.verify({ who: "nobody" }));
  });
});

test("a log is explained, with its program and alone", async () => {
  const text = "0: R1=ctx() R10=fp0\n9: (95) exit\nR0 invalid mem access 'map_value_or_null'\nprocessed 1 insns (limit 1000000)\n";
  const alone = await BtfFile.explainLog(text);
  assert.equal(alone.first, 3);
  assert.deepEqual(alone.errors.map((error) => [error.line, error.id]), [[3, "null-access"]]);
  assert.match(alone.errors[0].means, /^R0 may be NULL here \(map_value_or_null\)/);
  assert.ok(alone.errors[0].causes.length > 0 && alone.errors[0].change.length > 0);
  assert.deepEqual((await BtfFile.explainLog("R1 does something new\n")).errors, []);
  await withFile(sample(), null, async (file) => {
    const log = await file.log(text);
    assert.deepEqual(log.errors, alone.errors);
    assert.equal(log.file, "file");
    await assert.rejects(() => file.log(text, { program: "none" }), { kind: "not-found" });
    await assert.rejects(() => file.log(text, { programs: "none" }), { kind: "bad-argument" });
  });
});
