// Files that are read by ranges: Blobs, FileHandles, addresses, and sources that fail.
import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { open } from "node:fs/promises";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";

import { BtfFile, fixture, fixturePath, rejection, withFile } from "./support.mjs";

const folder = mkdtempSync(join(tmpdir(), "btfscope-ranges-"));
after(() => rmSync(folder, { recursive: true }));

/** All types as text, for comparisons. */
const text = (file) => {
  const all = file.dump(null, "raw");
  file.free();
  return all;
};

/** A source that counts the bytes that are read from it. */
const counting = (bytes) => ({
  size: bytes.length,
  sum: 0,
  calls: 0,
  async read(start, end) {
    this.sum += end - start;
    this.calls += 1;
    return new Uint8Array(bytes.subarray(start, end));
  },
});

/** An ELF file of a given size in bytes: the object, with zeros after it and its section headers moved to the end. */
function large(object, size) {
  const bytes = new Uint8Array(size);
  bytes.set(object);
  const view = new DataView(bytes.buffer);
  const little = bytes[5] === 1;
  const at = Number(view.getBigUint64(0x28, little));
  const length = view.getUint16(0x3a, little) * view.getUint16(0x3c, little);
  const to = size - length;
  bytes.set(object.subarray(at, at + length), to);
  view.setBigUint64(0x28, BigInt(to), little);
  return bytes;
}

test("blobs, handles and other sources give the same as their bytes", async () => {
  for (const name of ["bin/kernel.x86_64.btf", "bin/kernel.s390x.o", "packed/object.xz", "packed/object.zst", "packed/object.hexdump-C"]) {
    const expected = withFile(fixture(name), null, (file) => file.dump(null, "raw"));
    assert.equal(text(await BtfFile.open(new Blob([fixture(name)]))), expected, name);
    assert.equal(text(await BtfFile.open(counting(fixture(name)))), expected, name);
    const handle = await open(fixturePath(name));
    assert.equal(text(await BtfFile.open(handle)), expected, name);
    await handle.close();
  }
  const base = BtfFile.open(fixture("bin/kernel.x86_64.btf"));
  const module = await BtfFile.open(new Blob([fixture("bin/module.x86_64.ko")]), base, { name: "module.ko" });
  assert.deepEqual([module.info().name, module.info().base], ["module.ko", "given"]);
});

test("only the size of a source and the bytes that it reads are used", async () => {
  const bytes = fixture("bin/kernel.x86_64.btf");
  const expected = withFile(bytes, null, (file) => file.dump(null, "raw"));
  assert.equal(text(await BtfFile.open({ ...counting(bytes), first: new Uint8Array(64) })), expected);
  const proxied = { size: bytes.length, read: async (start, end) => new Proxy(bytes.slice(start, end), {}) };
  await rejection("bad-argument", () => BtfFile.open(proxied));
});

test("only a little of a large file is read", async () => {
  const size = 64 << 20;
  const bytes = large(fixture("bin/kernel.x86_64.o"), size);
  const source = counting(bytes);
  const expected = withFile(bytes, null, (file) => file.dump(null, "raw"));
  assert.equal(text(await BtfFile.open(source)), expected);
  assert.ok(source.sum < 1 << 20, `${source.sum} of ${size} bytes`);
  assert.ok(source.calls < 12, `${source.calls} reads`);
  writeFileSync(join(folder, "vmlinux"), bytes);
  const handle = await open(join(folder, "vmlinux"));
  const { read } = handle;
  let sum = 0;
  handle.read = async (...given) => { sum += given[2]; return read.apply(handle, given); };
  assert.equal(text(await BtfFile.open(handle)), expected);
  await handle.close();
  assert.ok(sum < 1 << 20, `${sum}`);
});

