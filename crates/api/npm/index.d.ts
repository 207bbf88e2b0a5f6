/// <reference lib="esnext.disposable" />

/**
 * Loads the module; to be awaited once before anything else is used. In Node it is loaded with the import already, and this does
 * nothing.
 *
 * @param source Where `btfscope_bg.wasm` is, if not beside this file; or its bytes, a response with them, or a compiled module.
 */
export function init(source?: ModuleSource | Promise<ModuleSource>): Promise<void>;
export default init;

/** What {@link init} can be given. */
export type ModuleSource = string | Global<"URL"> | Global<"Request"> | Global<"Response"> | ArrayBuffer | ArrayBufferView | Compiled;

/** A class of the platform, where the program is compiled for one that has it. */
type Global<Name extends string> = typeof globalThis extends Record<Name, { prototype: infer T }> ? T : never;
type Compiled = typeof globalThis extends { WebAssembly: { Module: { prototype: infer T } } } ? T & object : never;

/** What a type record is: the name of `BTF_KIND_…` in the kernel's `include/uapi/linux/btf.h`, or `UNKNOWN`. */
export type Kind = BtfType["kind"];

/** Bytes, from `start` up to `end`. */
export interface Range {
  readonly start: number;
  readonly end: number;
}

/** Why a call failed. */
export type BtfErrorKind =
  /** An argument is of another type than it should be, or an option is not known. */
  | "bad-argument"
  /** There is nothing with this id or name, or at this place. */
  | "not-found"
  /** The type is no struct or union, or one that holds itself. */
  | "no-layout"
  /** A word of a query cannot be read; `range` is that of its characters in the query. */
  | "bad-query"
  /** The type reads no bytes, or the file has none of it. */
  | "no-value"
  /** More work or output than the option `limit` allows, or than is usual without it. */
  | "stopped"
  /** Bytes as text that cannot be read; `range` is that of the bytes of the text, in UTF-8. */
  | "bad-bytes"
  /** No C reads it on every kernel. */
  | "no-code"
  /** It is no atlas, or one of another version or content. */
  | "not-atlas"
  /** There are no bytes. */
  | "empty"
  /** Nothing that holds BTF. */
  | "not-btf"
  /** It starts like BTF, but its header cannot be read. */
  | "bad-header"
  /** It starts like an ELF file, but its header or section table cannot be read. */
  | "bad-elf"
  /** A sound ELF file or kernel without BTF. */
  | "no-btf"
  /** There is a section `.BTF`, but not its bytes. */
  | "no-data"
  /** More bytes than are read. */
  | "too-large"
  /** Compressed data, an archive or a dump that is damaged or cut off. */
  | "damaged"
  /** The bytes cannot be read any more. */
  | "unreadable"
  /** An archive: one of its files is to be chosen by the option `entry`. */
  | "archive"
  /** The archive has no such file. */
  | "no-entry"
  /** The types continue those of another file, which has to be given as the base. */
  | "needs-base"
  /** The base that was given is another one's. */
  | "wrong-base"
  /** The BtfFile was freed. */
  | "freed"
  /** The module is not loaded yet: await {@link init} first. */
  | "not-ready"
  /** A mistake in btfscope. The instance cannot be used any more: load the page anew, or use a new worker. */
  | "panic"
  /** A call after one that ended with `panic`. */
  | "unusable";

/** What calls throw, and what promises of this package are rejected with. */
export class BtfError extends Error {
  private constructor();
  readonly name: "BtfError";
  readonly kind: BtfErrorKind;
  /** What it is about: bytes or, of a query, characters. Null where it is about no part of something. */
  readonly range: Range | null;
  /**
   * What {@link BtfError.range} counts in: `file`, `query`, `text` (the bytes of it in UTF-8), `atlas`, or the layer of the file that
   * was unpacked: `xz`, `boot/vmlinuz`. Null without a range.
   */
  readonly place: string | null;
}

/** Whether a call of this package threw this: of this copy of it, as `instanceof BtfError` says, or of another one. */
export function isBtfError(error: unknown): error is BtfError;

/**
 * A file that is read by ranges, not as a whole: a Blob (a File of a page, too), a FileHandle of Node's `fs/promises`, the address of a file
 * on a web server that answers ranges (one that does not sends it all), or an object that does the same.
 */
export type Source = Global<"Blob"> | Global<"URL"> | Handle | Ranges;

/** What of a FileHandle is used. */
export interface Handle {
  stat(): Promise<{ size: number }>;
  read(buffer: Uint8Array, offset: number, length: number, position: number): Promise<{ bytesRead: number }>;
}

/** A file of `size` bytes. */
export interface Ranges {
  readonly size: number;
  /** The bytes from `start` up to `end`. */
  read(start: number, end: number): Promise<Uint8Array>;
}

/** The last argument of {@link BtfFile.open}. */
export interface OpenOptions {
  /** The file's name, for messages. */
  readonly name?: string;
  /** Which file of an archive or package, by its path or the end of it. Without it, the kernel if there is just one. */
  readonly entry?: string;
  /** Make the types of its debug information (DWARF), also when it has BTF. Without BTF that is what happens anyway. */
  readonly fromDwarf?: boolean;
  /** Open a BPF program without BTF, too: it has no types, but instructions, ELF relocations and symbols. Otherwise that is `no-btf`. */
  readonly bare?: boolean;
  /**
   * The machine of a kernel header's layouts (a `vmlinux.h`): `x86-64`, `arm64`, `arm`, `riscv64`, `s390x`, `ppc64le`, `loongarch64`. Without
   * it, the one whose registers the header has.
   */
  readonly machine?: string;
}

/** A file of an archive that may hold BTF. */
export interface ArchiveEntry {
  path: string;
  /** Bytes in the archive. */
  size: number;
  kind: "kernel" | "program" | "btf" | "module" | "debug";
}

/** How a file's types were made of its debug information (DWARF). The types are those of pahole, ids included. */
export interface FromDwarf {
  /** Units that were read. */
  units: number;
  /** Units whose types are in .dwo files. */
  unitsElsewhere: number;
  /** Entries (DIEs) that were looked at. */
  entries: number;
  /** Records before equal ones were merged. */
  records: number;
  /** Types that came of them. */
  types: number;
  /** Source languages, and in how many units. */
  languages: { name: string; units: number }[];
  /** Files that have more of it: .dwo files, the supplementary file of dwz. */
  missingFiles: string[];
  /** Functions that were left out, by reason. */
  functions: LeftOut[];
  /** Variables that were left out, by reason. */
  variables: LeftOut[];
  /** What BTF cannot say, and what is damaged. */
  notes: LeftOut[];
}

/** What was left out for one reason. */
export interface LeftOut {
  reason: string;
  count: number;
  /** The first of them: names, or places of entries. */
  places: string[];
}

/** What a file is. Ranges are of the file, or, where there are layers, of what was unpacked. */
export interface FileInfo {
  name: string;
  /** Bytes. */
  size: number;
  role: "kernel" | "module" | "program" | "base" | "other";
  /** How it holds its BTF: as it is, in an ELF file, or somewhere in a kernel image; or it has none, and the types are made of its DWARF, or of the C that it is. */
  format: "raw" | "elf" | "image" | "dwarf" | "header";
  /** `x86-64`, `s390x`, `bpf`, where the file says so. */
  machine: string | null;
  byteOrder: "little" | "big";
  /** Bytes. */
  pointerSize: number;
  kernelRelease: string | null;
  /** The compiler, as the file says: the first string of .comment, or a kernel's banner. */
  compiler: string | null;
  buildId: string | null;
  /** The name of a kernel module. */
  module: string | null;
  /** Whether the types continue others: of the base that was given, or of `.BTF.base` in the file. */
  base: "given" | "file" | null;
  /** How many types the base has. */
  baseTypeCount: number;
  /** False when some types could not be read: see {@link BtfFile.problems}. */
  complete: boolean;
  /** What was taken off, from the outside: compression, an entry of an archive. */
  layers: { what: string; range: Range; size: number }[];
  sections: {
    name:
      | ".BTF"
      | ".BTF header"
      | ".BTF types"
      | ".BTF layout"
      | ".BTF strings"
      | ".BTF.ext"
      | ".BTF.base"
      | ".BTF_ids"
      | ".BTF.inline";
    range: Range;
  }[];
  /** The ELF section table; null when it is no ELF file. Of types made of debug information it is that of the file with that. */
  elfSections: ElfSections | null;
  /** What a person should know. */
  notes: string[];
}

