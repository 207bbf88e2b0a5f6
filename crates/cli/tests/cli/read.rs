//! `read`: C that reads a field on every kernel of an atlas.

use crate::atlas::two;
use crate::run::run;

/// The atlas of the page.
const OURS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../static/atlas/debian.atlas");

/// The code for this question to the atlas of the page.
fn read(what: &str) -> String {
    let mut args = vec!["read", "--atlas", OURS];
    args.extend(what.split_whitespace());
    let done = run(&args);
    assert_eq!(done.status, 0, "{what}: {}", done.err);
    done.text().to_owned()
}

#[test]
fn a_field_is_read_on_the_kernels_of_the_atlas() {
    // 5.10 has `state`, a long of 8 bytes. From 6.1 on there is `__state`, an unsigned int (kernel commit
    // 2f064a59a11f).
    let code = read("task_struct.__state");
    let expected = "\
/*
 * task_struct.__state, on all 298 kernels: state on 5.10, __state from 6.1.
 * state and __state are taken for one member: the same name but for underscores.
 */
struct task_struct___6_1 {\t/* 6.1 to 7.3 */
\t__u32 __state;
} __attribute__((preserve_access_index));

struct task_struct___5_10 {\t/* 5.10 */
\t__s64 state;
} __attribute__((preserve_access_index));

/* the field has 64 bits and could hold it */
#define TASK_STRUCT_STATE_NOT_KNOWN (-0x7fffffffffffffffLL - 1)

static __always_inline __s64 read_task_struct_state(const struct task_struct *from)
{
\tconst struct task_struct___6_1 *v6_1 = (void *)from;
\tconst struct task_struct___5_10 *v5_10 = (void *)from;

\t/* 6.1 to 7.3 */
\tif (bpf_core_field_exists(v6_1->__state))
\t\treturn BPF_CORE_READ(v6_1, __state);
\t/* 5.10 */
\tif (bpf_core_field_exists(v5_10->state))
\t\treturn BPF_CORE_READ(v5_10, state);
\treturn TASK_STRUCT_STATE_NOT_KNOWN;
}
";
    assert_eq!(code, expected);
    let said = run(&["read", "task_struct.__state", "--atlas", OURS]).err;
    assert!(said.contains("Checked on 298 kernels; 4 of them are big-endian: -target bpfeb."), "{said}");

    // With `--split`, only `__state` is read, which 5.10 does not have.
    let split = read("task_struct.__state --split");
    assert!(split.contains(" * Nothing is read on 10 of 298 kernels: 5.10.\n"), "{split}");
    assert!(split.contains("return TASK_STRUCT_STATE_NOT_KNOWN;\n"), "{split}");
}

/// The number of lines that are code.
fn lines(code: &str) -> usize {
    code.lines().map(str::trim_start).filter(|line| !line.is_empty() && !line.starts_with(['*', '/'])).count()
}

/// With `--no-guard` the code does not check for the last form of the field, and the types of its forms are merged.
#[test]
fn the_short_form_has_no_more_lines_than_by_hand() {
    let state = read("task_struct.__state --no-guard");
    let expected = "\
struct task_struct___5_10 {
\t__u32 __state;
\t__s64 state;
} __attribute__((preserve_access_index));

static __always_inline __s64 read_task_struct_state(const struct task_struct *from)
{
\tconst struct task_struct___5_10 *v5_10 = (void *)from;

\t/* 6.1 to 7.3 */
\tif (bpf_core_field_exists(v5_10->__state))
\t\treturn BPF_CORE_READ(v5_10, __state);
\t/* 5.10 */
\treturn BPF_CORE_READ(v5_10, state);
}
";
    assert!(state.ends_with(expected), "{state}");
    // In libbpf-tools/core_fixes.bpf.h of bcc: get_task_state has 13 lines with its types, get_disk 14.
    assert!(lines(&state) <= 13, "{state}");
    let disk = read("request.rq_disk --no-guard");
    assert!(lines(&disk) <= 14, "{disk}");
    // Every kernel has the member `q`, so only the member `disk` of the struct that `q` points to tells the forms
    // apart.
    assert!(disk.contains("\tif (bpf_core_field_exists(((struct request_queue___5_10 *)0)->disk))\n"), "{disk}");

    // The block_device of 5.10 has a bd_disk, too, so the pointer to the block_device tells the forms apart. The code
    // by hand, get_gendisk, has 16 lines.
    let bio = read("bio.bi_disk --no-guard");
    assert!(lines(&bio) <= 16, "{bio}");
    assert!(bio.contains("\tif (bpf_core_field_exists(v5_10->bi_bdev))\n"), "{bio}");

    // A kernel that has no form of the field refuses the code, so no message says that the code is checked.
    let done = run(&["read", "inode.i_atime", "--no-guard", "--atlas", OURS]);
    assert!(
        done.text().contains(" * Refused on 6.12 to 7.3: a read that stands without a guard has no field there.\n"),
        "{}",
        done.text()
    );
    assert!(!done.err.contains("Checked on"), "{}", done.err);
}

