/// <reference lib="esnext.disposable" />

/**
 * Loads the WebAssembly module: its first part, which opens files and answers about their types. The second part is
 * loaded when a function that returns a promise first needs it. Await this once before anything else is used. In Node
 * without a bundler, the import has loaded the module already, and this function does nothing.
 *
 * @param source The address of `btfscope_bg.wasm`, if it is not beside this file; or its bytes, a response with them,
 * or a compiled module.
 */
export function init(source?: ModuleSource | Promise<ModuleSource>, options?: InitSources | null): Promise<void>;
export default init;

/** Where {@link init} finds more than the first part. */
export interface InitSources {
  /**
   * The second part of the module, if `btfscope_later.wasm` is not beside this file. It can be given in the same forms
   * as the first part. An address, bytes or a compiled module can be used again after a failure; a response cannot.
   */
  readonly later?: ModuleSource | Promise<ModuleSource>;
}

/** The argument of {@link init}. */
export type ModuleSource = string | Global<"URL"> | Global<"Request"> | Global<"Response"> | ArrayBuffer | ArrayBufferView | Compiled;

/** A class of the platform; `never` if the program is compiled for a platform without it. */
type Global<Name extends string> = typeof globalThis extends Record<Name, { prototype: infer T }> ? T : never;
type Compiled = typeof globalThis extends { WebAssembly: { Module: { prototype: infer T } } } ? T & object : never;

/** The kind of a type record: the name of `BTF_KIND_…` in the kernel's `include/uapi/linux/btf.h`, or `UNKNOWN`. */
export type Kind = BtfType["kind"];

/** A range: the first byte, and one past the last. In a query, these are characters (UTF-16 units). */
export interface Range {
  readonly start: number;
  readonly end: number;
}

/** Why a call failed. */
export type BtfErrorKind =
  /** An argument has the wrong type or a value that is not allowed, or an option is not known. */
  | "bad-argument"
  /** Nothing has this id or name, or lies at this place. */
  | "not-found"
  /** The type is no struct or union, or it contains itself. */
  | "no-layout"
  /** A word of a query cannot be read; `range` is the range of its characters (UTF-16 units) in the query. */
  | "bad-query"
  /** The type cannot be read from bytes, or the file has no bytes of it. */
  | "no-value"
  /** The call takes more work or output than the option `limit` allows, or than is usual without it. */
  | "stopped"
  /** Bytes that were given as text cannot be read; `range` is the range of bytes in the text, in UTF-8. */
  | "bad-bytes"
  /** No C reads the field on every kernel. */
  | "no-code"
  /** The file is no atlas, or an atlas of another version or content. */
  | "not-atlas"
  /** The file is empty. */
  | "empty"
  /** The file has no format that can hold BTF. */
  | "not-btf"
  /** The file starts like BTF, but its header cannot be read. */
  | "bad-header"
  /** The file starts like an ELF file, but its header or section table cannot be read. */
  | "bad-elf"
  /** The file is a sound ELF file or kernel without BTF. */
  | "no-btf"
  /** The file has a section `.BTF`, but not the section's bytes. */
  | "no-data"
  /** The file has more bytes than btfscope reads. */
  | "too-large"
  /** Compressed data, an archive, an atlas or a dump is damaged or cut off. */
  | "damaged"
  /** The bytes cannot be read: their source fails or gives too few, or a program's object is damaged. */
  | "unreadable"
  /** The file is an archive: choose one of its files by the option `entry`. */
  | "archive"
  /** The archive has no such file. */
  | "no-entry"
  /** The types continue those of another file, which has to be given as the base. */
  | "needs-base"
  /** The types do not continue the base that was given. */
  | "wrong-base"
  /** The BtfFile or Atlas was freed. */
  | "freed"
  /** The module is not loaded yet: await {@link init} first. */
  | "not-ready"
  /** The second part of the module cannot be loaded, or is that of another build. The next call tries again. */
  | "not-fetched"
  /** A bug in btfscope. The instance cannot be used any more: load the page anew, or use a new worker. */
  | "panic"
  /** A call after one that ended with `panic`. */
  | "unusable";

/** The error that calls throw, and with which promises of this package are rejected. */
export class BtfError extends Error {
  private constructor();
  readonly name: "BtfError";
  readonly kind: BtfErrorKind;
  /** The range that the error is about: bytes, or characters of a query. Null if the error is about no range. */
  readonly range: Range | null;
  /**
   * The input that {@link BtfError.range} is a part of: `file`, `query`, `text` (its bytes in UTF-8), `atlas`, or the
   * layer of the file that was unpacked: `xz`, `boot/vmlinuz`. Null without a range.
   */
  readonly place: string | null;
}

/**
 * Whether a call of this package threw this error. Unlike `instanceof BtfError`, it also recognises errors of other
 * copies of the package.
 */
export function isBtfError(error: unknown): error is BtfError;

/**
 * A file that is read by ranges, not as a whole: a Blob (a File of a page, too), a FileHandle of Node's `fs/promises`,
 * the address of a file on a web server, or an object with the members of {@link Ranges}. A server that does not answer
 * ranges sends the whole file.
 */
export type Source = Global<"Blob"> | Global<"URL"> | Handle | Ranges;

/** The methods of a FileHandle that are used. */
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
  /**
   * The file of an archive or package to open, by its path or the end of its path. If not given, the kernel, if there
   * is exactly one.
   */
  readonly entry?: string;
  /**
   * Make the types from the file's debug information (DWARF), even if it has BTF. For a file without BTF, this is done
   * anyway.
   */
  readonly fromDwarf?: boolean;
  /**
   * Open a BPF program without BTF, too: it has no types, but instructions, ELF relocations and symbols. If not set,
   * such a file fails with `no-btf`.
   */
  readonly bare?: boolean;
  /**
   * The machine of the layouts of a kernel header (a `vmlinux.h`): `x86-64`, `arm64`, `arm`, `riscv64`, `s390x`,
   * `ppc64le`, `loongarch64`. If not given, the machine whose registers the header declares.
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

/**
 * A report on how a file's types were made from its debug information (DWARF). The types are the same as pahole's, ids
 * included.
 */
export interface FromDwarf {
  /** Units that were read; `unitsElsewhere` is a part of them. */
  units: number;
  /** Units whose types are in .dwo files that were not given. */
  unitsElsewhere: number;
  /** Entries (DIEs) that were looked at. */
  entries: number;
  /** Records before equal ones were merged. */
  records: number;
  /** Types that were made. */
  types: number;
  /** Source languages, and in how many units. */
  languages: { name: string; units: number }[];
  /** Files that have more of the debug information: .dwo files, the supplementary file of dwz. */
  missingFiles: string[];
  /** Functions that were left out, by reason. */
  functions: LeftOut[];
  /** Variables that were left out, by reason. */
  variables: LeftOut[];
  /** Facts that BTF cannot express, and damage. */
  notes: LeftOut[];
}

