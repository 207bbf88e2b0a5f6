//! Compares our reading of a BTF with bpftool's.

use btf::{Btf, Kind, Linkage, StringOffset, Type};

use crate::reference::{Dump, DumpMember, DumpParam, DumpType, DumpValue, DumpVar};

/// The differences between a BTF's own types and bpftool's output, at most 20: a text of one or two
/// lines each.
pub fn differences(btf: &Btf, dump: &Dump) -> Vec<String> {
    let mut found = Vec::new();
    if btf.own_type_count() as usize != dump.types.len() {
        found.push(format!("{} types, bpftool has {}", btf.own_type_count(), dump.types.len()));
    }
    for (ours, theirs) in btf.types().map(|t| describe(&t)).zip(&dump.types) {
        if ours != *theirs {
            found.push(format!("ours:    {ours:?}\nbpftool: {theirs:?}"));
        }
        if found.len() >= 20 {
            break;
        }
    }
    found
}

/// The name as `btf_str` of bpftool gives it: "(anon)" for offset 0, but an empty string for an empty string elsewhere.
fn name(btf: &Btf, offset: StringOffset) -> String {
    match offset.0 {
        0 => "(anon)".to_owned(),
        _ => btf.string(offset).unwrap_or("(invalid)").to_owned(),
    }
}

fn linkage(linkage: Option<Linkage>) -> Option<String> {
    linkage.map(|l| l.as_str().to_owned())
}

/// A type in the form of bpftool's JSON (`dump_btf_type` in `bpftool/btf.c`).
pub fn describe(t: &Type<'_>) -> DumpType {
    let btf = t.btf();
    let common = DumpType {
        id: t.id().0,
        kind: t.kind().as_str().to_owned(),
        name: name(btf, t.name_offset()),
        ..DumpType::default()
    };
    let type_id = t.type_ref().map(|id| id.0);
    let (size, vlen) = (t.size(), Some(t.vlen()));
    match t.kind() {
        Kind::Int => {
            let int = t.int();
            let encoding = int.map(|int| match int.encoding {
                0 => "(none)",
                1 => "SIGNED",
                2 => "CHAR",
                4 => "BOOL",
                _ => "UNKN",
            });
            DumpType {
                size,
                bits_offset: int.map(|int| int.offset.into()),
                nr_bits: int.map(|int| int.bits.into()),
                encoding: encoding.map(str::to_owned),
                ..common
            }
        }
        Kind::Array => {
            let array = t.array();
            DumpType {
                type_id: array.map(|a| a.element.0),
                index_type_id: array.map(|a| a.index.0),
                nr_elems: array.map(|a| a.nelems),
                ..common
            }
        }
        Kind::Struct | Kind::Union => {
            let members = t.members().map(|m| DumpMember {
                name: name(btf, m.name_offset),
                type_id: m.type_id.0,
                bits_offset: m.bit_offset(),
                bitfield_size: m.bitfield_size(),
            });
            DumpType { size, vlen, members: Some(members.collect()), ..common }
        }
        Kind::Enum | Kind::Enum64 => {
            let values = t.enumerators().map(|e| DumpValue {
                name: name(btf, e.name_offset),
                // bpftool's JSON (not its text) sign-extends the values of an unsigned ENUM to 64 bits.
                val: match (e.value(), t.kind(), t.is_signed_enum()) {
                    (value, Kind::Enum, false) => i128::from(i64::from(value as u32 as i32) as u64),
                    (value, ..) => value,
                },
            });
            let encoding = if t.is_signed_enum() { "SIGNED" } else { "UNSIGNED" };
            DumpType { size, vlen, encoding: Some(encoding.to_owned()), values: Some(values.collect()), ..common }
        }
        Kind::Fwd => {
            let fwd_kind = if t.is_union_fwd() { "union" } else { "struct" };
            DumpType { fwd_kind: Some(fwd_kind.to_owned()), ..common }
        }
        Kind::Func | Kind::Var => DumpType { type_id, linkage: linkage(t.linkage()), ..common },
        Kind::FuncProto => {
            let params = t.params().map(|p| DumpParam { name: name(btf, p.name_offset), type_id: p.type_id.0 });
            DumpType { ret_type_id: type_id, vlen, params: Some(params.collect()), ..common }
        }
        Kind::DataSec => {
            let vars = t.vars().map(|v| DumpVar { type_id: v.type_id.0, offset: v.offset, size: v.size });
            DumpType { size, vlen, vars: Some(vars.collect()), ..common }
        }
        Kind::Float => DumpType { size, ..common },
        Kind::DeclTag => DumpType { type_id, component_idx: t.component_index(), ..common },
        // PTR, TYPEDEF, the qualifiers and TYPE_TAG. bpftool 7.8 knows no kind after ENUM64, so no dump in the corpus
        // has such a kind.
        _ => DumpType { type_id, ..common },
    }
}
