//! The types of a kernel that was taken from an atlas are equal to those in the original kernel: a few types cut out
//! together with the types they need, and types that share their name.

use std::collections::HashSet;

use btf::{Btf, Kind, TypeId};
use dump::{COptions, PaholeOptions};

use crate::support::{Given, by_name, corpus_atlas, open};

/// Types that programs often use. A kernel need not have all.
const ROOTS: [&str; 9] =
    ["task_struct", "sk_buff", "inode", "file", "request", "bpf_prog", "sock", "net_device", "pt_regs"];

fn c(btf: &Btf, id: TypeId) -> String {
    let mut out = String::new();
    dump::c_type(btf, id, &mut out, &COptions::default());
    out
}

fn pahole(btf: &Btf, id: TypeId) -> String {
    let mut out = String::new();
    dump::pahole(btf, id, &mut out, &PaholeOptions::default()).map(|()| out).expect("a layout")
}

/// The first kernel of each architecture, and the last kernel.
fn some(kernels: &[Given]) -> Vec<&Given> {
    let mut seen = HashSet::new();
    kernels
        .iter()
        .enumerate()
        .filter(|(i, k)| *i + 1 == kernels.len() || seen.insert(&k.kernel.arch))
        .map(|(_, k)| k)
        .collect()
}

#[test]
fn parts_of_kernels_are_as_in_the_original() {
    let Some((kernels, bytes)) = corpus_atlas() else { return };
    let atlas = open(bytes);
    for given in some(kernels) {
        let original = given.btf();
        let number = atlas.kernel_called(&given.kernel.full_name()).expect("it is there");
        let taken = Btf::parse(atlas.take_out(number).expect("sound"), None).expect("BTF");
        let theirs = by_name(&original);
        let known = by_name(&taken);
        for depth in [0, 1] {
            let ids: Vec<TypeId> =
                ROOTS.iter().filter_map(|root| Some(known.get(&(Kind::Struct, root.as_bytes()))?[0])).collect();
            assert!(ids.len() >= 8, "{}", given.kernel);
            let options = share::Options { depth, ..share::Options::default() };
            let part = Btf::parse(share::minimal(&taken, &ids, &options).bytes, None).expect("BTF");
            assert_eq!(part.diagnostics(), []);
            let mut compared = 0;
            for t in part.types().filter(|t| matches!(t.kind(), Kind::Struct | Kind::Union | Kind::Enum | Kind::Enum64))
            {
                let Some([id]) = theirs.get(&(t.kind(), t.name_bytes())).map(Vec::as_slice) else { continue };
                assert_eq!(c(&part, t.id()), c(&original, *id), "{}: {}", given.kernel, t.name());
                if matches!(t.kind(), Kind::Struct | Kind::Union) {
                    assert_eq!(pahole(&part, t.id()), pahole(&original, *id), "{}: {}", given.kernel, t.name());
                }
                compared += 1;
            }
            assert!(compared > 50, "{}: {compared} types at depth {depth}", given.kernel);
        }
    }
}

/// The named types that a type refers to, directly or through unnamed types. Each has its index among the types of its
/// kind and name.
fn refers(btf: &Btf, places: &std::collections::HashMap<TypeId, usize>, id: TypeId) -> Vec<(Kind, String, usize)> {
    let mut out = Vec::new();
    let direct = |id: TypeId| -> Vec<TypeId> {
        let Some(t) = btf.get(id) else { return Vec::new() };
        let mut ids: Vec<TypeId> = t.type_ref().into_iter().collect();
        ids.extend(t.array().map(|a| a.element));
        ids.extend(t.members().map(|m| m.type_id));
        ids.extend(t.params().map(|p| p.type_id));
        ids
    };
    let mut left = direct(id);
    left.reverse();
    while let Some(id) = left.pop() {
        let Some(t) = btf.get(id) else { continue };
        match t.is_anonymous() {
            true => left.extend(direct(id).into_iter().rev()),
            false => out.push((t.kind(), t.name().to_owned(), places.get(&id).copied().unwrap_or(0))),
        }
    }
    out
}

#[test]
fn names_with_several_contents_keep_apart_in_kernels() {
    let Some((kernels, bytes)) = corpus_atlas() else { return };
    let atlas = open(bytes);
    for given in some(kernels) {
        let original = given.btf();
        let number = atlas.kernel_called(&given.kernel.full_name()).expect("it is there");
        let taken = Btf::parse(atlas.take_out(number).expect("sound"), None).expect("BTF");
        let places = |btf: &Btf| -> std::collections::HashMap<TypeId, usize> {
            by_name(btf).into_values().flat_map(|ids| ids.into_iter().enumerate().map(|(i, id)| (id, i))).collect()
        };
        let (a, b) = (places(&original), places(&taken));
        let (mut several, mut users) = (0, 0);
        for (theirs, ours) in crate::support::pairs(&original, &taken) {
            let (there, here) = (refers(&original, &a, theirs), refers(&taken, &b, ours));
            assert_eq!(here, there, "{}: {}", given.kernel, dump::type_name(&original, theirs));
            users += usize::from(there.iter().any(|(_, _, place)| *place > 0));
            if a.get(&theirs).is_some_and(|place| *place > 0) {
                assert_eq!(c(&taken, ours), c(&original, theirs), "{}", given.kernel);
                several += 1;
            }
        }
        println!("{}: {several} types after the first of their name, {users} types refer to one", given.kernel);
        assert!(several > 0, "{}", given.kernel);
    }
}