/** Items that were left out for one reason. */
export interface LeftOut {
  reason: string;
  count: number;
  /** The first of these items: names, or places of entries. */
  places: string[];
}

/** Facts about a file. Ranges are ranges of the file, or, if there are layers, of the unpacked data. */
export interface FileInfo {
  name: string;
  /** Bytes. */
  size: number;
  role: "kernel" | "module" | "program" | "base" | "other";
  /**
   * Where the types come from: from BTF that is the whole file (`raw`), is in an ELF file (`elf`), or is somewhere in a
   * kernel image (`image`); from DWARF (`dwarf`); or from the C of a kernel header (`header`).
   */
  format: "raw" | "elf" | "image" | "dwarf" | "header";
  /** `x86-64`, `s390x`, `bpf`; null if the file does not say it. */
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
  /**
   * The base whose types the file continues: the one that was given, or `.BTF.base` in the file. Null if it continues
   * none.
   */
  base: "given" | "file" | null;
  /** How many types the base has. */
  baseTypeCount: number;
  /** False when some types could not be read: see {@link BtfFile.problems}. */
  complete: boolean;
  /** The layers that were unpacked, the outermost first: compression, an entry of an archive. */
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
  /**
   * The ELF section table; null if the file is no ELF file. For types made from debug information, it is the table of
   * the file that has that information.
   */
  elfSections: ElfSections | null;
  /** Remarks for a person. */
  notes: string[];
}

/** The sections of an ELF file, in the order of its table, without the null section. */
export interface ElfSections {
  /** How many sections there are; at most the first 65536 are given. */
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
  /** readelf's letters: `AX`. Flags without a letter follow as a number. */
  flags: string;
  /** `sh_flags` */
  flagBits: bigint;
  address: bigint;
  /** Bytes from the start of the file, or of the unpacked data. */
  offset: number;
  /** Bytes. */
  size: number;
  /** `sh_link`: the index of another section; its meaning depends on the type. */
  link: number;
  /** `sh_info`: its meaning depends on the type. For relocations, the index of the section that they patch. */
  info: number;
  alignment: number;
  /** Bytes of an entry, if the section is a table; else 0. */
  entrySize: number;
  /** The section's bytes; null if it has none in the file. */
  bytes: Range | null;
  /** In words, the use that btfscope makes of the section; null if it makes none. */
  usedFor: string | null;
}

/** A fault in a file. */
export interface Problem {
  message: string;
  /** The bytes of the file that the fault is about. */
  range: Range | null;
}

/** The properties of all types. */
export interface TypeBase {
  id: number;
  /** Empty for an anonymous type. */
  name: string;
  /** The type in C: `struct sk_buff *`, `int (*)(void)`, `char[16]`. */
  declaration: string;
  /**
   * The bytes of its record, counted from the first byte of the `.BTF` that has the record. For a type of the base,
   * this is the base's `.BTF`.
   */
  record: Range;
}

/** Types whose record has a size in bytes. */
export interface Sized extends TypeBase {
  size: number;
}

/** Types whose record has no size. Their size, if they have one, follows from the types that they refer to. */
export interface Referring extends TypeBase {
  /**
   * Bytes; null for functions, prototypes, forward declarations, LOC_PROTO, LOCSEC, unknown kinds, and types that lead
   * to one of these or to `void`; for chains of more than 32 types; and for sizes of 4 GiB or more.
   */
  size: number | null;
}

export interface IntType extends Sized {
  kind: "INT";
  bits: number;
  /** 0, except in bitfields as they were encoded before 2019. */
  bitOffset: number;
  signed: boolean;
  char: boolean;
  bool: boolean;
}