/** The sections of an ELF file, in the order of its table, without the null section. */
export interface ElfSections {
  /** How many there are: at most the first 65536 are given. */
  count: number;
  sections: ElfSection[];
}

/** An ELF section: the numbers of its entry in the section table. */
export interface ElfSection {
  /** From 1. */
  index: number;
  name: string;
  /** `PROGBITS`, `SYMTAB`, ..; a hexadecimal number when it has no name. */
  type: string;
  /** `sh_type` */
  typeNumber: number;
  /** readelf's letters, `AX`; flags without a letter as a number behind them. */
  flags: string;
  /** `sh_flags` */
  flagBits: bigint;
  address: bigint;
  /** Bytes from the start of the file, or of what was unpacked. */
  offset: number;
  /** Bytes. */
  size: number;
  /** `sh_link`: the index of another section, by the type. */
  link: number;
  /** `sh_info`: by the type; of relocations the index of the section that they are for. */
  info: number;
  alignment: number;
  /** Bytes of an entry of a table; else 0. */
  entrySize: number;
  /** Its bytes; null when it has none in the file. */
  bytes: Range | null;
  /** What btfscope uses it for, in words; null where it does not. */
  usedFor: string | null;
}

/** Something that is wrong with a file. */
export interface Problem {
  message: string;
  /** The bytes of the file it is about. */
  range: Range | null;
}

/** What all types have. */
export interface TypeBase {
  id: number;
  /** Empty for an anonymous type. */
  name: string;
  /** The type in C: `struct sk_buff *`, `int (*)(void)`, `char[16]`. */
  declaration: string;
  /** The bytes of its record, counted from the first byte of the `.BTF` that has it: for a type of the base, the base's. */
  record: Range;
}

/** Types whose record has a size in bytes. */
export interface Sized extends TypeBase {
  size: number;
}

/** Types whose size, if they have one, is that of others. */
export interface Referring extends TypeBase {
  /** Bytes; null for `void` behind it, functions, prototypes, forward declarations, and what is endless. */
  size: number | null;
}

export interface IntType extends Sized {
  kind: "INT";
  bits: number;
  /** Not 0 only in bitfields as they were encoded before 2019. */
  bitOffset: number;
  signed: boolean;
  char: boolean;
  bool: boolean;
}

export interface ReferenceType extends Referring {
  kind: "PTR" | "TYPEDEF" | "VOLATILE" | "CONST" | "RESTRICT";
  /** What it refers to; 0 is `void`. */
  typeId: number;
}

export interface ArrayType extends Referring {
  kind: "ARRAY";
  /** The element's type. */
  typeId: number;
  indexTypeId: number;
  /** How many elements; 0 for a flexible array, too. */
  length: number;
}

export interface Member {
  /** Empty when anonymous. */
  name: string;
  typeId: number;
  /** From the start of the struct. */
  bitOffset: number;
  /** Bits; 0 for what is no bitfield. */
  bitfieldSize: number;
}

export interface CompositeType extends Sized {
  kind: "STRUCT" | "UNION";
  members: Member[];
}

export interface EnumType extends Sized {
  kind: "ENUM";
  signed: boolean;
  values: { name: string; value: number }[];
}

export interface Enum64Type extends Sized {
  kind: "ENUM64";
  signed: boolean;
  values: { name: string; value: bigint }[];
}

export interface FwdType extends Referring {
  kind: "FWD";
  of: "struct" | "union";
}

export interface FuncType extends Referring {
  kind: "FUNC" | "VAR";
  /** Of a function, its prototype. */
  typeId: number;
  linkage: "static" | "global" | "extern" | "unknown";
}

export interface FuncProtoType extends Referring {
  kind: "FUNC_PROTO";
  /** 0 is `void`. */
  returnTypeId: number;
  /** `variadic` stands for `...`. */
  params: { name: string; typeId: number; variadic: boolean }[];
}

export interface DataSecType extends Sized {
  kind: "DATASEC";
  /** `offset` and `size` are bytes. */
  variables: { typeId: number; offset: number; size: number }[];
}

export interface FloatType extends Sized {
  kind: "FLOAT";
}

export interface DeclTagType extends Referring {
  kind: "DECL_TAG";
  typeId: number;
  /** Of which member or parameter; -1 for the type as a whole. */
  componentIndex: number;
  /** Whether the name is a whole attribute rather than the value of `btf_decl_tag`. */
  attribute: boolean;
}

export interface TypeTagType extends Referring {
  kind: "TYPE_TAG";
  typeId: number;
  /** Whether the name is a whole attribute rather than the value of `btf_type_tag`. */
  attribute: boolean;
}

export interface LocParamType extends Sized {
  kind: "LOC_PARAM";
  flags: number;
  values: number[];
}

export interface LocProtoType extends Referring {
  kind: "LOC_PROTO";
  /** Ids of LOC_PARAM types. */
  params: number[];
}

export interface LocSecType extends Referring {
  kind: "LOCSEC";
  sites: { funcTypeId: number; locProtoTypeId: number; offset: number }[];
}

export interface UnknownType extends Referring {
  kind: "UNKNOWN";
  /** The number of the kind, which only the layout section knows. */
  kindNumber: number;
}

/** A type; `kind` says which. */
export type BtfType =
  | IntType
  | ReferenceType
  | ArrayType
  | CompositeType
  | EnumType
  | Enum64Type
  | FwdType
  | FuncType
  | FuncProtoType
  | DataSecType
  | FloatType
  | DeclTagType
  | TypeTagType
  | LocParamType
  | LocProtoType
  | LocSecType
  | UnknownType;

/** What {@link BtfFile.search} can be given. */
export interface SearchOptions {
  /** Types without a name of their own, too: pointers, arrays, prototypes, anonymous structs. */
  readonly derived?: boolean;
  /** Only the file's own types, not those of its base. */
  readonly ownOnly?: boolean;
}

/** What was found. */
export interface FoundTypes {
  /** How many types fit. */
  total: number;
  /** The first of them; `name` is made up for types that have none, `size` is in bytes. */
  types: { id: number; kind: Kind; name: string; size: number | null }[];
}

/** What {@link BtfFile.layout} can be given. */
export interface LayoutOptions {
  /** Bytes of a cache line; 64 if not given. */
  readonly cacheLine?: number;
  /** In an order of the members that leaves fewer holes, if there is one. */
  readonly reorganize?: boolean;
}

/**
 * How a struct or union lies in memory. Bits are counted from its start; in big-endian BTF bit 0 is the most significant one of byte
 * 0. Everything else is in bytes, unless its name says bits.
 */
export interface Layout {
  /** The struct or union itself, behind typedefs. */
  id: number;
  kind: "STRUCT" | "UNION";
  name: string;
  size: number;
  align: number;
  naturalAlign: number;
  byteOrder: "little" | "big";
  cacheLine: number;
  rows: LayoutRow[];
  figures: LayoutFigures;
  /** With the option `reorganize`: the way to the order of `rows`. */
  reorganized: {
    /** Members by their indices; null is the start of the struct. */
    moves: { members: number[]; fromBehind: number; toBehind: number | null }[];
    saved: number;
    cacheLinesSaved: number;
  } | null;
}

