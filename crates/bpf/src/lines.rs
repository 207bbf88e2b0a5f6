//! Source lines of instructions (`line_info` of `.BTF.ext`).

use std::borrow::Cow;

use btf::BlobRange;

use crate::elf::Section;
use crate::object::Object;

/// How many bytes of a licence libbpf keeps (`license` of its `struct bpf_object` has 64 bytes, the last of which is a
/// NUL). The kernel would read 127.
const LONGEST_LICENSE: usize = 63;

/// The source line of the instructions from an offset up to the offset of the next source line.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct SourceLine<'a> {
    /// In bytes from the section's start.
    pub offset: u32,
    /// The file's name as it was given to the compiler.
    pub file: &'a str,
    /// The line's text, as bytes of the blob; empty if the compiler could not read the source file.
    /// [`SourceLine::text`] is for display.
    pub bytes: &'a [u8],
    /// The number of the line, from 1.
    pub line: u32,
    /// The column, from 1; 0 when not known.
    pub column: u32,
    /// The known words of the record in `.BTF.ext`.
    pub record: BlobRange,
}

impl<'a> SourceLine<'a> {
    /// The line as text ([`btf::source_line`]).
    pub fn text(&self) -> Cow<'a, str> {
        btf::source_line(self.bytes)
    }
}

impl Object {
    /// The source lines of a section, by offset.
    pub fn lines(&self, section: &Section) -> Vec<SourceLine<'_>> {
        let (Some(btf), Some(ext)) = (self.btf(), self.ext()) else { return Vec::new() };
        // All records of a block belong to one section, so the name is compared once for each block.
        let mut block_known = (u32::MAX, false);
        let mut lines = Vec::new();
        for (block, info) in ext.line_infos() {
            if block_known.0 != block.at {
                block_known = (block.at, btf.string(block.name_offset) == Some(section.name.as_str()));
            }
            if block_known.1 {
                lines.push(SourceLine {
                    offset: info.insn_offset.0,
                    file: btf.string(info.file).unwrap_or_default(),
                    bytes: btf.string_bytes(info.text).unwrap_or_default(),
                    line: info.line,
                    column: info.column,
                    record: info.range,
                });
            }
        }
        lines.sort_by_key(|l| l.offset);
        lines
    }

    /// The licence that the program declares (section `license`), if any: its first 63 bytes, which libbpf passes to
    /// the kernel (`bpf_object__init_license`).
    pub fn license(&self) -> Option<String> {
        let section = self.section_named("license")?;
        let text = self.section_bytes(section).split(|&b| b == 0).next().unwrap_or_default();
        let text = text.get(..LONGEST_LICENSE).unwrap_or(text);
        (!text.is_empty()).then(|| btf::visible(text).into_owned())
    }
}
