// This file is only compiled. Everything must compile, except each line below an `@ts-expect-error`.
import init, { Atlas, BtfError, BtfFile, isBtfError } from "btfscope";
import type { BtfErrorKind, BtfType, ByteOwner, ElfSymbol, Fits, Kind, Layout, LayoutMember, Load, ProgramCode, ProgramObject, Relocation } from "btfscope";
import * as all from "btfscope";
import type { DiffEffect, FieldHistory, NameHistory, Range, Ranges, Source } from "btfscope";

declare const bytes: Uint8Array;
declare function is<T>(value: T): void;

export async function right(): Promise<void> {
  await init();
  await all.init("btfscope_bg.wasm");
  await init(bytes);
  await init(bytes.buffer as ArrayBuffer);
  await init(undefined, { later: "btfscope_later.wasm" });

  using kernel = BtfFile.open(bytes);
  using module = BtfFile.open(bytes, kernel, { name: "veth.ko", entry: "x/veth.ko", bare: true });
  const other: BtfFile = BtfFile.open(bytes, bytes);
  BtfFile.open(bytes, null).free();

  is<number>(kernel.typeCount + kernel.firstId);
  is<number | undefined>(kernel.kinds().STRUCT);
  for (const entry of BtfFile.entries(bytes) ?? []) is<"kernel" | "program" | "btf" | "module" | "debug">(entry.kind);
  is<string | null>(kernel.info().kernelRelease);
  is<number | undefined>(kernel.problems()[0]?.range?.start);

  const type: BtfType | null = module.type(1);
  if (type?.kind === "ENUM64") is<bigint>(type.values[0]!.value);
  if (type?.kind === "ENUM") is<number>(type.values[0]!.value);
  if (type?.kind === "STRUCT" || type?.kind === "UNION") for (const m of type.members) is<number>(m.bitOffset + type.size);
  if (type?.kind === "PTR") is<number>(type.typeId);
  if (type) is<Kind>(type.kind);
  if (type) kinds(type);

  is<number[]>(kernel.find("sk_buff", "STRUCT"));
  const found = kernel.search("kind:struct", Infinity, { derived: true, ownOnly: false });
  is<number | null>(found.types[0]!.size);

  const layout: Layout = kernel.layout(1, { cacheLine: 64, reorganize: true });
  for (const row of layout.rows) {
    if (row.row === "member") is<LayoutMember>(row);
    else is<boolean>(row.inBitfield);
  }
  is<number | undefined>(layout.reorganized?.moves[0]?.toBehind ?? undefined);

  is<number | undefined>(kernel.users(1, { how: ["embedded", "pointed"], direct: true }).users[0]?.id);
  is<boolean>(kernel.containers(1, { limit: 1000 }).more);
  is<number | null | undefined>(kernel.path(1, 2, { limit: 3, longest: 8, embedded: true }).paths[0]?.reads[0]?.offset);
  is<"member" | "hole" | "padding" | undefined>(kernel.at(1, 16, { size: 8 }).places[0]?.what);
  is<number | undefined>(kernel.field("task_struct.mm").place?.bitOffset);
  is<DiffEffect | undefined>((await kernel.diff(other, { types: ["struct file"], atLeast: "silent", usedBy: [module] })).changed[0]?.effect);

  const source: Ranges = { size: 4, read: async (start, end) => bytes.subarray(start, end) };
  is<Source>(source);
  is<Range | null | undefined>(new Error() instanceof BtfError ? undefined : null);
  const ranged: Promise<BtfFile> = BtfFile.open(source, kernel, { name: "vmlinux" });
  (await ranged).free();
  using atlas = await Atlas.open(bytes, { modules: source });
  is<string | undefined>((await atlas.kernels("arch=amd64")).kernels[0]?.release);
  is<number>((await atlas.kernel("6.1.0-53-amd64")).typeCount);
  const history = await atlas.history("task_struct.mm", { where: "arch=amd64", split: true });
  if ("fields" in history) is<FieldHistory>(history);
  else is<NameHistory>(history);
  is<string[] | undefined>((await atlas.read("task_struct.mm", { loader: "libbpf", noGuard: true, follow: false })).checked?.wrong);
  is<string | null>((await atlas.which(kernel, { where: "arch=amd64" })).exact);
  is<string | undefined>((await atlas.check(module, { require: "arch=amd64", modules: "none" }))?.headline[0]);

  is<string>(kernel.dump(1, "pahole", { cacheLine: 128 }));
  is<string>(kernel.dump([1, 2] as const, "c", { definitionOnly: true }));
  is<string>(kernel.dump(null, "asm", { annotate: true }));
  const format: "raw" | "c" = Math.random() < 0.5 ? "raw" : "c";
  is<string>(kernel.dump(null, format));

  is<ByteOwner | null>(kernel.byteOwner(0x18));
  is<Relocation[]>(await kernel.relocations());
  for (const { records } of await kernel.elfRelocations({ debug: true })) is<bigint | null | undefined>(records?.[0]?.result);
  is<ElfSymbol[]>(await kernel.symbols());
  is<ProgramObject | null>(await kernel.program());
  is<ProgramCode[]>(await kernel.disassemble());
  const fits: Fits | null = await other.check({ targets: [kernel], modules: "none" });
  for (const verdict of fits?.programs[0]?.verdicts ?? []) is<Load>(verdict.load);
  is<string | null | undefined>((await kernel.check({ targets: [kernel], modules: [module] }))?.needs[0]?.answers[0]?.wayOut);
  for (const { results } of await other.relocations({ targets: [kernel, module], alone: true })) is<bigint>(results[0]!.value);
  other[Symbol.dispose]();

  try {
    kernel.layout(0);
  } catch (error) {
    if (isBtfError(error)) {
      is<BtfErrorKind>(error.kind);
      is<number | undefined>(error.range?.start);
      is<string>(error.message);
    }
  }
}

