//! Error codes of the npm package.

/// Makes the enum, `ALL` and the codes' words from one list.
macro_rules! codes {
    ($($(#[doc = $doc:literal])+ $code:ident = $word:literal,)*) => {
        /// Why a call failed: `BtfErrorKind` of the npm package. Two more codes are thrown by `npm/handle.js`, where
        /// the wasm module is not loaded.
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        pub enum ErrorCode {
            $($(#[doc = $doc])+ $code,)*
        }

        impl ErrorCode {
            /// All codes.
            pub const ALL: &[ErrorCode] = &[$(ErrorCode::$code),*];

            /// The `kind` of the thrown error.
            pub fn as_str(self) -> &'static str {
                match self {
                    $(ErrorCode::$code => $word,)*
                }
            }
        }
    };
}

codes! {
    /// An argument has the wrong type.
    BadArgument = "bad-argument",
    /// There is nothing with this id or name, or at this place.
    NotFound = "not-found",
    /// The type is not a struct or union, or it contains itself.
    NoLayout = "no-layout",
    /// A word of a query cannot be read.
    BadQuery = "bad-query",
    /// Bytes cannot be read as this type, or the file has none for it.
    NoValue = "no-value",
    /// The work or output exceeds the option `limit`, or the usual limit.
    Stopped = "stopped",
    /// Bytes written as text that cannot be parsed.
    BadBytes = "bad-bytes",
    /// No C reads it on every kernel.
    NoCode = "no-code",
    /// It is no atlas, or one of another version or content.
    NotAtlas = "not-atlas",
    /// There are no bytes.
    Empty = "empty",
    /// No BTF, and no format that can hold it.
    NotBtf = "not-btf",
    /// It starts like BTF, but its header cannot be read.
    BadHeader = "bad-header",
    /// It starts like an ELF file, but its header or section table cannot be read.
    BadElf = "bad-elf",
    /// A sound ELF file or kernel without BTF.
    NoBtf = "no-btf",
    /// There is a section `.BTF`, but its bytes are missing.
    NoData = "no-data",
    /// The file or its BTF is over a size limit.
    TooLarge = "too-large",
    /// Compressed data, an archive or a dump is damaged or cut off.
    Damaged = "damaged",
    /// The bytes can no longer be read.
    Unreadable = "unreadable",
    /// An archive: the caller has to choose one of its files.
    Archive = "archive",
    /// The archive has no such file.
    NoEntry = "no-entry",
    /// Split BTF, opened without its base.
    NeedsBase = "needs-base",
    /// Split BTF, opened with another base than its own.
    WrongBase = "wrong-base",
    /// A file that was given as an argument was freed.
    Freed = "freed",
    /// A bug in btfscope.
    Panic = "panic",
    /// A call after one that panicked.
    Unusable = "unusable",
}
