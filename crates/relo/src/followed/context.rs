//! For each program type, the bytes of the context that programs may read and write, and the bytes that are numbers.
//! An access whose result is not sure is [`Access::Other`].
//!
//! Rule: the `is_valid_access` functions of net/core/filter.c, kernel/trace/bpf_trace.c, kernel/bpf/cgroup.c,
//! kernel/bpf/syscall.c and net/netfilter/nf_bpf_link.c of Linux 6.1 to 7.2.

use super::{Argument, Program};

/// The result of an access to the context.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Access {
    /// A number is loaded.
    Number,
    /// Anything else: a pointer may be loaded, a store may be allowed, or the rule is not known.
    Other,
    /// The verifier refuses the access.
    Refused,
}

/// The bytes accessed.
#[derive(Clone, Copy, Debug)]
pub(super) struct Bytes {
    /// The offset of the first byte from the context's start.
    pub(super) at: i64,
    /// The number of bytes: 1, 2, 4 or 8.
    pub(super) size: u32,
    /// Whether the bytes are stored, not loaded.
    pub(super) write: bool,
}

/// The programs that may read a field.
#[derive(Clone, Copy)]
enum On {
    /// All programs of the type.
    All,
    /// Programs of the type with one of these attach types.
    Only(&'static [&'static str]),
}

/// A field: its first byte, one past its last byte, the sum of the allowed access sizes in bytes (15 allows 1, 2, 4 and
/// 8), whether it is a number, and which programs may read it.
type Field = (i64, i64, u32, bool, On);

/// The size in bytes of the most arguments that a program may have: 12 (`MAX_BPF_FUNC_ARGS`) of 8 bytes.
const MAX_ARGUMENTS: i64 = 96;

const BIND: &[&str] = &["cgroup_inet4_post_bind", "cgroup_inet6_post_bind"];
const CREATE: &[&str] = &["cgroup_inet_sock_create", "cgroup_inet_sock_release"];
#[rustfmt::skip]
const FOUR: &[&str] = &["cgroup_inet4_bind", "cgroup_inet4_connect", "cgroup_udp4_sendmsg", "cgroup_udp4_recvmsg",
    "cgroup_inet4_getpeername", "cgroup_inet4_getsockname"];
#[rustfmt::skip]
const SIX: &[&str] = &["cgroup_inet6_bind", "cgroup_inet6_connect", "cgroup_udp6_sendmsg", "cgroup_udp6_recvmsg",
    "cgroup_inet6_getpeername", "cgroup_inet6_getsockname"];

/// Bytes of the context: the first, and one past the last.
type Range = (i64, i64);

