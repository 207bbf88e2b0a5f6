//! Answers to a program's needs besides its code: its type, its attachment, its target.

use btf::Kind;
use release::Version;
use relo::reach::Reach;
use text::counted;

use crate::answer::{Answer, Attach, KernelHas, Load, Sure};
use crate::args::{behind_event, not_traceable, registers, target};
use crate::attach::Lookup;
use crate::kernel::Kernel;
use crate::nowhere::{Beyond, Nowhere, may_be_in_module};
use crate::object::Needs;
use crate::program::Program;
use crate::witness::{Trampoline, trampoline, witness_missing};

/// Whether the kernel supports the program type.
pub(crate) fn program_type(kernel: &Kernel, program: &Program, enumerator: &str) -> Answer {
    if !kernel.has_enumerators("BPF_PROG_TYPE_") {
        return Answer::unknown("the BTF has no enum bpf_prog_type").load(Load::CannotTell);
    }
    if kernel.enumerator(enumerator).is_none() {
        return Answer::no()
            .load(Load::Fails)
            .words(format!("prog '{}': BPF program load failed: -EINVAL", program.name))
            .because("the kernel does not know this type of program");
    }
    let answer = Answer::new(KernelHas::Yes, Sure::Suggested);
    match witness_missing(kernel, program).filter(|_| program.lookup == Lookup::None) {
        Some(f) => answer.because(without(f)).attach(Attach::Unlikely),
        None => answer,
    }
}

/// Why a program probably does not attach: the BTF lacks a function.
fn without(function: &str) -> String {
    format!("the BTF has no {function}, so the kernel seems to be built without it")
}

/// Whether the kernel supports the attach type.
pub(crate) fn attach_type(kernel: &Kernel, program: &Program, enumerator: &str) -> Answer {
    if !kernel.has_enumerators("BPF_CGROUP_") && !kernel.has_enumerators("BPF_TRACE_") {
        return Answer::unknown("the BTF has no enum bpf_attach_type").load(Load::CannotTell);
    }
    if kernel.enumerator(enumerator).is_some() {
        return Answer::new(KernelHas::Yes, Sure::Suggested);
    }
    // Only programs of these types give the attach type when they are loaded; others when they attach.
    let at_load = matches!(
        program.program_type,
        Some(
            "cgroup_sock"
                | "cgroup_sock_addr"
                | "cgroup_skb"
                | "cgroup_sockopt"
                | "sk_lookup"
                | "netfilter"
                | "tracing"
                | "lsm"
        )
    );
    let answer = Answer::no().because("the kernel does not know this type of attachment");
    // These sections are other names for tcx: before tcx, such programs were attached as filters.
    if matches!(program.section_kind, "tc/ingress" | "tc/egress") {
        return answer
            .because("the kernel does not know tcx: the application has to attach it as a filter (bpf_tc_attach)")
            .attach(Attach::CannotTell);
    }
    // Before 5.14 a load did not look at the attach type of these programs (`bpf_prog_load_check_attach`), and the
    // socket option by which they are attached never does.
    if program.program_type == Some("sk_reuseport") {
        let migrates = program.section_kind == "sk_reuseport/migrate";
        let answer = if migrates { answer.load(Load::Fallback) } else { answer };
        return answer.because("the kernel does not look at this type of attachment").attach(Attach::ByApplication);
    }
    // A load does not look at it either: netlink attaches such a program, only a link needs it.
    if program.attach_type == "xdp" {
        return answer
            .because("links for XDP came with 5.9: the application has to attach it by netlink (bpf_xdp_attach)")
            .attach(Attach::ByApplication);
    }
    match at_load {
        true => answer.load(Load::Fails).words(format!("prog '{}': BPF program load failed: -EINVAL", program.name)),
        false => answer.attach(Attach::Fails),
    }
}

/// The registers that a trampoline of x86-64 passed before 6.6 (`arch_prepare_bpf_trampoline`).
const X86_REGISTERS: u64 = 6;

