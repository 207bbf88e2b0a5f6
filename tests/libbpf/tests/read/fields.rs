//! Code that reads a field: clang makes the relocations that `read` checked; the code loads on every kernel that is
//! asked; libbpf resolves each relocation as we do; and most of the guarded code would fail somewhere without its
//! guards.

use std::collections::{BTreeMap, BTreeSet};

use bpf::{CoreGroup, CoreKind, Object};
use btf::{Btf, Endian, Kind};
use libbpf_tests::beside::compare_on;
use needs::Load;
use read::{Code, Failed, INCLUDES, Options, field};
use relate::FieldPath;
use tests::extended::{is_extended, seed};

use crate::kernels::{Beside, Random, judged, relocations};

/// Fields that people read by hand-written code: renamed ones, moved ones, bitfields, arrays, fields behind pointers.
const FAMOUS: [&str; 40] = [
    "task_struct.__state",
    "task_struct.state",
    "inode.i_atime",
    "inode.i_atime_sec",
    "inode.__i_ctime",
    "request.rq_disk",
    "request_queue.disk",
    "request.q.disk.major",
    "sk_buff.encapsulation",
    "sk_buff.pkt_type",
    "sk_buff.mono_delivery_time",
    "sk_buff.tstamp_type",
    "sk_buff.cb",
    "sk_buff.cb[3]",
    "mm_struct.rss_stat",
    "mm_struct.rss_stat[0].count",
    "mm_struct.rss_stat.count[1].counter",
    "kernfs_node.parent",
    "kernfs_node.__parent",
    "trace_event_raw_sched_switch.prev_state",
    "trace_event_raw_block_rq.dev",
    "trace_event_raw_block_rq_completion.error",
    "task_struct.pid",
    "task_struct.comm",
    "task_struct.mm.pgd",
    "task_struct.real_parent.tgid",
    "task_struct.cgroups.dfl_cgrp.kn.id",
    "task_struct.nsproxy.net_ns.ns.inum",
    "task_struct.se.vruntime",
    "task_struct.thread_info.flags",
    "task_struct.in_iowait",
    "sock.__sk_common.skc_dport",
    "sock.sk_protocol",
    "file.f_path.dentry.d_name.name",
    "file.f_inode.i_ino",
    "bio.bi_disk",
    "bio.bi_bdev.bd_disk.major",
    "css_set.dfl_cgrp.kn.name",
    "percpu_counter.count",
    "vm_area_struct.vm_flags",
];

/// How many fields and kernels the plain run takes, and how many random fields the extended one.
const FIELDS: usize = 10;
const KERNELS: usize = 25;
const RANDOM: usize = 300;

/// Fields that one of two kernels has, and that the other lacks or has under another name.
fn changed(old: &Btf, new: &Btf) -> Vec<String> {
    let members = |btf: &Btf| -> BTreeMap<String, BTreeSet<String>> {
        let of = |t: btf::Type<'_>| {
            let names = t.members().map(|member| member.name().to_owned()).filter(|name| !name.is_empty());
            (t.name().to_owned(), names.collect())
        };
        btf.types().filter(|t| t.kind() == Kind::Struct && !t.is_anonymous()).map(of).collect()
    };
    let (old, new) = (members(old), members(new));
    let both = old.iter().filter_map(|(name, members)| Some((name, members, new.get(name)?)));
    both.flat_map(|(name, a, b)| a.symmetric_difference(b).map(move |member| format!("{name}.{member}"))).collect()
}

/// The code with a program that calls each of its functions.
fn program(code: &Code) -> String {
    let text = code.text();
    let mut calls = String::new();
    for line in text.lines().filter(|line| line.contains("read_") && line.ends_with("*from)")) {
        let name = line.split('(').next().and_then(|head| head.rsplit([' ', '*']).next()).unwrap_or_default();
        let arguments = line.split_once('(').map(|(_, rest)| rest).unwrap_or_default();
        let from = arguments.rsplit("const ").next().unwrap_or_default().trim_end_matches("*from)");
        calls.push_str(&match arguments.starts_with("void *to") {
            true => format!("\tsum += {name}(room, sizeof(room), (const {from} *)ctx[0]) + room[0];\n"),
            false => format!("\tsum += (long){name}((const {from} *)ctx[0]);\n"),
        });
    }
    assert!(!calls.is_empty(), "{text}");
    format!(
        "{INCLUDES}\n{}\nlong sum;\nchar room[4096];\nSEC(\"raw_tp/sched_switch\")\nint on(unsigned long long *ctx)\n{{\n{calls}\treturn 0;\n}}\nchar LICENSE[] SEC(\"license\") = \"GPL\";\n",
        text
    )
}

