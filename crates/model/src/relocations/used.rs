//! What a program uses of a kernel, by name: to see of two kernels only what matters to it.

use std::collections::BTreeSet;

use btf::{Btf, Ext, Kind, MAX_RESOLVE_STEPS, SubSectionKind, TypeId};
use relo::{Spec, essential_name, records};

/// Sections whose program is attached to a function, which stands behind the slash (libbpf's `section_defs`).
const OF_FUNCTIONS: [&str; 7] = ["fentry", "fentry.s", "fexit", "fexit.s", "fmod_ret", "kprobe", "kretprobe"];

/// The names of the types and functions of a kernel that a program uses: the types that its relocations ask for and those on their paths,
/// without flavours, and the functions that it is attached to.
pub fn used_names(btf: &Btf, ext: &Ext) -> BTreeSet<Vec<u8>> {
    let mut names = BTreeSet::new();
    for record in records(btf, ext) {
        add(btf, record.type_id, &mut names);
        if let Ok(spec) = Spec::parse(btf, &record) {
            spec.accessors.iter().for_each(|step| add(btf, step.type_id, &mut names));
        }
    }
    let functions = ext.subsections().iter().filter(|part| part.kind == SubSectionKind::FuncInfo);
    for section in functions.flat_map(|part| &part.sections) {
        let name = btf.string(section.name_offset).and_then(|name| name.split_once('/'));
        names.extend(name.filter(|(kind, _)| OF_FUNCTIONS.contains(kind)).map(|(_, name)| name.as_bytes().to_vec()));
    }
    names
}

/// Adds a type's name, and those behind typedefs and qualifiers.
fn add(btf: &Btf, id: TypeId, names: &mut BTreeSet<Vec<u8>>) {
    let mut at = id;
    for _ in 0..MAX_RESOLVE_STEPS {
        let Some(t) = btf.get(at).filter(|_| !at.is_void()) else { return };
        if !t.is_anonymous() && t.kind() != Kind::TypeTag {
            names.insert(essential_name(t.name_bytes()).to_vec());
        }
        match t.kind() {
            Kind::Typedef | Kind::Const | Kind::Volatile | Kind::Restrict | Kind::TypeTag => {
                at = TypeId(t.size_or_type())
            }
            _ => return,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn types_on_the_paths_and_functions_it_attaches_to() {
        // static/samples/sample.bpf.c reads sk->__sk_common.* and members of a task, and is attached to fentry/tcp_connect.
        let opened =
            container::open("s.o", include_bytes!("../../../../static/samples/sample.bpf.o")).expect("it opens");
        let btf = Btf::parse(opened.btf.bytes.clone(), None).expect("BTF");
        let ext = Ext::parse(opened.btf_ext.expect(".BTF.ext").bytes).expect("it parses");
        let names: Vec<String> = used_names(&btf, &ext).into_iter().map(|n| btf::visible(&n).into_owned()).collect();
        assert_eq!(names, ["sock", "sock_common", "task_struct", "tcp_connect"]);
    }
}
