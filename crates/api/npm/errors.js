
// Added to what wasm-bindgen writes, for Node and for others alike: errors.js, ranges.js, handle.js, atlas.js, in this order.

/** What calls throw. index.d.ts says what the parts mean. */
class BtfError extends Error {
  constructor(message, { kind, range = null, place = null, cause } = {}) {
    super(message, cause === undefined ? undefined : { cause });
    this.kind = kind;
    this.range = range;
    this.place = place;
  }
}
Object.defineProperty(BtfError.prototype, "name", { value: "BtfError", configurable: true, writable: true });

/** An error of this kind. */
const failure = (kind, message, cause) => new BtfError(message, { kind, cause });

/** What the module throws, as a BtfError. Anything else is passed on. */
const ofModule = (error) => {
  if (!(error instanceof Error) || error instanceof BtfError || error.name !== "BtfError") return error;
  const { message, kind, start, end, place } = error;
  return new BtfError(message, { kind, range: start === undefined ? null : { start, end }, place: place ?? null });
};
