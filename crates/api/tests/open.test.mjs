// The files that can be opened, and what is found in them.
import assert from "node:assert/strict";
import test from "node:test";
import { gzipSync } from "node:zlib";

import { BtfFile, corpus, failure, fixture, ownIds, withFile } from "./support.mjs";

test("an object has the same types in every packing", () => {
  const types = (name) => withFile(fixture(name), null, (file) => [file.dump(null, "raw"), file.info()]);
  const packed = ["object.gz", "object.xz", "object.zst", "object.bz2", "object.lz4", "object.lzma", "object.hexdump-C"];
  const [plain] = types(`packed/${packed[0]}`);
  assert.ok(plain.startsWith("[1] "));
  for (const name of packed) {
    const [text, info] = types(`packed/${name}`);
    assert.equal(text, plain, name);
    assert.equal(info.layers.length, 1, name);
    assert.equal(info.size, fixture(`packed/${name}`).length);
    const btf = info.sections.find((section) => section.name === ".BTF").range;
    assert.ok(btf.end <= info.layers[0].size, name);
  }
});

test("a kernel header opens, packed or not, with the layouts of its machine or of another one", () => {
  // The registers are those of s390x. The struct `whole` has 16 bytes if a long has 8 bytes, and 8 if a long has 4.
  const text = "struct pt_regs {\n\tunsigned long gprs[16];\n\tunsigned long psw;\n};\nstruct whole {\n\tint a: 3;\n\tlong b;\n};\n" +
    "struct half {\n\tstruct missing m;\n};\n";
  const bytes = new TextEncoder().encode(text);
  const size = (file) => file.layout(file.find("whole", "STRUCT")[0]).size;
  for (const given of [bytes, gzipSync(bytes)]) {
    withFile(given, null, (file) => {
      const info = file.info();
      assert.deepEqual([info.format, info.byteOrder, size(file)], ["header", "big", 16]);
      assert.ok(info.notes.some((note) => note.includes("line 10: ")), info.notes.join());
      assert.equal(info.layers.length, given === bytes ? 0 : 1);
    });
    using(BtfFile.open(given, null, { machine: "arm" }), (file) => assert.deepEqual([file.info().pointerSize, size(file)], [4, 8]));
  }
  failure("bad-argument", () => BtfFile.open(bytes, null, { machine: "vax" }));
  const open = failure("not-btf", () => BtfFile.open(new TextEncoder().encode("struct s {\n\tint a;\n")));
  assert.deepEqual([open.place, open.range.start], ["text", 9]);
  failure("not-btf", () => BtfFile.open(new TextEncoder().encode("a struct is a type\n")));
});

test("a module opens on a file and on bytes alike", () => {
  const kernel = fixture("bin/kernel.x86_64.o");
  using(BtfFile.open(kernel), (base) => {
    assert.equal(base.info().base, null);
    assert.equal(base.firstId, 1);
    for (const given of [base, kernel, fixture("bin/kernel.x86_64.btf")]) {
      withFile(fixture("bin/module.x86_64.ko"), given, (module) => {
        const info = module.info();
        assert.deepEqual([info.role, info.format, info.base], ["module", "elf", "given"]);
        assert.equal(info.baseTypeCount, base.typeCount);
        assert.equal(module.firstId, base.typeCount + 1);
        assert.ok(ownIds(module).every((id) => module.type(id).id === id));
        assert.equal(module.type(module.firstId + module.typeCount), null);
        // Names are found in the module and in its kernel.
        const ids = module.find("int").concat(module.find("list_head"));
        assert.ok(ids.every((id) => module.type(id) !== null));
      });
    }
    // A base that is not needed is ignored.
    withFile(kernel, base, (file) => assert.deepEqual([file.info().base, file.firstId], [null, 1]));
  });
});

function using(file, run) {
  run(file);
  file.free();
}

