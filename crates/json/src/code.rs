//! How calls of the npm package fail.

/// Makes the enum, the list of all, and their words, of one list.
macro_rules! codes {
    ($($(#[doc = $doc:literal])+ $code:ident = $word:literal,)*) => {
        /// Why a call failed: `BtfErrorCode` of the npm package. Two more are thrown by `npm/handle.js`, where nothing of ours is loaded.
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        pub enum ErrorCode {
            $($(#[doc = $doc])+ $code,)*
        }

        impl ErrorCode {
            /// All.
            pub const ALL: &[ErrorCode] = &[$(ErrorCode::$code),*];

            /// The code as it is thrown.
            pub fn as_str(self) -> &'static str {
                match self {
                    $(ErrorCode::$code => $word,)*
                }
            }
        }
    };
}

codes! {
    /// An argument is of another type than it should be.
    BadArgument = "bad-argument",
    /// There is no type with this id.
    NotFound = "not-found",
    /// The type is no struct or union, or one that holds itself.
    NoLayout = "no-layout",
    /// A word of a query cannot be read.
    BadQuery = "bad-query",
    /// The type reads no bytes, or the file has none of it.
    NoValue = "no-value",
    /// More work or output than the option `limit` allows, or than is usual.
    Stopped = "stopped",
    /// Bytes as text that cannot be read.
    BadBytes = "bad-bytes",
    /// There are no bytes.
    Empty = "empty",
    /// Nothing that holds BTF.
    NotBtf = "not-btf",
    /// It starts like BTF, but its header cannot be read.
    BadHeader = "bad-header",
    /// It starts like an ELF file, but its header or section table cannot be read.
    BadElf = "bad-elf",
    /// A sound ELF file or kernel without BTF.
    NoBtf = "no-btf",
    /// There is a section `.BTF`, but not its bytes.
    NoData = "no-data",
    /// More bytes than are read.
    TooLarge = "too-large",
    /// Compressed data, an archive or a dump that is damaged or cut off.
    Damaged = "damaged",
    /// The bytes cannot be read any more.
    Unreadable = "unreadable",
    /// An archive: one of its files is to be chosen.
    Archive = "archive",
    /// The archive has no such file.
    NoEntry = "no-entry",
    /// The types continue those of another file.
    NeedsBase = "needs-base",
    /// The base that was given is another one's.
    WrongBase = "wrong-base",
    /// A file that was given as an argument was freed.
    Freed = "freed",
    /// A mistake in btfscope.
    Panic = "panic",
    /// A call after one that ended with a panic.
    Unusable = "unusable",
}
