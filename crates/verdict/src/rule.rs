//! The rules: for each the kernel's message, its errno, its place in btf.rst, and what it demands.

use btf::Kind;

use open::Errno;

/// The part of btf.rst that a rule belongs to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Home {
    /// The header and its sections.
    Header,
    /// Strings.
    Strings,
    /// Records of types.
    Types,
    /// The section about the kind of the faulty type.
    Kind,
    /// `BPF_BTF_LOAD`: limits of the kernel that are not in the format.
    Load,
    /// `BPF_MAP_CREATE`: the rules for a map's value.
    Map,
}

macro_rules! rules {
    ($($name:ident, $errno:ident, $home:ident, $words:literal, $says:literal;)*) => {
        /// A rule that BTF can break.
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
        pub enum Rule {
            $(#[doc = $says] $name,)*
        }

        impl Rule {
            /// All rules.
            pub const ALL: &'static [Rule] = &[$(Rule::$name,)*];

            /// The variant's name, for JSON.
            pub fn as_str(self) -> &'static str {
                match self { $(Rule::$name => stringify!($name),)* }
            }

            /// The kernel's message, with `%u`, `%d` and `%x` for numbers. Empty for a silent refusal.
            pub fn words(self) -> &'static str {
                match self { $(Rule::$name => $words,)* }
            }

            /// The demand of the rule, as a sentence without its full stop.
            pub fn says(self) -> &'static str {
                match self { $(Rule::$name => $says,)* }
            }

            /// The errno that `BPF_BTF_LOAD` returns.
            pub fn errno(self) -> Errno {
                match self { $(Rule::$name => Errno::$errno,)* }
            }

            fn home(self) -> Home {
                match self { $(Rule::$name => Home::$home,)* }
            }
        }
    };
}

