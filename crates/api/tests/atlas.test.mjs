// The atlas: opened from bytes and by ranges; its kernels, histories, code, and its answers about files.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { open } from "node:fs/promises";
import { test } from "node:test";
import { fileURLToPath } from "node:url";

import { Atlas, BtfFile, failure, fixture, rejection, withFile } from "./support.mjs";

const path = (name) => fileURLToPath(new URL(`../../../static/atlas/${name}`, import.meta.url));
const bytes = readFileSync(path("debian.atlas"));
/** The kernels as the repository lists them: one row each. */
const table = readFileSync(path("kernels.tsv"), "utf8").split("\n").filter((row) => row && !row.startsWith("#"));

/** A source that counts the bytes that are read from it. */
const counting = () => ({
  size: bytes.length,
  sum: 0,
  async read(start, end) {
    this.sum += end - start;
    return new Uint8Array(bytes.subarray(start, end));
  },
});

test("its kernels are those that went in, from every source", async () => {
  const handle = await open(path("debian.atlas"));
  const source = counting();
  for (const from of [bytes, new Blob([bytes]), handle, source]) {
    const atlas = await Atlas.open(from);
    const all = await atlas.kernels();
    assert.equal(all.bytes, bytes.length);
    assert.ok(all.kernels.length > 200 && all.kernels.length <= table.length);
    const some = await atlas.kernels("arch=arm64 version>=6.1");
    assert.ok(some.kernels.length > 0 && some.kernels.every((kernel) => kernel.arch === "arm64"));
    atlas.free();
  }
  await handle.close();
  assert.ok(source.sum < bytes.length / 4, `${source.sum} of ${bytes.length} bytes`);
});

test("a kernel taken out of the atlas is the one that went in", async () => {
  const atlas = await Atlas.open(bytes);
  const { kernels } = await atlas.kernels("arch=amd64");
  const about = kernels.at(-1);
  const kernel = await atlas.kernel(about.name);
  assert.equal(kernel.typeCount, about.types);
  assert.equal(kernel.blob().length, about.size);
  assert.equal(kernel.info().name, about.name);
  const [task] = kernel.find("task_struct", "STRUCT");
  assert.ok(kernel.layout(task).size > 4096);
  const whose = await atlas.which(kernel);
  assert.deepEqual([whose.exact ?? whose.nearest[0].name, whose.unknown], [about.name, 0]);
  kernel.free();
  await rejection("not-found", () => atlas.kernel("6.0.0-none"));
  await rejection("bad-argument", () => atlas.kernel(1));
});

test("the history of a field and its code are made from a part of the atlas", async () => {
  const source = counting();
  const atlas = await Atlas.open(source);
  const history = await atlas.history("task_struct.__state");
  const { kernels } = await atlas.kernels();
  assert.equal(history.path, "task_struct.__state");
  assert.equal(history.fields.flatMap((field) => field.kernels).length, kernels.length);
  assert.ok(source.sum < bytes.length / 2, `${source.sum} of ${bytes.length} bytes`);
  // `state` became `__state` in 5.14 (2f064a59a11f).
  assert.match(history.followed[0], /state/);
  const code = await atlas.read("task_struct.__state", { where: "arch=amd64" });
  assert.match(code.code, /bpf_core_field_exists/);
  assert.deepEqual(code.checked.wrong, []);
  const amd64 = kernels.filter((kernel) => kernel.arch === "amd64").length;
  assert.equal(code.checked.right + code.checked.notKnown, amd64);
  assert.ok(source.sum <= bytes.length, `${source.sum} of ${bytes.length} bytes`);
  const forms = await atlas.history("func vfs_read", { where: "arch=amd64" });
  assert.ok(forms.forms.every((form) => form.kind === "FUNC"));
  await rejection("not-found", () => atlas.history("no_such_type_at_all"));
  await rejection("not-found", () => atlas.read("task_struct.no_such_member"));
  await rejection("bad-argument", () => atlas.history("a b c"));
  await rejection("bad-argument", () => atlas.history("task_struct", { were: "arch=amd64" }));
  await rejection("bad-argument", () => atlas.history("task_struct", { where: "arch" }));
  await rejection("bad-argument", () => atlas.read("task_struct.mm", { loader: "bcc" }));
});

test("modules are known where their file is given", async () => {
  const modules = readFileSync(path("debian-modules.atlas"));
  const [alone, both] = [await Atlas.open(bytes), await Atlas.open(new Blob([bytes]), { modules: new Blob([modules]) })];
  await rejection("not-found", () => alone.history("bpf_xdp_ct_alloc"));
  const { forms, modules: said } = await both.history("bpf_xdp_ct_alloc");
  assert.deepEqual(forms, []);
  assert.match(said[0], /^module nf_conntrack brings it as a kfunc/);
});

test("a program gets the same verdicts on a kernel of the atlas as on that kernel taken out", async () => {
  const atlas = await Atlas.open(bytes);
  const program = BtfFile.open(fixture("bin/stories.clang.bpfel.o"), null, { name: "stories.o" });
  const { kernels } = await atlas.kernels("arch=amd64");
  const { name } = kernels.at(-1);
  const where = `arch=amd64 release=${kernels.at(-1).release}`;
  const found = await atlas.check(program, { where, modules: "none" });
  assert.equal(found.object, "stories.o");
  const at = found.kernels.findIndex((kernel) => kernel.name === name);
  assert.ok(at >= 0);
  const kernel = await atlas.kernel(name);
  const alone = await program.check({ targets: [kernel], modules: "none" });
  const verdicts = (checked, of) =>
    checked.programs.map((program) => program.verdicts.find((verdict) => verdict.kernels.includes(of))).map((v) => [v.load, v.attach]);
  assert.deepEqual(verdicts(found, at), verdicts(alone, 0));
  assert.equal(await atlas.check(kernel), null);
  await rejection("bad-argument", () => atlas.check(program, { modules: "all" }));
  await rejection("bad-argument", () => atlas.check(null));
  program.free();
  await rejection("freed", () => atlas.check(program));
});

test("a file that is no atlas is refused, and so is an atlas that was freed", async () => {
  await rejection("not-atlas", () => Atlas.open(fixture("bin/kernel.x86_64.btf")));
  await rejection("not-atlas", () => Atlas.open(new Uint8Array()));
  await rejection("damaged", () => Atlas.open(bytes.subarray(0, 2_000_000)));
  const changed = Uint8Array.from(bytes);
  changed[200] ^= 1;
  const error = await rejection("damaged", () => Atlas.open(changed));
  assert.deepEqual([error.place, error.range.start < 200], ["atlas", true]);
  for (const from of [null, undefined, "debian.atlas", {}, [1], new Uint16Array(4)]) {
    await rejection("bad-argument", () => Atlas.open(from));
  }
  await rejection("bad-argument", () => Atlas.open(bytes, { module: bytes }));
  failure("bad-argument", () => new Atlas());
  const atlas = await Atlas.open(bytes);
  atlas.free();
  atlas.free();
  await rejection("freed", () => atlas.kernels());
  const file = withFile(fixture("bin/kinds.bpfel.btf"), null, (file) => file);
  const other = await Atlas.open(bytes);
  await rejection("freed", () => other.which(file));
});
