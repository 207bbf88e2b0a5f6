//! The struct_ops maps of an object: the kernel's structs for them, and the members that they set.

use bpf::Object;
use btf::{Kind, TypeId};

/// A variable of `.struct_ops` or `.struct_ops.link`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct StructOps {
    /// The variable.
    pub name: String,
    /// The struct's name in the kernel: without the object's flavour.
    pub kernel_type: String,
    /// Whether a link attaches the map (section `.struct_ops.link`).
    pub link: bool,
    /// Whether libbpf creates it by default: not if its section begins with `?`.
    pub created: bool,
    /// The members that it sets.
    pub members: Vec<SetMember>,
    /// The names of the members that are zero: the kernel may lack these.
    pub unset: Vec<SetMember>,
    /// The programs that it refers to, by the names of their symbols.
    pub programs: Vec<String>,
}

/// A member that a struct_ops variable sets, or leaves zero.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SetMember {
    /// Its name.
    pub name: String,
    /// Its type in the object.
    pub type_id: TypeId,
}

/// The most members that are read; the kernel's largest struct of operations has about 40.
const MAX_MEMBERS: usize = 512;

/// The struct_ops maps of an object (libbpf `init_struct_ops_maps`).
pub(crate) fn struct_ops(object: &Object) -> Vec<StructOps> {
    let Some(btf) = object.btf() else { return Vec::new() };
    let mut all = Vec::new();
    for data in object.data_sections() {
        let link = match data.name.trim_start_matches('?') {
            ".struct_ops" => false,
            ".struct_ops.link" => true,
            _ => continue,
        };
        let Some(section) = data.section.and_then(|index| object.section(index)) else { continue };
        let bytes = object.section_bytes(section);
        for (index, v) in data.variables.iter().enumerate() {
            // libbpf forgets the mark with the first variable.
            let created = index > 0 || !data.name.starts_with('?');
            let Some(t) = btf.resolved(v.of).filter(|t| t.kind() == Kind::Struct) else { continue };
            let mut one = StructOps {
                name: v.name.clone(),
                kernel_type: btf::visible(relo::essential_name(t.name_bytes())).into_owned(),
                link,
                created,
                unset: Vec::new(),
                members: Vec::new(),
                programs: Vec::new(),
            };
            for m in t.members().take(MAX_MEMBERS) {
                let start = u64::from(v.offset).saturating_add(u64::from(m.bit_offset() / 8));
                let size = u64::from(btf.size_of(m.type_id).unwrap_or(0));
                let end = start.saturating_add(size);
                let range = usize::try_from(start).unwrap_or(usize::MAX)..usize::try_from(end).unwrap_or(usize::MAX);
                let is_zero = bytes.get(range).unwrap_or_default().iter().all(|&b| b == 0);
                let mut relos = object.relos_in(section, start, end).peekable();
                let member = SetMember { name: m.name().to_owned(), type_id: m.type_id };
                if is_zero && relos.peek().is_none() {
                    one.unset.extend(Some(member).filter(|member| !member.name.is_empty()));
                    continue;
                }
                let target = |r: &bpf::ElfRelo| object.relo(section, r).target.and_then(|t| object.symbol(t.symbol?));
                one.programs.extend(relos.filter_map(target).map(|s| s.name.clone()));
                one.members.push(member);
            }
            all.push(one);
        }
    }
    all
}
