// For bundlers whose result runs in Node (the condition "module", which Node itself does not know): an ES module, as
// for a browser. When it is imported, it reads the first part of the WebAssembly module from the disk: from the
// bundle's folder, or else from node_modules. The second part is read from the same places when a call needs it.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

import load, { Atlas, BtfError, BtfFile, initSync, later } from "./btfscope_web.js";

export { Atlas, BtfError, BtfFile };

const [FIRST, LATER] = ["btfscope_bg.wasm", "btfscope_later.wasm"];
const folder = typeof __dirname === "string" ? __dirname : dirname(fileURLToPath(import.meta.url));
const places = [(file) => join(folder, file), (file) => createRequire(join(folder, "bundle.js")).resolve(`btfscope/${file}`)];

/** The bytes of a part of the WebAssembly module; undefined if it is in none of the places. */
function found(file) {
  for (const place of places) {
    try {
      return readFileSync(place(file));
    } catch {
      // The next place is tried.
    }
  }
  return undefined;
}

const absent = (file) => `${file} is neither in ${folder} nor in node_modules: copy it there, or give its bytes to init`;

const usual = () => {
  const bytes = found(LATER);
  if (bytes === undefined) throw new Error(absent(LATER));
  return bytes;
};
later.source = usual;

let bytes = found(FIRST);
let ready = bytes !== undefined;
if (ready) initSync({ module: bytes });
bytes = undefined;

export async function init(source, options = null) {
  later.init(options, usual);
  if (ready) return;
  if (source === undefined) throw new BtfError(absent(FIRST), { kind: "not-ready" });
  await load({ module_or_path: source });
  ready = true;
}
export default init;

export function isBtfError(error) {
  return error instanceof Error && error.name === "BtfError" && "kind" in error;
}
