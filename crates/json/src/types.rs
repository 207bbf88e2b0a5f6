//! A type as an object.

use btf::{Btf, Kind, Type, TypeId};
use serde::Serialize;

use crate::Bytes;
use crate::made::made;

made! {
    /// A type: the fields that all kinds have, and the fields of its kind.
    pub struct TypeOf<'a>(t: Type<'a>, btf: &Btf) {
        id: u32 = t.id().0,
        kind: &'static str = t.kind().as_str(),
        name: &'a str = t.name(),
        declaration: String = dump::type_name(btf, t.id()),
        size: Option<u32> = t.size().or_else(|| btf.size_of(t.id()).ok()),
        record: Bytes = t.record().into(),
        #[serde(flatten)]
        of_kind: OfKind<'a> = of_kind(&t),
    }
}

#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[derive(Serialize, Clone, Debug)]
#[serde(untagged)]
enum OfKind<'a> {
    Int { bits: u8, bit_offset: u8, signed: bool, char: bool, bool: bool },
    Ref { type_id: u32 },
    Array { type_id: u32, index_type_id: u32, length: u32 },
    Composite { members: Vec<Member<'a>> },
    Enum { signed: bool, values: Vec<Enumerator<'a>> },
    Fwd { of: &'static str },
    Linked { type_id: u32, linkage: &'static str },
    Proto { return_type_id: u32, params: Vec<Param<'a>> },
    Section { variables: Vec<Variable> },
    TypeTag { type_id: u32, attribute: bool },
    DeclTag { type_id: u32, component_index: i32, attribute: bool },
    LocParam { flags: u32, values: Vec<u32> },
    LocProto { params: Vec<u32> },
    LocSec { sites: Vec<Site> },
    Unknown { kind_number: u8 },
    Plain {},
}

made! {
    struct Member<'a>(m: btf::Member<'a>) {
        name: &'a str = m.name(),
        type_id: u32 = m.type_id.0,
        bit_offset: u32 = m.bit_offset(),
        bitfield_size: u32 = m.bitfield_size(),
    }

    struct Enumerator<'a>(e: btf::Enumerator<'a>) {
        name: &'a str = e.name(),
        value: Value = match (e.wide, e.signed) {
            (true, true) => Value::Signed(e.raw as i64),
            (true, false) => Value::Unsigned(e.raw),
            (false, true) => Value::Signed32(e.raw as u32 as i32),
            (false, false) => Value::Unsigned32(e.raw as u32),
            },
    }
}

/// The value of an enumerator: 32 bits in an ENUM, 64 bits in an ENUM64.
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[derive(Serialize, Clone, Debug)]
#[serde(untagged)]
enum Value {
    Signed32(i32),
    Unsigned32(u32),
    Signed(i64),
    Unsigned(u64),
}

made! {
    struct Param<'a>(p: btf::Param<'a>) {
        name: &'a str = p.name(),
        type_id: u32 = p.type_id.0,
        variadic: bool = p.is_variadic(),
    }

    struct Variable(v: btf::SecVar<'_>) {
        type_id: u32 = v.type_id.0,
        offset: u32,
        size: u32,
    }
}

#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[derive(Serialize, Clone, Debug)]
struct Site {
    func_type_id: u32,
    loc_proto_type_id: u32,
    offset: u32,
}

/// The type as an object; `None` for void and for an unknown id.
pub fn type_of(btf: &Btf, id: TypeId) -> Option<TypeOf<'_>> {
    let t = btf.get(id)?;
    Some(TypeOf::of(t, btf))
}

fn of_kind<'a>(t: &Type<'a>) -> OfKind<'a> {
    let type_id = t.size_or_type();
    match t.kind() {
        Kind::Int => t.int().map_or(OfKind::Plain {}, |int| OfKind::Int {
            bits: int.bits,
            bit_offset: int.offset,
            signed: int.is_signed(),
            char: int.is_char(),
            bool: int.is_bool(),
        }),
        Kind::Ptr | Kind::Typedef | Kind::Volatile | Kind::Const | Kind::Restrict => OfKind::Ref { type_id },
        Kind::Array => t.array().map_or(OfKind::Plain {}, |array| OfKind::Array {
            type_id: array.element.0,
            index_type_id: array.index.0,
            length: array.nelems,
        }),
        Kind::Struct | Kind::Union => OfKind::Composite { members: t.members().map(Member::of).collect() },
        Kind::Enum | Kind::Enum64 => {
            OfKind::Enum { signed: t.is_signed_enum(), values: t.enumerators().map(Enumerator::of).collect() }
        }
        Kind::Fwd => OfKind::Fwd { of: if t.is_union_fwd() { "union" } else { "struct" } },
        Kind::Func | Kind::Var => {
            OfKind::Linked { type_id, linkage: t.linkage().map_or("unknown", btf::Linkage::as_str) }
        }
        Kind::FuncProto => OfKind::Proto { return_type_id: type_id, params: t.params().map(Param::of).collect() },
        Kind::DataSec => OfKind::Section { variables: t.vars().map(Variable::of).collect() },
        Kind::Float => OfKind::Plain {},
        Kind::TypeTag => OfKind::TypeTag { type_id, attribute: t.kind_flag() },
        Kind::DeclTag => {
            let component_index = t.component_index().unwrap_or(-1);
            OfKind::DeclTag { type_id, component_index, attribute: t.kind_flag() }
        }
        Kind::LocParam => OfKind::LocParam { flags: t.loc_flags().unwrap_or_default(), values: t.words().collect() },
        Kind::LocProto => OfKind::LocProto { params: t.words().collect() },
        Kind::LocSec => OfKind::LocSec { sites: sites(t) },
        Kind::Unknown(kind_number) => OfKind::Unknown { kind_number },
    }
}

fn sites(t: &Type<'_>) -> Vec<Site> {
    let mut words = t.words();
    let mut sites = Vec::new();
    while let (Some(func_type_id), Some(loc_proto_type_id), Some(offset)) = (words.next(), words.next(), words.next()) {
        sites.push(Site { func_type_id, loc_proto_type_id, offset });
    }
    sites
}
