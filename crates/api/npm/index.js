// For browsers, as it is or through a bundler: the module is fetched when init is called.
import load, { Atlas, BtfError, BtfFile } from "./btfscope_web.js";

export { Atlas, BtfError, BtfFile };

export async function init(source) {
  await (source === undefined ? load() : load({ module_or_path: source }));
}
export default init;

export function isBtfError(error) {
  return error instanceof Error && error.name === "BtfError" && "kind" in error;
}
