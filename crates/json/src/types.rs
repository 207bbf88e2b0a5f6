//! A type as an object.

use btf::{Btf, Kind, Type, TypeId};
use serde::Serialize;

use crate::Bytes;

/// A type: the fields of all kinds, and those of some kinds.
#[derive(Serialize, Clone, Debug)]
pub struct TypeOf<'a> {
    id: u32,
    kind: &'static str,
    name: &'a str,
    declaration: String,
    size: Option<u32>,
    record: Bytes,
    #[serde(flatten)]
    of_kind: OfKind<'a>,
}

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

#[derive(Serialize, Clone, Debug)]
struct Member<'a> {
    name: &'a str,
    type_id: u32,
    bit_offset: u32,
    bitfield_size: u32,
}

#[derive(Serialize, Clone, Debug)]
struct Enumerator<'a> {
    name: &'a str,
    value: Value,
}

/// The value of an enumerator: always 64 bits for ENUM64.
#[derive(Serialize, Clone, Debug)]
#[serde(untagged)]
enum Value {
    Signed32(i32),
    Unsigned32(u32),
    Signed(i64),
    Unsigned(u64),
}

#[derive(Serialize, Clone, Debug)]
struct Param<'a> {
    name: &'a str,
    type_id: u32,
    variadic: bool,
}

#[derive(Serialize, Clone, Debug)]
struct Variable {
    type_id: u32,
    offset: u32,
    size: u32,
}

#[derive(Serialize, Clone, Debug)]
struct Site {
    func_type_id: u32,
    loc_proto_type_id: u32,
    offset: u32,
}

/// The type as an object; `None` for void and for an unknown id.
pub fn type_of(btf: &Btf, id: TypeId) -> Option<TypeOf<'_>> {
    let t = btf.get(id)?;
    Some(TypeOf {
        id: id.0,
        kind: t.kind().as_str(),
        name: t.name(),
        declaration: dump::type_name(btf, id),
        size: t.size().or_else(|| btf.size_of(id).ok()),
        record: t.record().into(),
        of_kind: of_kind(&t),
    })
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
        Kind::Struct | Kind::Union => OfKind::Composite { members: members(t) },
        Kind::Enum | Kind::Enum64 => OfKind::Enum { signed: t.is_signed_enum(), values: values(t) },
        Kind::Fwd => OfKind::Fwd { of: if t.is_union_fwd() { "union" } else { "struct" } },
        Kind::Func | Kind::Var => {
            OfKind::Linked { type_id, linkage: t.linkage().map_or("unknown", btf::Linkage::as_str) }
        }
        Kind::FuncProto => OfKind::Proto { return_type_id: type_id, params: params(t) },
        Kind::DataSec => {
            let variable = |v: btf::SecVar<'_>| Variable { type_id: v.type_id.0, offset: v.offset, size: v.size };
            OfKind::Section { variables: t.vars().map(variable).collect() }
        }
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

fn members<'a>(t: &Type<'a>) -> Vec<Member<'a>> {
    let member = |m: btf::Member<'a>| Member {
        name: m.name(),
        type_id: m.type_id.0,
        bit_offset: m.bit_offset(),
        bitfield_size: m.bitfield_size(),
    };
    t.members().map(member).collect()
}

fn values<'a>(t: &Type<'a>) -> Vec<Enumerator<'a>> {
    let value = |e: btf::Enumerator<'a>| Enumerator {
        name: e.name(),
        value: match (e.wide, e.signed) {
            (true, true) => Value::Signed(e.raw as i64),
            (true, false) => Value::Unsigned(e.raw),
            (false, true) => Value::Signed32(e.raw as u32 as i32),
            (false, false) => Value::Unsigned32(e.raw as u32),
        },
    };
    t.enumerators().map(value).collect()
}

fn params<'a>(t: &Type<'a>) -> Vec<Param<'a>> {
    t.params().map(|p| Param { name: p.name(), type_id: p.type_id.0, variadic: p.is_variadic() }).collect()
}

fn sites(t: &Type<'_>) -> Vec<Site> {
    let mut words = t.words();
    let mut sites = Vec::new();
    while let (Some(func_type_id), Some(loc_proto_type_id), Some(offset)) = (words.next(), words.next(), words.next()) {
        sites.push(Site { func_type_id, loc_proto_type_id, offset });
    }
    sites
}
