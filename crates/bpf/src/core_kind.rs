//! The kinds of CO-RE relocations (`enum bpf_core_relo_kind` of `include/uapi/linux/bpf.h`).

/// The kind of a CO-RE relocation: what it asks about a type.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum CoreKind {
    /// 0: the byte offset of a field; of a bitfield, that of its load unit.
    FieldByteOffset,
    /// 1: the size of a field in bytes; of a bitfield, that of its load unit.
    FieldByteSize,
    /// 2: whether the field exists.
    FieldExists,
    /// 3: whether a field is signed.
    FieldSigned,
    /// 4: how far a loaded bitfield is shifted left, in a register of 64 bits.
    FieldLShift,
    /// 5: how far it is then shifted right.
    FieldRShift,
    /// 6: a type's id in the object.
    TypeIdLocal,
    /// 7: a type's id in the kernel.
    TypeIdTarget,
    /// 8: whether the type exists.
    TypeExists,
    /// 9: a type's size in bytes.
    TypeSize,
    /// 10: whether the enumerator exists.
    EnumvalExists,
    /// 11: an enumerator's value.
    EnumvalValue,
    /// 12: whether a type exists that matches in all its members.
    TypeMatches,
}

/// The three groups of CO-RE relocations, which read the access string differently.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum CoreGroup {
    /// About a field.
    Field,
    /// About a whole type.
    Type,
    /// About an enumerator.
    Enum,
}

impl CoreGroup {
    /// `"field"`, `"type"`, `"enum"`.
    pub fn as_str(self) -> &'static str {
        match self {
            CoreGroup::Field => "field",
            CoreGroup::Type => "type",
            CoreGroup::Enum => "enum",
        }
    }
}

impl CoreKind {
    /// All, by number.
    pub const ALL: [CoreKind; 13] = [
        CoreKind::FieldByteOffset,
        CoreKind::FieldByteSize,
        CoreKind::FieldExists,
        CoreKind::FieldSigned,
        CoreKind::FieldLShift,
        CoreKind::FieldRShift,
        CoreKind::TypeIdLocal,
        CoreKind::TypeIdTarget,
        CoreKind::TypeExists,
        CoreKind::TypeSize,
        CoreKind::EnumvalExists,
        CoreKind::EnumvalValue,
        CoreKind::TypeMatches,
    ];

    /// The kind with a record's number; none for unknown numbers.
    pub fn from_number(n: u32) -> Option<CoreKind> {
        CoreKind::ALL.get(n as usize).copied()
    }

    /// The number in a record.
    pub fn number(self) -> u32 {
        self as u32
    }

    /// libbpf's word in specs and logs (`core_relo_kind_str`): `"byte_off"`.
    pub fn as_str(self) -> &'static str {
        match self {
            CoreKind::FieldByteOffset => "byte_off",
            CoreKind::FieldByteSize => "byte_sz",
            CoreKind::FieldExists => "field_exists",
            CoreKind::FieldSigned => "signed",
            CoreKind::FieldLShift => "lshift_u64",
            CoreKind::FieldRShift => "rshift_u64",
            CoreKind::TypeIdLocal => "local_type_id",
            CoreKind::TypeIdTarget => "target_type_id",
            CoreKind::TypeExists => "type_exists",
            CoreKind::TypeSize => "type_size",
            CoreKind::EnumvalExists => "enumval_exists",
            CoreKind::EnumvalValue => "enumval_value",
            CoreKind::TypeMatches => "type_matches",
        }
    }

    /// The word with its group before it, as in tables: `"field_byte_offset"`.
    pub fn long_str(self) -> &'static str {
        match self {
            CoreKind::FieldByteOffset => "field_byte_offset",
            CoreKind::FieldByteSize => "field_byte_size",
            CoreKind::FieldSigned => "field_signed",
            CoreKind::FieldLShift => "field_lshift_u64",
            CoreKind::FieldRShift => "field_rshift_u64",
            other => other.as_str(),
        }
    }

    /// The kernel's name (`enum bpf_core_relo_kind` of `include/uapi/linux/bpf.h`), without `BPF_CORE_`: `"FIELD_BYTE_OFFSET"`.
    pub fn uapi_str(self) -> &'static str {
        match self {
            CoreKind::FieldByteOffset => "FIELD_BYTE_OFFSET",
            CoreKind::FieldByteSize => "FIELD_BYTE_SIZE",
            CoreKind::FieldExists => "FIELD_EXISTS",
            CoreKind::FieldSigned => "FIELD_SIGNED",
            CoreKind::FieldLShift => "FIELD_LSHIFT_U64",
            CoreKind::FieldRShift => "FIELD_RSHIFT_U64",
            CoreKind::TypeIdLocal => "TYPE_ID_LOCAL",
            CoreKind::TypeIdTarget => "TYPE_ID_TARGET",
            CoreKind::TypeExists => "TYPE_EXISTS",
            CoreKind::TypeSize => "TYPE_SIZE",
            CoreKind::EnumvalExists => "ENUMVAL_EXISTS",
            CoreKind::EnumvalValue => "ENUMVAL_VALUE",
            CoreKind::TypeMatches => "TYPE_MATCHES",
        }
    }

    /// Its group.
    pub fn group(self) -> CoreGroup {
        match self {
            CoreKind::FieldByteOffset
            | CoreKind::FieldByteSize
            | CoreKind::FieldExists
            | CoreKind::FieldSigned
            | CoreKind::FieldLShift
            | CoreKind::FieldRShift => CoreGroup::Field,
            CoreKind::TypeIdLocal
            | CoreKind::TypeIdTarget
            | CoreKind::TypeExists
            | CoreKind::TypeSize
            | CoreKind::TypeMatches => CoreGroup::Type,
            CoreKind::EnumvalExists | CoreKind::EnumvalValue => CoreGroup::Enum,
        }
    }

    /// Whether the answer is yes or no; then "no" is an answer, too.
    pub fn is_question(self) -> bool {
        matches!(self, CoreKind::FieldExists | CoreKind::TypeExists | CoreKind::TypeMatches | CoreKind::EnumvalExists)
    }
}

#[cfg(test)]
mod tests {
    use super::CoreKind;

    #[test]
    fn numbers_are_places() {
        for (n, kind) in CoreKind::ALL.into_iter().enumerate() {
            assert_eq!((kind.number() as usize, CoreKind::from_number(n as u32)), (n, Some(kind)));
        }
        assert_eq!(CoreKind::from_number(13), None);
        assert_eq!(CoreKind::from_number(u32::MAX), None);
    }
}
