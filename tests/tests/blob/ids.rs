//! `.BTF_ids`: lists, sets and kfuncs of a handmade kernel and of Debian's kernels.

use std::ffi::OsStr;
use std::fs::{self, File};
use std::io::{Write, stderr};
use std::ops::ControlFlow;
use std::path::Path;
use std::sync::Arc;

use btf::{Btf, TypeId};
use container::{Limits, Opened, Seekable, Unpacked, open, unpack, unpack_entry};
use relate::{IdList, IdListKind, IdState, id_lists, kfunc_flags, kfuncs};
use tests::blob::Order;
use tests::elf::Class;
use tests::id_elf::{elf, types};

fn lists(opened: &Opened, btf: &Btf) -> Vec<IdList> {
    let symbols = opened.id_symbols.as_deref().unwrap_or_default();
    let symbols: Vec<(&str, u32, u32)> = symbols.iter().map(|s| (s.name.as_str(), s.offset, s.size)).collect();
    id_lists(btf, &opened.btf_ids.as_ref().expect("a section").bytes, &symbols)
}

/// A list as one line: its name and kind; for each entry: the expected name, the id, flags, and the state.
fn line(list: &IdList) -> String {
    let mut text = format!("{} {:?}:", list.name, list.kind);
    for e in &list.entries {
        let wanted = e.wanted.as_ref().map_or("-".to_owned(), |(kind, name)| format!("{kind} {name}"));
        text.push_str(&format!(" [{wanted} #{} {:?}", e.id, e.state));
        if let Some(flags) = e.flags {
            text.push_str(&format!(" {flags:#x}"));
        }
        text.push(']');
    }
    text
}

#[test]
fn lists_and_sets_by_symbol() {
    for class in Class::BOTH {
        for order in Order::BOTH {
            for linked in [false, true] {
                let opened = open("vmlinux", &elf(class, order, linked, true)).unwrap();
                assert_eq!(opened.id_symbols.as_ref().map(Vec::len), Some(17), "no symbols of other sections");
                let btf = Btf::parse(Arc::clone(&opened.btf.bytes), None).unwrap();
                let (_, ids) = types(order);
                let lists = lists(&opened, &btf);
                let expected = [
                    format!(
                        "task_ids List: [struct task_struct #{} Right] [- #0 Unused] [typedef pid_t #{} Right] \
                         [struct not_built_in #0 Unresolved]",
                        ids.task, ids.pid_t
                    ),
                    format!("allowed Set: [struct file #{} Right] [func vfs_read #{} Right]", ids.file, ids.read),
                    format!(
                        "task_kfunc_ids FlagSet(1): [func bpf_task_release #{} Right 0x82] \
                         [func bpf_task_acquire #{} Right 0x5]",
                        ids.release, ids.acquire
                    ),
                    format!("hooks FlagSet(0): [func vfs_read #{} Right 0x100000]", ids.read),
                    "nothing Set:".to_owned(),
                ];
                assert_eq!(lists.iter().map(line).collect::<Vec<_>>(), expected, "{class:?} {order:?} {linked}");
                assert!(lists.iter().all(|list| list.problem.is_none()));
                assert_eq!(lists.iter().map(|list| list.offset).collect::<Vec<_>>(), [0, 16, 28, 52, 68]);

                let found = kfuncs(&btf, &lists);
                let rows: Vec<_> = found.iter().map(|k| (k.id.0, k.sets.clone(), k.tagged)).collect();
                assert_eq!(
                    rows,
                    [
                        (ids.acquire, vec![(2, 5)], true),
                        (ids.release, vec![(2, 0x82)], false),
                        (ids.tagged, vec![], true)
                    ],
                    "sorted by name; functions of a set without the mark are not kfuncs"
                );
            }
        }
    }
}

#[test]
fn without_symbols_the_words_are_one_list() {
    let opened = open("vmlinux", &elf(Class::Elf64, Order::Little, true, false)).unwrap();
    assert_eq!(opened.id_symbols, None);
    let btf = Btf::parse(Arc::clone(&opened.btf.bytes), None).unwrap();
    let lists = lists(&opened, &btf);
    assert_eq!(lists.len(), 1);
    assert_eq!((lists[0].kind, lists[0].entries.len(), lists[0].name.as_str()), (IdListKind::Unnamed, 18, ""));
    assert!(lists[0].entries.iter().all(|e| e.state == IdState::Unchecked && e.wanted.is_none()));
    // The tags are in the BTF anyway.
    let found = kfuncs(&btf, &lists);
    assert_eq!(found.iter().map(|k| (k.tagged, k.sets.len())).collect::<Vec<_>>(), [(true, 0), (true, 0)]);
}

