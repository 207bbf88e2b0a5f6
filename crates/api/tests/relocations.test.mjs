// CO-RE relocations are compared with the results of libbpf's resolver.
import assert from "node:assert/strict";
import test from "node:test";

import { BtfFile, corpus, fixture, rejection, withFile } from "./support.mjs";

test("records and access strings are what libbpf reads", async (t) => {
  const files = corpus(t);
  if (!files) return;
  let [objects, records] = [0, 0];
  const visit = async (...path) => {
    for (const name of files.list("ref/core/objs", ...path)) {
      if (!/\.(o|elf)$/.test(name)) {
        await visit(...path, name);
        continue;
      }
      const [table] = files.list("ref/core/objs", ...path, name).filter((file) => file.endsWith(".tsv"));
      if (!table || !files.has("files/objs", ...path, name)) continue;
      const [head, ...rows] = files.text("ref/core/objs", ...path, name, table).trimEnd().split("\n");
      const columns = head.slice(1).split("\t");
      const theirs = rows.map((row) => {
        const cells = row.split("\t");
        const cell = (column) => cells[columns.indexOf(column)];
        return [cell("sec"), Number(cell("insn_off")), cell("kind"), Number(cell("local_id")), cell("access")].join(" ");
      });
      await withFile(files.bytes("files/objs", ...path, name), null, async (file) => {
        const ours = await file.relocations();
        assert.deepEqual(ours.map((relo) => relo.index), ours.map((_, i) => i));
        // libbpf's messages write two kinds differently.
        const kind = (relo) => relo.kind.toLowerCase().replace(/^type_id_(local|target)$/, "$1_type_id");
        const rows = ours.map((r) => [r.section, r.insnOffset, kind(r), r.typeId, r.access].join(" "));
        assert.deepEqual(rows.sort(), theirs.sort(), name);
        records += rows.length;
      });
      objects += 1;
    }
  };
  await visit();
  assert.ok(objects > 20 && records > 500, `${objects} objects, ${records} relocations`);
});

test("results on a target are libbpf's", async (t) => {
  const files = corpus(t);
  if (!files) return;
  // Programs of each folder on two kernels. A table of libbpf's results has a row for each relocation, which was
  // resolved alone, without the results that libbpf caches between relocations.
  const targets = [
    files.kernel("vmlinux-deb-6.1.176-amd64.btf", /^vmlinux-deb-6\.1\..*-amd64\.btf$/),
    files.kernel("vmlinux-retis-6.15.1-tiny-x86_64.btf", /^vmlinux-deb-6\.12\..*-amd64\.btf$/),
  ].map((name) => name.replace(/\.btf$/, ""));
  const kernels = targets.map((name) => BtfFile.open(files.bytes("files/btf", `${name}.btf`)));
  let [tables, rows] = [0, 0];
  const visit = async (...path) => {
    for (const name of files.list("ref/core/objs", ...path)) {
      if (!/\.(o|elf)$/.test(name)) {
        await visit(...path, name);
        continue;
      }
      if (!files.has("files/objs", ...path, name)) continue;
      const program = BtfFile.open(files.bytes("files/objs", ...path, name));
      const ours = program.info().byteOrder === "little" ? await program.relocations({ targets: kernels, alone: true, modules: "none" }) : [];
      targets.forEach((target, i) => {
        const [table] = files.list("ref/core/objs", ...path, name).filter((file) => file.includes(target) && file.endsWith(".tsv"));
        if (!table || ours.length === 0) return;
        const [head, ...lines] = files.text("ref/core/objs", ...path, name, table).trimEnd().split("\n");
        const columns = head.slice(1).split("\t");
        assert.equal(lines.length, ours.length);
        for (const [at, line] of lines.entries()) {
          const cells = line.split("\t");
          const cell = (column) => cells[columns.indexOf(column)];
          const result = ours[at].results[i];
          const about = `${name} on ${target}: ${line}`;
          assert.equal(result.candidates, Number(cell("ncands")), about);
          const status = cell("status");
          assert.equal(result.verdict === "refused", !/^(ok|poison)$/.test(status) || cell("patch_err") !== "0", about);
          if (status === "ok") {
            assert.equal(result.value, BigInt.asUintN(64, BigInt(cell("new"))), about);
            assert.equal(result.original, BigInt.asUintN(64, BigInt(cell("orig"))), about);
          }
          if (status === "poison") assert.equal(result.verdict, "poisoned", about);
          rows += 1;
        }
        tables += 1;
      });
      program.free();
    }
  };
  await visit();
  kernels.forEach((kernel) => kernel.free());
  assert.ok(tables > 10 && rows > 200, `${tables} tables, ${rows} rows`);
});

test("a program resolves on itself, and targets must be open files", async () => {
  const program = BtfFile.open(fixture("bin/core.clang.bpfel.o"));
  for (const relo of await program.relocations({ targets: [program] })) {
    const [result] = relo.results;
    assert.ok(result.loads && ["same", "changed", "absent", "poisoned"].includes(result.verdict), JSON.stringify(relo.path));
    // Whether the verifier reaches the instruction is computed only for a poisoned one.
    if (result.verdict !== "poisoned") assert.deepEqual([result.reached, result.guard], [null, null]);
    else assert.ok(["reached", "unsure", "never reached"].includes(result.reached), result.reached);
    if (relo.kind.startsWith("FIELD_BYTE")) assert.deepEqual([result.verdict, result.matched.path], ["same", relo.path]);
  }
  const big = BtfFile.open(fixture("bin/core.clang.bpfeb.o"));
  assert.ok((await program.relocations({ targets: [big] })).every(({ results: [result] }) => !result.loads));
  for (const targets of [program, [null], ["vmlinux"], [fixture("bin/kernel.x86_64.btf")], 1]) {
    await rejection("bad-argument", () => program.relocations({ targets }));
  }
  big.free();
  await rejection("freed", () => program.relocations({ targets: [big] }));
  assert.deepEqual((await program.relocations(null))[0].results, []);
  program.free();
});

test("each of the 13 kinds", async () => {
  for (const name of ["core.clang.bpfel.o", "core.clang.bpfeb.o"]) {
    const bytes = fixture(`bin/${name}`);
    await withFile(bytes, null, async (file) => {
      const relocations = await file.relocations();
      assert.equal(new Set(relocations.map((r) => r.kind)).size, 13);
      for (const relo of relocations) {
        assert.equal(file.byteOwner(relo.record.start).section, ".BTF.ext");
        assert.equal(file.byteOwner(relo.record.start).typeId, relo.typeId);
        assert.match(relo.access, /^\d+(:\d+)*$/);
        assert.ok(relo.declaration.includes(file.type(relo.typeId).name));
        // The record in the file: insn_off, type_id, access_str_off, kind.
        const view = new DataView(bytes.buffer, bytes.byteOffset + relo.record.start, 16);
        const little = name.includes("bpfel");
        assert.deepEqual(
          [view.getUint32(0, little), view.getUint32(4, little), view.getUint32(12, little)],
          [relo.insnOffset, relo.typeId, relo.kindNumber],
        );
      }
    });
  }
});

test("a file that is no program has none", async () => {
  await withFile(fixture("bin/kernel.x86_64.btf"), null, async (file) => assert.deepEqual(await file.relocations(), []));
});
