
// Added to what wasm-bindgen writes: a call to a file that was freed, or before the module is loaded, is an error with a code; to
// free a file again is nothing.
{
  const failure = (code, message) => Object.assign(new Error(message), { name: "BtfError", code });
  const { prototype } = BtfFile;
  const whileOpen = (call) =>
    function (...given) {
      if (!this.__wbg_ptr) throw failure("freed", "this BtfFile is not open: it was freed");
      return call.apply(this, given);
    };
  for (const [name, own] of Object.entries(Object.getOwnPropertyDescriptors(prototype))) {
    if (name === "constructor" || name === "free" || name === "__destroy_into_raw") continue;
    const how = own.get ? { get: whileOpen(own.get) } : { value: whileOpen(own.value) };
    Object.defineProperty(prototype, name, { ...own, ...how });
  }
  const { free } = prototype;
  prototype.free = function () {
    if (this.__wbg_ptr) free.call(this);
  };
  if (Symbol.dispose) prototype[Symbol.dispose] = prototype.free;
  for (const name of ["open", "entries", "verifyBlob"]) {
    const call = BtfFile[name];
    BtfFile[name] = (...given) => {
      if (wasm === undefined) throw failure("not-ready", "btfscope is not loaded yet: await init() first");
      return call.apply(BtfFile, given);
    };
  }
}