export interface ReferenceType extends Referring {
  kind: "PTR" | "TYPEDEF" | "VOLATILE" | "CONST" | "RESTRICT";
  /** The type that it refers to; 0 is `void`. */
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
  /** Bits; 0 for a member that is no bitfield. */
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
  /** The type of the variable, or the prototype of the function. */
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
  /** The index of the tagged member or parameter; -1 if the whole type is tagged. */
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
  /** The number of a kind that this package does not know; the layout section of the blob describes it. */
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

/** The options of {@link BtfFile.search}. */
export interface SearchOptions {
  /** Types without a name of their own, too: pointers, arrays, prototypes, anonymous structs. */
  readonly derived?: boolean;
  /** Only the file's own types, not those of its base. */
  readonly ownOnly?: boolean;
}

/** The types that a search found. */
export interface FoundTypes {
  /** How many types match. */
  total: number;
  /** The first matches. For types without a name, `name` is made up; `size` is in bytes. */
  types: { id: number; kind: Kind; name: string; size: number | null }[];
}

/** The options of {@link BtfFile.layout}. */
export interface LayoutOptions {
  /** Bytes of a cache line; 64 if not given. */
  readonly cacheLine?: number;
  /** Lay the members out in an order that leaves fewer holes, if there is one. */
  readonly reorganize?: boolean;
}

/**
 * The memory layout of a struct or union. Bits are counted from its start; in big-endian BTF, bit 0 is the most
 * significant bit of byte 0. Other sizes and offsets are in bytes, unless their names say bits.
 */
export interface Layout {
  /** The id of the struct or union itself, after typedefs were followed. */
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
  /** With the option `reorganize`: the moves that lead to the order of `rows`. */
  reorganized: {
    /**
     * Members by their indices. `fromBehind` and `toBehind` are the members before the old and the new place; null is
     * the start of the struct.
     */
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
  /** Whether the gap is the rest of a bitfield's storage unit and not whole bytes. */
  inBitfield: boolean;
}

export interface LayoutMember {
  row: "member";
  /** Its index in the record. */
  index: number;
  name: string;
  typeId: number;
  /** Its type in C. */
  declaration: string;
  bitOffset: number;
  /** 0 for flexible arrays and types without size. */
  bits: number;
  /** The byte at which it starts, as pahole prints it: for a bitfield, the start of its storage unit. */
  byteOffset: number;
  /** Its size as pahole prints it: for a bitfield, the size of its storage unit. */
  byteSize: number;
  align: number;
  naturalAlign: number;
  /** An alignment larger than the natural one that pahole infers from the member's place; null if there is none. */
  aligned: number | null;
  /**
   * True if the member is a struct at an offset that its natural alignment does not allow, or if it is a struct in a
   * union, and the union's size is not a multiple of the struct's natural alignment. The member's struct must then be
   * packed.
   */
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
    /** True if the bitfield is encoded as before 2019. */
    oldStyle: boolean;
    /** True if the bitfield extends beyond its storage unit. */
    crosses: boolean;
    /** The steps by which a CO-RE program reads it: load, shift left, shift right. */
    coreLoad: { byteOffset: number; byteSize: number; lshift: number; rshift: number; signed: boolean } | null;
  } | null;
  /** The fault of this member in a damaged file; else null. */
  error: string | null;
}

/** The sums that pahole prints below a struct. */
export interface LayoutFigures {
  size: number;
  cacheLines: number;
  /** The bytes of the last cache line that are used; 0 if it is full. */
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
  /** The sums of holes and paddings inside the members, at any depth. */
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

/** The options of {@link BtfFile.dump}. Each option names the formats that it is for; other formats ignore it. */
export interface DumpOptions {
  /** c, all types: in the order of ids, as in bpftool before 7.5. */
  readonly unsorted?: boolean;
  /** c: with correct layouts where bpftool errs, as on 32-bit targets. */
  readonly portable?: boolean;
  /** c, chosen types: only their definitions, without the types that they need to compile. */
  readonly definitionOnly?: boolean;
  /** json: with line breaks and indentation. */
  readonly pretty?: boolean;
  /** asm: with the name of every field and the meaning of its value. */
  readonly annotate?: boolean;
  /** pahole: in an order with fewer holes, with the moves that lead to it. */
  readonly reorganize?: boolean;
  /** pahole: bytes of a cache line; 64 if not given. */
  readonly cacheLine?: number;
  /** rust, zig, go: without the assertions of sizes and offsets. */
  readonly noAssertions?: boolean;
}

/** The options of {@link BtfFile.value}. */
export interface ValueOptions {
  /** The form of a text; recognised from the text if not given. A `Uint8Array` is `raw` if no form is given. */
  readonly form?: "hex" | "base64" | "c" | "xxd" | "gdb" | "map" | "map-json" | "raw";
  /** The order of the bytes; by default the byte order of the file. */
  readonly byteOrder?: "little" | "big";
  /**
   * Text: printed by the rules of the kernel (`bpf_snprintf_btf`, `cat` of a pinned map), the default, or of libbpf
   * (`btf_dump__dump_type_data`).
   */
  readonly printer?: "kernel" | "libbpf";
  /** Text: on one line. */
  readonly compact?: boolean;
  /** Text: without names of members and types. */
  readonly skipNames?: boolean;
  /** Text: also members that are zero. */
  readonly emitZeroes?: boolean;
  /** Text: arrays of characters as strings. */
  readonly emitStrings?: boolean;
  /**
   * The most steps of work and bytes of output; the call fails with `stopped` when it takes more. If not given: 8
   * million, and 64 for each byte of the types, and 2048 for each byte of the values. Only types that were made to be
   * expensive take more. `Infinity`: no limit.
   */
  readonly limit?: number;
}

/** Bytes read as a type: as many records as there are bytes for, one after the other. */
export interface Values {
  typeId: number;
  type: string;
  /** Bytes of one record. */
  size: number;
  byteOrder: "little" | "big";
  /** The form in which the bytes were read; null if they are the file's own. */
  form: string | null;
  /** How many bytes. */
  bytes: number;
  records: ValueRecord[];
  /** Whether there are more rows than `records` has. */
  more: boolean;
}

/** A record. */
export interface ValueRecord {
  byteOffset: number;
  /**
   * The record as the kernel or libbpf prints it ({@link ValueOptions.printer}), up to the first part that cannot be
   * read.
   */
  text: string;
  /** The record as `bpftool map dump` prints it, as JSON text; null if a part of it cannot be read. */
  formatted: string | null;
  error: string | null;
  rows: ValueRow[];
}

/** A value, or a struct, union or array with its parts. Bits are counted from the first byte of the record. */
export interface ValueRow {
  depth: number;
  name: string;
  type: string;
  typeId: number;
  /** The value for a person; empty for a row that only has parts. */
  value: string;
  /** The bits as a number in hexadecimal; empty for a row with parts. */
  hex: string;
  bitOffset: number;
  bits: number;
  bitfield: boolean;
  /** How many equal elements of an array the row stands for. */
  repeats: number;
  /** True if the value cannot be read; `value` then says why. */
  unreadable: boolean;
}

/** The options of {@link BtfFile.mapDump}. */
export interface MapDumpOptions {
  /** The order of the bytes; by default the byte order of the file. */
  readonly byteOrder?: "little" | "big";
  /** The output of `bpftool map dump` (`plain`, the default), with `-j` (`json`), or with `-p` (`pretty`). */
  readonly style?: "plain" | "json" | "pretty";
  /**
   * The most steps of work and bytes of output; the call fails with `stopped` when it takes more. If not given: 8
   * million, and 64 for each byte of the types, and 2048 for each byte of the values. Only types that were made to be
   * expensive take more. `Infinity`: no limit.
   */
  readonly limit?: number;
}

/** The options of {@link BtfFile.log}. */
export interface LogOptions {
  /** The program that a log is about if the log names none; if not given, the program that fits the log. */
  readonly program?: string;
}

/** A log of a verifier or loader that was read; lines count from 1. */
export interface Log {
  /** The object; null for a log that was read without a program. */
  file: string | null;
  /**
   * The programs that were assumed where the log does not name one, and how sure that is; for a program that the log
   * names, a remark if most of its instructions differ.
   */
  taken: string[];
  /**
   * The log's lines, if they differ from the lines of the text, because it has escape sequences, unusual blanks, or
   * line breaks written as the two characters `\n`.
   */
  lines?: string[];
  /** The line to look at first; its error may be unknown. */
  first: number | null;
  /** The lines that tell known errors. */
  errors: LogError[];
  /** The lines that refer to places in the program; none for a log that was read without a program. */
  links: LogLink[];
}

/** A line that tells an error, and the meaning of the error. */
export interface LogError {
  line: number;
  /** The message's name, as `scalar-access`. */
  id: string;
  /** A sentence, with the registers and numbers of the line. */
  means: string;
  /** The usual causes. */
  causes: string[];
  /** Changes of the program that help, the most useful first. */
  change: string[];
  /** The versions of the kernel or libbpf that print it in these words; empty if the words never changed. */
  versions: string;
}

/** A line that refers to a place in the program. */
export interface LogLink {
  line: number;
  /** The place that it refers to: `instruction 3`, `prog.c:12`, `relocation #1`, `type [8]`. */
  about: string;
  function: string | null;
  /** The instruction's slot in the function. */
  slot: number | null;
  /** The relocation's index among all relocations of the object. */
  relocation: number | null;
  /**
   * For a line of a BTF load log: the type, the index of an item of it (`item`), and the bytes in the blob (`bytes`).
   */
  typeId: number | null;
  item: number | null;
  bytes: Range | null;
  /** True if the line tells an error. */
  wrong: boolean;
  /** The rule or relocation that the line is about; empty if it is not known. */
  why: string;
}

/** The options of {@link BtfFile.verify}. */
export interface VerifyOptions {
  /**
   * `6.1`, or a whole release. If not given, the newest known version; {@link Verdict.others} then has the answers of
   * other versions.
   */
  readonly kernel?: string;
  /** The kernel's byte order; by default the byte order of the file. */
  readonly byteOrder?: "little" | "big";
  /**
   * The loader of the BTF: a program's loader (`BPF_BTF_LOAD`), or the kernel, for its own BTF or a module's. By
   * default, the role of the file decides.
   */
  readonly who?: "program" | "kernel";
  /** Judge a program's BTF as the file has it, without the changes that libbpf makes before it loads the BTF. */
  readonly asIs?: boolean;
}

/** A kernel's verdict on a file's BTF. */
export interface Verdict extends KernelAnswer {
  file: string;
  /** The loader of the BTF ({@link VerifyOptions.who}). */
  mode: "BPF_BTF_LOAD" | "kernel";
  /** The changes that libbpf makes before loading. */
  changes: string[];
  /** The faults. The kernel refuses the BTF for the first one, and stops there. */
  faults: VerdictFault[];
  /** How many more faults there are. */
  leftOut: number;
  /**
   * The result of libbpf's opening the file; `errno` is 0 on success. Missing if the types have a base. If libbpf does
   * not open the file, no kernel is asked: `accepted` is false, `errno`, `errnoName` and `line` are libbpf's (numbers
   * from 4000 are its own), and `refusal` is set.
   */
  libbpf?: { errno: number; what: string | null; refusal?: OpenRefusal };
  /**
   * The verdict of BPF_PROG_LOAD on the records of functions, lines and, from a light skeleton, relocations; null for
   * records that are right.
   */
  programs: {
    name: string;
    section: string;
    funcInfo: string | null;
    lineInfo: string | null;
    coreRelo: string | null;
  }[];
  /** The answers of other versions, if no version was asked for. */
  others: KernelAnswer[];
  notes: string[];
}

/** The reason why libbpf does not open an object. */
export interface OpenRefusal {
  /** The rule's number: phase and place, `3.3`. */
  rule: string;
  /** The rule as a sentence. */
  says: string;
  /** The function of libbpf that checks the rule. */
  source: string;
  errno: number;
  errnoName: string;
  /** The line that libbpf prints; null if it prints nothing. */
  line: string | null;
  /** The item that the refusal is about, if the line does not name it; else empty. */
  about: string;
  /** The first byte of the fault in the file. */
  start: number;
  /** One past the last byte of the fault; for a file that is cut off, it may be larger than the file's size. */
  end: number;
}

/** The answer of a version of the kernel. */
export interface KernelAnswer {
  kernel: string;
  /** Whether all rules of the version are known. */
  complete: boolean;
  /** The version whose rules are applied: the version itself, if its rules were compared with its source. */
  judgedAs: string;
  accepted: boolean;
  /** 0 if the BTF is accepted. */
  errno: number;
  /** `EINVAL` */
  errnoName: string | null;
  /** The last line of the kernel's log; null if the BTF is accepted. */
  line: string | null;
  /** Whether kernels of this version may differ in their answers. */
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
  /** The line that the kernel logs if it refuses the BTF for this fault; empty if it logs nothing. */
  line: string;
  place: string;
  typeId: number | null;
  /** The index of the member, enumerator, parameter or variable. */
  member: number | null;
  /** The first byte of the fault in the blob. */
  start: number;
  /** One past the last byte of the fault. */
  end: number;
}

/** The owner of a byte. Ranges are ranges of the file. */
export interface ByteOwner {
  section: ".BTF" | ".BTF.ext" | ".BTF.base" | ".BTF.inline";
  /** The byte's offset in the section. */
  sectionOffset: number;
  /** A description of the byte in one line. */
  what: string;
  /** The structure that it is a part of, by its name in the format: `btf_member[14]`. */
  title: string;
  /** The bytes of that structure. */
  range: Range;
  /** The type whose record it is in, or that a record of `.BTF.ext` is about. */
  typeId: number | null;
  /** The index of the member, enumerator, parameter or variable of that type. */
  itemIndex: number | null;
  /** The fields of the structure, in file order, each with its value and the meaning of the value. */
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
  /** Its index among all relocations of the file. */
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
  /** The member or enumerator that the access string leads to: `.mm.pgd`, `::TASK_DEAD`; null if it leads nowhere. */
  path: string | null;
  /** The bytes of the record in the file. */
  record: Range;
  /**
   * The instruction as `code:dst:src:off:imm`, code in hexadecimal; for a load of 64 bits both halves, with a `+`
   * between them.
   */
  insn: string | null;
  /** The results, one for each target. */
  results: RelocationResult[];
}

/** The options of {@link BtfFile.relocations}. */
export interface RelocationOptions {
  /** Kernels, modules on their kernels, or other programs to resolve against. */
  readonly targets?: readonly BtfFile[];
  /** Resolve each relocation by itself, without the results that libbpf caches between relocations. */
  readonly alone?: boolean;
  /**
   * `none`: no module has a type that a kernel lacks. Or the loaded modules, each opened on its kernel. If not given, a
   * type that a kernel lacks may be in a module, and the verdict is `cannot tell`.
   */
  readonly modules?: "none" | readonly BtfFile[];
}

/** The result of a relocation on a target, as libbpf resolves it. */
export interface RelocationResult {
  /**
   * The instruction stays (`same`), gets another value (`changed`), gets 0 because the target lacks the type, field or
   * enumerator (`absent`), or is `poisoned`, so that the verifier refuses the program if it reaches the instruction.
   * `refused`: the loader gives up. `cannot tell`: the kernel lacks the type, and its modules, which libbpf searches,
   * too, are not known.
   */
  verdict: "same" | "changed" | "absent" | "poisoned" | "cannot tell" | "refused";
  /** The value that the compiler wrote: an offset, a size, an id, the value of an enumerator, 0 or 1. */
  original: bigint;
  /** The value that the loader writes. */
  value: bigint;
  /** Bytes of the field in the program; 0 if they do not matter. */
  originalSize: number;
  /** Bytes of the field in the target; 0 if they do not matter. */
  size: number;
  /** How many types of the target have the root type's name. */
  candidates: number;
  /** The first of these types that matches. */
  matched: { typeId: number; declaration: string; access: string; path: string } | null;
  /**
   * Whether libbpf gets as far as applying the object's relocations on such a kernel: the byte orders agree, and libbpf
   * opens the object. The result of the relocation is given in either case.
   */
  loads: boolean;
  /**
   * For an instruction that is or may be poisoned, whether the verifier reaches it; null for others, and if no program
   * has it.
   */
  reached: "reached" | "unsure" | "never reached" | null;
  /**
   * For an instruction that is never reached, the instruction that guards it: its place in the program, in slots of 8
   * bytes.
   */
  guard: number | null;
  /** The module that has the type, if the target lacks it: the verdict holds only if the module is loaded. */
  module: string | null;
  /** The reason why the loader gives up or applies no relocation, or why the verdict is `cannot tell`. */
  message: string | null;
  /** The instruction that the loader writes, in the form of {@link Relocation.insn}. */
  insn: string | null;
}

/** The options of {@link BtfFile.check}. */
export interface CheckOptions {
  /** The kernels to ask. Their versions are taken from their names: see {@link OpenOptions.name}. */
  readonly targets?: readonly BtfFile[];
  /**
   * `none`: no module has a name that a kernel lacks. Or the loaded modules, each opened on its kernel. If not given, a
   * name that a kernel lacks may be in a module, and the answer is `cannot tell`.
   */
  readonly modules?: "none" | readonly BtfFile[];
}

/**
 * The answer to the question whether a program loads. `loads with fallback`: the kernel lacks something that the
 * program only tests for, declares weak, or never reaches. `loads unrelocated`: libbpf cannot read the object's
 * `.BTF.ext` and goes on without it, so the program reads at the offsets of its own headers. `does not open`: libbpf
 * refuses the object before any kernel is asked.
 */
export type Load = "loads" | "loads with fallback" | "cannot tell" | "loads unrelocated" | "fails" | "does not open";

/** The answer to the question whether a loaded program attaches. */
export type Attach = "attaches" | "by the application" | "likely" | "unlikely" | "cannot tell" | "fails";

/**
 * The kernels on which the programs of an object load and attach. Kernels are given by their index in `kernels`, needs
 * by their `id`.
 */
export interface Fits {
  /** The object's name. */
  object: string;
  /** The answer in sentences: the kernels on which the object loads, then those on which it does not. */
  headline: string[];
  license: string | null;
  kernels: FitsKernel[];
  programs: FitsProgram[];
  needs: FitsNeed[];
  /** Assumptions, which change no verdict. */
  assumptions: { kind: string; name: string }[];
  /**
   * Ranges of kernels of one distribution, architecture and flavour, with neighbouring versions, on which a program has
   * the same result.
   */
  ranges: FitsRange[];
}

/** A kernel that was asked. */
export interface FitsKernel {
  name: string;
  version: string | null;
  arch: string | null;
  distribution: string;
  flavour: string;
  /** The known facts about its modules. */
  modules: "unknown" | "names" | "given" | "none";
  /**
   * True if the kernel's result counts for the answer. Always true in answers of {@link BtfFile.check}. In answers of
   * {@link Atlas.check}, false for kernels that {@link AtlasCheckOptions.require} leaves out, and for kernels of
   * another architecture that were not asked for.
   */
  required: boolean;
}

/** A program of the object, and its results on the kernels. */
export interface FitsProgram {
  name: string;
  section: string;
  /** Its type by libbpf's name; null if the section does not tell it. */
  type: string | null;
  attachType: string | null;
  target: string | null;
  sleepable: boolean;
  /** True if libbpf loads the program by default. */
  autoload: boolean;
  verdicts: FitsVerdict[];
}

/** The result of a program on some of the kernels. */
export interface FitsVerdict {
  kernels: number[];
  load: Load;
  attach: Attach;
  /** The ids of needs; the need that decides comes first. */
  reasons: number[];
  /**
   * The kernel's modules that have to be loaded for this verdict. If several modules have a type, any of them is
   * enough, and only one is given here.
   */
  modules: string[];
  /** libbpf's message if no need decides: the byte orders differ. */
  words: string | null;
  /**
   * Whether the kernels are of another architecture than the object: the byte orders differ, or a program that is
   * loaded by default fails for a register that only other architectures have. On the command line, such a kernel
   * counts only if its architecture was asked for.
   */
  anotherArchitecture: boolean;
}

/** Something that the object, or one of its programs, needs from a kernel. */
export interface FitsNeed {
  id: number;
  /** The program that needs it; null if the whole object needs it. */
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
  /** `weak` if the object declares that it can do without. */
  detail: "weak" | null;
  /** The first version of Linux that has it, if known. */
  since: string | null;
  /** The first instruction that needs it, in slots of 8 bytes from its function's start. */
  insn: number | null;
  answers: FitsAnswer[];
}

/** The answer of some kernels to a need. */
export interface FitsAnswer {
  kernels: number[];
  answer: "there" | "there in another form" | "absent" | "allowed" | "refused" | "unknown";
  sure: "proved" | "suggested" | "unknown";
  /** The effect on loading. */
  effect: Load;
  /** The effect on attaching; null if there is none. */
  attach: Attach | null;
  /** Whether the verifier reaches an instruction that needs it; null if no instruction needs it. */
  reached: "reached" | "unsure" | "never reached" | null;
  /** The message that libbpf or the kernel then prints. */
  words: string | null;
  /** The module that has it, if the kernel itself lacks it. */
  module: string | null;
  /** The reason of the answer. */
  reason: string | null;
  /** The nearest remedy. */
  wayOut: string | null;
}

/** Kernels on which a program has the same result. */
export interface FitsRange {
  program: string;
  /** Distribution, architecture and flavour, as far as the kernels' names tell them. */
  group: string;
  /** The oldest of the kernels. */
  from: string;
  /** The newest of the kernels. */
  to: string;
  count: number;
  load: Load;
  attach: Attach;
  /** The id of the need that decides; null if the program loads without any restriction. */
  reason: number | null;
}

/** The functions and maps that a BPF program object declares. */
export interface ProgramObject {
  license: string | null;
  /** In order of sections, then of places. */
  functions: ProgramFunction[];
  maps: ProgramMap[];
}

/** A function of a program object. */
export interface ProgramFunction {
  name: string;
  section: string;
  /** `xdp`, `tracing, trace_fentry`, `subprogram`. */
  kind: string;
  /** In C; null if the function has no BTF. */
  prototype: string | null;
  /** The function, tracepoint or other place that it attaches to. */
  target: string | null;
  /** Its start in its section, in bytes. */
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
  /** Its slot in the function, as the verifier's log counts. */
  slot: number;
  /** Its offset in its section, in bytes. */
  offset: number;
  /** Its opcode. */
  code: number;
  /** Its text in the verifier's notation: `r1 = *(u64 *)(r10 -8)`. */
  text: string;
  /** The slot that it jumps to. */
  jump: number | null;
  /** The meanings of its relocations. */
  notes: string[];
  /** The source line that begins here: `file.c:42`. */
  source: string | null;
}

/** The options of {@link BtfFile.elfRelocations}. */
export interface ElfRelocationOptions {
  /** Give the records of debug information, too; otherwise they are only counted. */
  readonly debug?: boolean;
}

/** A section of ELF relocations, which patch one other section. */
export interface ElfRelocationSection {
  /** `.relxdp` */
  name: string;
  /** The section that is patched: `xdp`. */
  patches: string;
  /** The place of the addend: in the patched bytes (`REL`), or in the record (`RELA`). */
  kind: "REL" | "RELA";
  count: number;
  /** The number of relocations of each type: `{ R_BPF_64_64: 3 }`. */
  types: Record<string, number>;
  /** Its bytes in the file. */
  bytes: Range;
  /** In the section's order; null for debug information, unless the option `debug` is set. */
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
  /** How many bits are patched; 0 if none are, or if no rule is known. */
  bits: number;
  /** The index of the symbol. */
  symbol: number;
  /** The symbol's name; for the symbol of a section, the section's name. */
  symbolName: string;
  /** The section that defines it; `UND` for an extern, `ABS`. */
  symbolSection: string;
  /** S: the symbol's value; null if there is no such symbol. */
  symbolValue: bigint | null;
  /** A: the addend; for a call in bytes. Null if the patched place is not in the file. */
  addend: bigint | null;
  /** The value that is written; null if only a loader knows it. */
  result: bigint | null;
  /** The rule with its numbers: `(S 0 + A 0x18) / 8 - 1 = 2`. */
  formula: string;
  /** The symbol and offset that it refers to: `counters+0x8`. */
  means: string | null;
  /** The bytes of the record in the file. */
  record: Range;
  /** The bytes that are patched, in the file. */
  place: Range | null;
}

/** An ELF symbol. */
export interface ElfSymbol {
  index: number;
  /** For the symbol of a section, which has no name of its own, the section's name. */
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
  /** How many relocations refer to the symbol. */
  relocations: number;
  /** The bytes of the record in the file. */
  record: Range;
  /** The bytes in the file that it names; null if it has none there. */
  bytes: Range | null;
}

/** The options of {@link BtfFile.users}. */
export interface UsersOptions {
  /** Only users that use the type in one of these ways. */
  readonly how?: readonly UsedHow[];
  /** Only records that refer to the type itself, not through pointers and qualifiers. */
  readonly direct?: boolean;
}

/** The way in which a type is used. */
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
  /** The member, parameter or variable that uses the type; null if the user as a whole uses it. */
  part: string | null;
  /** The index of that part. */
  index: number | null;
  /** For a member, its offset from the start of the user. */
  bitOffset: number | null;
  /** The type of that part, from which pointers, arrays, typedefs and qualifiers lead to the used type. */
  typeId: number;
  /** That type in C. */
  type: string;
  /** How many pointers and arrays lie between the part and the used type. */
  pointers: number;
  arrays: number;
}

/** The options of {@link BtfFile.containers}. */
export interface ContainersOptions {
  /** The most steps of work and bytes of output. */
  readonly limit?: number;
}

/** The types that contain a type. */
export interface Containers {
  containers: Container[];
  /** Whether there are more containers, which are left out. */
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

/** The options of {@link BtfFile.path}. */
export interface PathOptions {
  /** The most paths; 10 if not given. */
  readonly limit?: number;
  /** The most members in a path, 1 to 64; 16 if not given. */
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
    /** The reads, each of which ends at a pointer or at the end of the path. */
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
  /** Bytes; null if the member does not start at a whole byte. */
  offset: number | null;
}

/** The options of {@link BtfFile.at}. */
export interface AtOptions {
  /** How many bytes are read; places of that size come first. */
  readonly size?: number;
}

/** The places at an offset of a type. */
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
  /** The path as in C, without the type; for a hole, the path of its struct. */
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

/** The place of a field. */
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
    /**
     * The type from which the offset counts: the first type of the path, or the type that the path's last pointer leads
     * to.
     */
    from: string;
    pointers: number;
  } | null;
  /** The reason why the file lacks the field; null if it has it. */
  absent: string | null;
}

