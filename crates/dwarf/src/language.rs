//! Names of source languages (`DW_AT_language`; DWARF 5, 7.12, and later additions).

/// The usual name of a language.
pub(crate) fn name(number: u16) -> String {
    let name = match number {
        0x01 | 0x02 | 0x0c | 0x1d | 0x2c | 0x3e => "C",
        0x03 | 0x0d | 0x2e | 0x2f => "Ada",
        0x04 | 0x1a | 0x21 | 0x2b | 0x3a => "C++",
        0x05 | 0x06 => "Cobol",
        0x07 | 0x08 | 0x0e | 0x22 | 0x23 | 0x2d => "Fortran",
        0x09 => "Pascal",
        0x0a | 0x17 => "Modula",
        0x0b => "Java",
        0x10 | 0x11 => "Objective-C",
        0x13 => "D",
        0x14 => "Python",
        0x15 => "OpenCL",
        0x16 => "Go",
        0x18 => "Haskell",
        0x1b => "OCaml",
        0x1c => "Rust",
        0x1e => "Swift",
        0x1f => "Julia",
        0x27 => "Zig",
        0x8001 => "assembler",
        other => return format!("language {other:#x}"),
    };
    name.to_owned()
}
