
// The build appends five files to the script that wasm-bindgen writes, for Node and for browsers alike: errors.js,
// later.js, ranges.js, handle.js and atlas.js, in this order.

/** The error that calls throw. index.d.ts describes its fields. */
class BtfError extends Error {
  constructor(message, { kind, range = null, place = null, cause } = {}) {
    super(message, cause === undefined ? undefined : { cause });
    this.kind = kind;
    this.range = range;
    this.place = place;
  }
}
Object.defineProperty(BtfError.prototype, "name", { value: "BtfError", configurable: true, writable: true });

const failure = (kind, message, cause) => new BtfError(message, { kind, cause });

/** Makes a BtfError of an error that the module throws. Any other error is returned as it is. */
const ofModule = (error) => {
  if (!(error instanceof Error) || error instanceof BtfError || error.name !== "BtfError") return error;
  const { message, kind, start, end, place } = error;
  return new BtfError(message, { kind, range: start === undefined ? null : { start, end }, place: place ?? null });
};
