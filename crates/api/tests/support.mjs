// Shared by the tests. `cargo xtask test` builds the package and sets BTFSCOPE_NPM.
import assert from "node:assert/strict";
import { existsSync, readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

const top = fileURLToPath(new URL("../../..", import.meta.url));

/** The built package. */
export const packageFolder = process.env.BTFSCOPE_NPM ?? join(top, "target/npm/btfscope");

export const { Atlas, BtfError, BtfFile, init, isBtfError } = await import(pathToFileURL(join(packageFolder, "node.mjs")));

/** The path of a file in tests/fixtures. */
export function fixturePath(name) {
  return join(top, "tests/fixtures", name);
}

/** The bytes of a file in tests/fixtures. */
export function fixture(name) {
  return readFileSync(fixturePath(name));
}

/** Skips a test that lacks something. In CI, where everything must be there, it fails. */
export function skip(t, why) {
  assert.ok(process.env.BTFSCOPE_CI === undefined, `skipped, and BTFSCOPE_CI is set: ${why}`);
  t.skip(why);
}

/** The corpus of real files; or null, with the test skipped. */
export function corpus(t) {
  const root = process.env.BTFSCOPE_CORPUS;
  if (!root) {
    skip(t, "BTFSCOPE_CORPUS is not set, so there are no real files to compare with");
    return null;
  }
  const list = (...parts) => readdirSync(join(root, ...parts)).sort();
  const made = existsSync(join(root, "ABSENT.tsv"));
  return {
    /**
     * A kernel by its name in the project's own corpus; in a corpus made by `cargo xtask corpus`, the first whose name
     * fits.
     */
    kernel: (own, fits) => (made ? list("files/btf").find((name) => fits.test(name)) : own),
    /** The programs, each as the parts of its path in objs/. */
    programs: () => readFileSync(join(root, "INDEX.tsv"), "utf8").split("\n")
      .filter((row) => row.startsWith("objs/")).map((row) => row.split("\t")[0].split("/").slice(1)),
    path: (...parts) => join(root, ...parts),
    bytes: (...parts) => readFileSync(join(root, ...parts)),
    text: (...parts) => readFileSync(join(root, ...parts), "utf8"),
    has: (...parts) => existsSync(join(root, ...parts)),
    list,
  };
}

/** The kernel that a module of the corpus is based on; null if the module's name does not tell it. */
export function baseOf(name) {
  if (name === "mod-cilium-btf_testmod.btf") return "mod-cilium-btf_testmod.btf.base";
  const tag = /^mod-(deb-[^-]*-[^-]*|retis-[^-]*)-/.exec(name)?.[1];
  if (!tag) return null;
  return tag.startsWith("retis") ? `vmlinux-${tag}-tiny-x86_64.btf` : `vmlinux-${tag}.btf`;
}

/** The ids of a file's own types. */
export function ownIds(file) {
  return Array.from({ length: file.typeCount }, (_, i) => file.firstId + i);
}

/**
 * Opens a file, runs a function on it, and frees it. If the function returns a promise, the file is freed once the
 * promise is settled.
 */
export function withFile(bytes, base, run) {
  const file = BtfFile.open(bytes, base);
  let answer;
  try {
    answer = run(file);
  } finally {
    if (!(answer instanceof Promise)) file.free();
  }
  return answer instanceof Promise ? answer.finally(() => file.free()) : answer;
}

/** The error that a call throws, which must be a BtfError of this kind. */
export function failure(kind, run) {
  let thrown;
  try {
    run();
  } catch (error) {
    thrown = error;
  }
  assert.ok(isBtfError(thrown), `expected ${kind}, got ${thrown}`);
  assert.ok(thrown instanceof BtfError && thrown instanceof Error && thrown.stack !== undefined);
  assert.deepEqual([thrown.name, thrown.range === null], ["BtfError", thrown.place === null]);
  assert.equal(thrown.kind, kind, thrown.message);
  return thrown;
}

/** As `failure`, for a call whose promise is rejected. */
export async function rejection(kind, run) {
  let thrown;
  try {
    await run();
  } catch (error) {
    thrown = error;
  }
  return failure(kind, () => {
    if (thrown !== undefined) throw thrown;
  });
}
