//! The fields of `.BTF.ext` (btf.rst, "BTF.ext section").

crate::named! {
    /// A field of the header of `.BTF.ext`, of a block or of a record.
    #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
    pub enum ExtField {
        /// u16.
        Magic = "magic";
        /// u8.
        Version = "version";
        /// u8.
        Flags = "flags";
        /// u32.
        HdrLen = "hdr_len";
        /// u32, from the end of the header.
        FuncInfoOff = "func_info_off";
        /// u32.
        FuncInfoLen = "func_info_len";
        /// u32, from the end of the header.
        LineInfoOff = "line_info_off";
        /// u32.
        LineInfoLen = "line_info_len";
        /// u32, from the end of the header.
        CoreReloOff = "core_relo_off";
        /// u32.
        CoreReloLen = "core_relo_len";
        /// Bytes behind the known fields of a longer header.
        Extra = "extra";
        /// A field of a block: the name of its ELF section, an offset in the strings of `.BTF`.
        SecNameOff = "sec_name_off";
        /// A field of a block: how many records it has.
        NumInfo = "num_info";
        /// A field of every record: the instruction, in bytes from the start of the ELF section.
        InsnOff = "insn_off";
        /// A field of func_info and core_relo: a type id in `.BTF`.
        TypeId = "type_id";
        /// A field of line_info: the name of the source file, an offset in the strings of `.BTF`.
        FileNameOff = "file_name_off";
        /// A field of line_info: the text of the line, an offset in the strings of `.BTF`.
        LineOff = "line_off";
        /// A field of line_info: the line in 22 bits, the column in 10.
        LineCol = "line_col";
        /// A field of core_relo: the access string, an offset in the strings of `.BTF`.
        AccessStrOff = "access_str_off";
        /// A field of core_relo: its kind (`enum bpf_core_relo_kind`).
        Kind = "kind";
        /// Bytes behind the known part of a record.
        Unknown = "unknown";
    }
    /// All fields.
    pub const ALL;
    /// The field's name in `struct btf_ext_header`, `btf_ext_info_sec`, `bpf_func_info`, `bpf_line_info` or
    /// `bpf_core_relo`.
    pub fn as_str;
}
