//! What a relocation asks for (`enum bpf_core_relo_kind` of `include/uapi/linux/bpf.h`).

/// What a relocation asks for.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum ReloKind {
    /// 0: the byte offset of a field; of a bitfield, that of its load unit.
    FieldByteOffset,
    /// 1: the size of a field in bytes; of a bitfield, that of its load unit.
    FieldByteSize,
    /// 2: whether there is such a field.
    FieldExists,
    /// 3: whether a field is signed.
    FieldSigned,
    /// 4: how far a loaded bitfield is shifted left, in a register of 64 bits.
    FieldLShift,
    /// 5: how far it is shifted right then.
    FieldRShift,
    /// 6: a type's id in the object.
    TypeIdLocal,
    /// 7: a type's id in the kernel.
    TypeIdTarget,
    /// 8: whether there is such a type.
    TypeExists,
    /// 9: a type's size in bytes.
    TypeSize,
    /// 10: whether there is such an enumerator.
    EnumvalExists,
    /// 11: an enumerator's value.
    EnumvalValue,
    /// 12: whether there is a type that matches to its last member.
    TypeMatches,
}

/// The three sorts of relocations, which read the access string differently.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Group {
    /// Of a field.
    Field,
    /// Of a whole type.
    Type,
    /// Of an enumerator.
    Enum,
}

impl Group {
    /// `"field"`, `"type"`, `"enum"`.
    pub fn as_str(self) -> &'static str {
        match self {
            Group::Field => "field",
            Group::Type => "type",
            Group::Enum => "enum",
        }
    }
}

impl ReloKind {
    /// All, by number.
    pub const ALL: [ReloKind; 13] = [
        ReloKind::FieldByteOffset,
        ReloKind::FieldByteSize,
        ReloKind::FieldExists,
        ReloKind::FieldSigned,
        ReloKind::FieldLShift,
        ReloKind::FieldRShift,
        ReloKind::TypeIdLocal,
        ReloKind::TypeIdTarget,
        ReloKind::TypeExists,
        ReloKind::TypeSize,
        ReloKind::EnumvalExists,
        ReloKind::EnumvalValue,
        ReloKind::TypeMatches,
    ];

    /// The kind of a record's number; none for numbers that no kind has.
    pub fn from_number(n: u32) -> Option<ReloKind> {
        ReloKind::ALL.get(n as usize).copied()
    }

    /// The number in a record.
    pub fn number(self) -> u32 {
        self as u32
    }

    /// libbpf's word in specs and logs (`core_relo_kind_str`): `"byte_off"`.
    pub fn as_str(self) -> &'static str {
        match self {
            ReloKind::FieldByteOffset => "byte_off",
            ReloKind::FieldByteSize => "byte_sz",
            ReloKind::FieldExists => "field_exists",
            ReloKind::FieldSigned => "signed",
            ReloKind::FieldLShift => "lshift_u64",
            ReloKind::FieldRShift => "rshift_u64",
            ReloKind::TypeIdLocal => "local_type_id",
            ReloKind::TypeIdTarget => "target_type_id",
            ReloKind::TypeExists => "type_exists",
            ReloKind::TypeSize => "type_size",
            ReloKind::EnumvalExists => "enumval_exists",
            ReloKind::EnumvalValue => "enumval_value",
            ReloKind::TypeMatches => "type_matches",
        }
    }

    /// The word with its group in front, as tables have it: `"field_byte_offset"`.
    pub fn long_str(self) -> &'static str {
        match self {
            ReloKind::FieldByteOffset => "field_byte_offset",
            ReloKind::FieldByteSize => "field_byte_size",
            ReloKind::FieldSigned => "field_signed",
            ReloKind::FieldLShift => "field_lshift_u64",
            ReloKind::FieldRShift => "field_rshift_u64",
            other => other.as_str(),
        }
    }

    /// Its sort.
    pub fn group(self) -> Group {
        match self {
            ReloKind::FieldByteOffset
            | ReloKind::FieldByteSize
            | ReloKind::FieldExists
            | ReloKind::FieldSigned
            | ReloKind::FieldLShift
            | ReloKind::FieldRShift => Group::Field,
            ReloKind::TypeIdLocal
            | ReloKind::TypeIdTarget
            | ReloKind::TypeExists
            | ReloKind::TypeSize
            | ReloKind::TypeMatches => Group::Type,
            ReloKind::EnumvalExists | ReloKind::EnumvalValue => Group::Enum,
        }
    }

    /// Whether the answer is yes or no, so that "no" is an answer too.
    pub fn is_question(self) -> bool {
        matches!(self, ReloKind::FieldExists | ReloKind::TypeExists | ReloKind::TypeMatches | ReloKind::EnumvalExists)
    }
}

#[cfg(test)]
mod tests {
    use super::ReloKind;

    #[test]
    fn numbers_are_places() {
        for (n, kind) in ReloKind::ALL.into_iter().enumerate() {
            assert_eq!((kind.number() as usize, ReloKind::from_number(n as u32)), (n, Some(kind)));
        }
        assert_eq!(ReloKind::from_number(13), None);
        assert_eq!(ReloKind::from_number(u32::MAX), None);
    }
}