/// Whether a program's target exists.
pub(crate) fn attach(kernel: &Kernel, nowhere: &Nowhere, program: &Program) -> Answer {
    let lookup = &program.lookup;
    match lookup {
        Lookup::None => return Answer::unknown("nothing of it is in BTF").attach(Attach::ByApplication),
        Lookup::Application => {
            let answer = Answer::unknown("the application names the target").attach(Attach::ByApplication);
            return if has_typed_target(program) { answer.load(Load::CannotTell) } else { answer };
        }
        Lookup::Program => {
            return Answer::unknown("the application names the program whose function it replaces")
                .words("attach program FD is not set")
                .load(Load::CannotTell)
                .attach(Attach::ByApplication);
        }
        Lookup::Pattern(pattern) => return by_pattern(kernel, program, pattern),
        Lookup::Syscall(call) => return syscall(kernel, program, call),
        _ => {}
    }
    let Some(hit) = target(lookup, kernel) else { return absent(kernel, nowhere, program) };
    let name = lookup.symbol().unwrap_or_default();
    let found = if hit.count > 1 { KernelHas::Several(hit.count) } else { KernelHas::Yes };
    let mut answer = Answer::new(found, Sure::Proved);
    if let Some(module) = hit.module {
        answer = answer.of_module(module, "");
    }
    if hit.count > 1 && matches!(lookup, Lookup::Function { .. }) {
        answer = answer.because(format!("ambiguous: {} functions have this name; libbpf takes the first", hit.count));
    }
    let likely = match lookup {
        Lookup::Probe(_) if hit.count > 1 => Attach::CannotTell,
        Lookup::TypedTracepoint(_) | Lookup::RawTracepoint(_) => Attach::Attaches,
        _ => Attach::Likely,
    };
    if hit.count > 1 && matches!(lookup, Lookup::Probe(_)) {
        answer = answer
            .because(format!("ambiguous: {} functions have this name; newer kernels refuse a probe on it", hit.count))
            .words(format!("prog '{}': failed to create kprobe '{name}+0x0' perf event: -EADDRNOTAVAIL", program.name));
    }
    if !is_hook(kernel, lookup) {
        return Answer::no()
            .load(Load::Fails)
            .because(format!("{name} is a function, but not a hook or iterator"))
            .words(lookup.words(&program.name).unwrap_or_default());
    }
    let needs_trampoline = matches!(lookup, Lookup::Function { .. } | Lookup::Lsm(_));
    if let Some(words) = not_traceable(kernel, &hit, &name).filter(|_| needs_trampoline) {
        let answer = answer.load(Load::Fails).words(words).because("no trampoline can be made for its parameters");
        return if matches!(lookup, Lookup::Lsm(_)) { answer } else { answer.way_out("use a kprobe") };
    }
    let registers = registers(program, &hit).unwrap_or(0);
    let is_amd64 = matches!(kernel.arch(), Some("amd64" | "x86_64"));
    if matches!(lookup, Lookup::Function { .. })
        && is_amd64
        && registers > X86_REGISTERS
        && kernel.is_at_least(Version::new(6, 6)) == Some(false)
    {
        return Answer { sure: Sure::Suggested, ..answer }
            .because(format!("before 6.6, a trampoline of x86-64 passes 6 registers, and {name} takes {registers}"))
            .words(format!("prog '{}': failed to attach: -ENOTSUPP", program.name))
            .attach(Attach::Unlikely);
    }
    match witness_missing(kernel, program) {
        Some(f) => {
            let answer = answer.because(without(f));
            let answer = if needs_trampoline { answer.load(Load::CannotTell) } else { answer };
            Answer { sure: Sure::Suggested, ..answer }.attach(Attach::Unlikely)
        }
        None => match trampoline(kernel, lookup) {
            Trampoline::Since(since) => Answer { sure: Sure::Suggested, ..answer }
                .because(format!("this architecture has the trampolines for it since {since}"))
                .words(format!("prog '{}': failed to attach: -ENOTSUPP", program.name))
                .attach(Attach::Unlikely),
            Trampoline::Unknown(since) => Answer { sure: Sure::Suggested, ..answer }
                .because(format!(
                    "upstream this architecture has the trampolines for it since {since}; {}",
                    kernel.version_unknown()
                ))
                .attach(Attach::CannotTell),
            Trampoline::There => answer.attach(likely),
        },
    }
}