export type LayoutRow = LayoutMember | LayoutGap;

/** A hole between members, or the padding after the last. */
export interface LayoutGap {
  row: "hole" | "padding";
  bitOffset: number;
  bits: number;
  /** The rest of a bitfield's storage unit, rather than whole bytes. */
  inBitfield: boolean;
}

export interface LayoutMember {
  row: "member";
  /** Its place in the record. */
  index: number;
  name: string;
  typeId: number;
  /** Its type in C. */
  declaration: string;
  bitOffset: number;
  /** 0 for flexible arrays and types without size. */
  bits: number;
  /** As pahole has it: of a bitfield, where its storage unit starts. */
  byteOffset: number;
  /** As pahole has it: of a bitfield, that of its storage unit. */
  byteSize: number;
  align: number;
  naturalAlign: number;
  /** An alignment beyond the natural one that its place lets pahole infer. */
  aligned: number | null;
  /** It lies where its natural alignment does not allow, so that it must be packed. */
  unnatural: boolean;
  flexible: boolean;
  /** Declaration tags on the member; `attribute`: the name is a whole attribute. */
  tags: { id: number; name: string; attribute: boolean }[];
  bitfield: {
    bits: number;
    unitOffset: number;
    unitSize: number;
    bitInUnit: number;
    signed: boolean;
    /** As encoded before 2019. */
    oldStyle: boolean;
    /** It goes on behind its storage unit. */
    crosses: boolean;
    /** How a CO-RE program reads it: load, shift left, shift right. */
    coreLoad: { byteOffset: number; byteSize: number; lshift: number; rshift: number; signed: boolean } | null;
  } | null;
  /** What is wrong with it, in a damaged file. */
  error: string | null;
}

/** The sums that pahole prints below a struct. */
export interface LayoutFigures {
  size: number;
  cacheLines: number;
  /** Bytes used of the last one; 0 when it is full. */
  lastCacheLine: number;
  members: number;
  sumMembers: number;
  sumBitfieldBits: number;
  holes: number;
  holeBytes: number;
  bitHoles: number;
  bitHoleBits: number;
  padding: number;
  bitPadding: number;
  forcedAlignments: number;
  forcedHoles: number;
  forcedHoleBytes: number;
  /** What lies inside of members, all the way down. */
  nested: {
    holes: number;
    holeBytes: number;
    bitHoles: number;
    bitHoleBits: number;
    paddings: number;
    padding: number;
    bitPadding: number;
  };
  packed: boolean;
  aligned: number | null;
}

/** What {@link BtfFile.dump} can be given. Each is for one format and means nothing to the others. */
export interface DumpOptions {
  /** c, all types: in the order of ids, as bpftool before 7.5. */
  readonly unsorted?: boolean;
  /** c: laid out rightly where bpftool errs, as on 32-bit targets. */
  readonly portable?: boolean;
  /** c, chosen types: only their definitions, without what they need to compile. */
  readonly definitionOnly?: boolean;
  /** json: with line breaks and indentation. */
  readonly pretty?: boolean;
  /** asm: with every field's name and what its value means. */
  readonly annotate?: boolean;
  /** pahole: in an order with fewer holes, with the moves to it. */
  readonly reorganize?: boolean;
  /** pahole: bytes of a cache line; 64 if not given. */
  readonly cacheLine?: number;
  /** rust, zig, go: without the assertions of sizes and offsets. */
  readonly noAssertions?: boolean;
}

/** What {@link BtfFile.value} can be given. */
export interface ValueOptions {
  /** The form of a text; found out if not given. A `Uint8Array` is `raw`. */
  readonly form?: "hex" | "base64" | "c" | "xxd" | "gdb" | "map" | "map-json" | "raw";
  /** The order of the bytes; that of the file if not given. */
  readonly byteOrder?: "little" | "big";
  /** Text: by whose rules; the kernel's (`bpf_snprintf_btf`, `cat` of a pinned map) if not given. `libbpf`: `btf_dump__dump_type_data`. */
  readonly printer?: "kernel" | "libbpf";
  /** Text: on one line. */
  readonly compact?: boolean;
  /** Text: without names of members and types. */
  readonly skipNames?: boolean;
  /** Text: members that are zero, too. */
  readonly emitZeroes?: boolean;
  /** Text: arrays of characters as strings. */
  readonly emitStrings?: boolean;
  /**
   * Steps of work, and bytes of output, at most; the call fails with `stopped` when it takes more. Without it 8 million, 64 for each byte of the
   * types and 2048 for each byte of the values: more than any types take that are not made to be expensive. `Infinity`: no limit.
   */
  readonly limit?: number;
}

/** Bytes read by a type: as many records as there are bytes for, one after the other. */
export interface Values {
  typeId: number;
  type: string;
  /** Bytes of one record. */
  size: number;
  byteOrder: "little" | "big";
  /** What the bytes were taken for; null when they are the file's own. */
  form: string | null;
  /** How many bytes. */
  bytes: number;
  records: ValueRecord[];
  /** Whether there are more rows than are given. */
  more: boolean;
}

/** A record. */
export interface ValueRecord {
  byteOffset: number;
  /** As the kernel prints it, or libbpf ({@link ValueOptions.printer}), up to what cannot be read. */
  text: string;
  /** As `bpftool map dump` prints it, as JSON text; null where something of it cannot be read. */
  formatted: string | null;
  error: string | null;
  rows: ValueRow[];
}

/** A value, or what has parts. Bits are counted from the first byte of the record. */
export interface ValueRow {
  depth: number;
  name: string;
  type: string;
  typeId: number;
  /** As a person reads it; empty where there are parts only. */
  value: string;
  /** The bits as a number in hexadecimal; empty where there are parts. */
  hex: string;
  bitOffset: number;
  bits: number;
  bitfield: boolean;
  /** How many equal elements of an array this stands for. */
  repeats: number;
  /** Whether `value` says why it cannot be read. */
  unreadable: boolean;
}

/** What {@link BtfFile.mapDump} can be given. */
export interface MapDumpOptions {
  /** The order of the bytes; that of the file if not given. */
  readonly byteOrder?: "little" | "big";
  /** As `bpftool map dump` prints it, or with `-j` or `-p`; `plain` if not given. */
  readonly style?: "plain" | "json" | "pretty";
  /**
   * Steps of work, and bytes of output, at most; the call fails with `stopped` when it takes more. Without it 8 million, 64 for each byte of the
   * types and 2048 for each byte of the values: more than any types take that are not made to be expensive. `Infinity`: no limit.
   */
  readonly limit?: number;
}

/** What {@link BtfFile.log} can be given. */
export interface LogOptions {
  /** The program of a log that names none; that which fits if not given. */
  readonly program?: string;
}

/** A log of a verifier or loader that was read; lines count from 1. */
export interface Log {
  /** The object; null of a log that was read alone. */
  file: string | null;
  /** Which programs were taken where the log does not say it, and how sure that is. */
  taken: string[];
  /** The log's lines where they are not those of the text: it came in one line, or with escape sequences. */
  lines?: string[];
  /** The line that says first what went wrong; also one that is not explained. */
  first: number | null;
  /** The lines that say what went wrong and are known. */
  errors: LogError[];
  /** The lines that lead into the program; none of a log that was read alone. */
  links: LogLink[];
}

/** A line that says what went wrong, and what that means. */
export interface LogError {
  line: number;
  /** The message's name, as `scalar-access`. */
  id: string;
  /** A sentence, with the registers and numbers of the line. */
  means: string;
  /** What usually leads to it. */
  causes: string[];
  /** What to change in the program, most useful first. */
  change: string[];
  /** Which kernels or versions of libbpf word it so; empty where it has not changed. */
  versions: string;
}