rules! {
    // The blob as a whole, and its header.
    TooLarge, E2BIG, Load, "", "BTF has at most 16 MiB";
    NoHdrLen, EINVAL, Header, "hdr_len not found", "BTF starts with a header, which has its length in bytes 4 to 7";
    HeaderCut, EINVAL, Header, "btf_header not found", "The header is there as far as hdr_len says";
    HeaderUnknown, E2BIG, Header, "Unsupported btf_header", "Bytes of the header that this kernel does not know are 0";
    Magic, EINVAL, Header, "Invalid magic", "The magic is 0xeb9f";
    FormatVersion, ENOTSUPP, Header, "Unsupported version", "The version is 1";
    Flags, ENOTSUPP, Header, "Unsupported flags", "The flags are 0";
    NoData, EINVAL, Header, "No data", "Something follows the header";
    SectionOffset, EINVAL, Header, "Invalid section offset", "A section starts within the data behind the header";
    SectionGap, EINVAL, Header, "Unsupported section found", "The sections fill the data behind the header without gaps";
    SectionOverlap, EINVAL, Header, "Section overlap found", "The sections do not overlap";
    SectionLength, EINVAL, Header, "Total section length too long", "A section ends within the data behind the header";
    StringsNotLast, EINVAL, Strings, "String section is not at the end", "With a header of less than 32 bytes the strings come last";
    StringsEnds, EINVAL, Strings, "Invalid string section", "The strings begin and end with a NUL byte and have at most 16 MiB";
    LayoutAlign, EINVAL, Header, "Unaligned layout_off", "The layout section starts at a multiple of 4";
    LayoutSmall, EINVAL, Header, "Layout section is too small", "A layout section has at least 4 bytes";
    LayoutLength, EINVAL, Header, "layout_len is not multiple of 4", "Entries of the layout section have 4 bytes";
    TypesAlign, EINVAL, Header, "Unaligned type_off", "The type section starts at a multiple of 4";
    NoTypes, EINVAL, Header, "No type found", "There is at least one type";

    // Every type alone.
    Truncated, EINVAL, Types, "meta_left:%u meta_needed:%u", "A record lies within the type section";
    InfoBits, EINVAL, Types, "Invalid btf_info:%x", "Bits of the info word that have no meaning are 0";
    UnknownKind, EINVAL, Types, "Invalid kind:%u", "The kind is one that the kernel knows";
    NameOffset, EINVAL, Strings, "Invalid name_offset:%u", "A name lies within the strings, below 16 MiB";
    Vlen, EINVAL, Kind, "vlen != 0", "vlen is 0: nothing is counted";
    NoEntries, EINVAL, Kind, "vlen == 0", "A section has entries (no longer demanded since 5.11)";
    KindFlag, EINVAL, Kind, "Invalid btf_info kind_flag", "kind_flag is 0";
    NotIdentifier, EINVAL, Kind, "Invalid name", "A name has letters, digits, _ and dots, no digit first, and at most 512 bytes (128 before 6.1)";
    NameMissing, EINVAL, Kind, "Invalid name", "There is a name";
    NameUnwanted, EINVAL, Kind, "Invalid name", "name_off is 0: the kind has no name";
    SectionName, EINVAL, Kind, "Invalid name", "A section's name is printable and has at most 512 bytes (an identifier before 6.12)";
    TypeTagEmpty, EINVAL, Kind, "Invalid name", "A tag has a text";
    DeclTagEmpty, EINVAL, Kind, "Invalid value", "A tag has a text";
    IntData, EINVAL, Kind, "Invalid int_data:%x", "The top four bits of the integer's word are 0";
    IntBits, EINVAL, Kind, "nr_bits exceeds 128", "An integer has at most 128 bits, its offset counted";
    IntSize, EINVAL, Kind, "nr_bits exceeds type_size", "An integer's bits fit into its size";
    IntEncoding, ENOTSUPP, Kind, "Unsupported encoding", "The encoding is nothing, SIGNED, CHAR or BOOL, and only one of them";
    TypeId, EINVAL, Kind, "Invalid type_id", "A type id is at most 0xfffff, and not 0 where void cannot be";
    ArraySizeField, EINVAL, Kind, "size != 0", "The third word of an ARRAY is 0";
    Element, EINVAL, Kind, "Invalid elem", "An element has a type with a size";
    Index, EINVAL, Kind, "Invalid index", "The index type of an array is a regular INT: offset 0 and 8, 16, 32, 64 or 128 bits";
    MemberNameOffset, EINVAL, Strings, "Invalid member name_offset:%u", "A member's name lies within the strings";
    MemberOffset, EINVAL, Kind, "Invalid member bits_offset", "Members come by rising offset, and those of a UNION start at 0";
    MemberBehindEnd, EINVAL, Kind, "Member bits_offset exceeds its struct size", "A member starts within its struct";
    EnumSize, EINVAL, Kind, "Unexpected size", "An enum has 1, 2, 4 or 8 bytes";
    EnumeratorNameOffset, EINVAL, Strings, "\tInvalid name_offset:%u", "An enumerator's name lies within the strings";
    FwdType, EINVAL, Kind, "type != 0", "The third word of a FWD is 0";
    FuncLinkage, EINVAL, Kind, "Invalid func linkage", "A function's linkage is static or global: libbpf resolves extern ones before it loads";
    VarLinkage, EINVAL, Kind, "Linkage not supported", "A variable's linkage is static or global: libbpf resolves extern ones before it loads";
    SectionSize, EINVAL, Kind, "size == 0", "A section has a size: libbpf fills it in from the ELF file before it loads";
    EntryOffset, EINVAL, Kind, "Invalid offset", "Entries of a section come by rising offset, do not overlap, and start within it";
    EntrySize, EINVAL, Kind, "Invalid size", "An entry has a size, at most that of its section and at least that of its type";
    EntryEnd, EINVAL, Kind, "Invalid offset+size", "An entry ends within its section";
    EntriesSum, EINVAL, Kind, "Invalid btf_info size", "All entries together are not larger than their section";
    FloatSize, EINVAL, Kind, "Invalid type_size", "A FLOAT has 2, 4, 8, 12 or 16 bytes";
    Component, EINVAL, Kind, "Invalid component_idx", "A tag is on the whole type (-1), or on a member or parameter that is there";

    // Types together.
    Depth, E2BIG, Types, "Exceeded max resolving depth:32", "At most 32 types are resolved within each other";
    Loop, EEXIST, Types, "Loop detected", "No type contains itself, and no chain of pointers and modifiers comes back to itself";
    Target, EINVAL, Kind, "Invalid type_id", "A type leads to one that is there and can be used here";
    BitArray, EINVAL, Kind, "Invalid array of int", "Elements are regular INTs: offset 0 and 8, 16, 32, 64 or 128 bits";
    ArrayOverflow, EINVAL, Kind, "Array size overflows U32_MAX", "An array has less than 4 GiB";
    MemberType, EINVAL, Kind, "Invalid member", "A member has a type with a size";
    NotVar, EINVAL, Kind, "Not a VAR kind member", "Entries of a section are VARs";
    EntryType, EINVAL, Kind, "Invalid type", "The variable of an entry has a type with a size";
    FuncArgument, EINVAL, Kind, "Invalid arg#%u", "The parameters of a FUNC have names";
    Argument, EINVAL, Kind, "Invalid arg#%u", "A parameter has a type with a size and an identifier or nothing as its name; only the last is void, for ...";
    Return, EINVAL, Kind, "Invalid return type", "A function returns void or a type with a size";
    OffsetOverflow, EINVAL, Kind, "bits_offset exceeds U32_MAX", "A member's offset and that of its INT together have 32 bits";
    CopyBits, EINVAL, Kind, "nr_copy_bits exceeds 128", "A bitfield lies within 128 bits from the byte where it starts";
    MemberEnd, EINVAL, Kind, "Member exceeds struct_size", "A member ends within its struct";
    BitfieldBase, EINVAL, Kind, "Invalid member base type", "With kind_flag an integer member is a regular INT";
    BitfieldStart, EINVAL, Kind, "Invalid member offset", "A member that is no bitfield starts at a byte";
    BitfieldSize, EINVAL, Kind, "Invalid member bitfield_size", "A bitfield is not wider than its type, and only integers and enums can be one";
    NotByteAligned, EINVAL, Kind, "Member is not byte aligned", "A member that is no bitfield starts at a byte";
    FloatAlign, EINVAL, Kind, "Member is not properly aligned", "A FLOAT lies at a multiple of its size, or of a pointer's";

    // Chains of modifiers.
    Chain, ELOOP, Types, "Max chain length or cycle detected", "At most 32 modifiers follow each other";
    ChainTarget, EINVAL, Types, "", "A modifier leads to a type that is there";
    TagOrder, EINVAL, Types, "Type tags don't precede modifiers", "Tags come right behind the pointer, before other modifiers (before 7.2)";

    // Special fields: no messages.
    SpecialNone, EFAULT, Map, "", "A struct with a lock, list, tree, refcount or kptr member has at least one such member with the right size and alignment (since 6.2)";
    SpecialBit, EINVAL, Map, "", "Each member of a struct with a lock, list or tree starts at a byte: no bitfield within one (since 6.11; before, only those fields)";
    SpecialMany, E2BIG, Map, "", "A struct has at most 11 special fields (10 before 6.4), each kind of lock once, and in some releases one refcount";
    SpecialDepth, E2BIG, Map, "", "Special fields are searched in 31 nested types";
    SpecialRepeat, EINVAL, Map, "", "Only pointers, list heads and tree roots may be in arrays";
    KptrTags, EINVAL, Map, "", "A pointer has one kptr tag, and leads to a struct";
    ContainsTag, EINVAL, Map, "", "A list head or tree root has one tag contains:TYPE:MEMBER";
    ContainsType, ENOENT, Map, "", "The type that a list or tree holds is a struct of this BTF";
    ContainsMember, ENOENT, Map, "", "The struct that a list or tree holds has the member that the tag names";
    ContainsNode, EINVAL, Map, "", "The member that the tag names is one aligned node of a list or tree";
    SpecialEnd, EFAULT, Map, "", "A special field ends within its struct";
    SpecialOverlap, EEXIST, Map, "", "Special fields do not overlap";
    TwoLocks, EINVAL, Map, "", "A struct has one kind of lock";
    NoLock, EINVAL, Map, "", "A list head or tree root has a lock beside it";
    NoRefcount, EINVAL, Map, "", "A node of both a list and a tree has a refcount beside it";
    OwnedUnknown, EFAULT, Map, "", "The struct that a list or tree holds has special fields itself";
    Ownership, ELOOP, Map, "", "Types own each other without a cycle, at most 8 deep";
}