/** The options of {@link BtfFile.diff}. */
export interface DiffOptions {
  /** Only these types, by name (`struct file`) or id. */
  readonly types?: readonly string[];
  /** Only changes with at least this effect; `harmless` if not given. */
  readonly atLeast?: DiffEffect;
  /** Only changes of types and members that these programs use. */
  readonly usedBy?: readonly BtfFile[];
  /** The most steps of work and bytes of output. */
  readonly limit?: number;
}

/**
 * The effect of a change on a program that was made for the old file. `harmless`: none, or CO-RE adjusts the program.
 * `refused`: the program does not find the type or member. `silent`: the program reads something else, and nothing
 * reports it.
 */
export type DiffEffect = "harmless" | "refused" | "silent";

/** The changes between two files. */
export interface Differences {
  old: string;
  new: string;
  /** How many types are the same. */
  same: number;
  removed: LoneType[];
  added: LoneType[];
  changed: ChangedType[];
}

/** A type that only one of the files has. */
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

/** A member, enumerator or parameter that changed; if `name` is empty, the type itself. */
export interface ChangedPart {
  name: string;
  change: string;
  effect: DiffEffect;
  reason: string;
  old: ChangedSide | null;
  new: ChangedSide | null;
}

/** A member, enumerator or parameter in one of the files. */
export interface ChangedSide {
  name: string;
  bitOffset: number | null;
  bitfield: number | null;
  /** Bytes. */
  size: number | null;
  /** The value of an enumerator; null for others. */
  value: string | null;
  type: string | null;
}

