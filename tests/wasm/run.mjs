// Asks the module: `node run.mjs MODULE LIST`. A line of the list has, separated by tabs, the number of a question, the
// file of its input, and the file of the input's base (or nothing). A line of the output is the answer, as `types
// hash`, or the message of a panic.
import { readFileSync } from "node:fs";

const [module, list] = process.argv.slice(2);
const compiled = new WebAssembly.Module(readFileSync(module));
let wasm;

function give(which, bytes) {
  const at = wasm.room(which, bytes.length) >>> 0;
  new Uint8Array(wasm.memory.buffer, at, bytes.length).set(bytes);
}

for (const line of readFileSync(list, "utf8").split("\n").filter((line) => line)) {
  const [question, input, base] = line.split("\t");
  // After a panic, the module cannot be used any more.
  wasm ??= new WebAssembly.Instance(compiled, {}).exports;
  try {
    give(0, readFileSync(input));
    give(1, base ? readFileSync(base) : new Uint8Array());
    const types = wasm.ask(Number(question)) >>> 0;
    console.log(`${types} ${BigInt.asUintN(64, wasm.hash())}`);
  } catch (error) {
    const words = new Uint8Array(wasm.memory.buffer, wasm.last_words() >>> 0, wasm.last_words_len());
    console.log(`${error}: ${new TextDecoder().decode(words)}`.replaceAll("\n", " "));
    wasm = undefined;
  }
}