test("the facts about a file", () => {
  withFile(fixture("bin/kinds.clang.bpfeb.o"), null, (file) => {
    const info = file.info();
    assert.deepEqual(
      [info.role, info.format, info.machine, info.byteOrder, info.pointerSize, info.complete, info.layers],
      ["program", "elf", "bpf", "big", 8, true, []],
    );
    assert.deepEqual(file.problems(), []);
    assert.ok(info.sections.some((section) => section.name === ".BTF.ext"));
  });
  withFile(fixture("bin/kinds.gcc.i386.o"), null, (file) => assert.equal(file.info().pointerSize, 4));
});

test("a damaged file opens and says what is wrong", () => {
  const raw = fixture("bin/kinds.bpfel.btf");
  const cut = raw.subarray(0, raw.readUInt32LE(4) + 100);
  withFile(cut, null, (file) => {
    const whole = withFile(raw, null, (all) => all.typeCount);
    assert.ok(file.typeCount > 0 && file.typeCount < whole);
    assert.equal(file.info().complete, false);
    const problems = file.problems();
    assert.ok(problems.some(({ message }) => message.includes("cut off")), JSON.stringify(problems));
    assert.ok(problems.every(({ range }) => range === null || range.end <= cut.length));
  });
});

test("types are found by name, kind and query", () => {
  withFile(fixture("bin/kernel.x86_64.btf"), null, (file) => {
    const structs = ownIds(file).map((id) => file.type(id)).filter((type) => type.kind === "STRUCT" && type.name);
    const [some] = structs;
    assert.deepEqual(file.find(some.name, "STRUCT"), structs.filter((s) => s.name === some.name).map((s) => s.id));
    assert.deepEqual(file.find(some.name, "FLOAT"), []);
    assert.deepEqual(file.find("no such name"), []);
    assert.deepEqual(file.find(""), []);

    const all = file.search("kind:struct", Infinity);
    assert.equal(all.total, all.types.length);
    assert.deepEqual(all.types.map((type) => type.id).sort(), structs.map((type) => type.id).sort());
    assert.ok(all.types.every(({ id, name, size }) => file.type(id).name === name && file.type(id).size === size));
    const two = file.search("kind:struct", 2);
    assert.deepEqual([two.total, two.types], [all.total, all.types.slice(0, 2)]);
    assert.equal(file.search("kind:struct", 0).types.length, 0);
    assert.equal(file.search(some.name).types[0].name, some.name);
    assert.equal(file.search("kind:ptr", Infinity).total, file.kinds().PTR);
    const named = ownIds(file).filter((id) => file.type(id).name !== "" && file.type(id).kind !== "TYPE_TAG");
    assert.ok(file.search("").total <= named.length);
    assert.equal(file.search("", 0, { derived: true }).total, file.typeCount);
    const [member] = some.members;
    assert.ok(file.search(`member:${member.name}`, Infinity).types.some(({ id }) => id === some.id));
  });
});

test("a package has entries to choose from", (t) => {
  const { makeTar, kernel } = archive();
  const one = makeTar([["boot/vmlinux.btf", kernel], ["README", Buffer.from("text")]]);
  assert.equal(BtfFile.entries(kernel), null);
  const [entry] = BtfFile.entries(one);
  assert.deepEqual([entry.path, entry.size], ["boot/vmlinux.btf", kernel.length]);
  withFile(kernel, null, (plain) => {
    using(BtfFile.open(one, null, { entry: "vmlinux.btf" }), (file) => {
      assert.equal(file.typeCount, plain.typeCount);
      assert.equal(file.info().layers.at(-1).what, "boot/vmlinux.btf");
    });
  });
  // If there is only one candidate, it is opened.
  using(BtfFile.open(one), (file) => assert.equal(file.info().layers.at(-1).what, "boot/vmlinux.btf"));
  failure("no-entry", () => BtfFile.open(one, null, { entry: "veth.ko" }));
  const two = makeTar([["a/x.btf", kernel], ["b/x.btf", kernel]]);
  assert.match(failure("archive", () => BtfFile.open(two)).message, /x\.btf/);
  assert.match(failure("no-entry", () => BtfFile.open(two, null, { entry: "x.btf" })).message, /a\/x\.btf or b\/x\.btf/);
  failure("not-btf", () => BtfFile.entries(new Uint8Array(64)));
});

