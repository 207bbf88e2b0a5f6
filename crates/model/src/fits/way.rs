//! Remedies for a failure, as code for the application or for the program itself. The code asks the kernel before it
//! loads or reads something that the kernel would refuse; with Aya it handles the error of loading or attaching
//! instead.

use needs::{Answer, Need, Needs, Remedy};
use wire::Wire;

use super::capital;

btf::named! {
    /// A loader for which code is written.
    #[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
    pub enum Loader {
        /// libbpf, with a skeleton (`bpftool gen skeleton`).
        #[default]
        Libbpf = "libbpf (C)", "libbpf";
        /// github.com/cilium/ebpf.
        Cilium = "cilium/ebpf (Go)", "cilium";
        /// The crate aya.
        Aya = "Aya (Rust)", "aya";
    }
    /// All of them.
    pub const ALL;
    /// Its name.
    pub fn name;
    /// Its word in settings.
    pub fn word;
}

impl Loader {
    /// Parses [`Loader::word`].
    pub fn from_word(word: &str) -> Option<Loader> {
        Loader::ALL.into_iter().find(|loader| loader.word() == word)
    }
}

btf::named! {
    /// The kind of a question to a kernel ([`needs::Remedy`]).
    #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Wire)]
    pub enum WayKind {
        /// Whether the kernel has the program's target.
        Target = "target", "Load it only where its target is:";
        /// Whether the kernel has a raw tracepoint.
        RawTracepoint = "raw_tracepoint", "Load it only where its tracepoint is:";
        /// Whether programs of a type may call a helper.
        Helper = "helper", "Load it only where it may call that helper:";
        /// Whether the kernel has a type of program.
        ProgramType = "program_type", "Load it only where the kernel has this type of program:";
        /// Whether the kernel has a type of map.
        MapType = "map_type", "Create the map only where the kernel has its type:";
        /// Whether the kernel has a function that programs may call.
        Kfunc = "kfunc", "Declare it weak, and call it only where it is:";
        /// Whether the kernel has what a relocation asks for.
        Guard = "guard", "Ask before the read, in the program:";
    }
    /// All kinds.
    const ALL;
    /// The word in links.
    pub(super) fn word;
    /// A line above the code that says what the code is for.
    pub fn says;
}

/// A question to a kernel, to be written as code.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Wire)]
pub struct Way {
    /// The kind of question.
    pub kind: WayKind,
    /// The name that is asked for: `blk_account_io_start`, `BPF_FUNC_loop`. For a guard, its C code.
    pub name: String,
    /// A second name: for a target or a raw tracepoint the attach type (`BPF_TRACE_FENTRY`), for a helper the type of
    /// program, for a type of map the map, for a kfunc its declaration.
    pub of: String,
}

impl Way {
    /// The question whose answer says whether a kernel meets this need; none if no such question is known.
    pub(super) fn of(needs: &Needs, need: &Need, answer: &Answer) -> Option<Way> {
        let (kind, name, of) = match needs.remedy(need, answer)? {
            Remedy::Target { name, attach_type } => (WayKind::Target, name, attach_type),
            Remedy::RawTracepoint(name) => (WayKind::RawTracepoint, name, "BPF_TRACE_RAW_TP".to_owned()),
            Remedy::Helper { name, program_type } => (WayKind::Helper, name, program_type),
            Remedy::ProgramType(name) => (WayKind::ProgramType, name, String::new()),
            Remedy::MapType { map, name } => (WayKind::MapType, name, map),
            Remedy::Kfunc { name, proto } => {
                let mut declaration = String::new();
                dump::declaration(needs.object().btf()?, proto, &name, &mut declaration);
                // A list of parameters that was cut is no code, and types without a name cannot be written.
                if declaration.contains('…') {
                    return None;
                }
                (WayKind::Kfunc, name, declaration)
            }
            Remedy::Guard(record) => {
                let btf = needs.object().btf()?;
                let spec = relo::Spec::parse(btf, needs.records().get(record)?).ok()?;
                (WayKind::Guard, relo::guard(btf, &spec, None)?, String::new())
            }
        };
        Some(Way { kind, name, of })
    }

    /// Reads the fields of a link.
    pub(super) fn read(kind: &str, name: &str, of: &str) -> Option<Way> {
        let kind = WayKind::ALL.into_iter().find(|known| known.word() == kind)?;
        Some(Way { kind, name: name.to_owned(), of: of.to_owned() })
    }

    /// Whether the application asks the question, so that the code depends on the loader. If not, the program asks
    /// it, in C.
    pub fn is_of_loader(&self) -> bool {
        !matches!(self.kind, WayKind::Guard | WayKind::Kfunc)
    }

