//! Code for enumerators and types: we and libbpf resolve its relocations alike on each kernel, and the results are
//! those of the kernel's BTF.

use std::collections::BTreeSet;

use bpf::{CoreKind, Object};
use btf::{Btf, Endian};
use libbpf_tests::beside::compare_on;
use needs::Load;
use read::{INCLUDES, type_there, value};
use tests::extended::{is_extended, seed};

use crate::kernels::{Beside, Random, judged};

/// Enumerators whose values changed, some that came and went, and one whose value never changed.
const VALUES: [(&str, &str); 8] = [
    ("pid_type", "PIDTYPE_TGID"),
    ("bpf_map_type", "BPF_MAP_TYPE_ARENA"),
    ("bpf_func_id", "BPF_FUNC_get_current_task_btf"),
    ("skb_drop_reason", "SKB_DROP_REASON_NO_SOCKET"),
    ("zone_stat_item", "NR_MLOCK"),
    ("node_stat_item", "NR_FILE_DIRTY"),
    ("memcg_stat_item", "MEMCG_SWAP"),
    ("cgroup_subsys_id", "memory_cgrp_id"),
];

/// Types of several kinds that come and go, and one that is everywhere.
const TYPES: [&str; 6] = ["task_struct", "bpf_arena", "renamedata", "mnt_idmap", "skb_drop_reason", "folio"];

/// How many kernels the plain run takes.
const KERNELS: usize = 12;

/// The value of an enumerator in a kernel's BTF.
fn in_kernel(btf: &Btf, of: &str, name: &str) -> Option<u64> {
    let enums = btf.types().filter(|t| t.kind().is_any_enum() && t.name() == of);
    let values =
        enums.flat_map(|t| t.enumerators().filter(|e| e.name() == name).map(|e| e.value()).collect::<Vec<_>>());
    values.map(|value| value as u64).next()
}

#[test]
fn enumerators_and_types_are_answered_as_the_kernel_has_them() {
    let Some(beside) = Beside::of("named") else { return };
    let atlas = &beside.atlas;
    let mut random = Random(seed(44));
    let all: Vec<u32> = (0..atlas.kernels().len() as u32).collect();
    let asked: BTreeSet<u32> = match is_extended() {
        true => all.into_iter().collect(),
        false => (0..KERNELS).map(|_| random.below(all.len()) as u32).collect(),
    };
    let little = |k: &u32| atlas.kernels()[*k as usize].endian == Endian::Little;
    let kernels: Vec<_> = asked.into_iter().filter(little).map(|k| (k, beside.kernel(k))).collect();
    let source = |code: &read::Code, call: &str| {
        format!(
            "{INCLUDES}\n{}\nlong sum;\nSEC(\"raw_tp/sched_switch\")\nint on(void *ctx)\n{{\n\tsum = {call};\n\treturn 0;\n}}\nchar LICENSE[] SEC(\"license\") = \"GPL\";\n",
            code.text()
        )
    };
    // Gives the expected answer on a kernel: a value, or none if the kernel lacks the name.
    type Expected<'a> = Box<dyn Fn(&Btf) -> Option<u64> + 'a>;
    let mut objects: Vec<(String, Vec<u8>, Expected<'_>)> = Vec::new();
    for (of, name) in VALUES {
        let code = value(atlas, of, name, &|_| true).unwrap_or_else(|why| panic!("{of}.{name}: {why:?}"));
        for (header, object) in beside.compiled(&source(&code, &format!("value_of_{name}()")), name) {
            objects.push((format!("{of}.{name} with {header}"), object, Box::new(move |btf| in_kernel(btf, of, name))));
        }
    }
    for name in TYPES {
        let code = type_there(atlas, None, name, &|_| true).unwrap_or_else(|why| panic!("{name}: {why:?}"));
        for (header, object) in beside.compiled(&source(&code, &format!("has_{name}()")), name) {
            let there = move |btf: &Btf| {
                btf.types()
                    .any(|t| t.name() == name && t.kind() != btf::Kind::Fwd && t.kind() != btf::Kind::Func)
                    .then_some(1)
            };
            objects.push((format!("{name} with {header}"), object, Box::new(there)));
        }
    }
    let (mut compared, mut there, mut missing) = (0, 0, 0);
    for (k, (both, kernel)) in &kernels {
        let btf = Btf::parse(atlas.take_out(*k).expect("a kernel"), None).expect("BTF");
        for (name, file, expected) in &objects {
            compared += compare_on(name, file, both, true);
            let load = judged(file, kernel);
            assert!(matches!(load, Load::Loads | Load::Fallback), "{name} on {}: {load:?}", beside.names[*k as usize]);
            let object = Object::parse(file.as_slice()).expect("an object");
            let (local, ext) = (object.btf().expect("types"), object.ext().expect("relocations"));
            let mut resolver = relo::Resolver::new(local, both.target(), relo::Options::default());
            let expected = expected(&btf);
            for record in relo::records(local, ext) {
                let values = resolver.resolve(&record).values;
                let said = format!("{name} on {}", beside.names[*k as usize]);
                match record.relo_kind() {
                    Some(CoreKind::EnumvalValue) => {
                        assert_eq!((!values.poison).then_some(values.new), expected, "{said}");
                    }
                    Some(CoreKind::EnumvalExists | CoreKind::TypeExists) => {
                        assert_eq!(values.new, u64::from(expected.is_some()), "{said}");
                    }
                    other => panic!("{said}: {other:?}"),
                }
            }
            there += usize::from(expected.is_some());
            missing += usize::from(expected.is_none());
        }
    }
    assert!(compared > 100 && there > 50 && missing > 10, "{compared} {there} {missing}");
    println!(
        "{} objects: {compared} relocations as libbpf resolves them; {there} times there, {missing} times missing",
        objects.len()
    );
}
