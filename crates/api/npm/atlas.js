
/** Many kernels in one file. Each call waits for the bytes that it needs. */
const Atlas = (() => {
  const OURS = Symbol("made by Atlas.open");
  /** Bytes in memory as a source. */
  const ofBytes = (bytes) => ({ size: bytes.length, first: bytes, read: async (start, end) => bytes.subarray(start, end) });
  const source = (given, what) => {
    const [plain] = ArrayBuffer.isView(given) ? settled([given]) : [];
    const ranges = plain instanceof Uint8Array ? () => ofBytes(plain) : rangesOf(given);
    if (!ranges) throw failure("bad-argument", `${what} must be a Uint8Array, Blob, FileHandle, URL, or have size and read`);
    return ranges;
  };

  return class Atlas {
    #inner;
    #files;

    constructor(ours, inner, files) {
      if (ours !== OURS) throw failure("bad-argument", "an atlas is opened by Atlas.open");
      this.#inner = inner;
      this.#files = files;
    }

    static async open(atlas, options = null) {
      loaded();
      if (options !== null && typeof options !== "object") throw failure("bad-argument", "options must be an object");
      const { modules = null, ...unknown } = options ?? {};
      const [other] = Object.keys(unknown);
      if (other !== undefined) throw failure("bad-argument", `unknown option “${other}”; expected modules`);
      const sources = [source(atlas, "the atlas"), ...(modules === null ? [] : [source(modules, "modules")])];
      const files = await Promise.all(sources.map((ranges) => Fetched.of(ranges)));
      const opened = new Atlas(OURS, new AtlasFile(files[0].parts, files[1]?.parts.share()), files);
      try {
        // Any question reads the directory, so a file that is no atlas is refused here.
        await opened.kernels("arch=none");
      } catch (error) {
        opened.free();
        throw error;
      }
      return opened;
    }

    async #ask(name, given, all = false) {
      const plain = settled(given);
      // A call that will read the whole atlas fetches all missing bytes together, and not range after range.
      if (all && this.#inner) for (const file of this.#files) file.parts.wantAll();
      return await untilThere(this.#files, () => {
        if (!this.#inner) throw failure("freed", "this Atlas is not open: it was freed");
        return this.#inner[name](...plain);
      });
    }

    kernels(where = null) {
      return this.#ask("kernels", [where]);
    }

    async kernel(name) {
      const bytes = await this.#ask("kernel", [name], true);
      return BtfFile.open(bytes, null, { name });
    }

    history(what, options = null) {
      return this.#ask("history", [what, options]);
    }

    read(what, options = null) {
      return this.#ask("read", [what, options]);
    }

    which(file, options = null) {
      return this.#ask("which", [file, options], true);
    }

    check(program, options = null) {
      return this.#ask("check", [program, options], true);
    }

    free() {
      this.#inner?.free();
      this.#inner = undefined;
    }

    static {
      if (Symbol.dispose) this.prototype[Symbol.dispose] = this.prototype.free;
    }
  };
})();