#[test]
fn each_sort_of_value_has_its_macro() {
    // The field is the same everywhere, so there is no flavour and no guard.
    assert_eq!(
        read("task_struct.pid"),
        "/* task_struct.pid, on all 298 kernels. */\nstatic __always_inline __s32 read_task_struct_pid(const struct task_struct *from)\n\
         {\n\treturn BPF_CORE_READ(from, pid);\n}\n"
    );
    assert!(read("sk_buff.encapsulation").contains("\treturn BPF_CORE_READ_BITFIELD_PROBED(from, encapsulation);\n"));
    assert!(
        read("task_struct.nsproxy.net_ns.ns.inum")
            .contains("\treturn BPF_CORE_READ(from, nsproxy, net_ns, ns.inum);\n")
    );
    // A struct or an array is copied. `rss_stat` was a struct and became an array, so each type has a function of its
    // own.
    let rss = read("mm_struct.rss_stat");
    assert!(
        rss.contains("\nread_mm_struct_rss_stat_6_12(void *to,")
            && rss.contains("\nread_mm_struct_rss_stat_5_10(void *to,"),
        "{rss}"
    );
    assert!(read("task_struct.comm").contains("bpf_core_read(to, bpf_core_field_size(from->comm), &from->comm);"));
    // A struct that not every vmlinux.h has is declared.
    let error = read("trace_event_raw_block_rq_completion.error");
    assert!(error.contains("struct trace_event_raw_block_rq_completion;\t/* not in every vmlinux.h */\n"), "{error}");
}

/// The times of an inode were renamed in 6.6 (i_ctime) or 6.7, and split into two members in 6.11. No kernel of the
/// atlas has the names that they had in between.
#[test]
fn names_that_no_kernel_of_the_atlas_has() {
    let seconds = read("inode.i_atime.tv_sec");
    let order = ["(v6_12->i_atime_sec)", "(v6_7->__i_atime.tv_sec)", "(v5_10->i_atime.tv_sec)"]
        .map(|guard| seconds.find(guard));
    assert!(order.iter().all(Option::is_some) && order.is_sorted(), "{seconds}");
    assert!(seconds.contains("/* 6.7 to 6.10, on no kernel of the atlas: "), "{seconds}");
    // The nanoseconds have 8 bytes in struct timespec64, and 4 as a member of their own. For versions of which the
    // atlas has no kernel, a relocation gives the size.
    let nanoseconds = read("inode.i_ctime_nsec");
    assert!(nanoseconds.contains("return BPF_CORE_READ_BITFIELD_PROBED(v6_6, __i_ctime.tv_nsec);"), "{nanoseconds}");
    let whole = read("inode.i_atime");
    assert!(
        whole.contains("(v6_7->__i_atime)") && whole.contains(" * From 6.11 its parts are members of their own"),
        "{whole}"
    );
    assert!(read("inode.__i_mtime").contains("(v6_7->__i_mtime)"));
    assert!(!read("inode.i_atime --split").contains("__i_atime"));
}

#[test]
fn functions_enumerators_and_types() {
    // A parameter struct replaced six parameters in 5.12 (kernel commit 9fe61450972d). Debian's last kernels of 5.10
    // have that struct, too.
    let rename = read("vfs_rename --loader libbpf");
    assert!(
        rename.contains("SEC(\"?fentry/vfs_rename\")\nint BPF_PROG(vfs_rename_entry_5_10, struct renamedata *rd)\n"),
        "{rename}"
    );
    assert!(rename.contains("/* the first 5 of 6 arguments */\nSEC(\"?kprobe/vfs_rename\")\n"), "{rename}");
    assert!(
        rename
            .contains("bpf_program__set_autoload(skel->progs.vfs_rename_entry_5_10, proto && btf_vlen(proto) == 1);\n"),
        "{rename}"
    );
    let go = read("do_unlinkat --loader ebpf-go");
    assert!(go.contains("if fn == nil {\n\tdelete(spec.Programs, \"do_unlinkat_entry\")\n}\n"), "{go}");
    // A kfunc is declared weak.
    assert!(
        read("bpf_task_from_pid").contains("extern struct task_struct *bpf_task_from_pid(__s32 pid) __weak __ksym;\n")
    );
    // The value is 33 in include/uapi/linux/bpf.h since 6.9.
    let arena = read("bpf_map_type.BPF_MAP_TYPE_ARENA");
    assert!(arena.contains("bpf_map_type.BPF_MAP_TYPE_ARENA: 33 on 6.12 to 7.3.\n"), "{arena}");
    assert!(
        arena.contains("\tif (bpf_core_enum_value_exists(enum bpf_map_type___any, BPF_MAP_TYPE_ARENA___any))\n"),
        "{arena}"
    );
    assert!(read("renamedata").contains("\treturn bpf_core_type_exists(struct renamedata___any);\n"));
}

#[test]
fn without_code_the_reason_is_said() {
    let (atlas, _) = two("read");
    for (what, status, says) in [
        ("nothing_of_that_name", 1, "no kernel has a type, function or variable"),
        ("task_struct.no_such_member", 1, "no kernel has task_struct.no_such_member"),
        ("task_struct.", 2, "a field is written as type.member"),
    ] {
        let done = run(&["read", what, "--atlas", &atlas]);
        assert_eq!(done.status, status, "{what}: {}", done.err);
        assert!(done.err.contains(says), "{what}: {}", done.err);
    }
}