    /// The code for the program with this name; it ends with a newline. None if the loader has no such question.
    pub fn code(&self, loader: Loader, program: &str) -> Option<String> {
        let Way { name, of, .. } = self;
        match (self.kind, loader) {
            (WayKind::Guard, _) => Some(name.clone()),
            (WayKind::Kfunc, _) => Some(format!(
                "extern {of} __ksym __weak;\n\nif (bpf_ksym_exists({name})) {{\n\t/* call it here */\n}}\n"
            )),
            (_, Loader::Libbpf) => Some(self.libbpf(program)),
            (_, Loader::Cilium) => self.cilium(program),
            (_, Loader::Aya) => self.aya(program),
        }
    }

    fn libbpf(&self, program: &str) -> String {
        let Way { name, of, .. } = self;
        let off = format!("bpf_program__set_autoload(\n\t\tobj->progs.{program},\n\t\tfalse);\n");
        match self.kind {
            WayKind::Helper => {
                format!("if (libbpf_probe_bpf_helper(\n\t\t{of},\n\t\t{name},\n\t\tNULL) != 1)\n\t{off}")
            }
            WayKind::ProgramType => format!("if (libbpf_probe_bpf_prog_type(\n\t\t{name},\n\t\tNULL) != 1)\n\t{off}"),
            WayKind::MapType => format!(
                "if (libbpf_probe_bpf_map_type(\n\t\t{name},\n\t\tNULL) != 1)\n\tbpf_map__set_autocreate(\n\t\tobj->maps.{of},\n\t\tfalse);\n"
            ),
            _ => format!("if (libbpf_find_vmlinux_btf_id(\n\t\t\"{name}\",\n\t\t{of}) < 0)\n\t{off}"),
        }
    }

    /// For github.com/cilium/ebpf: leaves the program or map out of the `CollectionSpec`, which `ebpf.NewCollection`
    /// then loads.
    fn cilium(&self, program: &str) -> Option<String> {
        let Way { name, of, .. } = self;
        let left_out = |probe: String, what: String| {
            format!("err := features.{probe}\nif errors.Is(err, ebpf.ErrNotSupported) {{\n\tdelete(spec.{what})\n}}\n")
        };
        let off = format!("Programs, \"{program}\"");
        Some(match self.kind {
            WayKind::Helper => {
                let (of, helper) = (go_program_type(of)?, camel(name.strip_prefix("BPF_FUNC_")?));
                left_out(format!("HaveProgramHelper(\n\tebpf.{of}, asm.Fn{helper})"), off)
            }
            WayKind::ProgramType => left_out(format!("HaveProgramType(ebpf.{})", go_program_type(name)?), off),
            WayKind::MapType => {
                left_out(format!("HaveMapType(ebpf.{})", go_map_type(name)?), format!("Maps, \"{of}\""))
            }
            _ => {
                let (prefix, kind) = looked_up(of);
                format!(
                    "kernel, err := btf.LoadKernelSpec()\nif err != nil {{\n\treturn err\n}}\nvar target *btf.{kind}\nerr = kernel.TypeByName(\n\t\"{prefix}{name}\", &target)\nif errors.Is(err, btf.ErrNotFound) {{\n\tdelete(spec.{off})\n}}\n"
                )
            }
        })
    }

    /// For Aya, which loads each program with a call of its own.
    fn aya(&self, program: &str) -> Option<String> {
        let name = &self.name;
        let by_name = |kind: &str| {
            format!(
                "let program: &mut {kind} = ebpf\n    .program_mut(\"{program}\")\n    .unwrap()\n    .try_into()?;\n"
            )
        };
        if self.kind == WayKind::RawTracepoint {
            let program = by_name("RawTracePoint");
            return Some(format!(
                "{program}program.load()?;\nif let Err(error) = program.attach(\"{name}\") {{\n    eprintln!(\"{name}: {{error}}\");\n}}\n"
            ));
        }
        let kind = match (self.kind, self.of.as_str()) {
            (WayKind::Target, "BPF_TRACE_FENTRY") => "FEntry",
            (WayKind::Target, "BPF_TRACE_FEXIT") => "FExit",
            (WayKind::Target, "BPF_TRACE_RAW_TP") => "BtfTracePoint",
            (WayKind::Target, "BPF_LSM_MAC") => "Lsm",
            (WayKind::Target, "BPF_TRACE_ITER") => "Iter",
            _ => return None,
        };
        let program = by_name(kind);
        Some(format!(
            "let btf = Btf::from_sys_fs()?;\n{program}match program.load(\"{name}\", &btf) {{\n    Err(ProgramError::Btf(\n        BtfError::UnknownBtfTypeName {{ .. }},\n    )) => {{}} // the kernel has no such target\n    loaded => {{\n        loaded?;\n        program.attach()?;\n    }}\n}}\n"
        ))
    }
}

