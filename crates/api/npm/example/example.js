// Opens a file and searches its types. Shows a struct or union as pahole prints it, any other type as C.
import init, { BtfFile, isBtfError } from "../index.js";

const part = (id) => document.getElementById(id);
const loaded = init();
let base = null;
let file = null;

/** Opens the chosen file, on the base if there is one. */
async function open(input) {
  await loaded;
  const [chosen] = input.files;
  return chosen ? BtfFile.open(new Uint8Array(await chosen.arrayBuffer()), base, { name: chosen.name }) : null;
}

function list() {
  part("problem").textContent = "";
  part("text").textContent = "";
  if (!file) return;
  const found = file.search(part("query").value, 200);
  const { role, byteOrder } = file.info();
  part("about").textContent = `${role}, ${byteOrder}-endian, ${file.typeCount} types; ${found.total} fit`;
  const rows = found.types.map((type) => {
    const button = document.createElement("button");
    button.textContent = `${type.kind.toLowerCase()} ${type.name}${type.size === null ? "" : ` (${type.size})`}`;
    button.addEventListener("click", () => guarded(() => show(type.id)));
    const row = document.createElement("li");
    row.append(button);
    return row;
  });
  part("types").replaceChildren(...rows);
}

function show(id) {
  const composite = ["STRUCT", "UNION"].includes(file.type(id).kind);
  part("text").textContent = file.dump(id, composite ? "pahole" : "c", { definitionOnly: true });
}

/** Runs something and shows why it failed, if it did. */
async function guarded(work) {
  try {
    await work();
  } catch (error) {
    if (!isBtfError(error)) throw error;
    const at = error.range ? ` at ${error.range.start}` : "";
    part("problem").textContent = `${error.message} [${error.kind}${at}]`;
  }
}

async function openFile() {
  part("types").replaceChildren();
  part("about").textContent = "";
  part("problem").textContent = "";
  file?.free();
  file = null;
  file = await open(part("file"));
  list();
}

part("file").addEventListener("change", () => guarded(openFile));
part("base").addEventListener("change", () =>
  guarded(async () => {
    base?.free();
    base = null;
    base = await open(part("base"));
    // A module may have waited for its base.
    await openFile();
  }),
);
part("query").addEventListener("input", () => guarded(list));
part("query").form.addEventListener("submit", (event) => event.preventDefault());
