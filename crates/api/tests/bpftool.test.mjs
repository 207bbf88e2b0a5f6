// Types are compared with bpftool's JSON.
import assert from "node:assert/strict";
import test from "node:test";

import { BtfFile, baseOf, corpus, fixture, ownIds, withFile } from "./support.mjs";

/** Parses bpftool's JSON. 64-bit values stay text, since JSON.parse would round them. */
function parse(json) {
  return JSON.parse(json.replace(/"val":(-?\d+)/g, '"val":"$1"')).types;
}

/** A type of this package in the form of bpftool's JSON. */
function asBpftool(type) {
  const head = { id: type.id, kind: type.kind, name: type.name || "(anon)" };
  const named = (item, rest) => ({ name: item.name || "(anon)", ...rest });
  switch (type.kind) {
    case "INT": {
      const flags = [type.signed && "SIGNED", type.char && "CHAR", type.bool && "BOOL"].filter(Boolean);
      // bpftool prints UNKN for several encodings.
      const encoding = flags.length > 1 ? "UNKN" : (flags[0] ?? "(none)");
      return { ...head, size: type.size, bits_offset: type.bitOffset, nr_bits: type.bits, encoding };
    }
    case "ARRAY":
      return { ...head, type_id: type.typeId, index_type_id: type.indexTypeId, nr_elems: type.length };
    case "STRUCT":
    case "UNION": {
      const members = type.members.map((m) => {
        const bitfield = m.bitfieldSize ? { bitfield_size: m.bitfieldSize } : {};
        return named(m, { type_id: m.typeId, bits_offset: m.bitOffset, ...bitfield });
      });
      return { ...head, size: type.size, vlen: members.length, members };
    }
    case "ENUM":
    case "ENUM64": {
      for (const { value } of type.values) assert.equal(typeof value, type.kind === "ENUM" ? "number" : "bigint");
      // bpftool sign-extends the values of an unsigned ENUM to 64 bits.
      const wide = (value) => (type.kind === "ENUM" && value >= 2 ** 31 ? BigInt(value) + 2n ** 64n - 2n ** 32n : value);
      const values = type.values.map((v) => named(v, { val: `${wide(v.value)}` }));
      return { ...head, encoding: type.signed ? "SIGNED" : "UNSIGNED", size: type.size, vlen: values.length, values };
    }
    case "FWD":
      return { ...head, fwd_kind: type.of };
    case "FUNC":
    case "VAR":
      return { ...head, type_id: type.typeId, linkage: type.linkage };
    case "FUNC_PROTO": {
      const params = type.params.map((p) => named(p, { type_id: p.typeId }));
      return { ...head, ret_type_id: type.returnTypeId, vlen: params.length, params };
    }
    case "DATASEC": {
      const vars = type.variables.map((v) => ({ type_id: v.typeId, offset: v.offset, size: v.size }));
      return { ...head, size: type.size, vlen: vars.length, vars };
    }
    case "FLOAT":
      return { ...head, size: type.size };
    case "DECL_TAG":
      return { ...head, type_id: type.typeId, component_idx: type.componentIndex };
    default:
      return { ...head, type_id: type.typeId };
  }
}

function compare(file, expected, name) {
  assert.equal(file.typeCount, expected.length, name);
  const counts = {};
  for (const [i, theirs] of expected.entries()) {
    const type = file.type(file.firstId + i);
    assert.deepEqual(asBpftool(type), theirs, `${name}, type ${theirs.id}`);
    counts[theirs.kind] = (counts[theirs.kind] ?? 0) + 1;
  }
  assert.deepEqual(file.kinds(), counts, name);
  return expected.length;
}

test("types of the fixtures are what bpftool says", () => {
  for (const name of ["kinds.clang.bpfeb.o", "kinds.clang.bpfel.o", "kinds.gcc.ppc.o", "layout.clang.bpfeb.o"]) {
    withFile(fixture(`bin/${name}`), null, (file) => compare(file, parse(`${fixture(`ref/${name}.json`)}`), name));
  }
  withFile(fixture("bin/module.s390x.btf"), fixture("bin/kernel.s390x.btf"), (file) =>
    compare(file, parse(`${fixture("ref/module.s390x.btf.json")}`), "module.s390x.btf"),
  );
});

test("types of modules, on their kernels, are what bpftool says", (t) => {
  const files = corpus(t);
  if (!files) return;
  let types = 0;
  const bases = new Map();
  const names = files.list("ref/btf").filter((name) => files.has("ref/btf", name, "dump.json"));
  for (const name of names) {
    const base = baseOf(name);
    if (base && !bases.has(base)) bases.set(base, BtfFile.open(files.bytes("files/btf", base)));
    types += withFile(files.bytes("files/btf", name), bases.get(base), (file) => {
      assert.equal(file.info().base, base ? "given" : null);
      return compare(file, parse(files.text("ref/btf", name, "dump.json")), name);
    });
  }
  bases.forEach((base) => base.free());
  assert.ok(names.length >= 8 && types > 5_000, `${names.length} files, ${types} types`);
});

test("types of programs are what bpftool says, and so is the text of them", (t) => {
  const files = corpus(t);
  if (!files) return;
  let [objects, types] = [0, 0];
  for (const place of files.programs()) {
    const name = place.at(-1);
    if (!files.has("ref/objs", ...place, "dump.json")) continue;
    const json = files.text("ref/objs", ...place, "dump.json");
    if (!json.startsWith('{"types":[')) continue;
    withFile(files.bytes("files/objs", ...place), null, (file) => {
      types += compare(file, parse(json), name);
      objects += 1;
      if (json.includes("\\n")) return; // bpftool's JSON is wrong here: it has `\n` for a backslash in a tag.
      assert.equal(file.dump(null, "json"), `${json.trimEnd()}\n`);
      const raw = files.text("ref/objs", ...place, "raw.txt");
      assert.equal(file.dump(null, "raw"), raw, name);
      assert.equal(file.dump(ownIds(file), "raw"), raw, name);
    });
  }
  assert.ok(objects > 80 && types > 3_000, `${objects} objects, ${types} types`);
});

test("a kernel has as many types of each kind as the index of the corpus says, and its C is bpftool's", (t) => {
  const files = corpus(t);
  if (!files) return;
  const name = files.kernel("vmlinux-retis-6.15.1-tiny-x86_64.btf", /^vmlinux-deb-6\.12\..*-amd64\.btf$/);
  const row = files.text("INDEX.tsv").split("\n").find((line) => line.startsWith(`btf/${name}\t`));
  withFile(files.bytes("files/btf", name), null, (file) => {
    const kinds = Object.entries(file.kinds()).map(([kind, count]) => `${kind}=${count}`);
    const wanted = row.split("\t").find((column) => column.includes("STRUCT=")).trim().split(" ");
    assert.deepEqual(kinds.sort(), wanted.sort());
    if (files.has("ref/btf", name, "dump.h")) assert.equal(file.dump(null, "c"), files.text("ref/btf", name, "dump.h"));
  });
});