test("a file on a server is read by ranges, and as a whole where there are none", async (t) => {
  const bytes = large(fixture("bin/kernel.x86_64.o"), 64 << 20);
  let sent = 0;
  const server = createServer((request, response) => {
    const [, start, end] = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? "") ?? [];
    if (request.url === "/none") return response.writeHead(404).end();
    if (request.url === "/whole") return response.end(bytes);
    const part = bytes.subarray(Number(start), Math.min(Number(end) + 1, bytes.length));
    sent += part.length;
    const total = request.url === "/other" && Number(start) > 0 ? bytes.length + 1 : bytes.length;
    const headers = { "Content-Range": `bytes ${start}-${Number(start) + part.length - 1}/${total}` };
    response.writeHead(206, request.url === "/silent" ? {} : headers).end(part);
  });
  await new Promise((done) => server.listen(0, "127.0.0.1", done));
  t.after(() => server.close());
  const at = (path) => new URL(path, `http://127.0.0.1:${server.address().port}`);
  const expected = withFile(bytes, null, (file) => file.dump(null, "raw"));
  assert.equal(text(await BtfFile.open(at("/ranges"))), expected);
  assert.ok(sent < 1 << 20, `${sent}`);
  assert.equal(text(await BtfFile.open(at("/whole"))), expected);
  assert.match((await rejection("unreadable", () => BtfFile.open(at("/none")))).message, /the server answered 404/);
  assert.match((await rejection("unreadable", () => BtfFile.open(at("/silent")))).message, /Content-Range/);
  assert.match((await rejection("unreadable", () => BtfFile.open(at("/other")))).message, /replaced/);
});

test("bytes that are there are not fetched again", async (t) => {
  // The first answer ends at 96 KiB. The section headers are at the end, behind it, but in the block of 64 KiB where it ends.
  const bytes = large(fixture("bin/kernel.x86_64.o"), 120 << 10);
  const asked = [];
  const server = createServer((request, response) => {
    const [, start, last] = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range).map(Number);
    const end = Math.min(last + 1, bytes.length);
    asked.push([start, end]);
    response.writeHead(206, { "Content-Range": `bytes ${start}-${end - 1}/${bytes.length}` }).end(bytes.subarray(start, end));
  });
  await new Promise((done) => server.listen(0, "127.0.0.1", done));
  t.after(() => server.close());
  const expected = withFile(bytes, null, (file) => file.dump(null, "raw"));
  assert.equal(text(await BtfFile.open(new URL(`http://127.0.0.1:${server.address().port}/vmlinux`))), expected);
  assert.deepEqual(asked, [[0, 96 << 10], [96 << 10, 120 << 10]]);
});

test("sources that fail, lie or end early are errors", async () => {
  const bytes = fixture("bin/kernel.x86_64.o");
  const broken = { size: bytes.length, read: async () => { throw new Error("the disk"); } };
  const error = await rejection("unreadable", () => BtfFile.open(broken));
  assert.match(error.message, /the disk/);
  assert.equal(error.cause.message, "the disk");
  for (const read of [async () => new Uint8Array(1), async () => "text", async () => null, () => new Uint8Array()]) {
    await rejection("unreadable", () => BtfFile.open({ size: bytes.length, read }));
  }
  await rejection("empty", () => BtfFile.open(new Blob([])));
  await rejection("empty", () => BtfFile.open({ size: Number.NaN, read: async () => new Uint8Array() }));
  await rejection("not-btf", () => BtfFile.open(new Blob(["a text, and nothing else"])));
  await rejection("bad-argument", () => BtfFile.open(new Blob([bytes]), null, { nam: "x" }));
  await rejection("needs-base", () => BtfFile.open(new Blob([fixture("bin/module.x86_64.ko")])));
  // A source may give more bytes than were asked for. A source that claims a far larger size than it has is an error.
  assert.ok(text(await BtfFile.open({ size: bytes.length, read: async (start) => new Uint8Array(bytes.subarray(start)) })));
  await rejection("unreadable", () => BtfFile.open({ size: 2 ** 52, read: async (start, end) => new Uint8Array(bytes.subarray(start, end)) }));
});