/// Counts beyond the section, symbols beyond it or within a word, ids of no type, unsorted sets, a section that belongs
/// to another BTF.
#[test]
fn damage_is_reported() {
    let (blob, ids) = types(Order::Little);
    let btf = Btf::parse(blob.build(), None).unwrap();
    let bytes = |words: &[u32]| words.iter().flat_map(|w| w.to_le_bytes()).collect::<Vec<u8>>();

    let set = [("__BTF_ID__set__s", 0), ("l", 12)];
    let lists = id_lists(&btf, &bytes(&[9, ids.task, ids.file, ids.read]), &set);
    assert_eq!(lists[0].problem.as_deref(), Some("its count is 9, but there are 2 entries up to the next symbol"));
    assert_eq!(lists.iter().map(|l| l.entries.len()).collect::<Vec<_>>(), [2, 1]);
    // The words left over in a set belong to no symbol.
    let lists = id_lists(&btf, &bytes(&[1, ids.task, ids.file, ids.read]), &set);
    assert_eq!(
        lists.iter().map(|l| l.kind).collect::<Vec<_>>(),
        [IdListKind::Set, IdListKind::Unnamed, IdListKind::List]
    );

    let lists = id_lists(&btf, &bytes(&[2, ids.file, ids.task]), &set[..1]);
    let problem = format!("it is not sorted: [{}] comes after [{}]", ids.task, ids.file);
    assert_eq!(lists[0].problem, Some(problem));

    let named = [("l", 0), ("__BTF_ID__func__vfs_read__1", 0), ("__BTF_ID__func__gone__2", 4), ("late", 99)];
    let lists = id_lists(&btf, &bytes(&[ids.task, 4_000_000, 0, 0]), &named);
    let states: Vec<IdState> = lists[0].entries.iter().map(|e| e.state).collect();
    assert_eq!(states, [IdState::Wrong, IdState::Wrong, IdState::Unused, IdState::Unused]);
    assert_eq!((lists.len(), lists[1].name.as_str(), lists[1].entries.len()), (2, "late", 0));

    // In a set, symbols that no entry matches are assigned to entries with a wrong id.
    let set = [("__BTF_ID__set8__s", 0), ("__BTF_ID__func__gone__1", 8), ("__BTF_ID__func__vfs_read__2", 16)];
    let lists = id_lists(&btf, &bytes(&[2, 0, 0, 4, ids.read, 5]), &set);
    let wanted: Vec<_> = lists[0].entries.iter().map(|e| (e.wanted.as_ref().unwrap().1.as_str(), e.state)).collect();
    assert_eq!(wanted, [("gone", IdState::Unresolved), ("vfs_read", IdState::Right)]);

    // The section ends within a word, or within the head of a set.
    assert_eq!(id_lists(&btf, &[1, 0, 0], &[("l", 0)])[0].entries, []);
    assert_eq!(id_lists(&btf, &bytes(&[7]), &[("__BTF_ID__set8__s", 0)])[0].entries, []);
    // A set whose flags are cut off, and another set after it.
    let cut = id_lists(&btf, &bytes(&[7]), &[("__BTF_ID__set8__s", 0), ("__BTF_ID__set8__t", 4)]);
    assert_eq!(cut.iter().map(|l| (l.offset, l.entries.len())).collect::<Vec<_>>(), [(0, 0), (4, 0)]);
    assert_eq!(id_lists::<(&str, u32)>(&btf, &[], &[]), []);
}

#[test]
fn flags_have_the_kernels_names() {
    assert_eq!(kfunc_flags(0), "");
    assert_eq!(kfunc_flags(1 << 0 | 1 << 2), "KF_ACQUIRE | KF_RET_NULL");
    assert_eq!(kfunc_flags(1 << 5 | 1 << 12 | 1 << 16), "KF_SLEEPABLE | KF_FASTCALL | KF_IMPLICIT_ARGS");
    assert_eq!(kfunc_flags(1 << 7 | 1 << 17 | 1 << 31), "KF_RCU | 0x80020000");
}

/// Before Linux 6.9, sets of kfuncs have no mark, so every set with flags is taken for one.
#[test]
fn kfuncs_of_before_the_mark() {
    let (blob, ids) = types(Order::Little);
    let btf = Btf::parse(blob.build(), None).unwrap();
    let words = [1, 0, ids.read, 32, 1, ids.acquire];
    let bytes: Vec<u8> = words.iter().flat_map(|w| w.to_le_bytes()).collect();
    let lists = id_lists(&btf, &bytes, &[("__BTF_ID__set8__s", 0), ("__BTF_ID__set__t", 16)]);
    let found = kfuncs(&btf, &lists);
    let read = found.iter().find(|k| k.id == TypeId(ids.read)).unwrap();
    assert_eq!((read.sets.as_slice(), found.iter().filter(|k| !k.sets.is_empty()).count()), (&[(0, 32)][..], 1));
}