/** The switch covers all kinds, so the rest has the type never. */
function kinds(type: BtfType): number {
  switch (type.kind) {
    case "INT":
    case "FLOAT":
      return type.size;
    case "PTR":
    case "TYPEDEF":
    case "VOLATILE":
    case "CONST":
    case "RESTRICT":
    case "TYPE_TAG":
    case "DECL_TAG":
    case "FUNC":
    case "VAR":
    case "ARRAY":
      return type.typeId;
    case "STRUCT":
    case "UNION":
      return type.members.length;
    case "ENUM":
    case "ENUM64":
      return type.values.length;
    case "FWD":
      return type.of.length;
    case "FUNC_PROTO":
      return type.returnTypeId + type.params.length;
    case "DATASEC":
      return type.variables.length;
    case "LOC_PARAM":
      return type.values.length + type.flags;
    case "LOC_PROTO":
      return type.params.length;
    case "LOCSEC":
      return type.sites.length;
    case "UNKNOWN":
      return type.kindNumber;
    default:
      return type satisfies never;
  }
}

export function wrong(file: BtfFile, type: BtfType): void {
  // @ts-expect-error The constructor is private: use open().
  new BtfFile();
  // @ts-expect-error Bytes, not a name.
  BtfFile.open("vmlinux");
  // @ts-expect-error Bytes, not an array of numbers.
  BtfFile.open([0x9f, 0xeb]);
  // @ts-expect-error A base is a file or bytes.
  BtfFile.open(bytes, "vmlinux");
  // @ts-expect-error There is no such option.
  BtfFile.open(bytes, null, { file: "veth.ko" });
  // @ts-expect-error The wasm module cannot be a number.
  void init(1);
  // @ts-expect-error There is no such option.
  void init(undefined, { rest: "btfscope_later.wasm" });
  // @ts-expect-error The answer is a promise.
  file.verify().accepted;
  // @ts-expect-error An id is a number.
  file.type("1");
  // @ts-expect-error The result may be null.
  file.type(1).id;
  // @ts-expect-error Not all types have members.
  type.members;
  // @ts-expect-error Values of an ENUM64 are bigint.
  if (type.kind === "ENUM64") is<number>(type.values[0]!.value);
  // @ts-expect-error Values of an ENUM are not bigint.
  if (type.kind === "ENUM") is<bigint>(type.values[0]!.value);
  // @ts-expect-error A typedef may have no size.
  if (type.kind === "TYPEDEF") is<number>(type.size);
  // @ts-expect-error There is no such kind.
  if (type.kind === "CLASS") return;
  // @ts-expect-error Kinds are in capitals.
  file.find("sk_buff", "struct");
  // @ts-expect-error A limit is a number.
  file.search("sk_buff", "10");
  // @ts-expect-error There is no such format.
  file.dump(1, "yaml");
  // @ts-expect-error asm is for the whole blob.
  file.dump(1, "asm");
  // @ts-expect-error pahole is not for the whole blob.
  file.dump(null, "pahole");
  // @ts-expect-error There is no such option.
  file.dump(1, "c", { sorted: true });
  // @ts-expect-error The count is read only.
  file.typeCount = 1;
  // @ts-expect-error A hole has no name.
  file.layout(1).rows.map((row) => row.name);
  // @ts-expect-error The result may be null.
  file.byteOwner(1).section;
  // @ts-expect-error A target is an open file.
  file.relocations({ targets: [bytes] });
  // @ts-expect-error Modules are open files as well.
  file.check({ modules: "all" });
  // @ts-expect-error Internal methods are not declared.
  file.__lend();
  // @ts-expect-error Internal exports are not declared.
  all.__panicForTests();
  // @ts-expect-error A caught error is unknown until isBtfError has checked it.
  (error: unknown) => error.kind;
}
