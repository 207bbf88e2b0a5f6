// For browsers, as it is or through a bundler: the first part of the module is fetched when init is called, the second
// when a call needs it.
import load, { Atlas, BtfError, BtfFile, later } from "./btfscope_web.js";

export { Atlas, BtfError, BtfFile };

export async function init(source, options = null) {
  // Bundlers know from this form that the file belongs to the page.
  later.init(options, () => new URL("btfscope_later.wasm", import.meta.url));
  await (source === undefined ? load() : load({ module_or_path: source }));
}
export default init;

export function isBtfError(error) {
  return error instanceof Error && error.name === "BtfError" && "kind" in error;
}