/** The options of {@link Atlas.open}. */
export interface AtlasOptions {
  /** The file with the names that the kernels' modules bring: `debian-modules.atlas` for `debian.atlas`. */
  readonly modules?: Uint8Array | Source;
}

/** The kernels of an atlas, as `btfscope atlas list --json` prints them. */
export interface AtlasKernels {
  /** The size of the atlas. */
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
  /** The SHA-256 of its BTF. */
  sha256: string;
}

/** The options of {@link Atlas.history}. */
export interface HistoryOptions {
  /** Only kernels that meet these conditions: `arch=amd64 version>=6.1`. */
  readonly where?: string;
  /** Follow the field under this name alone, not under its other names. */
  readonly split?: boolean;
}

/** The history of a name or a field over the kernels, as `btfscope history --json` prints it. */
export type History = NameHistory | FieldHistory;

/** The properties of both kinds of histories. */
export interface HistoryPicture {
  headline: string;
  /** Sentences about other names under which the field is followed. */
  followed: string[];
  lanes: { lane: string; runs: { series: string[]; text: string; kernels: number; about: string }[] }[];
  steps: { lanes: string; between: string; configuration: boolean; change: string }[];
}

/** The history of a type, function or variable. */
export interface NameHistory extends HistoryPicture {
  forms: { kind: Kind; name: string; ordinal: number; kernels: string[] }[];
  /** Sentences about the modules that bring it. */
  modules: string[];
}