fn from_package(path: &Path, end: &str) -> Opened {
    let source = || Seekable::new(File::open(path).expect("it was there")).expect("a file seeks");
    let limits = Limits::default();
    let go = &mut |_| ControlFlow::Continue(());
    let Ok(Unpacked::Archive(archive)) = unpack("kernel.deb", &mut source(), &limits, go) else { panic!("no package") };
    let entry = archive.entries.iter().find(|e| e.path.contains(end)).unwrap_or_else(|| panic!("no {end}"));
    match unpack_entry("kernel.deb", &mut source(), entry.index, &limits, go) {
        Ok(Unpacked::File(opened)) => *opened,
        other => panic!("{end}: {other:?}"),
    }
}

/// A module of Debian's with a set that the kernel's build resolved; and its kernel, whose image has the section but no
/// symbols.
#[test]
fn of_debians_packages() {
    let Some(folder) = std::env::var_os("BTFSCOPE_KERNELS") else {
        let why = "BTFSCOPE_KERNELS is not set: tests/fetch-kernels.sh fetches kernel packages";
        stderr().write_all(format!("SKIPPED ids::of_debians_packages: {why}\n").as_bytes()).ok();
        return;
    };
    let mut seen = 0;
    for path in fs::read_dir(folder).expect("a folder").filter_map(|e| Some(e.ok()?.path())) {
        let name = path.file_name().and_then(OsStr::to_str).unwrap_or_default();
        if !name.contains("cloud-amd64") || !name.ends_with(".deb") {
            continue;
        }
        seen += 1;
        let kernel = from_package(&path, "boot/vmlinuz");
        let base = Arc::new(Btf::parse(Arc::clone(&kernel.btf.bytes), None).unwrap());
        let all = lists(&kernel, &base);
        assert!(all.len() == 1 && all[0].kind == IdListKind::Unnamed && all[0].entries.len() > 500, "{name}");

        let module = from_package(&path, "/tcp_bbr.ko");
        let btf = Btf::parse(Arc::clone(&module.btf.bytes), Some(base)).unwrap();
        let sets = lists(&module, &btf);
        assert_eq!(sets.iter().map(|l| l.name.as_str()).collect::<Vec<_>>(), ["tcp_bbr_check_kfunc_ids"]);
        assert!(sets[0].entries.len() >= 6 && sets[0].entries.iter().all(|e| e.state == IdState::Right), "{sets:?}");
        let kfuncs = kfuncs(&btf, &sets);
        assert!(kfuncs.iter().any(|k| btf.get(k.id).is_some_and(|t| t.name() == "bbr_undo_cwnd")), "{kfuncs:?}");
    }
    assert!(seen > 0, "no package of a cloud kernel");
}

/// Before resolve_btfids, all words are 0. The length of a set is its symbol's size (`BTF_SET_END`), and the symbols in
/// the set give the names of its entries.
#[test]
fn sets_that_are_not_resolved_are_as_long_as_their_symbols() {
    let (btf, _) = types(Order::Little);
    let btf = Btf::parse(btf.build(), None).unwrap();
    let symbols = [
        ("__BTF_ID__set__hooks", 0, 12),
        ("__BTF_ID__func__vfs_read__3", 4, 4),
        ("__BTF_ID__func__vfs_write__4", 8, 4),
        ("__BTF_ID__set8__calls", 12, 24),
        ("__BTF_ID__func__vfs_read__5", 20, 4),
        ("__BTF_ID__func__vfs_write__6", 28, 4),
        ("__BTF_ID__set__none", 36, 4),
    ];
    let lists = id_lists(&btf, &[0; 40], &symbols);
    let shown: Vec<String> = lists.iter().map(line).collect();
    assert_eq!(
        shown,
        [
            "hooks Set: [func vfs_read #0 Unresolved] [func vfs_write #0 Unresolved]",
            "calls FlagSet(0): [func vfs_read #0 Unresolved 0x0] [func vfs_write #0 Unresolved 0x0]",
            "none Set:",
        ]
    );
    assert_eq!(lists[0].problem.as_deref(), Some("resolve_btfids has not run: its symbol has room for 2"));
    assert_eq!(lists[2].problem, None);
    // A size beyond the section is cut. If the set has a count, the count decides.
    let long = id_lists(&btf, &[0; 12], &[("__BTF_ID__set__hooks", 0, u32::MAX)]);
    assert_eq!(long[0].entries.len(), 2);
}