impl Rule {
    /// The section of btf.rst, for a fault of a type of this kind: `"2.2.6 BTF_KIND_ENUM"`. (Edition of 2025.)
    pub fn reference(self, kind: Option<Kind>) -> String {
        match (self.home(), kind) {
            (Home::Header, _) => "2. BTF Type and String Encoding".to_owned(),
            (Home::Strings, _) => "2.1 String Encoding".to_owned(),
            // In btf.rst, the section about a kind has the kind's number.
            (Home::Kind, Some(kind)) => format!("2.2.{} BTF_KIND_{}", kind.number(), kind.as_str()),
            (Home::Types | Home::Kind, _) => "2.2 Type Encoding".to_owned(),
            (Home::Load, _) => "3.1 BPF_BTF_LOAD".to_owned(),
            (Home::Map, _) => "3.2 BPF_MAP_CREATE".to_owned(),
        }
    }

    /// Whether the rule is about a special field. The kernel logs nothing for these rules, and they differ in details
    /// between releases.
    pub fn is_special(self) -> bool {
        self.home() == Home::Map
    }

    /// Whether the rule is about a type's name. A fault of a name does not affect the type's users.
    pub(crate) fn is_name(self) -> bool {
        matches!(
            self,
            Rule::NameOffset
                | Rule::NotIdentifier
                | Rule::NameMissing
                | Rule::NameUnwanted
                | Rule::SectionName
                | Rule::TypeTagEmpty
                | Rule::DeclTagEmpty
        )
    }