/// Whether a relocation of a field, other than `field_exists`, has no value on this kernel: without
/// guards, the program is refused.
fn has_poison(file: &[u8], kernel: &libbpf_tests::beside::Both) -> bool {
    let object = Object::parse(file).expect("an object");
    let (btf, ext) = (object.btf().expect("types"), object.ext().expect("relocations"));
    let mut resolver = relo::Resolver::new(btf, kernel.target(), relo::Options::default());
    let is_read = |kind: CoreKind| kind.group() == CoreGroup::Field && kind != CoreKind::FieldExists;
    let records = relo::records(btf, ext);
    records
        .iter()
        .filter(|record| record.relo_kind().is_some_and(is_read))
        .any(|record| resolver.resolve(record).values.poison)
}

#[test]
fn the_code_compiles_loads_and_reads_where_the_history_says() {
    let Some(beside) = Beside::of("fields") else { return };
    let (atlas, names) = (&beside.atlas, &beside.names);
    let mut random = Random(seed(41));
    let of_history = changed(&beside.old, &beside.new);
    assert!(of_history.len() > 5000, "{} fields changed", of_history.len());
    let mut fields: Vec<String> = FAMOUS.iter().map(|field| (*field).to_owned()).collect();
    let more = if is_extended() { RANDOM } else { FIELDS };
    fields.extend((0..more).map(|_| of_history[random.below(of_history.len())].clone()));
    if !is_extended() {
        // Some of the famous and some of the others.
        let chosen = (0..FIELDS).map(|_| fields[random.below(fields.len())].clone());
        fields = chosen.collect();
    }

    let mut objects: Vec<(String, Code, Vec<u8>)> = Vec::new();
    let mut none = Vec::new();
    for name in &fields {
        let path = FieldPath::parse(name).expect("a path");
        let code = match field(atlas, &path, Options::default(), true, &|_| true) {
            Ok(code) => code,
            Err(why @ (Failed::Unreadable(_) | Failed::NoField | Failed::NoType)) => {
                none.push(format!("{name}: {why:?}"));
                continue;
            }
            Err(Failed::Atlas(why)) => panic!("{name}: {why}"),
        };
        let checked = code.checked.as_ref().expect("it was asked for");
        assert!(checked.wrong.is_empty(), "{name} on {}: {:?}", names[checked.wrong[0] as usize], code.limits);
        assert_eq!(checked.right + checked.not_known, code.kernels, "{name}");
        for (header, file) in beside.compiled(&program(&code), name) {
            assert_eq!(relocations(&file), checked.relocations, "{name} with {header}\n{}", code.text());
            objects.push((format!("{name} with {header}"), code.clone(), file));
        }
    }
    assert!(none.len() * 4 < fields.len(), "{none:?}");

    let all: Vec<u32> = (0..atlas.kernels().len() as u32).collect();
    let asked: BTreeSet<u32> = match is_extended() {
        true => all.into_iter().collect(),
        false => (0..KERNELS).map(|_| random.below(all.len()) as u32).collect(),
    };
    let mut unguarded: BTreeSet<&str> = BTreeSet::new();
    let mut compared = 0;
    for k in asked {
        let name = &names[k as usize];
        if atlas.kernels()[k as usize].endian != Endian::Little {
            continue;
        }
        let (both, kernel) = beside.kernel(k);
        for (object, _, file) in &objects {
            compared += compare_on(object, file, &both, true);
            let load = judged(file, &kernel);
            assert!(matches!(load, Load::Loads | Load::Fallback), "{object} on {name}: {load:?}");
            if has_poison(file, &both) {
                unguarded.insert(object);
            }
        }
    }
    assert!(compared > 500, "{compared} relocations were compared with libbpf");
    // Even over all kernels, some guards never stand before a failing relocation: a guard may distinguish forms by
    // their types, or only a big-endian kernel, which is left out here, may lack the field. On sampled kernels, more
    // guards have no failing relocation.
    let guarded: BTreeSet<&str> = objects
        .iter()
        .filter(|(_, code, _)| code.text().contains("_exists("))
        .map(|(name, ..)| name.as_str())
        .collect();
    let least = if is_extended() { guarded.len() * 95 / 100 } else { guarded.len() / 2 };
    let others: Vec<&&str> = guarded.difference(&unguarded).collect();
    assert!(unguarded.len() >= least, "{} with guards would load without: {others:?}", others.len());
    let guarded = guarded.len();
    println!(
        "{} fields ({} without code: {none:?}), {compared} relocations as libbpf resolves them, {} of {guarded} guarded ones fail without guards",
        fields.len(),
        none.len(),
        unguarded.len()
    );
}