/** The history of a field. */
export interface FieldHistory extends HistoryPicture {
  path: string;
  fields: { place: string; kernels: string[] }[];
}

/** The options of {@link Atlas.read}. */
export interface ReadOptions {
  /** Only kernels that meet these conditions. */
  readonly where?: string;
  /** Read the field under this name alone, not under its other names. */
  readonly split?: boolean;
  /** Follow the field also under dissimilar names, if its type and its neighbours are the same. */
  readonly follow?: boolean;
  /** Leave the last branch unguarded. Kernels that have no form of the field then refuse the code. */
  readonly noGuard?: boolean;
  /** For a function with several prototypes: also write the loading part of the program, for this loader. */
  readonly loader?: "libbpf" | "ebpf-go" | "aya";
}

/** C that reads a field on every kernel, as `btfscope read --json` prints it. */
export interface ReadCode {
  path: string;
  /** The code, without lines `#include`. */
  code: string;
  /** The lines `#include` that the code needs in a file of its own. */
  includes: string;
  /** The part of the program that loads the code; empty if no loader was asked for, or if it has nothing to choose. */
  loader: string;
  /** The kernels on which nothing can be read; empty if there are none. */
  nothing: string;
  limits: string[];
  forms: number;
  kernels: number;
  /** The results of resolving the code's relocations on each kernel. */
  checked: { right: number; notKnown: number; wrong: string[]; relocations: string[] } | null;
}

