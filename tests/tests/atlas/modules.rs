//! The names that modules define: read from their files, merged in any order, searched, and damaged.

use std::collections::BTreeSet;
use std::fs;
use std::sync::Arc;

use atlas::{
    Atlas, AtlasKernel, BroughtKind, ErrorKind, ModuleNames, ModulesBase, ModulesDraft, ModulesFile, Sought,
    module_names,
};
use btf::Btf;
use tests::reference::corpus_or_skip;

use crate::support::{Chance, Given, small};

fn module(name: &str, names: &[(BroughtKind, &str)]) -> ModuleNames {
    let names = names.iter().map(|(kind, name)| (*kind, name.as_bytes().to_vec())).collect();
    ModuleNames { module: name.as_bytes().to_vec(), names, has_types: false }
}

/// Five kernels with modules: `probe` is in two modules of each kernel, `ct_alloc` is a kfunc from the third kernel on,
/// `old` alternates between two modules, `tcp` is missing from the fourth kernel on.
fn given() -> Vec<(AtlasKernel, Vec<ModuleNames>)> {
    let kernels: Vec<AtlasKernel> = small().into_iter().map(|given: Given| given.kernel).collect();
    let of = |n: usize| {
        let alloc = if n >= 2 { BroughtKind::Kfunc } else { BroughtKind::Func };
        let mut modules = vec![
            module("first", &[(BroughtKind::Func, "probe"), (BroughtKind::Func, "first_init")]),
            module("second", &[(BroughtKind::Func, "probe"), (BroughtKind::Func, "second_init")]),
            module("conntrack", &[(alloc, "ct_alloc"), (BroughtKind::Func, "ct_free")]),
            module(if n.is_multiple_of(2) { "even" } else { "odd" }, &[(BroughtKind::Func, "old")]),
        ];
        if n < 3 {
            modules.push(module(
                "tcp",
                &[(BroughtKind::StructOps, "tcp_congestion_ops"), (BroughtKind::Func, "tcp_congestion_ops")],
            ));
        }
        modules
    };
    kernels.into_iter().enumerate().map(|(n, kernel)| (kernel, of(n))).collect()
}

fn file_of(given: &[&(AtlasKernel, Vec<ModuleNames>)]) -> Vec<u8> {
    let mut draft = ModulesDraft::new();
    for (kernel, modules) in given {
        draft.add(kernel.clone(), modules).expect("it fits");
    }
    draft.write().expect("it fits")
}

fn open(bytes: &[u8]) -> ModulesFile<Arc<[u8]>> {
    ModulesFile::open(Arc::from(bytes)).expect("sound")
}

/// Types and enumerators have kinds of their own. A file records for which kernels they are known; a file of the older
/// form knows them for no kernel.
#[test]
fn types_are_known_of_some_kernels() {
    let given = given();
    let mut draft = ModulesDraft::new();
    for (n, (kernel, modules)) in given.iter().enumerate() {
        let mut modules = modules.clone();
        if n >= 3 {
            modules.push(module(
                "btrfs",
                &[
                    (BroughtKind::Struct, "btrfs_inode"),
                    (BroughtKind::Union, "both"),
                    (BroughtKind::Enum, "both"),
                    (BroughtKind::Enumerator, "BTRFS_ONE"),
                    (BroughtKind::Func, "btrfs_inode"),
                ],
            ));
            modules.iter_mut().for_each(|module| module.has_types = true);
        }
        draft.add(kernel.clone(), &modules).expect("it fits");
    }
    let modules = open(&draft.write().expect("it fits"));
    assert_eq!(modules.with_types().expect("sound"), [false, false, false, true, true]);
    assert_eq!(with(&modules, "btrfs_inode"), ["function btrfs 3,4", "struct btrfs 3,4"]);
    assert_eq!(with(&modules, "both"), ["union btrfs 3,4", "enum btrfs 3,4"]);
    assert_eq!(with(&modules, "BTRFS_ONE"), ["enum value btrfs 3,4"]);
    // The mark `/types` is not found as a name, and a type is not found as a struct_ops.
    assert!(with(&modules, "/types").is_empty());
    assert_eq!(modules.search(true, Sought::Prefix(b"b"), 10).expect("sound"), []);
    let old = open(&file_of(&given.iter().collect::<Vec<_>>()));
    assert_eq!(old.with_types().expect("sound"), [false; 5]);
    // Reading a kernel again can add what was not known.
    let mut again = ModulesDraft::new();
    again.merge_some(&old, |kernel| *kernel != given[4].0).expect("sound");
    again.merge_some(&modules, |kernel| *kernel == given[4].0).expect("sound");
    let again = open(&again.write().expect("it fits"));
    assert_eq!(again.with_types().expect("sound"), [false, false, false, false, true]);
    assert_eq!(with(&again, "btrfs_inode"), ["function btrfs 4", "struct btrfs 4"]);
}

