//! The kinds of CO-RE relocations (`enum bpf_core_relo_kind` of `include/uapi/linux/bpf.h`).

btf::named! {
    /// The kind of a CO-RE relocation: the question that it asks about a type.
    #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
    pub enum CoreKind {
        /// 0: the byte offset of a field; for a bitfield, the byte offset of its load unit.
        FieldByteOffset = "byte_off", "FIELD_BYTE_OFFSET";
        /// 1: the size of a field in bytes; for a bitfield, the size of its load unit.
        FieldByteSize = "byte_sz", "FIELD_BYTE_SIZE";
        /// 2: whether the field exists.
        FieldExists = "field_exists", "FIELD_EXISTS";
        /// 3: whether a field is signed.
        FieldSigned = "signed", "FIELD_SIGNED";
        /// 4: by how many bits a loaded bitfield is shifted left in a 64-bit register.
        FieldLShift = "lshift_u64", "FIELD_LSHIFT_U64";
        /// 5: by how many bits the bitfield is then shifted right.
        FieldRShift = "rshift_u64", "FIELD_RSHIFT_U64";
        /// 6: a type's id in the object.
        TypeIdLocal = "local_type_id", "TYPE_ID_LOCAL";
        /// 7: a type's id in the kernel.
        TypeIdTarget = "target_type_id", "TYPE_ID_TARGET";
        /// 8: whether the type exists.
        TypeExists = "type_exists", "TYPE_EXISTS";
        /// 9: a type's size in bytes.
        TypeSize = "type_size", "TYPE_SIZE";
        /// 10: whether the enumerator exists.
        EnumvalExists = "enumval_exists", "ENUMVAL_EXISTS";
        /// 11: an enumerator's value.
        EnumvalValue = "enumval_value", "ENUMVAL_VALUE";
        /// 12: whether a type exists that matches the object's type in all members.
        TypeMatches = "type_matches", "TYPE_MATCHES";
    }
    /// All kinds, by number.
    pub const ALL;
    /// libbpf's word in specs and logs (`core_relo_kind_str`): `"byte_off"`.
    pub fn as_str;
    /// The kernel's name (`enum bpf_core_relo_kind` of `include/uapi/linux/bpf.h`), without `BPF_CORE_`:
    /// `"FIELD_BYTE_OFFSET"`.
    pub fn uapi_str;
}

btf::named! {
    /// The three groups of CO-RE relocations. Each group gives the access string another meaning.
    #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
    pub enum CoreGroup {
        /// About a field.
        Field = "field";
        /// About a whole type.
        Type = "type";
        /// About an enumerator.
        Enum = "enum";
    }
    /// `"field"`, `"type"`, `"enum"`.
    pub fn as_str;
}

impl CoreKind {
    /// The kind with a record's number; none for unknown numbers.
    pub fn from_number(n: u32) -> Option<CoreKind> {
        CoreKind::ALL.get(n as usize).copied()
    }

    /// The number in a record.
    pub fn number(self) -> u32 {
        self as u32
    }

    /// The word for tables: as [`CoreKind::as_str`], but for fields with `field_` in front and with `off` and `sz` in
    /// full: `"field_byte_offset"`.
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

    /// The group, which says how the access string is read.
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

    /// Whether it asks if something exists or matches. Such a relocation has a result even if nothing matches: 0.
    pub fn is_question(self) -> bool {
        matches!(self, CoreKind::FieldExists | CoreKind::TypeExists | CoreKind::TypeMatches | CoreKind::EnumvalExists)
    }
}

#[cfg(test)]
mod tests {
    use super::CoreKind;

    #[test]
    fn a_kinds_number_is_its_index() {
        for (n, kind) in CoreKind::ALL.into_iter().enumerate() {
            assert_eq!((kind.number() as usize, CoreKind::from_number(n as u32)), (n, Some(kind)));
        }
        assert_eq!(CoreKind::from_number(13), None);
        assert_eq!(CoreKind::from_number(u32::MAX), None);
    }
}
