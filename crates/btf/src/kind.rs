//! The kinds of types (btf.rst, "BTF_KIND_*"; `include/uapi/linux/btf.h`).

use crate::schema::{FieldName, Schema};

/// What a type record is. Numbers are those of `include/uapi/linux/btf.h`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Kind {
    /// 1: an integer.
    Int,
    /// 2: a pointer.
    Ptr,
    /// 3: an array.
    Array,
    /// 4: a struct.
    Struct,
    /// 5: a union.
    Union,
    /// 6: an enum with 32-bit values.
    Enum,
    /// 7: a forward declaration of a struct or union.
    Fwd,
    /// 8: a typedef.
    Typedef,
    /// 9: `volatile`.
    Volatile,
    /// 10: `const`.
    Const,
    /// 11: `restrict`.
    Restrict,
    /// 12: a function: a name for a prototype.
    Func,
    /// 13: a function prototype.
    FuncProto,
    /// 14: a variable.
    Var,
    /// 15: an ELF section with the variables in it.
    DataSec,
    /// 16: a floating-point number.
    Float,
    /// 17: a tag on a declaration (`btf_decl_tag`).
    DeclTag,
    /// 18: a tag on a type (`btf_type_tag`).
    TypeTag,
    /// 19: an enum with 64-bit values.
    Enum64,
    /// 20: where the value of an inlined call's parameter lives.
    LocParam,
    /// 21: the parameters of an inlined call.
    LocProto,
    /// 22: the sites of inlined calls.
    LocSec,
    /// Any other number, or 20 to 22 where a layout section says that their records have another form.
    Unknown(u8),
}

impl Kind {
    /// The kind of a number, before the layout section is asked about 20 to 22.
    pub fn from_number(n: u8) -> Kind {
        match n {
            1 => Kind::Int,
            2 => Kind::Ptr,
            3 => Kind::Array,
            4 => Kind::Struct,
            5 => Kind::Union,
            6 => Kind::Enum,
            7 => Kind::Fwd,
            8 => Kind::Typedef,
            9 => Kind::Volatile,
            10 => Kind::Const,
            11 => Kind::Restrict,
            12 => Kind::Func,
            13 => Kind::FuncProto,
            14 => Kind::Var,
            15 => Kind::DataSec,
            16 => Kind::Float,
            17 => Kind::DeclTag,
            18 => Kind::TypeTag,
            19 => Kind::Enum64,
            20 => Kind::LocParam,
            21 => Kind::LocProto,
            22 => Kind::LocSec,
            n => Kind::Unknown(n),
        }
    }

    /// The number in the record's info word.
    pub fn number(self) -> u8 {
        match self {
            Kind::Int => 1,
            Kind::Ptr => 2,
            Kind::Array => 3,
            Kind::Struct => 4,
            Kind::Union => 5,
            Kind::Enum => 6,
            Kind::Fwd => 7,
            Kind::Typedef => 8,
            Kind::Volatile => 9,
            Kind::Const => 10,
            Kind::Restrict => 11,
            Kind::Func => 12,
            Kind::FuncProto => 13,
            Kind::Var => 14,
            Kind::DataSec => 15,
            Kind::Float => 16,
            Kind::DeclTag => 17,
            Kind::TypeTag => 18,
            Kind::Enum64 => 19,
            Kind::LocParam => 20,
            Kind::LocProto => 21,
            Kind::LocSec => 22,
            Kind::Unknown(n) => n,
        }
    }

    /// The name without `BTF_KIND_`, as bpftool prints it: `"STRUCT"`. Unknown kinds are `"UNKNOWN"`.
    pub fn as_str(self) -> &'static str {
        self.names().0
    }

    /// The same in small letters, as libbpf prints it (`btf_kind_str`): `"struct"`, `"func_proto"`.
    pub fn as_lower_str(self) -> &'static str {
        self.names().1
    }

    fn names(self) -> (&'static str, &'static str) {
        match self {
            Kind::Int => ("INT", "int"),
            Kind::Ptr => ("PTR", "ptr"),
            Kind::Array => ("ARRAY", "array"),
            Kind::Struct => ("STRUCT", "struct"),
            Kind::Union => ("UNION", "union"),
            Kind::Enum => ("ENUM", "enum"),
            Kind::Fwd => ("FWD", "fwd"),
            Kind::Typedef => ("TYPEDEF", "typedef"),
            Kind::Volatile => ("VOLATILE", "volatile"),
            Kind::Const => ("CONST", "const"),
            Kind::Restrict => ("RESTRICT", "restrict"),
            Kind::Func => ("FUNC", "func"),
            Kind::FuncProto => ("FUNC_PROTO", "func_proto"),
            Kind::Var => ("VAR", "var"),
            Kind::DataSec => ("DATASEC", "datasec"),
            Kind::Float => ("FLOAT", "float"),
            Kind::DeclTag => ("DECL_TAG", "decl_tag"),
            Kind::TypeTag => ("TYPE_TAG", "type_tag"),
            Kind::Enum64 => ("ENUM64", "enum64"),
            Kind::LocParam => ("LOC_PARAM", "loc_param"),
            Kind::LocProto => ("LOC_PROTO", "loc_proto"),
            Kind::LocSec => ("LOCSEC", "locsec"),
            Kind::Unknown(_) => ("UNKNOWN", "unknown"),
        }
    }

    /// Struct or union.
    pub fn is_composite(self) -> bool {
        matches!(self, Kind::Struct | Kind::Union)
    }

    /// Enum or enum64.
    pub fn is_any_enum(self) -> bool {
        matches!(self, Kind::Enum | Kind::Enum64)
    }

    /// `const`, `volatile`, `restrict` or a type tag: kinds that add to a type without naming it
    /// (libbpf's `btf_is_mod` without typedefs).
    pub fn is_qualifier(self) -> bool {
        matches!(self, Kind::Const | Kind::Volatile | Kind::Restrict | Kind::TypeTag)
    }

    /// Whether the third word of the record is a type id.
    pub fn has_type_ref(self) -> bool {
        Schema::of(self).third.is_type_id()
    }

    /// Whether the third word of the record is a size in bytes.
    pub fn has_size(self) -> bool {
        Schema::of(self).third == FieldName::Size
    }
}
