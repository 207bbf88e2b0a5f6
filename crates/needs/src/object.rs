//! [`Needs`]: everything that an object needs from a kernel, independent of any particular kernel.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use bpf::{Function, InnerValues, Object, helper_name, map_flag_name, map_type_name};
use btf::TypeId;
use relo::Record;
use relo::reach::Code;

use crate::externs::{ExternKind, ExternSymbol, externs};
use crate::license;
use crate::maps::{INSN_ARRAY, keeps_no_entries, map_enumerator, map_since};
use crate::need::{Ask, Level, Need, NeedKind};
use crate::program::{Program, programs};
use crate::since::{attach_since, program_since};
use crate::struct_ops::{StructOps, struct_ops};
use crate::tags::{self, Tag};
use crate::walked::Walked;
use release::Version;

/// Everything that an object needs from a kernel.
#[derive(Clone, Debug)]
pub struct Needs {
    pub(crate) object: Arc<Object>,
    pub(crate) functions: Vec<Function>,
    pub(crate) code: Code,
    pub(crate) records: Vec<Record>,
    pub(crate) record_slots: Vec<Option<u32>>,
    pub(crate) programs: Vec<Program>,
    pub(crate) externs: Vec<ExternSymbol>,
    pub(crate) struct_ops: Vec<StructOps>,
    pub(crate) needs: Vec<Need>,
    opened: open::Opened,
    assumptions: Vec<(&'static str, String)>,
    /// The first function that would be a program but is left out, because the programs before it reach a limit
    /// ([`programs`]).
    left_out: Option<usize>,
    pub(crate) walked: Walked,
}

/// The most needs that are listed for one object.
const MAX_NEEDS: usize = 1 << 15;

impl Needs {
    /// The needs of an object. For a damaged object, the needs of the readable parts.
    pub fn of(object: Arc<Object>) -> Needs {
        let functions = object.functions();
        let code = Code::new(&object, &functions);
        let opened = open::open(object.bytes(), "object");
        // If libbpf ignores `.BTF` or `.BTF.ext`, their relocations are not applied.
        let records = match (object.btf(), object.ext().filter(|_| opened.unrelocated().is_none())) {
            (Some(btf), Some(ext)) => relo::records(btf, ext),
            _ => Vec::new(),
        };
        let mut sections: BTreeMap<&str, u32> = BTreeMap::new();
        for s in object.code_sections() {
            sections.entry(&s.name).or_insert(s.index);
        }
        let slot = |r: &Record| code.slot(*sections.get(&*r.section)?, r.insn_offset);
        let record_slots = records.iter().map(slot).collect();
        let (programs, left_out) = programs(&object, &functions, &code);
        let mut needs = Needs {
            left_out,
            walked: Walked::default(),
            externs: externs(&object),
            struct_ops: struct_ops(&object),
            programs,
            functions,
            code,
            records,
            record_slots,
            needs: Vec::new(),
            opened,
            assumptions: Vec::new(),
            object,
        };
        needs.autoload_by_maps();
        needs.of_object();
        needs.of_subprograms();
        let tagged = tags::of_functions(&needs.object);
        for program in 0..needs.programs.len() {
            needs.of_program(program, &tagged);
        }
        needs
    }

    /// The result of opening the object with libbpf.
    pub fn opened(&self) -> &open::Opened {
        &self.opened
    }

    /// The object.
    pub fn object(&self) -> &Arc<Object> {
        &self.object
    }

    /// Its instructions, with the numbers of their slots.
    pub fn code(&self) -> &Code {
        &self.code
    }

    /// Its CO-RE relocations.
    pub fn records(&self) -> &[Record] {
        &self.records
    }

    /// Its programs: the functions that have a symbol, of all executable sections but `.text`.
    pub fn programs(&self) -> &[Program] {
        &self.programs
    }

    /// Its needs: first the needs of the object as a whole, then program by program.
    pub fn needs(&self) -> &[Need] {
        &self.needs
    }

