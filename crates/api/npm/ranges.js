
// Files that are read by ranges: only the needed bytes are fetched. A call into the module reads the bytes that are
// there and notes the missing ones (`Parts`). The noted bytes are then fetched, and the call is made again.

/** How many bytes of a file on the web are fetched first: enough for the directory of the page's atlas. */
const FIRST_BYTES = 96 << 10;

const ofBlob = (blob) => ({
  size: blob.size,
  read: async (start, end) => new Uint8Array(await blob.slice(start, end).arrayBuffer()),
});

const ofHandle = async (handle) => ({
  size: (await handle.stat()).size,
  async read(start, end) {
    const bytes = new Uint8Array(end - start);
    let done = 0;
    while (done < bytes.length) {
      const { bytesRead } = await handle.read(bytes, done, bytes.length - done, start + done);
      if (bytesRead === 0) break;
      done += bytesRead;
    }
    return bytes.subarray(0, done);
  },
});

const ofAddress = async (address) => {
  let whole = null;
  const get = async (start, end) => {
    const response = await fetch(address, { headers: { Range: `bytes=${start}-${end - 1}` } });
    // The answer for an empty file: no range fits it.
    if (response.status === 416) return { size: 0, bytes: new Uint8Array() };
    if (!response.ok) throw new Error(`the server answered ${response.status}`);
    const bytes = new Uint8Array(await response.arrayBuffer());
    if (response.status !== 206) {
      whole = bytes;
      return { size: bytes.length, bytes: bytes.subarray(start, end) };
    }
    const size = Number(/\/(\d+)$/.exec(response.headers.get("content-range") ?? "")?.[1] ?? Number.NaN);
    if (Number.isNaN(size)) throw new Error("the server does not say how long the file is (Content-Range)");
    return { size, bytes };
  };
  const first = await get(0, FIRST_BYTES);
  return {
    size: first.size,
    first: whole ?? first.bytes,
    async read(start, end) {
      if (whole) return whole.subarray(start, end);
      const got = await get(start, end);
      if (got.size !== first.size) throw new Error("the file was replaced on the server");
      return got.bytes;
    },
  };
};

/**
 * The function that opens a source for reading by ranges; null if it is no source. The source's properties may be
 * getters of the caller.
 */
const rangesOf = (source) => {
  if (source === null || typeof source !== "object" || ArrayBuffer.isView(source)) return null;
  try {
    if (typeof Blob === "function" && source instanceof Blob) return () => ofBlob(source);
    if (typeof URL === "function" && source instanceof URL) return () => ofAddress(source);
    if (typeof source.read !== "function") return null;
    if (typeof source.stat === "function") return () => ofHandle(source);
    // Only these two members are passed on. The caller's object may have others, such as `first`; they are not read.
    if (typeof source.size === "number") return () => ({ size: source.size, read: (start, end) => source.read(start, end) });
  } catch {
    // A value whose properties cannot be read is no source.
  }
  return null;
};

/** An error of the source as a BtfError. */
const unreadable = (error) => {
  let why = "for a reason that cannot be read";
  try {
    if (error instanceof BtfError) return error;
    why = String(error?.message ?? error);
  } catch {
    // The message of the error cannot be read.
  }
  return failure("unreadable", `the file cannot be read: ${why}`, error);
};

/** A file that is read by ranges, with the bytes that were fetched so far. */
class Fetched {
  static async of(open) {
    try {
      const ranges = await open();
      const file = new Fetched();
      file.ranges = ranges;
      file.parts = new Parts(ranges.size);
      if (ranges.first?.length) file.parts.add(0, ranges.first);
      return file;
    } catch (error) {
      throw unreadable(error);
    }
  }

  /** Fetches the noted bytes. Returns whether any were noted. */
  async fetch() {
    const noted = this.parts.takeWanted();
    const fetched = [];
    for (let at = 0; at < noted.length; at += 2) fetched.push(this.add(noted[at], noted[at + 1]));
    await Promise.all(fetched);
    return fetched.length > 0;
  }

  async add(start, end) {
    let bytes;
    try {
      // `Parts` reads the bytes while it is borrowed, so reading them must not run code of the caller.
      [bytes] = settled([await this.ranges.read(start, end)]);
    } catch (error) {
      throw unreadable(error);
    }
    if (!(bytes instanceof Uint8Array) || bytes.length < end - start) {
      throw failure("unreadable", `the file cannot be read: ${end - start} bytes at ${start} are asked for, and not given`);
    }
    this.parts.add(start, bytes);
  }
}

/** Makes a call again until all that it needs is there: bytes of the files, and the second part of the module. */
const untilThere = async (files, call) => {
  for (;;) {
    let answer, error;
    later.wanted = false;
    try {
      answer = call();
    } catch (thrown) {
      error = ofModule(thrown);
    }
    const more = await Promise.all([later.wanted && later.load(), ...files.map((file) => file.fetch())]);
    if (!more.includes(true)) {
      if (error) throw error;
      return answer;
    }
    // This answer was made without what was missing, so it is dropped.
    answer?.free?.();
  }
};
