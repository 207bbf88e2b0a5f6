
// A call to a freed file fails with a BtfError, and so does a call before the module is loaded. Freeing a file again
// does nothing. Arguments are read here, before the module is called: a getter or a Proxy of the caller may throw, or
// free the file. If a JavaScript exception ended a call inside the module, the file would stay borrowed for ever.

/** Copies the arguments of a call into values that run no code of the caller. */
const settled = (() => {
  const typedArray = Object.getPrototypeOf(Uint8Array.prototype);
  const own = (name) => Object.getOwnPropertyDescriptor(typedArray, name).get;
  const [tag, buffer, byteOffset, length] = [Symbol.toStringTag, "buffer", "byteOffset", "length"].map(own);

  // The deepest nesting that is read. No option is nested deeper than two levels.
  const DEEPEST = 4;

  /**
   * Makes a value that runs no code of the caller when it is read: a copy of an object or array, and for a Uint8Array a
   * plain view of the same memory. Any other value is returned as it is.
   */
  const read = (value, depth) => {
    if (value === null || typeof value !== "object") return value;
    if (depth > DEEPEST) throw failure("bad-argument", "an argument is nested too deeply");
    // `tag` reads the object itself and no property that the caller may have set. A Proxy of a Uint8Array has no tag.
    if (tag.call(value) === "Uint8Array") return new Uint8Array(buffer.call(value), byteOffset.call(value), length.call(value));
    if (value instanceof Uint8Array) throw failure("bad-argument", "bytes must be a Uint8Array, and not a Proxy of one");
    if (value instanceof BtfFile) return value;
    // Other views and buffers are passed on unread: the module refuses them.
    if (ArrayBuffer.isView(value) || value instanceof ArrayBuffer) return value;
    if (Array.isArray(value)) return Array.from(value, (item) => read(item, depth + 1));
    return Object.fromEntries(Object.keys(value).map((key) => [key, read(value[key], depth + 1)]));
  };

  return (given) => {
    try {
      return given.map((value) => read(value, 0));
    } catch (error) {
      let why;
      try {
        if (error instanceof BtfError) throw error;
        why = String(error);
      } catch (again) {
        if (again === error) throw error;
        why = "it throws a value that cannot be read, either";
      }
      throw failure("bad-argument", `an argument cannot be read: ${why}`, error);
    }
  };
})();

/** Refuses calls before the module is loaded. */
const loaded = () => {
  if (wasm === undefined) throw failure("not-ready", "btfscope is not loaded yet: await init() first");
};

/** A call into the module, with its errors as BtfErrors. */
const called = (call) => {
  try {
    return call();
  } catch (error) {
    throw ofModule(error);
  }
};

{
  const { prototype } = BtfFile;
  const ifOpen = (file, call) => {
    if (!file.__wbg_ptr) throw failure("freed", "this BtfFile is not open: it was freed");
    return call();
  };
  const whileOpen = (call) =>
    function (...given) {
      const plain = settled(given);
      return ifOpen(this, () => called(() => call.apply(this, plain)));
    };
  /** As `whileOpen`, for a method that waits for the second part of the module. */
  const whenThere = (call) =>
    async function (...given) {
      const plain = settled(given);
      return await untilThere([], () => ifOpen(this, () => call.apply(this, plain)));
    };
  const IN_LATER = ["value", "mapDump", "verify", "log", "diff", "relocations", "check", "program", "disassemble", "elfRelocations", "symbols"];
  for (const [name, its] of Object.entries(Object.getOwnPropertyDescriptors(prototype))) {
    if (name === "constructor" || name === "free" || name === "__destroy_into_raw") continue;
    const wrap = IN_LATER.includes(name) ? whenThere : whileOpen;
    const how = its.get ? { get: wrap(its.get) } : { value: wrap(its.value) };
    Object.defineProperty(prototype, name, { ...its, ...how });
  }
  const { free } = prototype;
  prototype.free = function () {
    if (this.__wbg_ptr) free.call(this);
  };
  if (Symbol.dispose) prototype[Symbol.dispose] = prototype.free;
  for (const name of ["open", "entries"]) {
    const call = BtfFile[name];
    BtfFile[name] = (...given) => {
      loaded();
      const plain = settled(given);
      return called(() => call.apply(BtfFile, plain));
    };
  }
  for (const name of ["verifyBlob", "explainLog"]) {
    const call = BtfFile[name];
    BtfFile[name] = async (...given) => {
      loaded();
      const plain = settled(given);
      return await untilThere([], () => call.apply(BtfFile, plain));
    };
  }
  const openBytes = BtfFile.open;
  const openParts = BtfFile.__openParts;
  const openRanges = async (ranges, ...given) => {
    loaded();
    const plain = settled(given);
    const file = await Fetched.of(ranges);
    return await untilThere([file], () => openParts.call(BtfFile, file.parts, ...plain));
  };
  BtfFile.open = (source, base, options) => {
    const ranges = rangesOf(source);
    return ranges ? openRanges(ranges, base, options) : openBytes(source, base, options);
  };
}
