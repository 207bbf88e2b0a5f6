// The package's entry for bundlers whose output runs in Node (the condition "module" in package.json; Node itself
// ignores it). It is an ES module, as for a browser. But when it is imported, it reads the WebAssembly module from the
// disk: from the bundle's folder, or else from node_modules.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

import load, { Atlas, BtfError, BtfFile, initSync } from "./btfscope_web.js";

export { Atlas, BtfError, BtfFile };

const FILE = "btfscope_bg.wasm";
const folder = typeof __dirname === "string" ? __dirname : dirname(fileURLToPath(import.meta.url));
const places = [() => join(folder, FILE), () => createRequire(join(folder, "bundle.js")).resolve(`btfscope/${FILE}`)];

/** The bytes of the WebAssembly module; undefined if it is in none of the places. */
function found() {
  for (const place of places) {
    try {
      return readFileSync(place());
    } catch {
      // The next place is tried.
    }
  }
  return undefined;
}

let bytes = found();
let ready = bytes !== undefined;
if (ready) initSync({ module: bytes });
bytes = undefined;

export async function init(source) {
  if (ready) return;
  if (source === undefined) {
    throw new BtfError(`${FILE} is neither in ${folder} nor in node_modules: copy it there, or give its bytes to init`, {
      kind: "not-ready",
    });
  }
  await load({ module_or_path: source });
  ready = true;
}
export default init;

export function isBtfError(error) {
  return error instanceof Error && error.name === "BtfError" && "kind" in error;
}
