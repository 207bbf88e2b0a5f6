//! `BPF_PROG_LOAD`.

use bpf::{Function, Object, ProgramLoad, program_type};
use btf::SubSectionKind;
use verdict::{Version, prog};

use crate::call::{Call, Command, Records, Value, constant, kernel, object_name};

/// The first kernel version on which libbpf attaches many USDT probes through one link.
const MULTI_UPROBES: Version = Version::new(6, 6);

/// A program of the object and the functions that are loaded with it.
pub(crate) struct Loaded<'a> {
    pub(crate) object: &'a Object,
    pub(crate) all: &'a [Function],
    pub(crate) function: &'a Function,
    pub(crate) section: &'a str,
    pub(crate) load: ProgramLoad,
}

impl Loaded<'_> {
    /// `BPF_PROG_LOAD`. `btf_call` is the call that loaded the BTF, if one did.
    pub(crate) fn call(&self, number: usize, btf_call: Option<usize>, version: Version) -> Call {
        let kind = program_type(self.section);
        let mut call = Call::new(number, Command::ProgLoad, &self.function.name);
        call = call.with("prog_type", kind.map_or(Value::Number(0), |t| constant("BPF_PROG_TYPE_", t.name)));
        call = call.with("insn_cnt", self.load.slots()).note(self.parts());
        call = call.with("insns", Value::Bytes(u64::from(self.load.slots()) * 8));
        call = call.with("license", Value::Text(self.object.license().unwrap_or_default()));
        call = call.with("kern_version", kernel("the version of the kernel that runs"));
        let frags = kind.is_some_and(|t| t.section.starts_with("xdp.frags"));
        let set =
            [kind.is_some_and(|t| t.sleepable).then_some("BPF_F_SLEEPABLE"), frags.then_some("BPF_F_XDP_HAS_FRAGS")];
        let set: Vec<&str> = set.into_iter().flatten().collect();
        call = call.with("prog_flags", if set.is_empty() { Value::Number(0) } else { Value::Name(set.join("|")) });
        call = call.with("prog_name", object_name(&self.function.name));
        let usdt = kind.is_some_and(|t| t.section.starts_with("usdt")) && version >= MULTI_UPROBES;
        let attach = match kind.map_or("", |t| t.attach_type) {
            "" if usdt => Value::Name("BPF_TRACE_UPROBE_MULTI".to_owned()),
            "" => Value::Number(0),
            name => constant("BPF_", name),
        };
        call = call.with("expected_attach_type", attach);
        call = call.with("prog_btf_fd", btf_call.map_or(Value::Number(0), Value::Of));
        for (of, size, records, count) in [
            (SubSectionKind::FuncInfo, "func_info_rec_size", "func_info", "func_info_cnt"),
            (SubSectionKind::LineInfo, "line_info_rec_size", "line_info", "line_info_cnt"),
        ] {
            let (rec_size, passed) = self.records(of).filter(|_| btf_call.is_some()).unwrap_or_default();
            let rows = passed.rows.len() as u64;
            call = call.with(size, rec_size).with(records, Value::Records(passed)).with(count, rows);
        }
        call = call.with_some("attach_btf_id", self.attach_btf_id().map(kernel));
        call = self.core(call);
        if kind.is_none() {
            call.notes.push(format!("libbpf knows no section {}: the application has to say the type", self.section));
        }
        call
    }

    /// The functions that are put together, for a note.
    fn parts(&self) -> String {
        let name = |l: &bpf::LoadedFunction| self.all.get(l.function).map_or("", |f| f.name.as_str());
        match self.load.functions.as_slice() {
            [] | [_] => String::new(),
            parts => parts.iter().map(|l| format!("{} at {}", name(l), l.at)).collect::<Vec<_>>().join(", "),
        }
    }

    /// The size of a record of func_info or line_info in bytes, and the records as the call passes them. The offsets in
    /// them count instructions from the program's start.
    fn records(&self, kind: SubSectionKind) -> Option<(u32, Records)> {
        let infos = if kind == SubSectionKind::FuncInfo { &self.load.func_infos } else { &self.load.line_infos };
        let (bytes, size) = prog::passed(self.object.ext()?, kind, infos, self.object.endian())?;
        if infos.is_empty() || size == 0 {
            return None;
        }
        let in_file = infos.iter().map(|i| i.in_file).collect();
        let words = |record: &[u8]| -> Vec<u32> {
            record.as_chunks::<4>().0.iter().map(|word| self.object.endian().u32(*word)).collect()
        };
        let rows = bytes.chunks_exact(size as usize).map(words).collect();
        Some((size, Records { fields: kind.words(), rows, in_file }))
    }

    /// Adds the program's CO-RE relocations: libbpf applies them itself, a light skeleton passes them to the kernel.
    fn core(&self, mut call: Call) -> Call {
        let relocations = prog::relocations(self.object, self.all, &self.load);
        if relocations.is_empty() {
            return call;
        }
        let count = relocations.len();
        let in_file = relocations.iter().map(|(at, _)| *at).collect();
        let rows = relocations.into_iter().map(|(_, words)| words.to_vec()).collect();
        let relocations = if count == 1 { "relocation".to_owned() } else { format!("{count} relocations") };
        call = call.with("core_relo_cnt", 0u32).note(format!("libbpf applies the program's {relocations} itself"));
        let records = Records { fields: SubSectionKind::CoreRelo.words(), rows, in_file };
        call.core_relo = Some((SubSectionKind::CoreRelo.min_record(), records));
        call
    }

    /// The attribute `attach_btf_id` in words, for programs that are attached to something in a BTF.
    fn attach_btf_id(&self) -> Option<String> {
        let kind = program_type(self.section)?;
        let target = kind.target.unwrap_or("NAME (given by the application)");
        Some(match (kind.name, kind.attach_type) {
            ("tracing", "trace_raw_tp") => format!("the id of the kernel's TYPEDEF btf_trace_{target}"),
            ("tracing", "trace_iter") => format!("the id of the kernel's FUNC bpf_iter_{target}"),
            ("tracing", attach) if attach.ends_with("_multi") => return None,
            ("tracing", _) => format!("the id of the kernel's FUNC {target}"),
            ("lsm", _) => format!("the id of the kernel's FUNC bpf_lsm_{target}"),
            ("struct_ops", _) => "the id of the kernel's STRUCT whose member it is".to_owned(),
            ("ext", _) => format!("the id of the FUNC {target} in the BTF of the program that it replaces"),
            _ => return None,
        })
    }
}
