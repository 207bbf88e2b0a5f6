//! Special fields by version: a table with a row for each struct, sound or faulty, and a column for each release. The
//! answers were read in the releases' kernel/bpf/btf.c. The column of the running kernel's release is also compared
//! with the kernel's own answers.

use tests::blob::{Blob, Order, bits, kind};
use tests::skip;
use verdict::{Errno, Rule, Version, load};

use crate::kernel::running;
use crate::syscall::load_btf;

/// The releases of the columns.
const RELEASES: [(u16, u16); 11] =
    [(6, 0), (6, 1), (6, 2), (6, 3), (6, 4), (6, 10), (6, 11), (6, 12), (6, 15), (6, 18), (7, 2)];

/// The errnos in the table: EINVAL, EFAULT, ENOENT and E2BIG. In the table, 0 means that the blob loads.
const E: i32 = 22;
const F: i32 = 14;
const N: i32 = 2;
const B: i32 = 7;

/// A blob with an INT [1], to which a struct `v` with special fields is added.
struct Make(Blob);

impl Make {
    fn new() -> Make {
        let mut b = Blob::new(Order::Little);
        b.int("int", 4, 0);
        Make(b)
    }

    /// Adds a STRUCT (or another kind) with a special name.
    fn special(&mut self, of: u8, name: &str, size: u32) -> u32 {
        self.0.composite(of, name, size, false, &[("x", 1, 0)])
    }

    fn lock(&mut self) -> u32 {
        self.special(kind::STRUCT, "bpf_spin_lock", 4)
    }

    fn kptr(&mut self, tag: &str, target: u32) -> u32 {
        let tag = self.0.type_tag(tag, false, target);
        self.0.pointer(tag)
    }

    fn v(mut self, size: u32, members: &[(&str, u32, u32)]) -> Vec<u8> {
        self.0.structure("v", size, members);
        self.0.build()
    }

    /// Like `v`, with bitfields: bit offset and width of each member.
    fn v_bits(mut self, size: u32, members: &[(&str, u32, u32, u32)]) -> Vec<u8> {
        let members: Vec<_> = members.iter().map(|&(name, id, at, width)| (name, id, bits(at, width))).collect();
        self.0.composite(kind::STRUCT, "v", size, true, &members);
        self.0.build()
    }
}

