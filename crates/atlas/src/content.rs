//! The first bytes of an atlas. They mark the file as an atlas, and give its version and content.

/// The first bytes: not text, and changed by any conversion of line ends.
pub(crate) const MAGIC: [u8; 8] = *b"\x89ATLAS\r\n";
/// The version of the format whose directory has all kernel sets.
pub(crate) const VERSION: u16 = 1;
/// The version whose kernel sets are in pages beside the blocks. It is read, and no longer written.
pub(crate) const PAGED: u16 = 2;
/// The version with pages whose directory also names the forward declarations of unions: written for many kernels, and
/// when a kernel is known only by a header.
pub(crate) const FORWARDS: u16 = 3;

/// Whether a file with these first bytes is an atlas, of types or of the names of modules.
pub fn is_atlas(head: &[u8]) -> bool {
    head.starts_with(&MAGIC)
}

btf::named! {
    /// The content of an atlas.
    #[derive(Clone, Copy, PartialEq, Eq, Debug)]
    pub enum Content {
        /// Types of kernels.
        Types = 0, "types";
        /// Names from kernels' modules.
        ModuleNames = 1, "the names of modules";
    }
    pub(crate) fn number -> u16;
    /// In words, to follow “an atlas of”.
    pub(crate) fn words;
}

impl Content {
    /// The content of an atlas, by its first bytes; none if the file is no atlas, or its content is unknown.
    pub fn of(head: &[u8]) -> Option<Content> {
        let number = head.strip_prefix(&MAGIC)?.get(2..4)?;
        [Content::Types, Content::ModuleNames].into_iter().find(|content| content.number().to_le_bytes() == *number)
    }
}