/// A program type: its name, its fields to read, and the ranges that may be written.
type TypeRow = (&'static str, &'static [Field], &'static [Range]);

/// The program types whose context is a struct of their own.
#[rustfmt::skip]
const TYPES: &[TypeRow] = &[
    ("perf_event", &[(0, 168, 8, true, On::All), (168, 184, 15, true, On::All)], &[]),
    ("xdp", &[(0, 12, 4, false, On::All), (12, 20, 4, true, On::All), (20, 24, 4, true, On::Only(&["xdp_devmap"]))], &[(16, 20)]),
    ("raw_tracepoint", &[(0, 96, 15, true, On::All)], &[]),
    ("raw_tracepoint_writable", &[(0, 96, 15, true, On::All)], &[]),
    ("cgroup_sock", &[(0, 4, 15, true, On::Only(CREATE)), (4, 16, 15, true, On::All), (16, 24, 15, true, On::Only(CREATE)),
        (24, 28, 15, true, On::Only(&["cgroup_inet4_post_bind"])), (28, 44, 15, true, On::Only(&["cgroup_inet6_post_bind"])),
        (44, 48, 15, true, On::Only(BIND)), (48, 80, 15, true, On::All)], &[(0, 4), (16, 24)]),
    ("cgroup_sock_addr", &[(0, 4, 4, true, On::All), (4, 8, 15, true, On::Only(FOUR)), (8, 24, 15, true, On::Only(SIX)),
        (24, 28, 15, true, On::All), (28, 40, 4, true, On::All), (40, 44, 15, true, On::Only(&["cgroup_udp4_sendmsg"])),
        (44, 60, 15, true, On::Only(&["cgroup_udp6_sendmsg"])), (64, 72, 8, false, On::All)], &[(4, 28), (40, 60)]),
    ("cgroup_sysctl", &[(0, 8, 15, true, On::All)], &[(4, 8)]),
    ("cgroup_sockopt", &[(0, 24, 8, false, On::All), (24, 36, 4, true, On::All),
        (36, 40, 4, true, On::Only(&["cgroup_getsockopt"]))], &[(24, 40)]),
    ("cgroup_device", &[(0, 4, 7, true, On::All), (4, 12, 4, true, On::All)], &[]),
    ("sock_ops", &[(0, 168, 4, true, On::All), (168, 184, 8, true, On::All), (184, 208, 8, false, On::All),
        (208, 212, 4, true, On::All), (212, 216, 7, true, On::All), (216, 224, 8, true, On::All)], &[(4, 20), (164, 168)]),
    ("sk_lookup", &[(0, 8, 8, false, On::All), (8, 72, 15, true, On::All)], &[]),
    ("sk_reuseport", &[(0, 16, 8, false, On::All), (16, 40, 15, true, On::All), (40, 56, 8, false, On::All)], &[]),
    ("sk_msg", &[(0, 16, 8, false, On::All), (16, 72, 4, true, On::All), (72, 80, 8, false, On::All)], &[]),
    ("netfilter", &[(0, 16, 8, false, On::All)], &[]),
    ("flow_dissector", &[(76, 84, 4, false, On::All), (144, 152, 8, false, On::All)], &[]),
];

/// The fields of `__sk_buff`, without `flow_keys`, which only flow dissectors may read, and without the gap behind
/// `tstamp_type`. [`SKB_TYPES`] has the ranges that a program type cannot read.
#[rustfmt::skip]
const SKB: &[Field] = &[
    (0, 48, 7, true, On::All), (48, 68, 15, true, On::All), (68, 76, 7, true, On::All), (76, 84, 4, false, On::All),
    (84, 92, 7, true, On::All), (92, 132, 4, true, On::All), (132, 140, 7, true, On::All), (140, 144, 4, false, On::All),
    (152, 160, 8, true, On::All), (160, 168, 7, true, On::All), (168, 176, 8, false, On::All), (176, 180, 7, true, On::All),
    (180, 181, 1, true, On::All), (184, 192, 8, true, On::All),
];

/// Program types with a `__sk_buff`: their names, the ranges they cannot read, and those they can write.
type SkbRow = (&'static [&'static str], &'static [Range], &'static [Range]);

/// The types with a `__sk_buff`.
#[rustfmt::skip]
const SKB_TYPES: &[SkbRow] = &[
    (&["socket_filter"], &[(72, 84), (88, 152), (152, 164), (184, 192)], &[(48, 68)]),
    (&["sched_cls", "sched_act"], &[(88, 140)], &[(8, 16), (32, 36), (40, 76), (152, 160)]),
    (&["cgroup_skb"], &[(72, 76), (140, 144), (160, 164)], &[(8, 12), (32, 36), (48, 68), (152, 160)]),
    (&["lwt_in", "lwt_out", "lwt_xmit", "lwt_seg6local"], &[(72, 76), (88, 144), (152, 164), (184, 192)],
        &[(8, 12), (32, 36), (48, 68)]),
    (&["sk_skb"], &[(8, 12), (72, 76), (140, 144), (152, 164), (184, 192)], &[(32, 36), (40, 68)]),
];

/// Whether the bytes from `at` to `end` overlap one of the ranges.
fn meets(at: i64, end: i64, of: &[Range]) -> bool {
    of.iter().any(|&(from, to)| at < to && end > from)
}

/// How the verifier treats an access.
pub(super) fn access(program: &Program<'_>, bytes: Bytes) -> Access {
    let (at, size) = (bytes.at, i64::from(bytes.size));
    let Some(end) = at.checked_add(size) else { return Access::Other };
    let found = by_type(program, bytes, end);
    // In versions other than those that `knows` lists, the fields are not known, so it is not sure that an access is
    // refused.
    let compared = program.version.is_some_and(super::knows);
    if found == Access::Refused && !compared { Access::Other } else { found }
}

