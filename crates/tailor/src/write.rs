//! Writes the types and members that stay into a blob (bpftool `btfgen_get_btf`).

use std::collections::{BTreeSet, HashMap};

use blob::Writer;
use btf::{Btf, Kind, MemberIndex, Type, TypeId};

use crate::Tailored;
use crate::keep::Keep;

/// `kind_flag` in the info word: member offsets carry bitfield sizes (btf.rst, "BTF_KIND_STRUCT").
const KIND_FLAG: u32 = 1 << 31;

/// Writes the types that stay, in their order, with ids from 1. References to types that do not stay become void.
pub(crate) fn blob(btf: &Btf, keep: &Keep) -> Tailored {
    let kept: Vec<(Type<'_>, &BTreeSet<MemberIndex>)> =
        keep.types().filter_map(|(id, members)| Some((btf.get(id)?, members))).collect();
    let ids: HashMap<TypeId, TypeId> = kept.iter().zip(1..).map(|((t, _), new)| (t.id(), TypeId(new))).collect();
    let mut writer = Writer::new(btf.endian());
    for (t, members) in kept {
        match t.kind() {
            Kind::Struct | Kind::Union => composite(&t, members, &ids, &mut writer),
            _ => {
                writer.copy(&t, &ids);
            }
        }
    }
    let types = writer.count();
    Tailored { bytes: writer.finish(), types }
}

/// Writes a struct or union with its size, and the members in `keep` with their offsets.
fn composite(t: &Type<'_>, keep: &BTreeSet<MemberIndex>, ids: &HashMap<TypeId, TypeId>, writer: &mut Writer) {
    let members: Vec<_> = t.members().filter(|m| keep.contains(&m.index)).collect();
    let bitfields = members.iter().any(|m| m.bitfield_size() != 0);
    let name = writer.string(t.name_bytes());
    writer.begin();
    writer.word(name);
    let flag = if bitfields { KIND_FLAG } else { 0 };
    writer.word(flag | u32::from(t.kind().number()) << 24 | members.len() as u32);
    writer.word(t.size_or_type());
    for m in members {
        let name = writer.string(t.btf().string_bytes(m.name_offset).unwrap_or_default());
        writer.word(name);
        writer.word(ids.get(&m.type_id).map_or(0, |id| id.0));
        writer.word(if bitfields { m.bitfield_size() << 24 | m.bit_offset() } else { m.bit_offset() });
    }
}