/** The options of {@link Atlas.which}. */
export interface WhichOptions {
  /** Only kernels that meet these conditions. */
  readonly where?: string;
}

/** The kernel whose types a file has, as `btfscope which --json` prints it. */
export interface WhoseTypes {
  /** The answer first. */
  sentences: string[];
  /** The kernel with the same `.BTF`, byte by byte. */
  exact: string | null;
  arch: string | null;
  /** How many named structs, unions, enums and functions the file has. */
  types: number;
  /** How many of these no kernel has. */
  unknown: number;
  nearest: { name: string; facts: string; same: number; more: number }[];
  /** The versions between which the file's kernel lies. */
  between: [string, string] | null;
  /** The types that the nearest kernel lacks, or has with other contents (`there`). */
  differ: { kind: string; name: string; there: boolean }[];
  /** The facts in the file's name. */
  named: { release: string; distribution: string; onBoard: boolean; series: [string, string] } | null;
  /** For a module with a distilled base: the kernels that it fits. */
  fits: string[];
}

/** The options of {@link Atlas.check}. */
export interface AtlasCheckOptions {
  /** Only kernels that meet these conditions. */
  readonly where?: string;
  /** Of the kernels that are checked, those that meet these conditions are required; if not given, all are. */
  readonly require?: string;
  /**
   * No module is loaded. If not given, modules bring the names in {@link AtlasOptions.modules}; without that file they
   * are not known.
   */
  readonly modules?: "none";
}

/**
 * Many kernels in one file, such as the `debian.atlas` of the page. Each call fetches the bytes of the file that it
 * needs and that are not fetched yet. An atlas holds memory outside of JavaScript's: see {@link Atlas.free}.
 */
export class Atlas {
  private constructor();

  /**
   * Opens an atlas: its bytes, or a source of which only ranges are read. A handle must stay open as long as the atlas.
   *
   * @throws {BtfError} `not-atlas`, `damaged`, or `unreadable` when the source fails.
   */
  static open(atlas: Uint8Array | Source, options?: AtlasOptions | null): Promise<Atlas>;

  /** The kernels; with `where` only those that meet its conditions: `distribution=debian arch=amd64 version>=6.1`. */
  kernels(where?: string | null): Promise<AtlasKernels>;

  /**
   * A kernel as an open file. Its types have other ids than in the kernel's own BTF. Reads the whole atlas.
   *
   * @throws {BtfError} `not-found` when no kernel has this name, or several have it.
   */
  kernel(name: string): Promise<BtfFile>;

  /**
   * The history of a type, function, variable or field (`task_struct.mm`) over the kernels.
   *
   * @throws {BtfError} `not-found` when no kernel has it.
   */
  history(what: string, options?: HistoryOptions | null): Promise<History>;

  /**
   * C that reads a field, or sees a function's arguments, on every kernel. The code is checked on each kernel.
   *
   * @throws {BtfError} `not-found` when no kernel has it, `no-code` when no C can read it.
   */
  read(what: string, options?: ReadOptions | null): Promise<ReadCode>;

  /**
   * The kernel whose types a file has. Reads the whole atlas.
   *
   * @throws {BtfError} `bad-argument` for types that continue those of another file, except a module with a distilled
   * base.
   */
  which(file: BtfFile, options?: WhichOptions | null): Promise<WhoseTypes>;

  /**
   * The kernels on which the programs of an object load and attach, as `btfscope check --json` prints them; null for a
   * file that is no program. Reads the whole atlas.
   */
  check(program: BtfFile, options?: AtlasCheckOptions | null): Promise<Fits | null>;

  /** Gives back the memory; then the atlas cannot be used any more. */
  free(): void;

  /** As {@link Atlas.free}, for `using`. */
  [Symbol.dispose](): void;
}

/**
 * An open file. It holds memory outside of JavaScript's: see {@link BtfFile.free}.
 *
 * Methods that return a promise, except `open`, use the second part of the module. They load it if it is not there
 * (`not-fetched` if that fails). The file must stay open, and bytes that are given must not change, until the promise
 * is settled.
 */
export class BtfFile {
  private constructor();

  /**
   * Opens a file: a BTF blob, an ELF file with a `.BTF` section (vmlinux, a module, a BPF program), a kernel image, any
   * of these compressed, a file of a package or archive, a hex dump, or a kernel header in C; or an ELF file with debug
   * information (DWARF), from which its types are made. The call copies the bytes that it needs, and does not keep the
   * array.
   *
   * @param base The file whose types this file continues: the kernel, for a module.
   * @throws {BtfError} When the file gives no BTF, and when the base is missing or the wrong one.
   */
  static open(bytes: Uint8Array, base?: BtfFile | Uint8Array | null, options?: OpenOptions | null): BtfFile;

  /**
   * Opens a file that is read by ranges: of a kernel with debug information, a few of its hundreds of megabytes are
   * read. A handle is not closed.
   *
   * @throws {BtfError} As for bytes, and `unreadable` when the source fails or gives too few bytes.
   */
  static open(source: Source, base?: BtfFile | Uint8Array | null, options?: OpenOptions | null): Promise<BtfFile>;

  /**
   * The files of an archive or package that may hold BTF; null for a file that is neither.
   *
   * @throws {BtfError} When the file can be read neither as an archive nor as a file that may hold BTF.
   */
  static entries(bytes: Uint8Array): ArchiveEntry[] | null;

  /** How many types the file has itself, without the types of its base. */
  readonly typeCount: number;

  /**
   * The id of the file's first own type: 1, or the id after the base's last. The ids of the file's own types are
   * consecutive.
   */
  readonly firstId: number;

  /** Facts about the file. */
  info(): FileInfo;

  /** The number of the file's own types of each kind. Kinds without types are left out. */
  kinds(): Partial<Record<Kind, number>>;

  /** The faults of the file. A damaged file opens as long as its header can be read. */
  problems(): Problem[];

  /** The report on types made from debug information; null if the types are not made from it. */
  fromDwarf(): FromDwarf | null;

  /**
   * The bytes of its BTF, without the base's: as they are in the file, or as they were made from debug information or
   * C.
   */
  blob(): Uint8Array;