/** A line that leads into the program. */
export interface LogLink {
  line: number;
  /** What it is about: `instruction 3`, `prog.c:12`, `relocation #1`, `type [8]`. */
  about: string;
  function: string | null;
  /** The instruction's slot in the function. */
  slot: number | null;
  /** The relocation's place among all of the object. */
  relocation: number | null;
  /** Of a line of a BTF load log: the type, which of its items, and the bytes in the blob. */
  typeId: number | null;
  item: number | null;
  bytes: Range | null;
  /** The line says what went wrong. */
  wrong: boolean;
  /** The rule or relocation that it is about, where that is known; else empty. */
  why: string;
}

/** What {@link BtfFile.verify} can be given. */
export interface VerifyOptions {
  /** `6.1`, or a whole release; the newest that is known if not given, with the answers of the others. */
  readonly kernel?: string;
  /** The kernel's byte order; that of the file if not given. */
  readonly byteOrder?: "little" | "big";
  /** Who asks: a program's loader (`BPF_BTF_LOAD`), or the kernel of its own or a module's BTF; by what the file is if not given. */
  readonly who?: "program" | "kernel";
  /** A program as its file has it, without what libbpf changes before it loads it. */
  readonly asIs?: boolean;
}

/** What a kernel says of a file's BTF. */
export interface Verdict extends KernelAnswer {
  file: string;
  /** Who asks. */
  mode: "BPF_BTF_LOAD" | "kernel";
  /** What libbpf changes before. */
  changes: string[];
  /** The first is what it is refused for; the kernel stops there. */
  faults: VerdictFault[];
  /** How many faults more there are. */
  leftOut: number;
  /**
   * What libbpf says when it opens it, errno 0 when it does; missing for types on a base. What libbpf does not open is asked of no kernel:
   * `accepted` is false, `errno`, `errnoName` and `line` are libbpf's (4000 and above are its own), and `refusal` is there.
   */
  libbpf?: { errno: number; what: string | null; refusal?: OpenRefusal };
  /** What BPF_PROG_LOAD says of the records of functions, lines and, from a light skeleton, relocations; null where they are right. */
  programs: {
    name: string;
    section: string;
    funcInfo: string | null;
    lineInfo: string | null;
    coreRelo: string | null;
  }[];
  /** What the other versions say, when no version was asked for. */
  others: KernelAnswer[];
  notes: string[];
}

/** Why libbpf does not open an object. */
export interface OpenRefusal {
  /** The rule's number: phase and place, `3.3`. */
  rule: string;
  /** The rule as a sentence. */
  says: string;
  /** The function of libbpf that asks it. */
  source: string;
  errno: number;
  errnoName: string;
  /** What libbpf prints; null where it says nothing. */
  line: string | null;
  /** What it is about where the line does not name it; else empty. */
  about: string;
  /** Its first byte in the file. */
  start: number;
  /** One past the last; of a file that is cut off it may lie behind its end. */
  end: number;
}

/** The answer of a version. */
export interface KernelAnswer {
  kernel: string;
  /** Whether all rules of the version are known. */
  complete: boolean;
  /** The version by whose rules it is judged; its own where these were compared with its source. */
  judgedAs: string;
  accepted: boolean;
  /** 0 when it is accepted. */
  errno: number;
  /** `EINVAL` */
  errnoName: string | null;
  /** The line that the kernel's log ends with; null when it is accepted. */
  line: string | null;
  /** Whether kernels of this version may answer differently. */
  depends: boolean;
}

/** A fault. */
export interface VerdictFault {
  /** The rule's name. */
  rule: string;
  /** The rule as a sentence. */
  says: string;
  /** Its section of the kernel's btf.rst. */
  reference: string;
  errno: number;
  /** The line of the log, if this is the first fault; empty where the kernel says nothing. */
  line: string;
  place: string;
  typeId: number | null;
  /** Which item of the type. */
  member: number | null;
  /** Its first byte in the blob. */
  start: number;
  /** One past the last. */
  end: number;
}

/** Who owns a byte. Ranges are of the file. */
export interface ByteOwner {
  section: ".BTF" | ".BTF.ext" | ".BTF.base" | ".BTF.inline";
  /** The byte's place in the section. */
  sectionOffset: number;
  /** The byte in one line. */
  what: string;
  /** What it is part of, as the format calls it: `btf_member[14]`. */
  title: string;
  /** The bytes of that. */
  range: Range;
  /** The type whose record it is in, or that a record of `.BTF.ext` is about. */
  typeId: number | null;
  /** Which member, enumerator, parameter or variable of it. */
  itemIndex: number | null;
  /** The fields, in file order, each with its value and what that means. */
  fields: { name: string; value: string; meaning: string[]; range: Range }[];
  problems: string[];
}

/** `enum bpf_core_relo_kind` without `BPF_CORE_`, or `UNKNOWN`. */
export type RelocationKind =
  | "FIELD_BYTE_OFFSET"
  | "FIELD_BYTE_SIZE"
  | "FIELD_EXISTS"
  | "FIELD_SIGNED"
  | "FIELD_LSHIFT_U64"
  | "FIELD_RSHIFT_U64"
  | "TYPE_ID_LOCAL"
  | "TYPE_ID_TARGET"
  | "TYPE_EXISTS"
  | "TYPE_SIZE"
  | "ENUMVAL_EXISTS"
  | "ENUMVAL_VALUE"
  | "TYPE_MATCHES"
  | "UNKNOWN";

/** A CO-RE relocation as the compiler wrote it. */
export interface Relocation {
  /** Its place among all of the file. */
  index: number;
  /** The ELF section with the instruction. */
  section: string;
  /** Bytes into that section. */
  insnOffset: number;
  kind: RelocationKind;
  kindNumber: number;
  /** The program's own root type. */
  typeId: number;
  /** That type in C. */
  declaration: string;
  /** The access string: `0:15:0`. */
  access: string;
  /** What it leads to: `.mm.pgd`, `::TASK_DEAD`; null when it leads nowhere. */
  path: string | null;
  /** The bytes of the record in the file. */
  record: Range;
  /** The instruction as `code:dst:src:off:imm`, code in hexadecimal; of a load of 64 bits both halves, with a `+` between them. */
  insn: string | null;
  /** What it becomes, one for each target. */
  results: RelocationResult[];
}

/** What {@link BtfFile.relocations} can be given. */
export interface RelocationOptions {
  /** Kernels, modules on their kernels, or other programs to resolve against. */
  readonly targets?: readonly BtfFile[];
  /** Each relocation by itself, without what libbpf keeps between them. */
  readonly alone?: boolean;
  /**
   * `none`: a type that a kernel lacks, no module has. Or the modules, each opened on its kernel, and no others. Without it, such a type
   * may be in a module, and the verdict is `cannot tell`.
   */
  readonly modules?: "none" | readonly BtfFile[];
}

