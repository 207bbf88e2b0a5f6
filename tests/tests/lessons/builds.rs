//! Each task to build something: C that is right, and C that is nearly right. Any other C that meets the conditions is
//! right, too.

use lesson::Built;

use super::*;
use session::PadMsg;

/// A task of a lesson, by its heading.
pub(super) struct Task {
    lesson: &'static str,
    title: &'static str,
    right: [&'static str; 2],
    wrong: [&'static str; 2],
}

const fn task(lesson: &'static str, title: &'static str, right: &'static str, wrong: &'static str) -> Task {
    two(lesson, title, [right, right], [wrong, wrong])
}

/// A task with two solutions, and two that are nearly right.
const fn two(lesson: &'static str, title: &'static str, right: [&'static str; 2], wrong: [&'static str; 2]) -> Task {
    Task { lesson, title, right, wrong }
}

/// The blob of `struct flags { unsigned int level : 3; }`, worked out by hand: the header, STRUCT, its member, INT,
/// strings.
const FLAGS_3: &str = "9feb0100 18000000 00000000 28000000 28000000 1a000000\n\
    01000000 01000084 04000000  07000000 02000000 00000003\n\
    0d000000 00000001 04000000 20000000\n\
    00 666c61677300 6c6576656c00 756e7369676e656420696e7400\n";

/// [`FLAGS_3`] with a member of 5 bits.
const FLAGS_5: &str = "9feb0100 18000000 00000000 28000000 28000000 1a000000\n\
    01000000 01000084 04000000  07000000 02000000 00000005\n\
    0d000000 00000001 04000000 20000000\n\
    00 666c61677300 6c6576656c00 756e7369676e656420696e7400\n";

/// [`FLAGS_3`] with an int that has a sign.
const FLAGS_SIGNED: &str = "9feb0100 18000000 00000000 28000000 28000000 1a000000\n\
    01000000 01000084 04000000  07000000 02000000 00000003\n\
    0d000000 00000001 04000000 20000001\n\
    00 666c61677300 6c6576656c00 756e7369676e656420696e7400\n";

/// All tasks to build something.
const TASKS: &[Task] = &[
    task("strings", "few names", "struct ab { int x; };", "struct ab { int count; };"),
    task(
        "kinds",
        "a union",
        "union value { long all; int half; char first; };",
        "union value { int a; int b; int c; };",
    ),
    task("kinds", "an enum with a sign", "enum answer { NO, YES, UNKNOWN = -1 };", "enum answer { NO, YES, UNKNOWN };"),
    task(
        "kinds",
        "a name for a pointer",
        "struct handle { int fd; };\ntypedef struct handle *handle_t;",
        "struct handle {};\ntypedef struct handle *handle_t;",
    ),
    task(
        "holes",
        "three holes",
        "struct parcel { char a; int b; int c; long d; char e; long f; };",
        "struct parcel { char a; long b; };",
    ),
    two(
        "holes",
        "nothing lost but the end",
        ["struct parcel { long l; int i; short s; char c; };"; 2],
        [
            "struct parcel { char c; long l; short s; int i; };",
            "struct parcel { char c, s, i; char l[12]; } __attribute__((aligned(16)));",
        ],
    ),
    task(
        "reorganise",
        "one cache line",
        "struct packet { long a, b, c, d; int e, f, g, h; };",
        "struct packet { long a, b, c, d, e, f, g, h, i; };",
    ),
    two(
        "reorganise",
        "a line for each side",
        ["struct ring { unsigned long head; char unused[56]; unsigned long tail; };"; 2],
        [
            "struct ring { unsigned long head; unsigned long tail; };",
            // If the struct starts 4 bytes behind the start of a cache line, both members are in the same line.
            "struct ring { char pad[60]; int head; int tail; };",
        ],
    ),
    two(
        "bitfields",
        "a byte of flags",
        ["struct flags { unsigned char a : 1, b : 1, c : 1, level : 5; };"; 2],
        [
            "struct flags { unsigned int a : 1, b : 1, c : 1, level : 5; };",
            "struct flags { unsigned char all : 3, level : 5; };",
        ],
    ),
    task(
        "bitfields",
        "by the shifts",
        "struct reply { unsigned int first : 8, code : 6; };",
        "struct reply { unsigned int code : 6, first : 8; };",
    ),
    two("bitfields", "a bitfield, byte by byte", [FLAGS_3; 2], [FLAGS_5, FLAGS_SIGNED]),
    two(
        "tags",
        "a pointer that stays",
        ["struct task { char *const name; };"; 2],
        ["struct task { const char *name; };", "struct task { unsigned char *const name; };"],
    ),
    task(
        "core",
        "an access string",
        "struct common { int a, b; short port; };\nstruct sock { int id; struct common common; };",
        "struct common { short port; int a, b; };\nstruct sock { int id; struct common common; };",
    ),
    two(
        "vmlinux",
        "what a program needs",
        ["struct task_struct { int tgid; struct task_struct *real_parent; };"; 2],
        [
            "struct task_struct { int tgid; void *real_parent; };",
            "struct task_struct { long tgid; struct task_struct *real_parent; };",
        ],
    ),
    task(
        "maps",
        "how many entries",
        "struct counters { int (*max_entries)[16]; };",
        "struct counters { int max_entries[16]; };",
    ),
    task(
        "maps",
        "what a value is",
        "struct event { int pid; long long time; } __attribute__((packed));\nstruct counters { struct event *value; };",
        "struct event { int pid; int cpu; };\nstruct counters { struct event *value; };",
    ),
    task(
        "sizes",
        "a member that became a bit",
        "struct flow { unsigned int state : 4, reason : 12, urgent : 1; };",
        "struct flow { unsigned char state, reason, urgent; };",
    ),
    task(
        "core2",
        "a flavour",
        "struct queue___old { unsigned int size; };",
        "struct queue__old { unsigned int size; };",
    ),
    task(
        "kfuncs",
        "a table of functions",
        "struct flow_ops { int (*init)(int id); unsigned int window; };",
        "struct flow_ops { unsigned int window; int (*init)(int id); };",
    ),
    task(
        "verdict",
        "refused by some",
        "struct bpf_spin_lock { unsigned int val; };\nstruct account { struct bpf_spin_lock lock; struct bpf_spin_lock other; long balance; };",
        "struct bpf_spin_lock { unsigned int val; };\nstruct account { struct bpf_spin_lock lock; long balance; };",
    ),
    two(
        "verdict",
        "a lock and flags",
        ["struct bpf_spin_lock { unsigned int val; };\nstruct session { struct bpf_spin_lock lock; unsigned char open, urgent; };";
            2],
        [
            "struct bpf_spin_lock { unsigned int val; };\nstruct session { struct bpf_spin_lock lock; unsigned int open : 1, urgent : 1; };",
            "struct bpf_spin_lock { unsigned int val; };\nstruct session { struct bpf_spin_lock lock; unsigned char urgent; };",
        ],
    ),
    two(
        "bitfields",
        "the same in both byte orders",
        [
            "struct wire { unsigned int kind : 8, length : 24; };",
            "struct wire { unsigned int length : 24, kind : 8; };",
        ],
        // The first has widths that are not whole bytes; the second has the right widths, but they do not start at a
        // byte.
        [
            "struct wire { unsigned int kind : 4, length : 28; };",
            "struct wire { unsigned int first : 4; unsigned long kind : 8, length : 24; } __attribute__((packed));",
        ],
    ),
    two(
        "sizes",
        "poisoned on one of them",
        ["struct flow { unsigned int ports; };", "struct flow { long packets; short ports; };"],
        // The first has an array, as only the other kernel has. The second has a name that neither kernel has.
        ["struct flow { unsigned int ports[2]; };", "struct flow { unsigned int port; };"],
    ),
    two(
        "tailor",
        "a member that was cut away",
        ["struct task_struct { int pid; };", "struct task_struct { int tgid; long pid; };"],
        // The first has only the member that is kept for the program; the second has a member of another kind.
        ["struct task_struct { int tgid; };", "struct task_struct { struct task_struct *pid; };"],
    ),
    two(
        "dedup",
        "only a declaration",
        ["struct car { struct owner *owner; };", "struct owner;\nstruct car { int wheels; struct owner *owner; };"],
        ["union owner;\nstruct car { union owner *owner; };", "struct car { void *owner; };"],
    ),
    two(
        "split",
        "a base that still fits",
        [
            "struct list_head { int a, b, c, d; };",
            "struct list_head { struct list_head *next; int count; short first, last; };",
        ],
        ["struct list_head { long a, b, c, d; };", "struct list_head { struct list_head *next, *prev; };"],
    ),
    two(
        "newer",
        "by the info word",
        [
            "struct word { unsigned int a : 1, b : 2, c : 3; };",
            "struct word { int first; unsigned char flag : 1; long last; };",
        ],
        ["struct word { int a, b, c; };", "struct word { unsigned int a : 1, b : 2; };"],
    ),
    two(
        "inline",
        "three locations",
        [
            "struct ops { int (*release)(int id, long size, char mode); };",
            "struct page;\nstruct ops { int id; void (*release)(struct page *page, int order, int flags); };",
        ],
        ["struct ops { int (*release)(int id, long size); };", "struct ops { int (*release)[3]; };"],
    ),
    two(
        "elf",
        "where the address goes",
        [
            "struct table { int (*first)(void); int (*other)(void); int (*second)(void); };",
            "struct table { long id; int flags; int (*second)(int id); };",
        ],
        ["struct table { int (*first)(void); int (*second)(void); };", "struct table { long a, b; void *second; };"],
    ),
    two(
        "calls",
        "the sizes of a map",
        [
            "struct pair { long a, b; };\nstruct counters { int *key; struct pair *value; };",
            "struct counters { unsigned int *key; int (*value)[4]; };",
        ],
        [
            "struct counters { int *key; long *value; };",
            "struct pair { long a, b; };\nstruct counters { int key; struct pair value; };",
        ],
    ),
    two(
        "fields",
        "both forms",
        [
            "struct task_struct { unsigned int __state; long state; };",
            "struct task_struct { long state; int pid; unsigned int __state; };",
        ],
        [
            "struct task_struct { long __state; long state; };",
            "struct task_struct { unsigned int __state; unsigned int state; };",
        ],
    ),
];

/// C that is right for a step.
pub(super) fn solution(lesson: &str, title: &str) -> &'static str {
    let is = |task: &&Task| task.lesson == lesson && title.strip_prefix("Build: ") == Some(task.title);
    TASKS.iter().find(is).unwrap_or_else(|| panic!("{lesson}, {title:?} has no solution here")).right[0]
}

impl Page {
    /// Types C into the pad, as a person does.
    pub(super) fn type_in_pad(&mut self, source: &str) {
        // Bytes begin with the magic.
        self.send(Msg::Pad(if source.starts_with("9f") { PadMsg::Bytes } else { PadMsg::Open }));
        self.work();
        if !source.starts_with("9f") && self.session.pad().target.bytes {
            self.send(Msg::Pad(PadMsg::Target(Default::default())));
            self.work();
        }
        self.send(Msg::Pad(PadMsg::Edit(source.into())));
        self.work();
    }
}

#[test]
fn each_task_takes_what_is_right_and_not_what_is_nearly_right() {
    let mut found = 0;
    for entry in LESSONS {
        for (at, step) in read(entry.name).steps.iter().enumerate().filter(|(_, step)| !step.plan.builds.is_empty()) {
            found += 1;
            let place = format!("{}, {:?}", entry.name, step.title);
            let is = |task: &&Task| task.lesson == entry.name && step.title.strip_prefix("Build: ") == Some(task.title);
            let task = TASKS.iter().find(is).unwrap_or_else(|| panic!("{place} has no solution here"));
            let mut page = Page::start(entry.name);
            page.learn(LearnMsg::Step(at));
            assert_eq!(page.session.learn().ready().map(|r| r.built.len()), Some(0), "{place}: no pad, no types");
            for wrong in task.wrong {
                page.type_in_pad(wrong);
                let built = page.session.learn().ready().map(|r| r.built.clone()).unwrap_or_default();
                assert!(
                    built.len() == step.plan.builds.len() && built.iter().any(|b| !b.met),
                    "{place}: {wrong} {built:?}"
                );
                assert!(built.iter().all(|b| b.met == b.instead.is_empty()), "{place}: {wrong} {built:?}");
                assert!(!page.session.learn().is_done() && !page.session.is_away_from_step(), "{place}");
            }
            page.learn(LearnMsg::Reveal);
            assert!(!page.session.learn().mark().shown, "{place}: there is nothing to show");
            for right in task.right {
                page.type_in_pad(right);
                let built = page.session.learn().ready().map(|r| r.built.clone()).unwrap_or_default();
                assert_eq!(
                    built,
                    vec![Built { met: true, ..Built::default() }; step.plan.builds.len()],
                    "{place}: {right}"
                );
            }
            assert!(page.session.learn().is_done() && page.session.learn().task_message().0, "{place}");
            // With wrong text again, the task stays done, but the text is not called right.
            page.type_in_pad(task.wrong[0]);
            assert!(page.session.learn().is_done() && !page.session.learn().task_message().0, "{place}");
        }
    }
    assert_eq!(found, TASKS.len());
    assert!(found >= 20, "{found}");
}

/// The sessions D, E and F of the course each have at least two tasks to build something.
#[test]
fn the_sessions_d_e_and_f_have_two_tasks_each() {
    for lessons in [["split", "dedup"], ["newer", "inline"], ["elf", "calls"]] {
        let tasks = TASKS.iter().filter(|task| lessons.contains(&task.lesson)).count();
        assert!(tasks >= 2, "{lessons:?}: {tasks}");
    }
}

/// A condition that is not met because a read fails says why it fails.
#[test]
fn a_read_that_fails_has_a_reason() {
    let lesson = read("fields");
    let at = lesson.steps.iter().position(|step| step.title == "Build: both forms").expect("the step");
    let mut page = Page::start("fields");
    page.learn(LearnMsg::Step(at));
    page.type_in_pad("struct task_struct { long state; int __state[2]; };");
    let built = &page.session.learn().ready().expect("a judged pad").built;
    let why = "“__state” is there in struct task_struct, but its type does not fit: integer unsigned int is not of the same kind as array int[2]";
    assert_eq!(built[0].instead, format!("poisoned: {why}"));
}

/// A condition about a type that the pad lacks says that the pad lacks it, and names a flavour of the type in the pad.
#[test]
fn a_type_that_the_pad_lacks_is_the_pads() {
    let lesson = read("fields");
    let at = lesson.steps.iter().position(|step| step.title == "Build: both forms").expect("the step");
    let mut page = Page::start("fields");
    page.learn(LearnMsg::Step(at));
    let mut first = |text: &str| {
        page.type_in_pad(text);
        page.session.learn().ready().expect("a judged pad").built[0].instead.clone()
    };
    assert_eq!(
        first("struct task_struct { long state; };"),
        "in the pad, struct task_struct has no member \"__state\""
    );
    let flavour = first("struct task_struct___mine { unsigned int __state; };");
    assert!(
        flavour.starts_with("in the pad, there is no struct task_struct, only its flavour task_struct___mine;"),
        "{flavour}"
    );
}

/// The types of a source with an error may meet all conditions, but the task is done only when the source has no error.
#[test]
fn a_source_with_an_error_does_no_task() {
    let lesson = read("fields");
    let at = lesson.steps.iter().position(|step| step.title == "Build: both forms").expect("the step");
    let mut page = Page::start("fields");
    page.learn(LearnMsg::Step(at));
    let right = "struct task_struct { long state; unsigned int __state; };";
    page.type_in_pad(&format!("{right}\nstruct other {{ struct missing lock; }};"));
    assert!(!page.session.learn().is_done());
    let why = page.session.source_error_of_task().expect("all conditions are met");
    assert!(why.starts_with("Not done while the source has an error. Line 2: "), "{why}");
    page.type_in_pad(right);
    assert!(page.session.learn().is_done() && page.session.source_error_of_task().is_none());
}