/// A row: description, blob, and the answer of each release.
type Row = (&'static str, Vec<u8>, [i32; 11]);

/// The row for a struct with a special name and a wrong size, alone in a struct `v`: EFAULT from
/// some release on, or never.
fn wrong_size(what: &'static str, name: &str, size: u32, answers: [i32; 11]) -> Row {
    let mut make = Make::new();
    let id = make.special(kind::STRUCT, name, size);
    (what, make.v(40, &[("x", id, 0)]), answers)
}

fn sizes() -> Vec<Row> {
    let never = [0; 11];
    let lock = {
        let mut make = Make::new();
        let lock = make.lock();
        ("a lock", make.v(8, &[("l", lock, 0)]), never)
    };
    let unaligned = {
        let mut make = Make::new();
        let lock = make.lock();
        ("a lock at byte 2", make.v(8, &[("l", lock, 16)]), [0, 0, F, F, F, F, F, F, F, F, F])
    };
    let other_kinds = {
        let mut make = Make::new();
        let union = make.special(kind::UNION, "bpf_spin_lock", 8);
        let typedef = make.0.named(kind::TYPEDEF, "bpf_list_head", 1);
        ("a UNION and a TYPEDEF of special names", make.v(16, &[("l", union, 0), ("h", typedef, 64)]), never)
    };
    let beside = {
        let mut make = Make::new();
        let lock = make.lock();
        let node = make.special(kind::STRUCT, "bpf_list_node", 8);
        ("a list node of a wrong size beside a lock", make.v(16, &[("l", lock, 0), ("n", node, 64)]), never)
    };
    vec![
        lock,
        unaligned,
        other_kinds,
        beside,
        wrong_size("a lock of 8 bytes", "bpf_spin_lock", 8, [0, 0, F, F, F, F, F, F, F, F, F]),
        wrong_size("a list head of 4 bytes", "bpf_list_head", 4, [0, 0, F, F, F, F, F, F, F, F, F]),
        wrong_size("a list node of 8 bytes", "bpf_list_node", 8, [0, 0, F, F, F, F, F, F, F, F, F]),
        wrong_size("a tree root of 8 bytes", "bpf_rb_root", 8, [0, 0, 0, F, F, F, F, F, F, F, F]),
        wrong_size("a tree node of 24 bytes", "bpf_rb_node", 24, [0, 0, 0, F, F, F, F, F, F, F, F]),
        wrong_size("a refcount of 8 bytes", "bpf_refcount", 8, [0, 0, 0, 0, F, F, F, F, F, F, F]),
        wrong_size("a resilient lock of 8 bytes", "bpf_res_spin_lock", 8, never),
        wrong_size("a timer of 4 bytes", "bpf_timer", 4, never),
        wrong_size("a work queue of 4 bytes", "bpf_wq", 4, never),
        wrong_size("task work of 4 bytes", "bpf_task_work", 4, never),
    ]
}

fn counts() -> Vec<Row> {
    let two_locks = {
        let mut make = Make::new();
        let lock = make.lock();
        ("two locks", make.v(8, &[("l", lock, 0), ("m", lock, 32)]), [0, 0, B, B, B, B, B, B, B, B, B])
    };
    let array = {
        let mut make = Make::new();
        let lock = make.lock();
        let array = make.0.array(lock, 1, 2);
        let blob = make.v(16, &[("l", lock, 0), ("m", array, 64)]);
        ("an array of two locks beside a lock", blob, [0, 0, 0, 0, 0, 0, B, B, B, B, B])
    };
    let nested = {
        let mut make = Make::new();
        let lock = make.lock();
        let inner = make.0.structure("inner", 4, &[("l", lock, 0)]);
        let blob = make.v(8, &[("l", lock, 0), ("i", inner, 32)]);
        ("a lock, and one in a nested struct", blob, [0, 0, 0, 0, 0, 0, 0, B, 0, 0, B])
    };
    let refcounts = {
        let mut make = Make::new();
        let refcount = make.special(kind::STRUCT, "bpf_refcount", 4);
        let blob = make.v(8, &[("r", refcount, 0), ("s", refcount, 32)]);
        ("two refcounts", blob, [0, 0, 0, 0, 0, 0, 0, B, 0, 0, B])
    };
    let nodes = |count: u32| {
        let mut make = Make::new();
        let node = make.special(kind::STRUCT, "bpf_list_node", 24);
        let members: Vec<_> = (0..count).map(|at| ("n", node, at * 192)).collect();
        make.v(count * 24, &members)
    };
    vec![
        two_locks,
        array,
        nested,
        refcounts,
        ("10 list nodes", nodes(10), [0; 11]),
        ("11 list nodes", nodes(11), [0, 0, B, B, 0, 0, 0, 0, 0, 0, 0]),
        ("12 list nodes", nodes(12), [0, 0, B, B, B, B, B, B, B, B, B]),
    ]
}

fn beside() -> Vec<Row> {
    let bitfield = {
        let mut make = Make::new();
        let lock = make.lock();
        let blob = make.v_bits(8, &[("l", lock, 0, 0), ("b", 1, 33, 3)]);
        ("a lock and a bitfield within a byte", blob, [0, 0, 0, 0, 0, 0, E, E, E, E, E])
    };
    let nested = {
        let mut make = Make::new();
        let lock = make.lock();
        let inner = make.0.composite(kind::STRUCT, "inner", 4, true, &[("b", 1, bits(1, 3))]);
        let blob = make.v(8, &[("l", lock, 0), ("i", inner, 32)]);
        ("a lock, and a bitfield in a nested struct", blob, [0, 0, 0, 0, 0, 0, E, E, E, E, E])
    };
    let kptr = {
        let mut make = Make::new();
        let own = make.0.structure("zz_own", 4, &[("x", 1, 0)]);
        let kptr = make.kptr("kptr", own);
        let blob = make.v_bits(16, &[("p", kptr, 0, 0), ("b", 1, 65, 3)]);
        ("a kptr and a bitfield within a byte", blob, [0, 0, 0, 0, 0, 0, 0, E, E, E, E])
    };
    let tagged = |tag, with_lock| {
        let mut make = Make::new();
        let lock = make.lock();
        let pointer = make.kptr(tag, 1);
        if with_lock { make.v(16, &[("l", lock, 0), ("p", pointer, 64)]) } else { make.v(16, &[("p", pointer, 64)]) }
    };
    vec![
        bitfield,
        nested,
        kptr,
        ("a lock and a pointer with tag rcu", tagged("rcu", true), [0, 0, 0, 0, 0, 0, 0, E, E, E, 0]),
        ("a lock and a kptr to an INT", tagged("kptr", true), [0, 0, 0, 0, 0, 0, 0, E, E, E, E]),
        ("a pointer with tag user alone", tagged("user", false), [0; 11]),
        ("a kptr to an INT alone", tagged("kptr", false), [0; 11]),
    ]
}

/// A struct with a list or tree of `item`, which has an INT and a list node.
fn holds(head: &str, tag: Option<&str>, with_lock: bool) -> Vec<u8> {
    let mut make = Make::new();
    let lock = make.lock();
    let head = make.special(kind::STRUCT, head, 16);
    let list = make.special(kind::STRUCT, "bpf_list_node", 24);
    make.0.structure("item", 32, &[("x", 1, 0), ("n", list, 64)]);
    let members = [("h", head, 0), ("l", lock, 128)];
    let v = make.0.structure("v", 24, &members[..1 + usize::from(with_lock)]);
    if let Some(tag) = tag {
        make.0.decl_tag(tag, false, v, 0);
    }
    make.0.build()
}

fn owners() -> Vec<Row> {
    let from_lists = |errno| [0, 0, errno, errno, errno, errno, errno, errno, errno, errno, errno];
    let from_trees = |errno| [0, 0, 0, errno, errno, errno, errno, errno, errno, errno, errno];
    let list = |tag, with_lock| holds("bpf_list_head", tag, with_lock);
    let both = {
        let mut make = Make::new();
        let list = make.special(kind::STRUCT, "bpf_list_node", 24);
        let tree = make.special(kind::STRUCT, "bpf_rb_node", 32);
        let blob = make.v(56, &[("n", list, 0), ("t", tree, 192)]);
        ("a list node and a tree node without a refcount", blob, [0, 0, 0, 0, E, E, E, E, E, E, E])
    };
    vec![
        ("a list", list(Some("contains:item:n"), true), [0; 11]),
        ("a list without a tag", list(None, true), from_lists(E)),
        ("a tree without a tag", holds("bpf_rb_root", None, true), from_trees(E)),
        ("a list without a lock", list(Some("contains:item:n"), false), from_lists(E)),
        ("a list of a struct that is not there", list(Some("contains:other:n"), true), from_lists(N)),
        ("a list by a member that is not there", list(Some("contains:item:m"), true), from_lists(N)),
        ("a list by a member that is an INT", list(Some("contains:item:x"), true), from_lists(E)),
        both,
    ]
}

fn rows() -> Vec<Row> {
    [sizes(), counts(), beside(), owners()].concat()
}

/// Each row, by each release.
#[test]
fn each_release_answers_as_the_table_says() {
    let mut wrong = Vec::new();
    for (what, blob, answers) in rows() {
        for ((major, minor), expected) in RELEASES.into_iter().zip(answers) {
            let version = Version::new(major, minor);
            let verdict = load(&blob, version);
            let errno = verdict.errno.map_or(0, |Errno(errno)| errno.abs());
            if errno != expected {
                wrong.push(format!("{what}, {version}: {errno}, not {expected}"));
            }
            // The faults have no message, and all are of rules of special fields.
            assert!(verdict.faults.iter().all(|fault| fault.rule.is_special() && fault.words.is_empty()), "{what}");
            let compared = matches!((major, minor), (6, 1 | 12 | 18) | (7, 2));
            assert!(errno == 0 || verdict.depends != compared, "{what}, {version}");
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// A struct with a special name and a wrong size is EFAULT, and the verdict names the member.
#[test]
fn a_wrong_size_is_a_bad_address() {
    let (_, blob, _) = wrong_size("", "bpf_list_node", 8, [0; 11]);
    let verdict = load(&blob, Version::V6_18);
    assert_eq!(verdict.errno, Some(Errno::EFAULT));
    assert_eq!(verdict.faults[0].rule, Rule::SpecialNone);
    assert_eq!(verdict.faults[0].place.to_string(), "type [3], item 0");
    assert_eq!(verdict.special, ["bpf_list_node"]);
}

/// Compares the column of the running kernel's release.
#[test]
fn the_running_kernel_answers_as_the_table_says() {
    let Some(version) = running() else { return };
    let Some(column) = RELEASES.iter().position(|&(major, minor)| Version::new(major, minor) == version) else {
        return skip(&format!("the table has no column for {version}"));
    };
    for (what, blob, answers) in rows() {
        let (answer, _) = load_btf(&blob, &mut vec![0; 4096]);
        assert_eq!(answer.err().unwrap_or(0), answers[column], "{what}");
    }
}