/// The prefix that libbpf adds to the name of a target before it looks up the name (libbpf
/// `btf_get_kernel_prefix_kind`), and the type in cilium/ebpf for the BTF kind that the name must have.
fn looked_up(attach_type: &str) -> (&'static str, &'static str) {
    match attach_type {
        "BPF_TRACE_RAW_TP" => ("btf_trace_", "Typedef"),
        "BPF_LSM_MAC" | "BPF_LSM_CGROUP" => ("bpf_lsm_", "Func"),
        "BPF_TRACE_ITER" => ("bpf_iter_", "Func"),
        _ => ("", "Func"),
    }
}

/// `ringbuf_output` as `RingbufOutput`, as cilium/ebpf names helpers (asm/func_lin.go).
fn camel(name: &str) -> String {
    name.split('_').map(capital).collect()
}

/// The name of a program type in cilium/ebpf.
fn go_program_type(name: &str) -> Option<&'static str> {
    Some(match name.strip_prefix("BPF_PROG_TYPE_")? {
        "SOCKET_FILTER" => "SocketFilter",
        "KPROBE" => "Kprobe",
        "SCHED_CLS" => "SchedCLS",
        "SCHED_ACT" => "SchedACT",
        "TRACEPOINT" => "TracePoint",
        "XDP" => "XDP",
        "PERF_EVENT" => "PerfEvent",
        "CGROUP_SKB" => "CGroupSKB",
        "CGROUP_SOCK" => "CGroupSock",
        "SOCK_OPS" => "SockOps",
        "SK_SKB" => "SkSKB",
        "CGROUP_DEVICE" => "CGroupDevice",
        "SK_MSG" => "SkMsg",
        "RAW_TRACEPOINT" => "RawTracepoint",
        "CGROUP_SOCK_ADDR" => "CGroupSockAddr",
        "SK_REUSEPORT" => "SkReuseport",
        "FLOW_DISSECTOR" => "FlowDissector",
        "CGROUP_SYSCTL" => "CGroupSysctl",
        "CGROUP_SOCKOPT" => "CGroupSockopt",
        "TRACING" => "Tracing",
        "STRUCT_OPS" => "StructOps",
        "EXT" => "Extension",
        "LSM" => "LSM",
        "SK_LOOKUP" => "SkLookup",
        "SYSCALL" => "Syscall",
        "NETFILTER" => "Netfilter",
        _ => return None,
    })
}

/// The name of a map type in cilium/ebpf.
fn go_map_type(name: &str) -> Option<&'static str> {
    Some(match name.strip_prefix("BPF_MAP_TYPE_")? {
        "RINGBUF" => "RingBuf",
        "INODE_STORAGE" => "InodeStorage",
        "TASK_STORAGE" => "TaskStorage",
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::{Loader, Way, WayKind, camel};

    fn way(kind: WayKind, name: &str, of: &str) -> Way {
        Way { kind, name: name.to_owned(), of: of.to_owned() }
    }

    #[test]
    fn helpers_are_named_as_cilium_names_them() {
        // The expected names are from asm/func_lin.go of cilium/ebpf.
        for (name, go) in [
            ("map_lookup_elem", "MapLookupElem"),
            ("skc_to_tcp6_sock", "SkcToTcp6Sock"),
            ("d_path", "DPath"),
            ("l3_csum_replace", "L3CsumReplace"),
            ("get_current_task_btf", "GetCurrentTaskBtf"),
        ] {
            assert_eq!(camel(name), go);
        }
    }

    #[test]
    fn a_target_is_asked_in_the_words_of_each_loader() {
        let way = way(WayKind::Target, "block_io_start", "BPF_TRACE_RAW_TP");
        let code = |loader| way.code(loader, "start").unwrap_or_default();
        assert!(code(Loader::Libbpf).contains("\"block_io_start\",\n\t\tBPF_TRACE_RAW_TP) < 0"));
        assert!(code(Loader::Libbpf).contains("obj->progs.start,"));
        let go = code(Loader::Cilium);
        assert!(go.contains("*btf.Typedef") && go.contains("\"btf_trace_block_io_start\", &target"), "{go}");
        assert!(go.contains("delete(spec.Programs, \"start\")"), "{go}");
        let rust = code(Loader::Aya);
        assert!(
            rust.contains("&mut BtfTracePoint") && rust.contains("program.load(\"block_io_start\", &btf)"),
            "{rust}"
        );
    }

    #[test]
    fn what_a_loader_cannot_ask_has_no_code() {
        assert_eq!(way(WayKind::Helper, "BPF_FUNC_loop", "BPF_PROG_TYPE_XDP").code(Loader::Aya, "p"), None);
        assert_eq!(way(WayKind::MapType, "BPF_MAP_TYPE_NEW", "m").code(Loader::Cilium, "p"), None);
        assert_eq!(way(WayKind::Target, "f", "BPF_MODIFY_RETURN").code(Loader::Aya, "p"), None);
        for loader in Loader::ALL {
            assert_eq!(Loader::from_word(loader.word()), Some(loader));
            assert!(way(WayKind::Kfunc, "f", "int f(void)").code(loader, "p").is_some());
        }
    }
}