/** What libbpf makes of a relocation on a target. */
export interface RelocationResult {
  /**
   * The instruction stays, gets another value, gets 0 because there is no such thing, or is poisoned, so that the verifier refuses
   * the program if it gets there; or the loader gives up. Nobody can tell where a kernel lacks the type and its modules are not known: libbpf
   * searches them, too.
   */
  verdict: "same" | "changed" | "absent" | "poisoned" | "cannot tell" | "refused";
  /** The value that the compiler wrote: an offset, a size, an id, the value of an enumerator, 0 or 1. */
  original: bigint;
  /** The value that the loader writes. */
  value: bigint;
  /** Bytes of the field in the program; 0 where it does not matter. */
  originalSize: number;
  /** Bytes of the field in the target; 0 where it does not matter. */
  size: number;
  /** How many types of the target have the name. */
  candidates: number;
  /** The first of them that matches. */
  matched: { typeId: number; declaration: string; access: string; path: string } | null;
  /**
   * Whether the object loads on such a kernel at all: it is of its byte order, and libbpf opens it and applies its relocations. What the
   * relocation would become is said in either case.
   */
  loads: boolean;
  /** Of an instruction that is poisoned, or may be, whether the verifier gets to it; null for others, and where no program has it. */
  reached: "reached" | "unsure" | "never reached" | null;
  /** The instruction that cuts off one that is never reached: its place in the program, in slots of 8 bytes. */
  guard: number | null;
  /** The module that has the type, where the target lacks it: the verdict is so only when it is loaded. */
  module: string | null;
  /** Why the loader gives up or applies no relocation, or why nobody can tell. */
  message: string | null;
  /** The instruction that the loader writes, in the same form. */
  insn: string | null;
}

/** What {@link BtfFile.check} can be given. */
export interface CheckOptions {
  /** The kernels to ask. Their versions are taken from their names: see {@link OpenOptions.name}. */
  readonly targets?: readonly BtfFile[];
  /**
   * `none`: what a kernel lacks, no module has. Or the modules, each opened on its kernel, and no others. Without it, what a kernel
   * lacks may be in a module, and the answer is `cannot tell`.
   */
  readonly modules?: "none" | readonly BtfFile[];
}

/**
 * Whether a program loads: with fallback where what is missing is only asked for, or weak, or never reached; unrelocated where libbpf
 * cannot read the object's `.BTF.ext` and goes on without it, so that the program reads the offsets of its own headers. What does not
 * open is refused by libbpf before any kernel is asked.
 */
export type Load = "loads" | "loads with fallback" | "cannot tell" | "loads unrelocated" | "fails" | "does not open";

/** Whether a program that is loaded attaches. */
export type Attach = "attaches" | "by the application" | "likely" | "unlikely" | "cannot tell" | "fails";

/** On which kernels the programs of an object load and attach. Kernels and needs are given by their places. */
export interface Fits {
  /** The object's name. */
  object: string;
  /** The answer in sentences: where it loads, then where it does not. */
  headline: string[];
  license: string | null;
  kernels: FitsKernel[];
  programs: FitsProgram[];
  needs: FitsNeed[];
  /** What is taken for granted: it changes no verdict. */
  assumptions: { kind: string; name: string }[];
  /** Kernels of one distribution, architecture and flavour, next to each other by version, on which a program comes out alike. */
  ranges: FitsRange[];
}

/** A kernel that was asked. */
export interface FitsKernel {
  name: string;
  version: string | null;
  arch: string | null;
  distribution: string;
  flavour: string;
  /** What is known of its modules. */
  modules: "unknown" | "names" | "given" | "none";
  /** Here always true: on the command line, whether the exit status counts it. */
  required: boolean;
}

/** A program of the object, and how it comes out on the kernels. */
export interface FitsProgram {
  name: string;
  section: string;
  /** Its type as libbpf names it; null when the section does not say it. */
  type: string | null;
  attachType: string | null;
  target: string | null;
  sleepable: boolean;
  /** Whether libbpf loads it by default. */
  autoload: boolean;
  verdicts: FitsVerdict[];
}

/** How a program comes out on some of the kernels. */
export interface FitsVerdict {
  kernels: number[];
  load: Load;
  attach: Attach;
  /** Needs, the one that decides first. */
  reasons: number[];
  /** The kernel's modules that have to be loaded for this verdict. Of several that have a type, the one that it is named after: any of them is enough. */
  modules: string[];
  /** What libbpf says where no need decides: the byte orders differ. */
  words: string | null;
  /**
   * The kernels are of another architecture than the object: the byte orders differ, or a program that is loaded by default fails for a
   * register that only others have. On the command line it counts only where it was asked for.
   */
  anotherArchitecture: boolean;
}

/** What the object, or one of its programs, needs of a kernel. */
export interface FitsNeed {
  id: number;
  /** The program that needs it; null where the whole object does. */
  program: string | null;
  kind:
    | "open"
    | "map"
    | "mapflag"
    | "btfkind"
    | "kfunc"
    | "ksym"
    | "kallsyms"
    | "kconfig"
    | "struct_ops"
    | "section"
    | "progtype"
    | "attachtype"
    | "attach"
    | "args"
    | "helper"
    | "core"
    | "insn"
    | "license"
    | "tag"
    | "access";
  name: string;
  /** `weak` where the object says that it does without. */
  detail: "weak" | null;
  /** The first version of Linux that has it, where that is known. */
  since: string | null;
  /** The first instruction that needs it, in slots of 8 bytes from its function's start. */
  insn: number | null;
  answers: FitsAnswer[];
}

/** What kernels have for a need. */
export interface FitsAnswer {
  kernels: number[];
  answer: "there" | "there in another form" | "absent" | "allowed" | "refused" | "unknown";
  sure: "proved" | "suggested" | "unknown";
  /** What follows for the load. */
  effect: Load;
  /** What follows for attaching, if anything. */
  attach: Attach | null;
  /** Whether the verifier gets to an instruction that needs it; null where no instruction does. */
  reached: "reached" | "unsure" | "never reached" | null;
  /** What libbpf or the kernel says then. */
  words: string | null;
  /** The module that has it, where the kernel lacks it. */
  module: string | null;
  /** Why. */
  reason: string | null;
  /** The nearest way out. */
  wayOut: string | null;
}

/** Kernels on which a program comes out alike. */
export interface FitsRange {
  program: string;
  /** Distribution, architecture and flavour, as far as the names say them. */
  group: string;
  /** The oldest of them. */
  from: string;
  /** The newest of them. */
  to: string;
  count: number;
  load: Load;
  attach: Attach;
  /** The need that decides; null where the program just loads. */
  reason: number | null;
}

/** What a BPF program object declares. */
export interface ProgramObject {
  license: string | null;
  /** By section and place. */
  functions: ProgramFunction[];
  maps: ProgramMap[];
}

/** A function of a program object. */
export interface ProgramFunction {
  name: string;
  section: string;
  /** `xdp`, `tracing, trace_fentry`, `subprogram`. */
  kind: string;
  /** In C; null when there is no BTF of it. */
  prototype: string | null;
  /** What it attaches to. */
  target: string | null;
  /** Where it starts in its section, in bytes. */
  offset: number;
  /** Instructions, in slots of 8 bytes. */
  slots: number;
  /** The file with its source. */
  source: string | null;
  /** The line of its first instruction. */
  line: number | null;
}

/** A map of a program object. */
export interface ProgramMap {
  name: string;
  /** `hash`, `ringbuf`. */
  kind: string;
  /** The type of its keys, in C. */
  key: string | null;
  /** Bytes. */
  keySize: number | null;
  /** The type of its values, in C. */
  value: string | null;
  /** Bytes. */
  valueSize: number | null;
  maxEntries: number | null;
}

/** A function with its instructions. */
export interface ProgramCode extends ProgramFunction {
  instructions: Instruction[];
}

/** An instruction of a function. */
export interface Instruction {
  /** Its place in the function, as the verifier's log counts. */
  slot: number;
  /** Where it lies in its section, in bytes. */
  offset: number;
  /** Its opcode. */
  code: number;
  /** In the notation of the verifier: `r1 = *(u64 *)(r10 -8)`. */
  text: string;
  /** The slot that it jumps to. */
  jump: number | null;
  /** What its relocations mean. */
  notes: string[];
  /** The source line that begins here: `file.c:42`. */
  source: string | null;
}

/** What {@link BtfFile.elfRelocations} can be given. */
export interface ElfRelocationOptions {
  /** The records of debug information, too; otherwise they are counted. */
  readonly debug?: boolean;
}