/// The answer for a program's target, together with the answer for its reads of the target's data: a tracepoint's
/// record may be too short.
pub(crate) fn with_reads(answer: Answer, needs: &Needs, kernel: &Kernel, program: &Program, reach: &Reach) -> Answer {
    let Lookup::Tracepoint { category, event } = &program.lookup else { return answer };
    match behind_event(event, kernel, &needs.code, reach).filter(|_| answer.attach < Some(Attach::Unlikely)) {
        Some((read, end)) => Answer { sure: Sure::Suggested, ..answer }
            .because(format!(
                "it reads {} of the event's record, of which {end} may be read on this kernel",
                counted(read, "byte")
            ))
            .words(format!("prog '{}': failed to attach to tracepoint '{category}/{event}': -EACCES", program.name))
            .attach(Attach::Unlikely),
        None => answer,
    }
}

/// Whether libbpf looks up the program's target in BTF when it loads the program.
fn has_typed_target(program: &Program) -> bool {
    matches!(
        program.section_kind.trim_end_matches(".s"),
        "fentry" | "fexit" | "fmod_ret" | "fsession" | "tp_btf" | "lsm" | "lsm_cgroup" | "iter"
    )
}

/// Whether a function whose name has the prefix of hooks or iterators is really a hook or iterator: `bpf_lsm_init` is
/// not.
fn is_hook(kernel: &Kernel, lookup: &Lookup) -> bool {
    match lookup {
        Lookup::Lsm(hook) => {
            // If the BTF lacks the union, any hook may exist.
            kernel.in_kernel("security_list_options", Kind::Union).is_none()
                || kernel.has_member(Kind::Union, "security_list_options", hook)
        }
        Lookup::Iterator(name) => kernel.find(&format!("bpf_iter__{name}"), Kind::Struct).is_some(),
        _ => true,
    }
}

/// The answer if the kernel's BTF lacks the target.
fn absent(kernel: &Kernel, nowhere: &Nowhere, program: &Program) -> Answer {
    let lookup = &program.lookup;
    let (name, kind) = lookup.named().unwrap_or((String::new(), Kind::Func));
    // Modules have no hooks.
    let beyond = match lookup {
        Lookup::Lsm(_) => Beyond::Nothing,
        Lookup::Function { module: Some(module), .. } => kernel.module_brings(module, &name, kind),
        Lookup::Probe(_) | Lookup::Tracepoint { .. } | Lookup::RawTracepoint(_) => {
            nowhere.beyond_by_symbol(kernel, &name, kind)
        }
        _ => nowhere.beyond(kernel, &name, kind),
    };
    let at_load =
        matches!(lookup, Lookup::Function { .. } | Lookup::TypedTracepoint(_) | Lookup::Lsm(_) | Lookup::Iterator(_));
    let words = lookup.words(&program.name).unwrap_or_default();
    if let Some(answer) = probe_by_symbol(kernel, lookup) {
        return answer;
    }
    if let Beyond::Module(module) = beyond {
        return Answer::new(KernelHas::Yes, Sure::Suggested)
            .of_module(module, "its parameters are not known")
            .attach(Attach::Likely);
    }
    if beyond == Beyond::Unknown {
        let answer =
            Answer::new(KernelHas::No, Sure::Unknown).because(may_be_in_module(&name)).attach(Attach::CannotTell);
        return if at_load { answer.load(Load::CannotTell) } else { answer };
    }
    let answer = Answer::no().words(words).because(beyond.because(format!("this kernel has no {name}"))).lacks(name);
    match lookup {
        Lookup::Probe(_) if !kernel.has_variables() => few_functions(),
        Lookup::Probe(_) | Lookup::Tracepoint { .. } => {
            Answer { sure: Sure::Suggested, ..answer }.attach(Attach::Unlikely)
        }
        Lookup::RawTracepoint(_) => answer.attach(Attach::Fails),
        Lookup::Function { .. } => answer.load(Load::Fails).attach(Attach::Fails).way_out(
            "write a program for each target and load one (set_autoload), name another target before loading \
                 (set_attach_target), or use a kprobe on a symbol that is there",
        ),
        _ => answer
            .load(Load::Fails)
            .attach(Attach::Fails)
            .way_out("write a program for each target and load one (set_autoload)"),
    }
}

