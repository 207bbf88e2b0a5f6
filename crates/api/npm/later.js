
// The WebAssembly module is in two parts: the first opens BTF and answers about its types, the second does the rest. If
// a call needs the second part, and the part is not there, the call fails and sets `wanted`. The part is then loaded,
// and the call is made again (`untilThere`).

const later = {
  /**
   * Gives the second part: its address, a response, its bytes or a compiled module. Set by the files that programs
   * import: index.js, bundled.mjs and node.cjs.
   */
  source: () => undefined,
  /** Whether the part is loaded. */
  there: false,
  /** Whether a call needed the part while it was not loaded; set to false before each call. */
  wanted: false,
  loading: null,

  /** Takes the options of `init`. `usual` gives the part if they do not. */
  init(options, usual) {
    if (options !== null && typeof options !== "object") throw failure("bad-argument", "options must be an object");
    const { later: given = null, ...unknown } = options ?? {};
    const [other] = Object.keys(unknown);
    if (other !== undefined) throw failure("bad-argument", `unknown option “${other}”; expected later`);
    this.source = given === null ? usual : () => given;
  },

  /** Loads the part, once; after a failure, the next call tries again. Resolves to true. */
  load() {
    this.loading ??= this.loaded().catch((error) => {
      this.loading = null;
      let why = "for a reason that cannot be read";
      try {
        why = String(error?.message ?? error);
      } catch {
        // The message of the error cannot be read.
      }
      throw failure("not-fetched", `the second part of btfscope cannot be loaded: ${why}`, error);
    });
    return this.loading;
  },

  async loaded() {
    let source = await this.source();
    const isAddress = ["URL", "Request"].some((name) => typeof globalThis[name] === "function" && source instanceof globalThis[name]);
    if (typeof source === "string" || isAddress) source = await fetch(source);
    if (typeof Response === "function" && source instanceof Response) {
      if (!source.ok) throw new Error(`${source.url}: the server answered ${source.status}`);
      source = await source.arrayBuffer();
    }
    const module = source instanceof WebAssembly.Module ? source : await WebAssembly.compile(source);
    // A part of another build would be linked all the same, and do harm.
    const [build] = WebAssembly.Module.customSections(module, "build");
    if (build === undefined || new TextDecoder().decode(build) !== "@BUILD@") throw new Error("it does not belong to this btfscope_bg.wasm");
    await WebAssembly.instantiate(module, { __wasm_split: wasm });
    this.there = true;
    return true;
  },
};

/** The module calls this when it needs the second part. The function at `callback` of its table gets the answer. */
function __wasm_split_load_later(callback, data) {
  if (!later.there) later.wanted = true;
  wasm.__indirect_function_table.get(callback)(data, later.there);
}