/** A section of ELF relocations, which patch one other section. */
export interface ElfRelocationSection {
  /** `.relxdp` */
  name: string;
  /** The section that is patched: `xdp`. */
  patches: string;
  /** Whether the addend stands in the place that is patched, or in the record. */
  kind: "REL" | "RELA";
  count: number;
  /** How many of each type: `{ R_BPF_64_64: 3 }`. */
  types: Record<string, number>;
  /** Its bytes in the file. */
  bytes: Range;
  /** In the section's order; null for debug information, unless that was asked for. */
  records: ElfRelocation[] | null;
}

/** An ELF relocation. */
export interface ElfRelocation {
  /** `r_offset`: bytes into the section that is patched. */
  offset: number;
  /** `r_info`, 16 hexadecimal digits: the symbol in the upper half, the type in the lower one. */
  info: string;
  /** `R_BPF_64_64`; `Unknown` for a number without a name. */
  type: string;
  typeNumber: number;
  /** How many bits are patched; 0 when nothing is, or no rule is known. */
  bits: number;
  /** The index of the symbol. */
  symbol: number;
  /** Its name; of a section that section's. */
  symbolName: string;
  /** The section that defines it; `UND` for an extern, `ABS`. */
  symbolSection: string;
  /** S: its value; null when there is no such symbol. */
  symbolValue: bigint | null;
  /** A: the addend; of a call in bytes. Null when the place is not in the file. */
  addend: bigint | null;
  /** What is written; null when only a loader knows. */
  result: bigint | null;
  /** The rule with its numbers: `(S 0 + A 0x18) / 8 - 1 = 2`. */
  formula: string;
  /** What it refers to: `counters+0x8`. */
  means: string | null;
  /** The bytes of the record in the file. */
  record: Range;
  /** The bytes that are patched, in the file. */
  place: Range | null;
}

/** An ELF symbol. */
export interface ElfSymbol {
  index: number;
  /** Of a section without one, that section's. */
  name: string;
  /** Bytes from the start of its section. */
  value: bigint;
  /** Bytes. */
  size: number;
  /** `FUNC`, `OBJECT`, `SECTION`, `NOTYPE`, `FILE`; a number when it has no name. */
  type: string;
  /** `LOCAL`, `GLOBAL`, `WEAK`; a number when it has no name. */
  bind: string;
  visibility: "DEFAULT" | "INTERNAL" | "HIDDEN" | "PROTECTED";
  /** The section that defines it; `UND` for an extern, `ABS`. */
  section: string;
  /** `st_shndx` */
  sectionIndex: number;
  /** How many relocations name it. */
  relocations: number;
  /** The bytes of the record in the file. */
  record: Range;
  /** What it names, in the file; null when it has no bytes there. */
  bytes: Range | null;
}

/** What {@link BtfFile.users} can be given. */
export interface UsersOptions {
  /** Only those that use it in one of these ways. */
  readonly how?: readonly UsedHow[];
  /** Only records that refer to the type itself, not through pointers and qualifiers. */
  readonly direct?: boolean;
}

/** How a type is used. */
export type UsedHow =
  | "embedded"
  | "pointed"
  | "array"
  | "typedef"
  | "param"
  | "return"
  | "variable"
  | "tagged"
  | "function"
  | "section"
  | "qualified"
  | "inlined";

/** A type and its users. */
export interface Used {
  id: number;
  name: string;
  users: UsedBy[];
}

/** A user of a type. */
export interface UsedBy {
  how: UsedHow;
  id: number;
  name: string;
  /** The member, parameter or variable; null where the whole type uses it. */
  part: string | null;
  /** Its index. */
  index: number | null;
  /** Of a member, from the start of the user. */
  bitOffset: number | null;
  /** The type that the user has. */
  typeId: number;
  /** That type in C. */
  type: string;
  /** How many pointers and arrays are between. */
  pointers: number;
  arrays: number;
}

/** What {@link BtfFile.containers} can be given. */
export interface ContainersOptions {
  /** Steps of work and bytes of output, at most. */
  readonly limit?: number;
}

/** The types that contain a type. */
export interface Containers {
  containers: Container[];
  /** Whether there are more, which are left out. */
  more: boolean;
}

/** A type that contains another. */
export interface Container {
  id: number;
  name: string;
  /** The path to the inner type, as in C. */
  path: string;
  bitOffset: number;
}

/** What {@link BtfFile.path} can be given. */
export interface PathOptions {
  /** At most so many paths; 10 if not given. */
  readonly limit?: number;
  /** At most so many members in a path, 1 to 64; 16 if not given. */
  readonly longest?: number;
  /** Follow no pointers. */
  readonly embedded?: boolean;
}

/** The paths from one type to another, the shortest first. */
export interface Paths {
  from: string;
  to: string;
  paths: {
    /** `task->nsproxy->net_ns` */
    expression: string;
    pointers: number;
    /** Each up to a pointer. */
    reads: PathRead[];
  }[];
}

/** A read of a path. */
export interface PathRead {
  rootId: number;
  root: string;
  /** CO-RE's access string: `0:12:1`. */
  access: string;
  members: string;
  /** Bytes; null where it does not lie on whole bytes. */
  offset: number | null;
}

/** What {@link BtfFile.at} can be given. */
export interface AtOptions {
  /** Bytes that are read: what fits goes first. */
  readonly size?: number;
}

/** What lies at an offset of a type. */
export interface AtOffset {
  id: number;
  name: string;
  /** Bytes. */
  offset: number;
  places: AtPlace[];
  /** Whether there are more alternatives, which are left out. */
  more: boolean;
}

/** A place in a type. */
export interface AtPlace {
  what: "member" | "hole" | "padding";
  /** As in C, without the type; of a hole that of its struct. */
  path: string;
  bitOffset: number;
  bits: number;
  /** Bits of a bitfield. */
  bitfield: number | null;
  typeId: number;
  type: string;
  /** Bytes from the start of the place to the offset. */
  into: number;
}

/** Where a field lies. */
export interface Field {
  field: string;
  file: string;
  /** Null when the file lacks it. */
  place: {
    /** From the start of `from`. */
    bitOffset: number;
    /** Bits of a bitfield. */
    bitfield: number | null;
    /** Bytes. */
    size: number | null;
    typeId: number;
    type: string;
    /** The type, or what the last pointer of the path leads to. */
    from: string;
    pointers: number;
  } | null;
  /** Why the file lacks it. */
  absent: string | null;
}

/** What {@link BtfFile.diff} can be given. */
export interface DiffOptions {
  /** Only these types, by name (`struct file`) or id. */
  readonly types?: readonly string[];
  /** Only what has at least this effect; `harmless` if not given. */
  readonly atLeast?: DiffEffect;
  /** Only what these programs use. */
  readonly usedBy?: readonly BtfFile[];
  /** Steps of work and bytes of output, at most. */
  readonly limit?: number;
}

/** What a change means to a program that was made for the old file: nothing or an adjustment; not found; something else, unnoticed. */
export type DiffEffect = "harmless" | "refused" | "silent";

/** What changed between two files. */
export interface Differences {
  old: string;
  new: string;
  /** How many types are the same. */
  same: number;
  removed: LoneType[];
  added: LoneType[];
  changed: ChangedType[];
}

/** A type that one of the files has. */
export interface LoneType {
  kind: string;
  name: string;
  id: number;
  /** Whether the other file has other types of this name. */
  others: boolean;
  effect: DiffEffect;
}

/** A type that changed. */
export interface ChangedType {
  kind: string;
  name: string;
  oldId: number;
  newId: number;
  effect: DiffEffect;
  /** Bytes. */
  oldSize: number;
  newSize: number;
  changes: ChangedPart[];
}