  /** The type with this id, of the file or its base; null if no type has it, and for 0, which is `void`. */
  type(id: number): BtfType | null;

  /** The ids of the types with exactly this name (and this kind): the file's own first. */
  find(name: string, kind?: Kind | null): number[];

  /**
   * The types that match a query, the best first. Words of a query: parts of names, `/regex/`, `kind:struct`,
   * `size:>4096`, `holes:>0`, `member:pid`, `value:TASK_DEAD`, `type:list_head`, `tag:rcu`.
   *
   * @param limit The most types that are returned; 100 if not given, `Infinity` for all.
   * @throws {BtfError} `bad-query` when a word cannot be read.
   */
  search(query: string, limit?: number, options?: SearchOptions | null): FoundTypes;

  /**
   * The layout of a struct or union; typedefs are followed to it.
   *
   * @throws {BtfError} `not-found`, or `no-layout` when the type is neither.
   */
  layout(id: number, options?: LayoutOptions | null): Layout;

  /**
   * Types as text: `raw`, `json` and `c` as bpftool prints them, `pahole` as pahole prints them; `rust`, `zig` and `go`
   * are declarations with the same layout, with assertions that check it. C of chosen types includes the types that
   * they need to compile.
   *
   * @throws {BtfError} `not-found`, or `no-layout` for `pahole` and a type that is no struct or union.
   */
  dump(
    types: number | readonly number[],
    format: "raw" | "json" | "c" | "rust" | "zig" | "go" | "pahole",
    options?: DumpOptions | null,
  ): string;

  /** All types as text: `types` is null. `asm` is the blob as `clang -S` lists it. */
  dump(types: null, format: "raw" | "json" | "c" | "rust" | "zig" | "go" | "asm", options?: DumpOptions | null): string;

  /**
   * Bytes read as a type: values by name, and as the kernel, libbpf and bpftool print them. Text may be hexadecimal,
   * base64, an array or string of C, a hex dump (`xxd`, `od`), the output of gdb's `x/`, or of `bpftool map dump`. If
   * no bytes are given, the bytes that the object has for the variable or section are read.
   *
   * @throws {BtfError} `no-value` when the type cannot be read from bytes, or the file has no bytes of it; `bad-bytes`
   * when the text cannot be read.
   */
  value(type: number, bytes?: Uint8Array | string | null, options?: ValueOptions | null): Promise<Values>;

  /**
   * A dump of a map's bytes by bpftool, printed with the types that the file declares for the map's keys and values.
   *
   * @throws {BtfError} `not-found` when there is no such map, `bad-bytes` when the dump cannot be read, `no-value` when
   * it does not fit the map's types.
   */
  mapDump(map: string, dump: string | Uint8Array, options?: MapDumpOptions | null): Promise<string>;

  /**
   * A kernel's verdict on the BTF: accepted, or its errno and message, and all other faults. A program's BTF is judged
   * as libbpf passes it to the kernel.
   *
   * @throws {BtfError} `bad-argument` when the version cannot be read, `no-btf` for a program that has none.
   */
  verify(options?: VerifyOptions | null): Promise<Verdict>;

  /** A kernel's verdict on a blob that may be too damaged to be opened, as a loader would pass it to the kernel. */
  static verifyBlob(blob: Uint8Array, options?: VerifyOptions | null): Promise<Verdict>;

  /**
   * The places in this program that the lines of a verifier's or loader's log refer to, and the meanings of its errors,
   * as `btfscope log --json` prints them. The log may be wrapped by loggers, coloured, or bare.
   *
   * @throws {BtfError} `not-found` when the file is no program, or has no program of the wanted name.
   */
  log(text: string, options?: LogOptions | null): Promise<Log>;

  /** The meanings of the errors in a log, without its program. Unknown messages are not explained. */
  static explainLog(text: string): Promise<Log>;

  /**
   * The owner of a byte of the file, or of the unpacked data if there are layers; null if the byte belongs to no BTF.
   */
  byteOwner(offset: number): ByteOwner | null;

  /**
   * The CO-RE relocations of a BPF program, in file order, and their results on the targets, as libbpf resolves them;
   * none for other files.
   */
  relocations(options?: RelocationOptions | null): Promise<Relocation[]>;

  /**
   * The kernels on which the programs of an object load and attach, and the reasons why they fail on others, as
   * `btfscope check --json` prints them. Null for files that are no programs.
   */
  check(options?: CheckOptions | null): Promise<Fits | null>;

  /**
   * The users of a type, as `btfscope users --json` prints them: types that embed it or point to it, functions that
   * take or return it.
   *
   * @throws {BtfError} `not-found`, or `bad-argument` for an unknown way of use.
   */
  users(type: number, options?: UsersOptions | null): Used;

  /**
   * The structs and unions that have a type inside them, at any depth, as `btfscope users --inside --json` prints them.
   *
   * @throws {BtfError} `not-found`, or `stopped`.
   */
  containers(type: number, options?: ContainersOptions | null): Containers;

  /**
   * The shortest paths over members from one type to another, as `btfscope path --json` prints them. The list is empty
   * if there are none.
   *
   * @throws {BtfError} `not-found`, `no-layout` when the first type has no members, `stopped` when the search takes too
   * much work and there may be more paths.
   */
  path(from: number, to: number, options?: PathOptions | null): Paths;

  /**
   * The members and gaps at a byte of a type, in every alternative of unions: a row of the output of `btfscope at
   * --json`.
   *
   * @throws {BtfError} `no-layout` when the type has no members, `not-found` when there is no such type or it ends
   * before the offset.
   */
  at(type: number, offset: number, options?: AtOptions | null): AtOffset;

  /**
   * The place of a field (`task_struct.mm.pgd`): a row of the output of `btfscope field --json`.
   *
   * @throws {BtfError} `bad-argument` when `path` is not the path of a field.
   */
  field(path: string): Field;

  /**
   * The changes from this file to another one, and their effects on a CO-RE program, as `btfscope diff --json` prints
   * them.
   *
   * @throws {BtfError} `not-found` when neither file has a named type, or `stopped`.
   */
  diff(other: BtfFile, options?: DiffOptions | null): Promise<Differences>;

  /** The functions and maps that a BPF program declares; null for other files. */
  program(): Promise<ProgramObject | null>;

  /** The functions of a BPF program with their instructions; none for other files. */
  disassemble(): Promise<ProgramCode[]>;

  /** The ELF relocations of a BPF program, by section and in file order; none for other files. */
  elfRelocations(options?: ElfRelocationOptions | null): Promise<ElfRelocationSection[]>;

  /** The ELF symbols of a BPF program, in the table's order; none for other files. */
  symbols(): Promise<ElfSymbol[]>;

  /** Gives back the memory; then the file cannot be used any more. Garbage collection does it too, but late. */
  free(): void;

  /** As {@link BtfFile.free}, for `using file = BtfFile.open(bytes)`. */
  [Symbol.dispose](): void;
}