    /// Facts outside of BTF that a load by libbpf assumes: kind and name.
    pub fn assumptions(&self) -> &[(&'static str, String)] {
        &self.assumptions
    }

    /// The place of a slot's instruction: its function's name, and its index there as the verifier counts.
    pub fn place(&self, slot: u32) -> Option<(&str, u32)> {
        let (section, at) = self.code.place(slot)?;
        let f = self.object.function_at(&self.functions, section, at)?;
        Some((&f.name, (at.0 - f.start) / bpf::Insn::SIZE))
    }

    /// The source line of an instruction: file and line number. None if the line is not recorded, as in an object
    /// without `.BTF.ext`.
    pub fn source_line(&self, slot: u32) -> Option<(String, u32)> {
        let (section, btf::InsnOffset(at)) = self.code.place(slot)?;
        let lines = self.object.lines(self.object.section(section)?);
        let before = lines.partition_point(|l| l.offset <= at);
        let line = lines.get(before.checked_sub(1)?)?;
        (!line.file.is_empty()).then(|| (line.file.to_owned(), line.line))
    }

    fn add(&mut self, program: Option<usize>, kind: NeedKind, name: String, ask: Ask) -> Option<&mut Need> {
        if self.needs.len() >= MAX_NEEDS {
            return None;
        }
        self.needs.push(Need { program, kind, name, weak: false, since: None, slots: Vec::new(), ask });
        self.needs.last_mut()
    }

    /// libbpf loads a program that struct_ops maps use if it creates at least one of these maps, and else does not,
    /// whatever the program's section says (libbpf `bpf_object_adjust_struct_ops_autoload`).
    fn autoload_by_maps(&mut self) {
        let mut used: BTreeMap<&str, bool> = BTreeMap::new();
        for ops in &self.struct_ops {
            for program in &ops.programs {
                *used.entry(program).or_default() |= ops.created;
            }
        }
        for program in self.programs.iter_mut().filter(|p| p.program_type == Some("struct_ops")) {
            if let Some(&is_used) = used.get(program.name.as_str()) {
                program.autoload = is_used;
            }
        }
    }

    fn of_object(&mut self) {
        if !self.opened.opens() || self.opened.unrelocated().is_some() {
            self.add(None, NeedKind::Open, "libbpf opens the object".to_owned(), Ask::Opens);
        }
        if let Some(refused) = self.opened.load.iter().position(|l| l.program.is_none()) {
            self.add(None, NeedKind::Open, "libbpf puts the object together".to_owned(), Ask::BeforeKernel(refused));
        }
        if self.opened.load_unfinished {
            let name = "libbpf puts all programs together".to_owned();
            self.add(None, NeedKind::Open, name, Ask::Unfinished);
        }
        for map in self.object.maps() {
            if map.def.max_entries.is_none_or(|n| n == 0) && !keeps_no_entries(map.def.map_type) {
                self.assumptions.push(("max_entries", map.name.clone()));
            }
            if map.def.others.iter().any(|(name, n)| name == "pinning" && *n != 0) {
                self.assumptions.push(("pinning", map.name.clone()));
            }
            let map_type = map.def.map_type.and_then(map_type_name);
            if map_type == Some("stack_trace") && map.def.value_size.is_none_or(|n| n == 0) {
                self.assumptions.push(("value_size", map.name.clone()));
            }
            if matches!(map_type, Some("array_of_maps" | "hash_of_maps")) && map.def.values.is_none() {
                self.assumptions.push(("inner map", map.name.clone()));
            }
            let inner = match map.def.values {
                Some(InnerValues::Maps(ref inner)) => Some((**inner).clone()),
                _ => None,
            };
            for def in std::iter::once(map.def).chain(inner) {
                let Some(number) = def.map_type.filter(|&n| n != 0) else { continue };
                let name = format!("{}: {}", map.name, map_enumerator(number));
                if let Some(need) = self.add(None, NeedKind::Map, name, Ask::MapType(number)) {
                    need.since = map_since(number);
                }
                let is_set = |bit: &u32| def.flags.unwrap_or(0) >> bit & 1 != 0;
                for flag in (0..u32::BITS).filter(is_set).filter_map(map_flag_name) {
                    self.add(None, NeedKind::MapFlag, format!("{}: {flag}", map.name), Ask::MapFlag(flag));
                }
            }
        }
        self.btf_kinds();
        let mut users: BTreeMap<u32, Vec<u32>> = BTreeMap::new();
        for slot in 0..self.code.len() {
            if let Some(symbol) = self.code.extern_of(slot) {
                users.entry(symbol).or_default().push(slot);
            }
        }
        for (i, e) in self.externs.clone().into_iter().enumerate() {
            let kind = match e.kind {
                ExternKind::Function(_) => NeedKind::Kfunc,
                ExternKind::Variable(_) => NeedKind::Ksym,
                ExternKind::Address => NeedKind::Kallsyms,
                ExternKind::Config => NeedKind::Kconfig,
            };
            let slots = users.remove(&e.symbol).unwrap_or_default();
            if let Some(need) = self.add(None, kind, e.name, Ask::Extern(i)) {
                (need.weak, need.slots) = (e.weak, slots);
            }
        }
        for (i, ops) in self.struct_ops.clone().iter().enumerate().filter(|(_, ops)| ops.created) {
            let name = format!("{}: STRUCT bpf_struct_ops_{}", ops.name, ops.kernel_type);
            self.add(None, NeedKind::StructOps, name, Ask::StructOps(i, None));
            for (m, member) in ops.members.iter().enumerate() {
                let name = format!("{}: {}.{}", ops.name, ops.kernel_type, member.name);
                self.add(None, NeedKind::StructOps, name, Ask::StructOps(i, Some(m)));
            }
        }
        for tag in tags::of_values(&self.object) {
            self.tag(None, tag);
        }
        if let Some(f) = self.left_out.and_then(|i| self.functions.get(i)) {
            self.assumptions.push(("programs left out", format!("{} and those behind it: too much code", f.name)));
        }
        // Undefined symbols that are not externs: another object would define them, but the objects were not linked.
        let known: BTreeSet<u32> = self.externs.iter().map(|e| e.symbol).collect();
        for symbol in self.object.symbols() {
            let undefined = symbol.place == bpf::SymbolPlace::Undefined && !symbol.name.is_empty();
            let open = undefined && !known.contains(&symbol.index);
            if open && self.assumptions.len() < MAX_NEEDS {
                self.assumptions.push(("undefined symbol", symbol.name.clone()));
            }
        }
        if self.object.sections().iter().any(|s| s.name.starts_with(".rodata") && s.size > 0) {
            self.assumptions.push((".rodata", "as in the file".to_owned()));
        }
    }

    fn btf_kinds(&mut self) {
        let Some(btf) = self.object.btf() else { return };
        let there: BTreeSet<u8> = btf.types().map(|t| t.kind().number()).collect();
        for (kind, major, minor) in [
            (btf::Kind::Float, 5, 13),
            (btf::Kind::DeclTag, 5, 16),
            (btf::Kind::TypeTag, 5, 17),
            (btf::Kind::Enum64, 6, 0),
        ] {
            if there.contains(&kind.number())
                && let Some(need) = self.add(None, NeedKind::BtfKind, kind.as_str().to_owned(), Ask::BtfKind(kind))
            {
                need.since = Some(Version::new(major, minor));
            }
        }
    }

    fn of_program(&mut self, index: usize, tagged: &BTreeMap<TypeId, BTreeSet<Tag>>) {
        let Some(program) = self.programs.get(index).cloned() else { return };
        let at = Some(index);
        let its = |l: &open::LoadRefusal| {
            l.program.as_ref().is_some_and(|(section, name)| (section, name) == (&program.section, &program.name))
        };
        if let Some(refused) = self.opened.load.iter().position(its) {
            self.add(at, NeedKind::Open, "libbpf puts the program together".to_owned(), Ask::BeforeKernel(refused));
        }
        match program.program_type {
            None => drop(self.add(at, NeedKind::Section, program.section.clone(), Ask::Section)),
            Some(name) => {
                let since = program_since(name);
                let name = format!("BPF_PROG_TYPE_{}", name.to_ascii_uppercase());
                if let Some(need) = self.add(at, NeedKind::ProgType, name.clone(), Ask::ProgType(name)) {
                    need.since = since;
                }
            }
        }
        if !program.attach_type.is_empty() {
            let name = format!("BPF_{}", program.attach_type.to_ascii_uppercase());
            if let Some(need) = self.add(at, NeedKind::AttachType, name.clone(), Ask::AttachType(name)) {
                need.since = attach_since(program.attach_type);
            }
        }
        if let Some(name) = program.lookup.name() {
            self.add(at, NeedKind::Attach, name, Ask::Attach);
        }
        if program.lookup.has_arguments() {
            self.add(at, NeedKind::Args, "context slots read / there".to_owned(), Ask::Args);
        }
        for tag in tags::of_program(tagged, &self.functions, &program) {
            self.tag(at, tag);
        }
        if program.program_type.is_some() {
            self.add(at, NeedKind::Access, "what it reads, writes and returns".to_owned(), Ask::Access);
        }
        self.jump_tables(index, &program);
        self.of_code(index, &program);
    }

    /// Adds the need for the type of map that libbpf makes of a jump table. libbpf makes the map when it loads a
    /// program that refers to the table (`create_jt_map`), so only such programs have the need.
    fn jump_tables(&mut self, index: usize, program: &Program) {
        let tables: BTreeSet<u32> =
            self.object.sections().iter().filter(|s| s.name == ".jumptables" && s.size > 0).map(|s| s.index).collect();
        if tables.is_empty() {
            return;
        }
        let refers = |(section, relo): &(u32, bpf::Relo)| {
            let target = relo.target.as_ref().and_then(|target| target.section);
            let at = u32::try_from(relo.raw.offset).ok().filter(|_| target.is_some_and(|of| tables.contains(&of)))?;
            self.code.slot(*section, btf::InsnOffset(at))
        };
        let sections = self.object.code_sections().map(|s| (s.index, self.object.resolved_relos(s)));
        let relos = sections.flat_map(|(index, relos)| relos.into_iter().map(move |relo| (index, relo)));
        let users: BTreeSet<u32> = relos.filter_map(|relo| refers(&relo)).collect();
        let own = program.functions.iter().flat_map(|&f| self.code.slots_of(f));
        let slots: Vec<u32> = own.filter(|slot| users.contains(slot)).collect();
        if slots.is_empty() {
            return;
        }
        let name = format!(".jumptables: {}", map_enumerator(INSN_ARRAY));
        if let Some(need) = self.add(Some(index), NeedKind::Map, name, Ask::MapType(INSN_ARRAY)) {
            (need.since, need.slots) = (map_since(INSN_ARRAY), slots);
        }
    }

    fn tag(&mut self, program: Option<usize>, tag: Tag) {
        let section_kind = program.and_then(|p| self.programs.get(p)).map_or("", |p| p.section_kind);
        let since = tag.since(section_kind);
        if let Some(need) = self.add(program, NeedKind::Tag, tag.name().to_owned(), Ask::Tag(tag)) {
            need.since = since;
        }
    }

    /// Adds the needs of a program's instructions: the instructions of its own function and of all functions loaded
    /// with it.
    fn of_code(&mut self, index: usize, program: &Program) {
        let mut helpers: BTreeMap<u32, Vec<u32>> = BTreeMap::new();
        let mut levels: BTreeMap<Level, Vec<u32>> = BTreeMap::new();
        let mut kfuncs = Vec::new();
        for slot in program.functions.iter().flat_map(|&f| self.code.slots_of(f)) {
            let insn = self.code.insn(slot);
            if insn.is_call() && insn.src == 0 && self.code.extern_of(slot).is_none() {
                helpers.entry(insn.imm as u32).or_default().push(slot);
            } else if insn.is_call() && self.code.extern_of(slot).is_some() {
                kfuncs.push(slot);
            }
            if let Some(level) = Level::of(insn) {
                levels.entry(level).or_default().push(slot);
            }
        }
        let gpl = license::is_gpl(self.object.license().as_deref());
        for (number, slots) in helpers {
            let name = match helper_name(number as i32).and_then(|n| n.strip_prefix("bpf_")) {
                Some(name) if number != 0 => format!("BPF_FUNC_{name}"),
                _ => format!("#{}", number as i32),
            };
            if !gpl && license::is_restricted(number) {
                self.licence(index, &name, slots.clone(), license::HELPER);
            }
            if let Some(need) = self.add(Some(index), NeedKind::Helper, name, Ask::Helper(number)) {
                need.slots = slots;
            }
        }
        if !gpl && !kfuncs.is_empty() {
            self.licence(index, "kernel functions", kfuncs, license::KFUNC);
        }
        if let Some(words) = license::for_type(program.program_type).filter(|_| !gpl) {
            // A function that goes on past its section's end has no slots.
            let start = program.functions.first().and_then(|&f| self.code.slots_of(f).next());
            self.licence(index, "this type of program", start.into_iter().collect(), words);
        }
        self.of_records(Some(index), &program.functions);
        for (level, slots) in levels {
            let (name, since) = level.what();
            if let Some(need) = self.add(Some(index), NeedKind::Insn, name.to_owned(), Ask::Insn(level)) {
                (need.slots, need.since) = (slots, Some(since));
            }
        }
    }

    fn licence(&mut self, program: usize, what: &str, slots: Vec<u32>, words: &'static str) {
        let name = format!("a licence compatible with the GPL, for {what}");
        if let Some(need) = self.add(Some(program), NeedKind::License, name, Ask::License(words)) {
            need.slots = slots;
        }
    }

    /// Adds the relocations of subprograms that no program calls: libbpf applies them all the same.
    fn of_subprograms(&mut self) {
        let called: BTreeSet<usize> = self.programs.iter().flat_map(|program| &program.functions).copied().collect();
        let is_text = |f: &Function| self.object.section(f.section).is_some_and(|s| s.name == ".text");
        let others = self.functions.iter().enumerate().filter(|(i, f)| is_text(f) && !called.contains(i));
        let others: Vec<usize> = others.map(|(i, _)| i).collect();
        if !others.is_empty() {
            self.of_records(None, &others);
        }
    }

    /// Whether a relocation is in a function of `.text`.
    pub(crate) fn is_in_subprogram(&self, record: usize) -> bool {
        self.records.get(record).is_some_and(|r| &*r.section == ".text")
            && self.record_slots.get(record).copied().flatten().is_some_and(|slot| self.place(slot).is_some())
    }

    fn of_records(&mut self, index: Option<usize>, functions: &[usize]) {
        let Some(btf) = self.object.btf().cloned() else { return };
        let ranges: Vec<std::ops::Range<u32>> = functions.iter().map(|&f| self.code.slots_of(f)).collect();
        let mut by_name: BTreeMap<String, (Vec<usize>, Vec<u32>)> = BTreeMap::new();
        let mut order = Vec::new();
        for (i, (record, slot)) in self.records.iter().zip(&self.record_slots).enumerate() {
            let Some(slot) = slot.filter(|slot| ranges.iter().any(|r| r.contains(slot))) else { continue };
            let name = core_name(&btf, record);
            let one = by_name.entry(name.clone()).or_insert_with(|| {
                order.push(name);
                Default::default()
            });
            one.0.push(i);
            one.1.push(slot);
        }
        for name in order {
            let Some((records, slots)) = by_name.remove(&name) else { continue };
            if let Some(need) = self.add(index, NeedKind::Core, name, Ask::Core(records)) {
                need.slots = slots;
            }
        }
    }
}

/// A relocation's path as libbpf prints it, without the offset and value from the object's own layout.
fn core_name(btf: &btf::Btf, record: &Record) -> String {
    let spec = match relo::Spec::parse(btf, record) {
        Ok(spec) => spec.text(btf),
        Err(problem) => return format!("{} [{}] {problem}", record.kind_str(), record.type_id),
    };
    let kind = format!("<{}>", record.kind_str());
    let path = spec.strip_prefix(&kind).unwrap_or(&spec);
    let path = match path.split_once(" @ offset ") {
        Some((path, _)) => format!("{path})"),
        None => path.split(" = ").next().unwrap_or_default().to_owned(),
    };
    format!("{}{path}", record.kind_str())
}
