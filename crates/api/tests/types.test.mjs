// The package's TypeScript types: correct and wrong uses are compiled, and so are the values that the package returns.
import assert from "node:assert/strict";
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { spawnSync } from "node:child_process";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";

import { Atlas, BtfFile, fixture, ownIds, packageFolder, skip, withFile } from "./support.mjs";

const tsc = process.env.BTFSCOPE_TSC;
const project = mkdtempSync(join(tmpdir(), "btfscope-types-"));
mkdirSync(join(project, "node_modules"));
symlinkSync(packageFolder, join(project, "node_modules/btfscope"), "dir");
after(() => rmSync(project, { recursive: true }));

/** Compiles files of the project in strict mode. Returns the compiler's messages. */
function compile(options, ...files) {
  const strict = ["--noEmit", "--strict", "--noUncheckedIndexedAccess", "--exactOptionalPropertyTypes", "--pretty", "false"];
  const run = spawnSync(process.execPath, [tsc, ...strict, ...options, ...files], { cwd: project, encoding: "utf8" });
  return run.stdout + run.stderr;
}

const SETTINGS = {
  "a bundler": ["--module", "esnext", "--moduleResolution", "bundler", "--target", "es2022", "--lib", "es2022,dom,dom.iterable"],
  "Node, as an ES module": ["--module", "nodenext", "--target", "es2022", "--lib", "es2022"],
  "Node, by require": ["--module", "nodenext", "--target", "es2022", "--lib", "es2022"],
};

for (const [name, options] of Object.entries(SETTINGS)) {
  test(`uses compile, or do not, as they should: ${name}`, (t) => {
    if (!tsc) return skip(t, "BTFSCOPE_TSC is not set: there is no TypeScript");
    const file = name.includes("require") ? "uses.cts" : "uses.mts";
    copyFileSync(new URL("types/uses.ts", import.meta.url), join(project, file));
    assert.equal(compile(options, file), "");
  });
}

test("a wrong use that is not marked as expected is an error", (t) => {
  if (!tsc) return skip(t, "BTFSCOPE_TSC is not set: there is no TypeScript");
  writeFileSync(join(project, "wrong.mts"), 'import { BtfFile } from "btfscope";\nBtfFile.open("vmlinux");\n');
  assert.match(compile(SETTINGS["a bundler"], "wrong.mts"), /wrong\.mts\(2,14\): error TS2769/);
});

/** A value as TypeScript source: like JSON, but with bigint literals. */
function literal(value) {
  const text = JSON.stringify(value, (_, v) => (typeof v === "bigint" ? `\u0001${v}n\u0001` : v));
  return text.replace(/"\\u0001(-?\d+n)\\u0001"/g, "$1");
}

test("the package's values have exactly the fields that its types declare", async (t) => {
  if (!tsc) return skip(t, "BTFSCOPE_TSC is not set: there is no TypeScript");
  const lines = ['import type * as btfscope from "btfscope";'];
  const add = (type, value) => lines.push(`export const v${lines.length}: ${type} = ${literal(value)};`);
  const kinds = new Set();
  const look = async (file) => {
    add("btfscope.FileInfo", file.info());
    add('ReturnType<btfscope.BtfFile["kinds"]>', file.kinds());
    add("btfscope.Problem[]", file.problems());
    add("btfscope.FoundTypes", file.search("", 20, { derived: true }));
    // At most a few types of each kind.
    const left = new Map();
    for (const id of ownIds(file)) {
      const type = file.type(id);
      const seen = left.get(type.kind) ?? 0;
      left.set(type.kind, seen + 1);
      if (seen > 4) continue;
      kinds.add(type.kind);
      add("btfscope.BtfType", type);
      if (!["STRUCT", "UNION"].includes(type.kind)) continue;
      add("btfscope.Layout", file.layout(id));
      add("btfscope.Layout", file.layout(id, { reorganize: true }));
    }
    for (const { range } of file.info().sections) add("btfscope.ByteOwner | null", file.byteOwner(range.start));
    const [first] = ["STRUCT", "UNION"].flatMap((kind) => file.search(`kind:${kind.toLowerCase()}`, 1).types);
    if (first) {
      add("btfscope.Used", file.users(first.id));
      add("btfscope.Containers", file.containers(first.id));
      if (first.size) add("btfscope.AtOffset", file.at(first.id, 0));
      add("btfscope.Paths", file.path(first.id, first.id));
      add("btfscope.Field", file.field(`${first.name}.none`));
      const member = file.type(first.id).members?.find(({ name }) => name !== "");
      if (member) add("btfscope.Field", file.field(`${first.name}.${member.name}`));
    }
    add("btfscope.Relocation[]", (await file.relocations({ targets: [file] })).slice(0, 40));
  };
  for (const name of ["kinds.clang.bpfel.o", "kinds.gcc.x86_64.o", "layout.clang.bpfeb.o", "core.clang.bpfel.o"]) {
    await withFile(fixture(`bin/${name}`), null, look);
  }
  await withFile(fixture("bin/module.s390x.ko"), fixture("bin/kernel.s390x.o"), look);
  await withFile(fixture("packed/object.xz"), null, look);
  await withFile(fixture("bin/kinds.bpfel.btf").subarray(0, 400), null, look);
  const [older, newer] = ["old", "new"].map((name) => BtfFile.open(fixture(`bin/relo-${name}.bpfel.btf`)));
  add("btfscope.Differences", await older.diff(newer));
  const atlas = await Atlas.open(readFileSync(new URL("../../../static/atlas/debian.atlas", import.meta.url)));
  const where = "arch=amd64 version>=6.12";
  add("btfscope.AtlasKernels", await atlas.kernels(where));
  add("btfscope.NameHistory", await atlas.history("list_head", { where }));
  add("btfscope.FieldHistory", await atlas.history("task_struct.mm", { where }));
  add("btfscope.ReadCode", await atlas.read("task_struct.mm", { where }));
  add("btfscope.WhoseTypes", await atlas.which(newer, { where }));
  const program = BtfFile.open(fixture("bin/stories.clang.bpfel.o"));
  add("btfscope.Fits | null", await atlas.check(program, { where, modules: "none" }));
  for (const kind of ["INT", "PTR", "ARRAY", "STRUCT", "UNION", "ENUM", "FWD", "TYPEDEF", "VOLATILE", "CONST", "RESTRICT", "FUNC",
    "FUNC_PROTO", "VAR", "DATASEC", "FLOAT", "DECL_TAG", "TYPE_TAG", "ENUM64"]) {
    assert.ok(kinds.has(kind), kind);
  }
  assert.ok(lines.some((line) => /"value":-?\d+n/.test(line)), "an ENUM64 with bigints");
  writeFileSync(join(project, "values.mts"), lines.join("\n"));
  assert.equal(compile(SETTINGS["a bundler"], "values.mts"), "");
});