/// A kprobe is attached by the symbol, which BTF may have under another name: `F` for `F.isra.0`; and `__do_sys_F` for
/// `__x64_sys_F`, the alias of a system call without arguments.
fn probe_by_symbol(kernel: &Kernel, lookup: &Lookup) -> Option<Answer> {
    let Lookup::Probe(name) = lookup else { return None };
    let prefixes = ["__x64_sys_", "__ia32_sys_", "__arm64_sys_", "__s390x_sys_", "__riscv_sys_"];
    let has = |name: &str| kernel.in_kernel(name, Kind::Func).is_some();
    if let Some(call) = prefixes.iter().find_map(|prefix| name.strip_prefix(prefix))
        && has(&format!("__do_sys_{call}"))
    {
        let answer = Answer::new(KernelHas::Yes, Sure::Suggested);
        let why = format!("in BTF it is __do_sys_{call}; {name} is another name of it");
        return Some(answer.because(why).attach(Attach::Likely));
    }
    let (base, _) = name.split_once('.').filter(|(base, _)| has(base))?;
    let answer = Answer::new(KernelHas::No, Sure::Unknown);
    Some(
        answer
            .because(format!("BTF has {base}, without the suffix that the compiler gives to its copies"))
            .attach(Attach::CannotTell),
    )
}

/// BTF from pahole up to 1.21 has no variables, and only the functions that ftrace can patch. So a function that it
/// lacks may exist, and a kprobe, which looks up symbols, may find it.
fn few_functions() -> Answer {
    Answer::new(KernelHas::No, Sure::Unknown)
        .because("the BTF of this kernel has only functions that ftrace can patch; a kprobe may find others")
        .attach(Attach::CannotTell)
}

fn by_pattern(kernel: &Kernel, program: &Program, pattern: &str) -> Answer {
    let count = kernel.matching(pattern);
    let answer = Answer::new(KernelHas::Matches(count), Sure::Suggested);
    match witness_missing(kernel, program) {
        Some(f) => answer.because(without(f)).attach(Attach::Unlikely),
        None if count > 0 => answer.attach(Attach::Likely),
        None if kernel.modules_known() => answer.because("no function has such a name").attach(Attach::Unlikely),
        None => answer.because("no function of vmlinux has such a name").attach(Attach::CannotTell),
    }
}

fn syscall(kernel: &Kernel, program: &Program, call: &str) -> Answer {
    let names = ["__x64_sys_", "__arm64_sys_", "__s390x_sys_", "__riscv_sys_", "sys_", "__do_sys_"];
    let there = names.iter().any(|prefix| kernel.in_kernel(&format!("{prefix}{call}"), Kind::Func).is_some());
    let answer = Answer::new(if there { KernelHas::Yes } else { KernelHas::No }, Sure::Suggested);
    match witness_missing(kernel, program) {
        Some(f) => answer.because(without(f)).attach(Attach::Unlikely),
        None if there => answer.attach(Attach::Likely),
        None if !kernel.has_variables() => few_functions(),
        None => answer.because(format!("no function of the system call {call} is in the BTF")).attach(Attach::Unlikely),
    }
}
