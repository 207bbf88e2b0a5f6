// The owners of some bytes of each record are compared with a simple walk over the records.
import assert from "node:assert/strict";
import test from "node:test";

import { fixture, withFile } from "./support.mjs";

/**
 * Reads a blob by the rules of the format: the id, start and end of each record, the start of its items and the size of
 * each, and the start and end of the strings.
 */
function walk(bytes, little) {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  const u32 = (at) => view.getUint32(at, little);
  const [hdr, typeOff, typeLen] = [u32(4), u32(8), u32(12)];
  const item = { 1: [4, 0], 3: [12, 0], 4: [0, 12], 5: [0, 12], 6: [0, 8], 13: [0, 8], 14: [4, 0], 15: [0, 12], 17: [4, 0], 19: [0, 12] };
  const records = [];
  for (let at = hdr + typeOff, id = 1; at < hdr + typeOff + typeLen; id++) {
    const kind = (u32(at + 4) >>> 24) & 0x1f;
    const [own, each] = item[kind] ?? [0, 0];
    const count = each ? u32(at + 4) & 0xffff : 0;
    const end = at + 12 + own + each * count;
    records.push({ id, start: at, items: at + 12 + own, each, end });
    at = end;
  }
  return { records, strings: hdr + u32(16), end: hdr + u32(16) + u32(20) };
}

for (const [name, little] of [["bin/kinds.bpfel.btf", true], ["bin/kinds.bpfeb.btf", false]]) {
  test(`bytes of every record of ${name} have their owner`, () => {
    const bytes = fixture(name);
    const { records, strings, end } = walk(bytes, little);
    withFile(bytes, null, (file) => {
      assert.equal(file.typeCount, records.length);
      for (const { id, start, items, each, end } of records) {
        assert.deepEqual(file.type(id).record, { start, end });
        for (const at of [start, start + 11, items, end - 1].filter((at) => at < end)) {
          const owner = file.byteOwner(at);
          assert.deepEqual([owner.section, owner.sectionOffset, owner.typeId], [".BTF", at, id]);
          assert.equal(owner.itemIndex, each && at >= items ? Math.floor((at - items) / each) : null, `byte ${at}`);
          assert.ok(owner.range.start <= at && at < owner.range.end);
          assert.ok(owner.fields.some(({ range }) => range.start <= at && at < range.end), `byte ${at}`);
        }
      }
      assert.equal(file.byteOwner(0).fields[0].name, "magic");
      assert.equal(file.byteOwner(0).fields[0].value, "0xeb9f");
      for (const at of [strings, end - 1]) assert.equal(file.byteOwner(at).typeId, null);
      assert.equal(file.byteOwner(bytes.length), null);
    });
  });
}

test("in an ELF file, offsets are the file's", () => {
  const bytes = fixture("bin/kinds.clang.bpfel.o");
  const blob = fixture("bin/kinds.bpfel.btf");
  withFile(bytes, null, (file) => {
    const btf = file.info().sections.find(({ name }) => name === ".BTF").range;
    assert.deepEqual(bytes.subarray(btf.start, btf.end), blob);
    assert.equal(file.byteOwner(0), null, "the ELF header is no BTF");
    const { record } = file.type(7);
    const owner = file.byteOwner(btf.start + record.start);
    assert.deepEqual([owner.sectionOffset, owner.typeId, owner.range.start], [record.start, 7, btf.start + record.start]);
    const ext = file.info().sections.find(({ name }) => name === ".BTF.ext").range;
    assert.equal(file.byteOwner(ext.start).section, ".BTF.ext");
    assert.equal(file.byteOwner(ext.start).title, "btf_ext_header");
  });
});

