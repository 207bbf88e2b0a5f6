//! The symbols of an object, as its symbol table has them.

use btf::FileRange;

/// The type of a symbol: the low four bits of `st_info`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum SymbolType {
    /// `STT_NOTYPE`.
    NoType,
    /// `STT_OBJECT`: a variable or a map.
    Object,
    /// `STT_FUNC`.
    Func,
    /// `STT_SECTION`: stands for a section's start.
    Section,
    /// `STT_FILE`.
    File,
    /// Any other.
    Other(u8),
}

impl SymbolType {
    /// The type with this number.
    pub fn from_number(n: u8) -> SymbolType {
        match n {
            0 => SymbolType::NoType,
            1 => SymbolType::Object,
            2 => SymbolType::Func,
            3 => SymbolType::Section,
            4 => SymbolType::File,
            other => SymbolType::Other(other),
        }
    }

    /// Its name without `STT_`; none for an unknown number.
    pub fn as_str(self) -> Option<&'static str> {
        match self {
            SymbolType::NoType => Some("NOTYPE"),
            SymbolType::Object => Some("OBJECT"),
            SymbolType::Func => Some("FUNC"),
            SymbolType::Section => Some("SECTION"),
            SymbolType::File => Some("FILE"),
            SymbolType::Other(5) => Some("COMMON"),
            SymbolType::Other(6) => Some("TLS"),
            SymbolType::Other(_) => None,
        }
    }
}

/// The binding of a symbol: the high four bits of `st_info`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum SymbolBind {
    /// `STB_LOCAL`: static.
    Local,
    /// `STB_GLOBAL`.
    Global,
    /// `STB_WEAK`.
    Weak,
    /// Any other.
    Other(u8),
}

impl SymbolBind {
    /// The binding with this number.
    pub fn from_number(n: u8) -> SymbolBind {
        match n {
            0 => SymbolBind::Local,
            1 => SymbolBind::Global,
            2 => SymbolBind::Weak,
            other => SymbolBind::Other(other),
        }
    }

    /// Its name without `STB_`; none for an unknown number.
    pub fn as_str(self) -> Option<&'static str> {
        match self {
            SymbolBind::Local => Some("LOCAL"),
            SymbolBind::Global => Some("GLOBAL"),
            SymbolBind::Weak => Some("WEAK"),
            SymbolBind::Other(_) => None,
        }
    }
}

btf::named! {
    /// The visibility of a symbol: the low two bits of `st_other`.
    #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
    pub enum SymbolVisibility {
        /// `STV_DEFAULT`.
        Default = "DEFAULT";
        /// `STV_INTERNAL`.
        Internal = "INTERNAL";
        /// `STV_HIDDEN`.
        Hidden = "HIDDEN";
        /// `STV_PROTECTED`.
        Protected = "PROTECTED";
    }
    /// Its name without `STV_`.
    pub fn as_str;
}

impl SymbolVisibility {
    /// The visibility with this number; only the low two bits count.
    pub fn from_number(n: u8) -> SymbolVisibility {
        match n & 3 {
            0 => SymbolVisibility::Default,
            1 => SymbolVisibility::Internal,
            2 => SymbolVisibility::Hidden,
            _ => SymbolVisibility::Protected,
        }
    }
}

/// Where a symbol is defined.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum SymbolPlace {
    /// Not in this object: an extern.
    Undefined,
    /// In the section of this index.
    Section(u32),
    /// `SHN_ABS`, `SHN_COMMON` and the like.
    Special(u32),
}

/// A symbol.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Symbol {
    /// Its index in the symbol table, from 0.
    pub index: u32,
    /// Its name, cut to 512 bytes (64 if long names overlap too much); bytes that cannot be shown are escaped
    /// ([`btf::visible`]). Symbols of sections usually have none.
    pub name: String,
    /// The kind of thing that it names.
    pub symbol_type: SymbolType,
    /// Whether other objects see it.
    pub bind: SymbolBind,
    /// Whether it is seen from outside after linking.
    pub visibility: SymbolVisibility,
    /// Where it is defined.
    pub place: SymbolPlace,
    /// Where it starts, in bytes from its section's start.
    pub value: u64,
    /// Its size in bytes; 0 if it has none.
    pub size: u64,
    /// The bytes of its record in the symbol table.
    pub file_range: FileRange,
}

impl Symbol {
    /// `STV_HIDDEN` or `STV_INTERNAL`: libbpf then treats a global function as static.
    pub fn is_hidden(&self) -> bool {
        matches!(self.visibility, SymbolVisibility::Hidden | SymbolVisibility::Internal)
    }
}
