//! Error codes of the npm package.

/// Makes the enum, `ALL` and the words of the codes from one list.
macro_rules! codes {
    ($($(#[doc = $doc:literal])+ $code:ident = $word:literal,)*) => {
        /// Why a call failed: `BtfErrorKind` of the npm package. The JavaScript in `crates/api/npm` has two more codes,
        /// about the wasm module itself: `not-ready` and `not-fetched`.
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
    /// An argument has the wrong type or a value that is not allowed, or an option is not known.
    BadArgument = "bad-argument",
    /// There is nothing with this id or name, or at this place.
    NotFound = "not-found",
    /// The type is not a struct or union, or it contains itself.
    NoLayout = "no-layout",
    /// A word of a query cannot be read.
    BadQuery = "bad-query",
    /// The bytes cannot be read as this type, or the file has no bytes for it.
    NoValue = "no-value",
    /// The work or output exceeds the option `limit`, or the default limit.
    Stopped = "stopped",
    /// Bytes were given as text that cannot be parsed.
    BadBytes = "bad-bytes",
    /// There is no C that reads the field on every kernel.
    NoCode = "no-code",
    /// The file is not an atlas, or is an atlas of another version or with other content than was asked for.
    NotAtlas = "not-atlas",
    /// There are no bytes.
    Empty = "empty",
    /// There is no BTF, and the file is of no format that can hold BTF.
    NotBtf = "not-btf",
    /// The file starts like BTF, but its header cannot be read.
    BadHeader = "bad-header",
    /// The file starts like an ELF file, but its header or section table cannot be read.
    BadElf = "bad-elf",
    /// A valid ELF file or kernel without BTF.
    NoBtf = "no-btf",
    /// There is a section `.BTF`, but its bytes are missing.
    NoData = "no-data",
    /// The file, or the BTF in it, exceeds a size limit.
    TooLarge = "too-large",
    /// Compressed data, an archive, an atlas or a dump is damaged or cut off.
    Damaged = "damaged",
    /// The bytes cannot be read: their source fails or gives too few, or a program's object is damaged.
    Unreadable = "unreadable",
    /// The file is an archive: the caller has to choose one of its files.
    Archive = "archive",
    /// The archive has no such file.
    NoEntry = "no-entry",
    /// Split BTF, opened without its base.
    NeedsBase = "needs-base",
    /// Split BTF, opened on a base that is not its own.
    WrongBase = "wrong-base",
    /// A file that was given as an argument has been freed.
    Freed = "freed",
    /// A bug in btfscope.
    Panic = "panic",
    /// An earlier call panicked, so no further call is possible.
    Unusable = "unusable",
}
