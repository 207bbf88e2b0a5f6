// Questions about several types: users, paths, offsets, fields, differences. The numbers are those of pahole and of the
// command line's tests.
import assert from "node:assert/strict";
import { test } from "node:test";

import { BtfFile, failure, fixture, rejection, withFile } from "./support.mjs";

const kernel = (run) => withFile(fixture("bin/kernel.x86_64.btf"), null, run);

test("users are those whose records refer to the type", () => {
  kernel((file) => {
    const [list] = file.find("list_head", "STRUCT");
    const { name, users } = file.users(list, { how: ["embedded"] });
    assert.equal(name, "struct list_head");
    // Members whose type is exactly this one, counted by a walk over the types.
    const has = (id) => {
      const type = file.type(id);
      return ["STRUCT", "UNION"].includes(type.kind) ? type.members.filter((m) => m.typeId === list).length : 0;
    };
    const ids = Array.from({ length: file.typeCount }, (_, i) => file.firstId + i);
    assert.equal(users.filter((user) => user.typeId === list).length, ids.reduce((sum, id) => sum + has(id), 0));
    assert.ok(users.length > 0 && users.every((user) => user.how === "embedded"));
    const pointed = file.users(list, { how: ["pointed"], direct: true }).users;
    assert.deepEqual(pointed.map((user) => file.type(user.id).kind), ["PTR"]);
    failure("bad-argument", () => file.users(list, { how: ["eaten"] }));
    failure("not-found", () => file.users(1e9));
  });
});

test("containers have the offset of the field that their path names", () => {
  kernel((file) => {
    const [list] = file.find("list_head", "STRUCT");
    const { containers, more } = file.containers(list);
    assert.equal(more, false);
    assert.ok(containers.length > 0);
    for (const { name, path, bitOffset } of containers.filter(({ path }) => !/[[\]]/.test(path)).slice(0, 20)) {
      const found = file.field(`${name.replace(/^(struct|union) /, "")}.${path}`);
      if (found.place) assert.equal(found.place.bitOffset, bitOffset, `${name}.${path}`);
    }
    failure("stopped", () => file.containers(list, { limit: 0 }));
  });
});

test("a field lies where the layout has it, and what lies there is the field", () => {
  kernel((file) => {
    const parent = file.field("task_struct.parent");
    assert.deepEqual([parent.place.bitOffset, parent.place.size, parent.place.type], [128, 8, "struct task_struct *"]);
    const [task] = file.find("task_struct", "STRUCT");
    const there = file.at(task, 16, { size: 8 });
    assert.deepEqual([there.offset, there.places[0].what, there.places[0].path], [16, "member", "parent"]);
    assert.equal(file.at(task, 18).places[0].into, 2);
    assert.match(file.field("task_struct.nothing").absent, /nothing/);
    failure("bad-argument", () => file.field("task_struct"));
    failure("not-found", () => file.at(task, 1e6));
    failure("no-layout", () => file.at(file.find("int", "INT")[0], 0));
  });
});

test("paths lead from a type to another", () => {
  kernel((file) => {
    const [task, list] = ["task_struct", "list_head"].map((name) => file.find(name, "STRUCT")[0]);
    const { from, to, paths } = file.path(task, list, { limit: 3 });
    assert.deepEqual([from, to], ["struct task_struct", "struct list_head"]);
    assert.ok(paths.length > 0 && paths.length <= 3);
    assert.ok(file.path(task, list, { embedded: true }).paths.every((path) => path.pointers === 0));
    failure("no-layout", () => file.path(file.find("int", "INT")[0], list));
    for (const options of [{ longest: 0 }, { longest: 65 }, { limit: -1 }]) failure("bad-argument", () => file.path(task, list, options));
  });
});

test("differences are those of the two files", async () => {
  const [old, other] = ["old", "new"].map((name) =>
    BtfFile.open(fixture(`bin/relo-${name}.bpfel.btf`), null, { name: `relo-${name}.bpfel.btf` }));
  const all = await old.diff(other);
  assert.deepEqual([all.old, all.new], ["relo-old.bpfel.btf", "relo-new.bpfel.btf"]);
  assert.ok(all.removed.length > 0 && all.added.length > 0 && all.changed.length > 0);
  // A removed type is in the old file. Unless `others` is true, the new file has no type of its kind and name.
  for (const { name, kind, id, others } of all.removed) {
    assert.equal(old.type(id).name, name);
    if (!others && ["struct", "union", "enum"].includes(kind)) assert.deepEqual(other.find(name, kind.toUpperCase()), [], name);
  }
  for (const { oldId, newId, oldSize, newSize } of all.changed) {
    const size = (file, id) => file.type(id).size ?? 0;
    if (old.type(oldId).kind === "STRUCT") assert.deepEqual([size(old, oldId), size(other, newId)], [oldSize, newSize]);
  }
  const same = await old.diff(old);
  assert.deepEqual([same.removed, same.added, same.changed], [[], [], []]);
  assert.ok(same.same > 0);
  const name = all.changed[0].name;
  const one = await old.diff(other, { types: [name] });
  assert.ok(one.changed.length > 0 && one.changed.every((type) => type.name === name));
  assert.ok((await old.diff(other, { atLeast: "silent" })).changed.every((type) => type.effect === "silent"));
  const program = BtfFile.open(fixture("bin/relo.clang.bpfel.o"));
  assert.ok((await old.diff(other, { usedBy: [program] })).changed.length <= all.changed.length);
  await rejection("bad-argument", () => old.diff(other, { usedBy: [other] }));
  await rejection("bad-argument", () => old.diff(other, { atLeast: "loud" }));
  await rejection("bad-argument", () => old.diff(null));
  await rejection("not-found", () => old.diff(other, { types: ["no_such_type"] }));
  await rejection("stopped", () => old.diff(other, { limit: 0 }));
  other.free();
  await rejection("freed", () => old.diff(other));
});