/// The modules that define a name, as text: kind, module, numbers of the kernels.
fn with(modules: &ModulesFile<Arc<[u8]>>, name: &str) -> Vec<String> {
    let found = modules.with(name.as_bytes()).expect("sound");
    let text = |b: &atlas::BroughtName| {
        let kernels: Vec<String> = b.kernels.iter().map(|k| k.to_string()).collect();
        format!("{} {} {}", b.kind.as_str(), String::from_utf8_lossy(&b.module), kernels.join(","))
    };
    found.iter().map(text).collect()
}

#[test]
fn a_name_has_its_modules_and_kernels() {
    let given = given();
    let modules = open(&file_of(&given.iter().collect::<Vec<_>>()));
    assert_eq!(modules.kernels().len(), 5);
    assert_eq!(with(&modules, "probe"), ["function first 0,1,2,3,4", "function second 0,1,2,3,4"]);
    assert_eq!(with(&modules, "ct_alloc"), ["function conntrack 0,1", "kfunc conntrack 2,3,4"]);
    assert_eq!(with(&modules, "old"), ["function even 0,2,4", "function odd 1,3"]);
    assert_eq!(with(&modules, "tcp_congestion_ops"), ["function tcp 0,1,2", "struct_ops tcp 0,1,2"]);
    assert!(with(&modules, "absent").is_empty() && with(&modules, "conntrack").is_empty());
    let names = |struct_ops, sought| -> Vec<String> {
        let found = modules.search(struct_ops, sought, 10).expect("sound");
        found.iter().map(|n| String::from_utf8_lossy(&n.name).into_owned()).collect()
    };
    assert_eq!(names(false, Sought::Prefix(b"ct_")), ["ct_alloc", "ct_free"]);
    assert_eq!(names(false, Sought::Part(b"_init")), ["first_init", "second_init"]);
    assert_eq!(names(true, Sought::Prefix(b"")), ["tcp_congestion_ops"]);
}

#[test]
fn shards_in_any_order_give_the_same_bytes() {
    let given = given();
    let whole = file_of(&given.iter().collect::<Vec<_>>());
    for seed in 0..100 {
        let mut chance = Chance(seed);
        let mut waiting: Vec<_> = given.iter().collect();
        let mut shards = Vec::new();
        while !waiting.is_empty() {
            let mut shard: Vec<_> = vec![&given[chance.below(given.len())]];
            for _ in 0..1 + chance.below(waiting.len()) {
                shard.push(waiting.swap_remove(chance.below(waiting.len())));
            }
            shards.push(file_of(&shard));
        }
        let mut draft = ModulesDraft::new();
        while !shards.is_empty() {
            draft.merge(&open(&shards.swap_remove(chance.below(shards.len())))).expect("sound");
        }
        assert!(draft.write().expect("it fits") == whole, "seed {seed}");
    }
}

#[test]
fn every_flipped_byte_and_every_prefix_is_reported() {
    let given = given();
    let bytes = file_of(&given.iter().collect::<Vec<_>>());
    let ask = |bytes: Vec<u8>| -> Result<usize, atlas::Error> {
        let modules = ModulesFile::open(Arc::<[u8]>::from(bytes))?;
        Ok(modules.with(b"probe")?.len() + modules.with(b"tcp_congestion_ops")?.len())
    };
    assert_eq!(ask(bytes.clone()), Ok(4));
    for at in 0..bytes.len() {
        let mut damaged = bytes.clone();
        damaged[at] ^= 1;
        ask(damaged).expect_err("a flipped byte");
        ask(bytes[..at].to_vec()).expect_err("a prefix");
    }
}

#[test]
fn neither_file_is_taken_for_the_other() {
    let modules = file_of(&given().iter().collect::<Vec<_>>());
    let error = Atlas::open(Arc::<[u8]>::from(modules)).expect_err("no types");
    assert!(matches!(error.kind, ErrorKind::Other { .. }));
    assert!(error.to_string().contains("found an atlas of the names of modules, expected one of types"), "{error}");
    let small = small();
    let types = crate::support::atlas_of(&small.iter().collect::<Vec<_>>());
    let error = ModulesFile::open(Arc::<[u8]>::from(types)).expect_err("no names of modules");
    assert!(error.to_string().contains("found an atlas of types, expected one of the names of modules"), "{error}");
}