/** A member, enumerator or parameter that changed; without a name the type itself. */
export interface ChangedPart {
  name: string;
  change: string;
  effect: DiffEffect;
  reason: string;
  old: ChangedSide | null;
  new: ChangedSide | null;
}

/** A part as one of the files has it. */
export interface ChangedSide {
  name: string;
  bitOffset: number | null;
  bitfield: number | null;
  /** Bytes. */
  size: number | null;
  /** Of an enumerator. */
  value: string | null;
  type: string | null;
}

/** What {@link Atlas.open} can be given. */
export interface AtlasOptions {
  /** The file with the names of the kernels' modules: `debian-modules.atlas` of `debian.atlas`. */
  readonly modules?: Uint8Array | Source;
}

/** The kernels of an atlas: what `btfscope atlas list --json` prints. */
export interface AtlasKernels {
  /** Of the file. */
  bytes: number;
  sets: number;
  notes: string[];
  kernels: AtlasKernel[];
}

/** A kernel of an atlas. */
export interface AtlasKernel {
  /** The shortest name that no other kernel of the atlas has. */
  name: string;
  distribution: string;
  suite: string;
  packageVersion: string;
  version: string;
  release: string;
  arch: string;
  flavour: string;
  byteOrder: "little" | "big";
  pointerSize: number;
  types: number;
  /** Bytes of its BTF. */
  size: number;
  /** Of its BTF. */
  sha256: string;
}

/** What {@link Atlas.history} can be given. */
export interface HistoryOptions {
  /** Only kernels that fit, as `arch=amd64 version>=6.1`. */
  readonly where?: string;
  /** The field under this name alone. */
  readonly split?: boolean;
}

/** A name or a field over the kernels: what `btfscope history --json` prints. */
export type History = NameHistory | FieldHistory;

/** What both histories have. */
export interface HistoryPicture {
  headline: string;
  /** Names that are taken for one, a sentence each. */
  followed: string[];
  lanes: { lane: string; runs: { series: string[]; text: string; kernels: number; about: string }[] }[];
  steps: { lanes: string; between: string; configuration: boolean; change: string }[];
}

/** The history of a type, function or variable. */
export interface NameHistory extends HistoryPicture {
  forms: { kind: Kind; name: string; ordinal: number; kernels: string[] }[];
  /** Which modules bring it, a sentence each. */
  modules: string[];
}

/** The history of a field. */
export interface FieldHistory extends HistoryPicture {
  path: string;
  fields: { place: string; kernels: string[] }[];
}

/** What {@link Atlas.read} can be given. */
export interface ReadOptions {
  /** Only kernels that fit. */
  readonly where?: string;
  /** The field under this name alone. */
  readonly split?: boolean;
  /** Also under names that are not alike, where type and neighbours are the same. */
  readonly follow?: boolean;
  /** Leave the last branch unguarded: refused by kernels that have no form of the field. */
  readonly noGuard?: boolean;
  /** Of a function with several prototypes: also the part of the program that loads it. */
  readonly loader?: "libbpf" | "ebpf-go" | "aya";
}

/** C that reads a field on every kernel: what `btfscope read --json` prints. */
export interface ReadCode {
  path: string;
  /** Without `#include`. */
  code: string;
  /** The lines `#include` of a file of its own. */
  includes: string;
  /** Empty if nothing has to choose. */
  loader: string;
  /** On which kernels nothing can be read; empty if there is none. */
  nothing: string;
  limits: string[];
  forms: number;
  kernels: number;
  /** What came of resolving the code's relocations on each kernel. */
  checked: { right: number; notKnown: number; wrong: string[]; relocations: string[] } | null;
}

/** What {@link Atlas.which} can be given. */
export interface WhichOptions {
  /** Only kernels that fit. */
  readonly where?: string;
}

/** Which kernel a file's types are those of: what `btfscope which --json` prints. */
export interface WhoseTypes {
  /** The answer first. */
  sentences: string[];
  /** The kernel with the same `.BTF`, byte by byte. */
  exact: string | null;
  arch: string | null;
  /** How many named structs, unions, enums and functions it has. */
  types: number;
  /** How many of them no kernel has. */
  unknown: number;
  nearest: { name: string; facts: string; same: number; more: number }[];
  /** The versions between which it is. */
  between: [string, string] | null;
  /** What the first of the nearest lacks, or has with another content. */
  differ: { kind: string; name: string; there: boolean }[];
  /** What the file's name says. */
  named: { release: string; distribution: string; onBoard: boolean; series: [string, string] } | null;
  /** Of a module with a distilled base: the kernels that it fits. */
  fits: string[];
}

/** What {@link Atlas.check} can be given. */
export interface AtlasCheckOptions {
  /** Only kernels that fit. */
  readonly where?: string;
  /** Only these of them are required. */
  readonly require?: string;
  /** A kernel's modules are not loaded. Otherwise those of {@link AtlasOptions.modules} count, or they are not known. */
  readonly modules?: "none";
}

/**
 * Many kernels in one file, such as the `debian.atlas` of the page. Each call fetches what it needs of the file and does not have yet. It
 * holds memory outside of JavaScript's: see {@link Atlas.free}.
 */
export class Atlas {
  private constructor();

  /**
   * Opens an atlas: its bytes, or a source of which only ranges are read. A handle must stay open as long as the atlas.
   *
   * @throws {BtfError} `not-atlas`, `damaged`, or `unreadable` when the source fails.
   */
  static open(atlas: Uint8Array | Source, options?: AtlasOptions | null): Promise<Atlas>;

  /** The kernels, or those that fit `where`, as `distribution=debian arch=amd64 version>=6.1`. */
  kernels(where?: string | null): Promise<AtlasKernels>;

  /**
   * A kernel as an open file. Its types have other ids than in the kernel's own BTF.
   *
   * @throws {BtfError} `not-found` when there is no such kernel, or several.
   */
  kernel(name: string): Promise<BtfFile>;

  /**
   * How a type, function, variable or field (`task_struct.mm`) changed over the kernels.
   *
   * @throws {BtfError} `not-found` when no kernel has it.
   */
  history(what: string, options?: HistoryOptions | null): Promise<History>;

  /**
   * C that reads a field on every kernel, or sees a function's arguments on each; checked on each.
   *
   * @throws {BtfError} `not-found` when no kernel has it, `no-code` when no C can read it.
   */
  read(what: string, options?: ReadOptions | null): Promise<ReadCode>;

  /**
   * Which kernel the types of a file are those of. Reads the whole atlas.
   *
   * @throws {BtfError} `bad-argument` for types that continue those of another file.
   */
  which(file: BtfFile, options?: WhichOptions | null): Promise<WhoseTypes>;

  /**
   * On which kernels the programs of an object load and attach: what `btfscope check --json` prints; null for what is no program.
   * Reads the whole atlas.
   */
  check(program: BtfFile, options?: AtlasCheckOptions | null): Promise<Fits | null>;

  /** Gives back the memory; then the atlas cannot be used any more. */
  free(): void;

  /** The same, for `using`. */
  [Symbol.dispose](): void;
}

/** An open file. It holds memory outside of JavaScript's: see {@link BtfFile.free}. */
export class BtfFile {
  private constructor();

  /**
   * Opens a file: a BTF blob, an ELF file with a `.BTF` section (vmlinux, a module, a BPF program), a kernel image, any of these
   * compressed, a file of a package or archive, a hex dump; or an ELF file with debug information (DWARF), of which its types are made.
   * It takes what it needs of the bytes and keeps none of them.
   *
   * @param base What the file's types continue: the kernel of a module.
   * @throws {BtfError} When there is no BTF to be had, and when the base is missing or another one's.
   */
  static open(bytes: Uint8Array, base?: BtfFile | Uint8Array | null, options?: OpenOptions | null): BtfFile;

