// The kernels on which programs load are compared with the corpus' table of verdicts, and with the answer of
// `btfscope check`.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import test from "node:test";

import { BtfFile, corpus, fixture, fixturePath, rejection, skip, withFile } from "./support.mjs";

const stories = fixture("bin/stories.clang.bpfel.o");
const kernel = (name) => BtfFile.open(fixture("bin/kernel.x86_64.btf"), null, { name });

test("verdicts are those of the corpus", async (t) => {
  const files = corpus(t);
  if (!files) return;
  if (!files.has("needs/verdicts.tsv")) return skip(t, "this corpus has no table of verdicts");
  const [head, ...rows] = files.text("needs/verdicts.tsv").trimEnd().split("\n").map((line) => line.split("\t"));
  // Two kernels are enough here: tests/tests/needs/corpus.rs checks all of them.
  const names = [head[3], head[5]];
  const targets = names.map((name) => BtfFile.open(files.bytes("kernels", `${name}.xz`), null, { name }));
  const word = { loads: "loads", "loads with fallback": "fallback", fails: "fails", "cannot tell": "unknown" };
  let compared = 0;
  for (const object of new Set(rows.map((row) => row[0]))) {
    await withFile(files.bytes("files", object), null, async (program) => {
      const { programs, needs } = await program.check({ targets, modules: "none" });
      // The table does not consider the values that the verifier follows. These programs read through an argument of a
      // raw tracepoint, and no kernel accepts them (tests/libbpf/tests/oracle.rs).
      const followed = (row) => object.includes("/own_core-") && ["prog_exists", "prog_sub"].includes(row[1]);
      for (const row of rows.filter((row) => row[0] === object)) {
        const ours = programs.find((p) => p.name === row[1] && p.section === row[2]);
        names.forEach((name, i) => {
          const { load, reasons } = ours.verdicts.find((v) => v.kernels.includes(i));
          compared += 1;
          if (followed(row) && load === "fails" && needs.find(({ id }) => id === reasons[0]).kind === "access") return;
          assert.equal(word[load], row[head.indexOf(name)].split(":")[0], `${object} ${row[1]} on ${name}`);
        });
      }
    });
  }
  targets.forEach((target) => target.free());
  assert.ok(compared >= 98, `${compared} verdicts`);
});

test("a program loads on a kernel that meets all needs, and the answer says why it fails on others", async () => {
  const target = kernel("6.12.1-amd64");
  await withFile(stories, null, async (program) => {
    const fits = await program.check({ targets: [target], modules: "none" });
    assert.deepEqual(
      fits.kernels,
      [{ name: "6.12.1-amd64", version: "6.12.1", arch: "amd64", distribution: "", flavour: "", modules: "none", required: true }],
    );
    assert.equal(fits.license, "GPL");
    // The small kernel of the fixtures lacks names that the programs need. There are no modules that may have them, so
    // these programs fail.
    const failing = fits.programs.find((p) => p.verdicts[0].load === "fails");
    const reason = fits.needs[failing.verdicts[0].reasons[0]];
    assert.equal(reason.program ?? failing.name, failing.name);
    assert.ok(reason.answers[0].words.length > 0, JSON.stringify(reason));
    for (const need of fits.needs) assert.deepEqual(need.answers.flatMap((a) => a.kernels), [0], need.name);
    for (const range of fits.ranges) assert.equal(range.count, 1);
  });
  target.free();
});

test("needs that modules may meet cannot be told without a list of modules", async () => {
  const target = kernel("6.12.1-amd64");
  await withFile(stories, null, async (program) => {
    const loads = async (options) => (await program.check(options)).programs.map((p) => p.verdicts[0].load);
    const unknown = await loads({ targets: [target] });
    const none = await loads({ targets: [target], modules: "none" });
    const open = (words) => words.filter((word) => word === "cannot tell").length;
    // With `none`, the answers that depend on modules are decided; other facts that BTF does not show stay open.
    assert.ok(open(unknown) > open(none), `${unknown.join()}; ${none.join()}`);
    assert.deepEqual(none.map((word, i) => word === "fails" || word === unknown[i]), none.map(() => true));
    assert.deepEqual((await program.check({ targets: [target], modules: [] })).kernels[0].modules, "none");
    assert.deepEqual((await program.check()).kernels, []);
    assert.deepEqual((await program.check(null)).programs[0].verdicts, []);
  });
  target.free();
});

test("it is what btfscope check prints", async (t) => {
  const top = fileURLToPath(new URL("../../..", import.meta.url));
  const terminal = process.env.BTFSCOPE_BIN ?? join(top, "target/debug/btfscope");
  if (!existsSync(terminal)) return skip(t, `no ${terminal} to compare with`);
  const [object, base] = [fixturePath("bin/stories.clang.bpfel.o"), fixturePath("bin/kernel.x86_64.btf")];
  const run = spawnSync(terminal, ["check", object, "--target", base, "--modules", "none", "--json"], { encoding: "utf8" });
  assert.ok(run.status === 0 || run.status === 1, run.stderr);
  const camel = (value) => {
    if (Array.isArray(value)) return value.map(camel);
    if (value === null || typeof value !== "object") return value;
    const key = (name) => name.replace(/_([a-z])/g, (_, letter) => letter.toUpperCase());
    return Object.fromEntries(Object.entries(value).map(([name, inner]) => [key(name), camel(inner)]));
  };
  const target = kernel("kernel.x86_64.btf");
  const program = BtfFile.open(stories, null, { name: "stories.clang.bpfel.o" });
  const ours = await program.check({ targets: [target], modules: "none" });
  const theirs = camel(JSON.parse(run.stdout));
  theirs.object = ours.object;
  // The version is that of the terminal's JSON; the package has its own.
  assert.equal(theirs.formatVersion, 1);
  delete theirs.formatVersion;
  assert.deepEqual(ours, theirs);
  program.free();
  target.free();
});

test("kernels and modules must be open files", async () => {
  const target = kernel("6.12.1-amd64");
  await withFile(stories, null, async (program) => {
    for (const targets of [target, [null], ["vmlinux"], 1]) await rejection("bad-argument", () => program.check({ targets }));
    for (const modules of ["all", 1, {}, [null]]) await rejection("bad-argument", () => program.check({ targets: [target], modules }));
    // A program cannot be given as a module.
    await rejection("bad-argument", () => program.check({ targets: [target], modules: [program] }));
    assert.equal(await target.check(), null);
    target.free();
    await rejection("freed", () => program.check({ targets: [target] }));
  });
});