#[test]
fn invalid_names_are_refused() {
    let kernel = given().remove(0).0;
    for bad in ["", "a\0b"] {
        assert!(ModulesDraft::new().add(kernel.clone(), &[module("m", &[(BroughtKind::Func, bad)])]).is_err());
        assert!(ModulesDraft::new().add(kernel.clone(), &[module(bad, &[(BroughtKind::Func, "f")])]).is_err());
    }
}

#[test]
fn names_of_a_module_are_those_that_bpftool_lists() {
    let Some(corpus) = corpus_or_skip() else { return };
    let files = corpus.root().join("files/btf");
    let (mut checked, mut kinds) = (0, BTreeSet::new());
    for entry in fs::read_dir(&files).expect("a folder").flatten() {
        let name = entry.file_name().to_string_lossy().into_owned();
        // For example, the kernel of 6.1.176-amd64-veth.ko is vmlinux-deb-6.1.176-amd64, and its reference is
        // mod-deb-6.1.176-amd64-veth.
        let Some((tag, module)) = name.strip_suffix(".ko").and_then(|stem| stem.rsplit_once('-')) else { continue };
        let Ok(base) = fs::read(files.join(format!("vmlinux-deb-{tag}.btf"))) else { continue };
        let base = ModulesBase::new(Arc::new(Btf::parse(base, None).expect("BTF")));
        let opened = container::open(&name, &fs::read(entry.path()).expect("a module")).expect("BTF");
        let found = module_names(module, &opened, &base).expect("a module of this kernel");
        let raw = |of: String| {
            let text =
                corpus.reference(&format!("btf/{of}.btf"), "raw.txt").unwrap_or_else(|| panic!("no text of {of}"));
            String::from_utf8(text).expect("names of C")
        };
        let (text, of_kernel) = (raw(format!("mod-deb-{tag}-{module}")), raw(format!("vmlinux-deb-{tag}")));
        // Names that the kernel also has are left out, except functions, since a module's function is another one.
        let (of_module, kernels) = (listed(&text), listed(&of_kernel));
        let is_new =
            |(kind, name): &(BroughtKind, &str)| *kind == BroughtKind::Func || !kernels.contains(&(*kind, *name));
        let listed: BTreeSet<(BroughtKind, &str)> = of_module.into_iter().filter(is_new).collect();
        let ours = found.names.iter().map(|(kind, name)| {
            // The text does not tell kfuncs from functions; `.BTF_ids` does.
            let kind = if *kind == BroughtKind::Kfunc { BroughtKind::Func } else { *kind };
            (kind, std::str::from_utf8(name).expect("text"))
        });
        let ours: BTreeSet<(BroughtKind, &str)> = ours.collect();
        let lacks: Vec<_> = listed.symmetric_difference(&ours).collect();
        assert!(!listed.is_empty() && lacks.is_empty(), "{name}: {lacks:?}");
        kinds.extend(ours.iter().map(|(kind, _)| *kind));
        checked += 1;
    }
    assert!(checked > 0, "no module of the corpus has its kernel");
    let expected = [BroughtKind::Func, BroughtKind::Struct, BroughtKind::Enumerator];
    assert!(expected.iter().all(|kind| kinds.contains(kind)), "{kinds:?}");
}

/// Names in the text of `bpftool btf dump`: `[93] FUNC 'veth_init' type_id=4 linkage=static`, and below an enum
/// `'VETH_INFO_PEER' val=1`.
fn listed(text: &str) -> BTreeSet<(BroughtKind, &str)> {
    fn row(line: &str) -> Option<(BroughtKind, &str)> {
        if let Some(value) = line.strip_prefix("\t'").filter(|rest| rest.contains("' val=")) {
            return Some((BroughtKind::Enumerator, value.split('\'').next()?));
        }
        let (word, rest) = line.split_once("] ")?.1.split_once(" '")?;
        let kind = match word {
            "FUNC" => BroughtKind::Func,
            "STRUCT" => BroughtKind::Struct,
            "UNION" => BroughtKind::Union,
            "ENUM" | "ENUM64" => BroughtKind::Enum,
            "TYPEDEF" => BroughtKind::Typedef,
            "VAR" => BroughtKind::Variable,
            _ => return None,
        };
        let name = rest.split('\'').next().filter(|name| *name != "(anon)")?;
        Some((kind, name))
    }
    text.lines().filter_map(row).collect()
}