/**
 * A kernel, and a function that writes a tar archive: for each file a header of 512 bytes and the file's bytes, then
 * two headers of zeros.
 */
function archive() {
  const makeTar = (files) => {
    const blocks = files.flatMap(([path, bytes]) => {
      const head = Buffer.alloc(512);
      head.write(path, 0);
      head.write("0000644\0" + "0000000\0".repeat(2), 100);
      head.write(`${bytes.length.toString(8).padStart(11, "0")}\0`, 124);
      head.write("00000000000\0        0", 136);
      head.write("ustar\0" + "00", 257);
      const sum = head.reduce((a, b) => a + b, 0);
      head.write(`${sum.toString(8).padStart(6, "0")}\0 `, 148);
      return [head, bytes, Buffer.alloc((512 - (bytes.length % 512)) % 512)];
    });
    return Buffer.concat([...blocks, Buffer.alloc(1024)]);
  };
  return { makeTar, kernel: fixture("bin/kernel.x86_64.btf") };
}

test("real modules open, compressed or not", (t) => {
  const files = corpus(t);
  if (!files) return;
  using(BtfFile.open(files.bytes("files/btf", files.kernel("vmlinux-deb-6.1.176-amd64.btf", /^vmlinux-deb-6\.1\..*-amd64\.btf$/))), (kernel) => {
    withFile(files.bytes("files/btf", files.kernel("6.1.176-amd64-veth.ko", /^6\.1\..*-amd64-veth\.ko$/)), kernel, (veth) => {
      const info = veth.info();
      assert.deepEqual([info.module, info.role, info.machine], ["veth", "module", "x86-64"]);
      assert.match(info.kernelRelease, /^6\.1\./);
      const [priv] = veth.find("veth_priv", "STRUCT");
      assert.ok(priv >= veth.firstId);
      assert.equal(veth.layout(priv).name, "veth_priv");
    });
  });
});

test("types are made of debug information where there is no BTF", () => {
  const reference = fixture("dwarf/dwarf.gcc.x86_64.txt").toString();
  const object = fixture("dwarf/dwarf.gcc.x86_64.o");
  for (const bytes of [object, gzipSync(object)]) {
    withFile(bytes, null, (file) => {
      assert.equal(file.dump(null, "raw"), reference);
      const made = file.fromDwarf();
      assert.deepEqual([made.units, made.types, made.languages], [1, 43, [{ name: "C", units: 1 }]]);
      assert.deepEqual(made.variables, [{ reason: "only declared here", count: 1, places: ["elsewhere"] }]);
      assert.deepEqual([made.missingFiles, made.functions, made.notes], [[], [], []]);
      // The blob opens as any other, and has the types that were made.
      withFile(file.blob(), null, (blob) => {
        assert.equal(blob.dump(null, "raw"), reference);
        assert.equal(blob.fromDwarf(), null);
      });
    });
  }
  assert.equal(BtfFile.entries(object), null);
  // Only types that the base lacks are left: variables and their sections.
  withFile(object, null, (base) =>
    withFile(object, base, (rest) => assert.deepEqual([rest.firstId, rest.info().base, rest.typeCount], [44, "given", 6])),
  );
  // A file with BTF but no debug information.
  const kernel = fixture("bin/kernel.x86_64.o");
  failure("no-btf", () => BtfFile.open(kernel, null, { fromDwarf: true }));
  withFile(kernel, null, (file) => {
    assert.equal(file.fromDwarf(), null);
    assert.deepEqual(Buffer.from(file.blob()), fixture("bin/kernel.x86_64.btf"));
  });
});