  /**
   * The same of a file that is read by ranges: of a kernel with debug information a few of hundreds of megabytes. A handle is not closed.
   *
   * @throws {BtfError} As above, and `unreadable` when the source fails or gives too few bytes.
   */
  static open(source: Source, base?: BtfFile | Uint8Array | null, options?: OpenOptions | null): Promise<BtfFile>;

  /**
   * The files of an archive or package that may hold BTF; null for a file that is neither.
   *
   * @throws {BtfError} When it is nothing that holds BTF.
   */
  static entries(bytes: Uint8Array): ArchiveEntry[] | null;

  /** How many types the file has itself, those of its base not counted. */
  readonly typeCount: number;

  /** The id of the first of them: 1, or the one after the base's last. The ids that follow are all there. */
  readonly firstId: number;

  /** What the file is. */
  info(): FileInfo;

  /** How many of the file's own types have which kind. Kinds without any are left out. */
  kinds(): Partial<Record<Kind, number>>;

  /** What is wrong with the file. A damaged file opens as long as its header can be read. */
  problems(): Problem[];

  /** How its types were made of debug information; null when they are the file's BTF. */
  fromDwarf(): FromDwarf | null;

  /** The bytes of its BTF, without those of the base: what was made of debug information, or as they are in the file. */
  blob(): Uint8Array;

  /** The type with this id, of the file or its base; null when there is none, and for 0, which is `void`. */
  type(id: number): BtfType | null;

  /** The ids of the types with exactly this name (and this kind): the file's own first. */
  find(name: string, kind?: Kind | null): number[];

  /**
   * The types that fit a query, the best first: parts of names, `/regex/`, `kind:struct`, `size:>4096`, `holes:>0`, `member:pid`,
   * `value:TASK_DEAD`, `type:list_head`, `tag:rcu`.
   *
   * @param limit At most so many; 100 if not given, `Infinity` for all.
   * @throws {BtfError} `bad-query` when a word cannot be read.
   */
  search(query: string, limit?: number, options?: SearchOptions | null): FoundTypes;

  /**
   * The layout of a struct or union; typedefs are followed to it.
   *
   * @throws {BtfError} `not-found`, or `no-layout` when it is neither.
   */
  layout(id: number, options?: LayoutOptions | null): Layout;

  /**
   * Types as text: `raw`, `json` and `c` as bpftool prints them, `pahole` as that does; `rust`, `zig` and `go` are declarations with the same
   * layout, and assertions that prove it. C of chosen types comes with what they need to compile.
   *
   * @throws {BtfError} `not-found`, or `no-layout` for pahole of what is no struct or union.
   */
  dump(
    types: number | readonly number[],
    format: "raw" | "json" | "c" | "rust" | "zig" | "go" | "pahole",
    options?: DumpOptions | null,
  ): string;

  /** All types as text (null for the types). `asm` is the blob as `clang -S` lists it. */
  dump(types: null, format: "raw" | "json" | "c" | "rust" | "zig" | "go" | "asm", options?: DumpOptions | null): string;

  /**
   * Bytes read by a type: values by name, and as the kernel, libbpf and bpftool print them. Text is hexadecimal, base64, an array or string, a hex dump (`xxd`, `od`), gdb's
   * `x/` or a dump by `bpftool map dump`. Without bytes: those that an object has of a variable or of a section.
   *
   * @throws {BtfError} `no-value` when the type reads no bytes, or the file has none of it; `bad-bytes` when the text cannot be read.
   */
  value(type: number, bytes?: Uint8Array | string | null, options?: ValueOptions | null): Values;

  /**
   * A dump of a map's bytes by bpftool, printed with the types that the file declares for the map's keys and values.
   *
   * @throws {BtfError} `not-found` when there is no such map, `bad-bytes` when the dump cannot be read.
   */
  mapDump(map: string, dump: string | Uint8Array, options?: MapDumpOptions | null): string;

  /**
   * What a kernel says of the BTF: accepted, or its errno and words and what else is wrong. A program is judged as libbpf hands it over.
   *
   * @throws {BtfError} `bad-argument` when the version cannot be read, `no-btf` for a program that has none.
   */
  verify(options?: VerifyOptions | null): Verdict;

  /** The same of a blob that may be too damaged to be opened, as a loader would hand it over. */
  static verifyBlob(blob: Uint8Array, options?: VerifyOptions | null): Verdict;

  /**
   * What the lines of a log of verifier or loader are about in this program, and what those mean that say what went wrong: what
   * `btfscope log --json` prints. The log may be as people have it: wrapped by loggers, in colours, bare.
   *
   * @throws {BtfError} `not-found` when the file is no program, or has none of that name.
   */
  log(text: string, options?: LogOptions | null): Log;

  /** The same without a program: what those lines mean that say what went wrong. A message that is not known is not explained. */
  static explainLog(text: string): Log;

  /** Who owns a byte of the file (of what was unpacked, where there are layers); null when it belongs to no BTF. */
  byteOwner(offset: number): ByteOwner | null;

  /**
   * The CO-RE relocations of a BPF program, in file order, and what each becomes on the targets, as libbpf resolves them; none for other
   * files.
   */
  relocations(options?: RelocationOptions | null): Relocation[];

  /**
   * On which kernels the programs of an object load and attach, and if not, why: what `btfscope check --json` prints. Null for files
   * that are no programs.
   */
  check(options?: CheckOptions | null): Fits | null;

  /**
   * Who uses a type: embeds it, points to it, takes or returns it. What `btfscope users --json` prints.
   *
   * @throws {BtfError} `not-found`, or `bad-argument` for a way that is none.
   */
  users(type: number, options?: UsersOptions | null): Used;

  /**
   * The structs and unions that have a type inside them, at any depth: what `btfscope users --inside --json` prints.
   *
   * @throws {BtfError} `not-found`, or `stopped`.
   */
  containers(type: number, options?: ContainersOptions | null): Containers;

  /**
   * The shortest ways over members from one type to another: what `btfscope path --json` prints; none if there is none.
   *
   * @throws {BtfError} `not-found`, `no-layout` when the first has no members, `stopped` when there may be more.
   */
  path(from: number, to: number, options?: PathOptions | null): Paths;

  /**
   * What lies at a byte of a type, in every alternative of unions: a row of what `btfscope at --json` prints.
   *
   * @throws {BtfError} `no-layout`, or `not-found` when the type ends before.
   */
  at(type: number, offset: number, options?: AtOptions | null): AtOffset;

  /**
   * Where a field lies (`task_struct.mm.pgd`): a row of what `btfscope field --json` prints.
   *
   * @throws {BtfError} `bad-argument` when it is no path.
   */
  field(path: string): Field;

  /**
   * What changed from this file to another one, and what that means to a CO-RE program: what `btfscope diff --json` prints.
   *
   * @throws {BtfError} `not-found` when neither has a type that is named, or `stopped`.
   */
  diff(other: BtfFile, options?: DiffOptions | null): Differences;

  /** What a BPF program declares: functions and maps; null for other files. */
  program(): ProgramObject | null;

  /** The functions of a BPF program with their instructions; none for other files. */
  disassemble(): ProgramCode[];

  /** The ELF relocations of a BPF program, by section and in file order; none for other files. */
  elfRelocations(options?: ElfRelocationOptions | null): ElfRelocationSection[];

  /** The ELF symbols of a BPF program, in the table's order; none for other files. */
  symbols(): ElfSymbol[];

  /** Gives back the memory; then the file cannot be used any more. Garbage collection does it too, but late. */
  free(): void;

  /** The same, for `using file = BtfFile.open(bytes)`. */
  [Symbol.dispose](): void;
}