    /// The kernel's message with these numbers.
    pub(crate) fn fill(self, numbers: &[u32]) -> String {
        let mut text = String::new();
        let mut numbers = numbers.iter();
        let mut rest = self.words();
        while let Some((before, after)) = rest.split_once('%') {
            text.push_str(before);
            let number = numbers.next().copied().unwrap_or_default();
            match after.split_at_checked(1) {
                Some(("x", after)) => {
                    text.push_str(&format!("{number:x}"));
                    rest = after;
                }
                Some((_, after)) => {
                    text.push_str(&number.to_string());
                    rest = after;
                }
                None => rest = after,
            }
        }
        text.push_str(rest);
        text
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_go_into_the_words() {
        assert_eq!(Rule::Truncated.fill(&[8, 12]), "meta_left:8 meta_needed:12");
        assert_eq!(Rule::IntData.fill(&[0x1000_0020]), "Invalid int_data:10000020");
        assert_eq!(Rule::Vlen.fill(&[]), "vlen != 0");
    }

    #[test]
    fn a_reference_has_the_kinds_own_section() {
        assert_eq!(Rule::Vlen.reference(Some(Kind::Float)), "2.2.16 BTF_KIND_FLOAT");
        assert_eq!(Rule::NameOffset.reference(Some(Kind::Float)), "2.1 String Encoding");
        assert_eq!(Rule::UnknownKind.reference(None), "2.2 Type Encoding");
    }
}