fn by_type(program: &Program<'_>, bytes: Bytes, end: i64) -> Access {
    let (at, size) = (bytes.at, i64::from(bytes.size));
    let aligned = at.rem_euclid(size.max(1)) == 0;
    let refused_if = |refused: bool| match (refused, bytes.write) {
        (true, _) => Access::Refused,
        (false, true) => Access::Other,
        (false, false) => Access::Number,
    };
    match program.program_type {
        // The context is the registers (`struct pt_regs`), and loads from it give numbers; its size depends on the
        // architecture. Writing is allowed in versions after 6.18.
        "kprobe" => {
            let outside = program.is_x86_64 && (at < 0 || end > 168 || !aligned);
            refused_if(outside || bytes.write && program.version.is_some_and(|v| v <= (6, 18)))
        }
        // The kernel compares the lower end unsigned and the upper one signed, so bytes before the context can be read.
        "tracepoint" => refused_if(bytes.write || (0..8).contains(&at) || end > 8192 || at >= 0 && !aligned),
        // At offset 0 is the pointer to the buffer. It must be loaded whole. A load from any later byte gives a number.
        "raw_tracepoint_writable" if at == 0 && !bytes.write => {
            if size == 8 {
                Access::Other
            } else {
                Access::Refused
            }
        }
        "syscall" if !(0..65535).contains(&at) => Access::Refused,
        "syscall" => refused_if(false),
        "tracing" | "lsm" if bytes.write => Access::Refused,
        "tracing" | "lsm" => argument(program, at, size),
        // The context begins with the registers; their size, and so the offsets of the fields behind them, depend on
        // the architecture.
        "perf_event" if !program.is_x86_64 => refused_if(bytes.write),
        name => {
            if let Some((_, unreadable, writable)) = SKB_TYPES.iter().find(|t| t.0.contains(&name)) {
                return match bytes.write {
                    true => refused_if(at < 0 || end > 192 || !aligned || !meets(at, end, writable)),
                    false if meets(at, end, unreadable) => Access::Refused,
                    false => read(program, SKB, at, end, aligned),
                };
            }
            match TYPES.iter().find(|t| t.0 == name) {
                Some((_, _, writable)) if bytes.write => refused_if(!meets(at, end, writable) || sockopt(program, at)),
                Some((_, fields, _)) => read(program, fields, at, end, aligned),
                // A context of BTF arguments, or an unknown type.
                None => Access::Other,
            }
        }
    }
}

/// A load of a BTF argument (`tracing_prog_ctx_access`, `btf_ctx_access`); each takes 8 bytes.
fn argument(program: &Program<'_>, at: i64, size: i64) -> Access {
    if !(0..MAX_ARGUMENTS).contains(&at) || at % 8 != 0 {
        return Access::Refused;
    }
    let whole_only = program.version.is_some_and(|v| v >= (6, 12));
    let slot = usize::try_from(at / 8).ok();
    match slot.and_then(|slot| program.arguments.get(slot)).copied().unwrap_or_default() {
        Argument::Address | Argument::Pointer if size != 8 && whole_only => Access::Refused,
        Argument::Number => Access::Number,
        Argument::Address if size == 8 => Access::Number,
        Argument::Address | Argument::Pointer | Argument::Unknown => Access::Other,
    }
}

/// Whether programs of this attach type cannot write the field of `struct bpf_sockopt` at this offset.
fn sockopt(program: &Program<'_>, at: i64) -> bool {
    match program.attach_type {
        "cgroup_getsockopt" => (24..32).contains(&at),
        "cgroup_setsockopt" => at >= 36,
        _ => false,
    }
}

fn read(program: &Program<'_>, fields: &[Field], at: i64, end: i64, aligned: bool) -> Access {
    let size = end.saturating_sub(at);
    let Some((_, to, sizes, number, on)) = fields.iter().find(|f| f.0 <= at && at < f.1) else {
        return Access::Refused;
    };
    let here = match on {
        On::All => true,
        // An unknown attach type is the empty text, which is none of these hooks.
        On::Only(hooks) => hooks.contains(&program.attach_type),
    };
    match () {
        () if !here || !aligned || end > *to || i64::from(*sizes) & size == 0 => Access::Refused,
        () if *number => Access::Number,
        () => Access::Other,
    }
}
