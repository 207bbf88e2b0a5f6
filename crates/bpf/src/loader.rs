//! The loader's view: a program's functions and lines as libbpf passes them to the kernel (`bpf_object__reloc_code`,
//! `adjust_prog_btf_ext_info`), and whether the kernel accepts them (`check_btf_func`, `check_btf_line` of the
//! verifier).

use std::collections::{BTreeMap, BTreeSet};

use btf::{BlobRange, InsnOffset, Kind, TypeId};
use text::counted;

use crate::elf::Section;
use crate::function::{Function, index_at};
use crate::insn::Insn;
use crate::object::Object;
use crate::relo::{Relo, ReloKind};

/// The most slots that the kernel accepts in a program (`BPF_COMPLEXITY_LIMIT_INSNS`).
const MAX_SLOTS: u32 = 1_000_000;

/// A function in a loaded program.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct LoadedFunction {
    /// Its index in the list that was given to [`Object::load`].
    pub function: usize,
    /// Where it starts in the loaded program, in slots.
    pub at: u32,
    /// How many slots it has.
    pub slots: u32,
}

/// A func_info or line_info record, with its offsets in the file and in the loaded program.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct LoadedInfo {
    /// Its offset in the file: bytes from the section's start.
    pub in_file: u32,
    /// Its offset as passed to the kernel: slots from the program's start.
    pub passed: u32,
    /// Its function's index in [`ProgramLoad::functions`].
    pub part: usize,
    /// The type id of a func_info record; none for line_info.
    pub type_id: Option<TypeId>,
    /// The known words of the record in `.BTF.ext`.
    pub record: BlobRange,
}

/// A requirement of the kernel.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Demand {
    /// The requirement, as a sentence without its full stop.
    pub what: &'static str,
    /// Why the requirement is not met, as a sentence without its full stop; none if it is met.
    pub broken: Option<String>,
}

/// A loaded program: its main function, followed by the functions that it calls, directly or through others. A function
/// whose address is taken counts as called.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct ProgramLoad {
    /// The functions, in libbpf's order.
    pub functions: Vec<LoadedFunction>,
    /// `func_info` of `BPF_PROG_LOAD`.
    pub func_infos: Vec<LoadedInfo>,
    /// `line_info` of `BPF_PROG_LOAD`.
    pub line_infos: Vec<LoadedInfo>,
    /// The kernel's requirements for func_info and line_info.
    pub demands: Vec<Demand>,
}

impl ProgramLoad {
    /// How many slots the program has.
    pub fn slots(&self) -> u32 {
        self.functions.last().map_or(0, |f| f.at.saturating_add(f.slots))
    }
}

impl Object {
    /// How libbpf loads a program: `program` is an index into `all`, which [`Object::functions`] gives.
    pub fn load(&self, all: &[Function], program: usize) -> ProgramLoad {
        let mut load = ProgramLoad::default();
        let mut places: BTreeSet<usize> = BTreeSet::new();
        self.append(all, program, &mut load, &mut places);
        self.add_infos(all, &mut load);
        load.demands = self.demands(all, &load);
        load
    }

    /// Appends a function and, depth first, the functions that it calls and that are not appended yet. A function is
    /// left out if it has no slots, or if the program would have more than [`MAX_SLOTS`] with it.
    fn append(&self, all: &[Function], first: usize, load: &mut ProgramLoad, places: &mut BTreeSet<usize>) {
        // The stack has a list for each caller: its callees that are left to append. When a callee is appended, its own
        // callees come first, and then the rest of the list.
        let mut stack: Vec<std::vec::IntoIter<usize>> = vec![vec![first].into_iter()];
        while let Some(callees) = stack.last_mut() {
            let Some(next) = callees.next() else {
                stack.pop();
                continue;
            };
            let Some(f) = all.get(next).filter(|_| !places.contains(&next)) else { continue };
            if load.slots().saturating_add(f.slots()) > MAX_SLOTS || f.slots() == 0 {
                continue;
            }
            places.insert(next);
            load.functions.push(LoadedFunction { function: next, at: load.slots(), slots: f.slots() });
            stack.push(self.callees(all, f).into_iter());
        }
    }

    /// The functions that a function calls or takes the address of, in the order of its instructions.
    fn callees(&self, all: &[Function], f: &Function) -> Vec<usize> {
        let Some(section) = self.section(f.section) else { return Vec::new() };
        let relos: BTreeMap<u64, Relo> =
            self.relos_in(section, f.start.into(), f.end().into()).map(|r| (r.offset, self.relo(section, r))).collect();
        let mut callees = Vec::new();
        for (i, insn) in self.insns_in(section, f.start, f.slots()).enumerate() {
            let at = u64::from(f.start) + i as u64 * u64::from(Insn::SIZE);
            let target = match relos.get(&at) {
                Some(relo) if matches!(relo.kind, ReloKind::Call | ReloKind::LdImm64) => {
                    relo.target.and_then(|t| Some((t.section?, t.offset)))
                }
                Some(_) => None,
                None if insn.is_call() && insn.src == 1 => {
                    let to = at as i64 + (i64::from(insn.imm) + 1) * i64::from(Insn::SIZE);
                    u64::try_from(to).ok().map(|to| (f.section, to))
                }
                None => None,
            };
            let Some((section, offset)) = target else { continue };
            let Ok(offset) = u32::try_from(offset) else { continue };
            if let Some(i) = index_at(all, section, offset) {
                callees.push(i);
            }
        }
        callees
    }

    /// Adds func_info and line_info of each loaded function, with the offsets that libbpf computes.
    fn add_infos(&self, all: &[Function], load: &mut ProgramLoad) {
        let (Some(btf), Some(ext)) = (self.btf(), self.ext()) else { return };
        let mut by_section: BTreeMap<&str, Vec<usize>> = BTreeMap::new();
        for (part, loaded) in load.functions.iter().enumerate() {
            let name = all.get(loaded.function).and_then(|f| self.section(f.section)).map(|s| s.name.as_str());
            by_section.entry(name.unwrap_or_default()).or_default().push(part);
        }
        for parts in by_section.values_mut() {
            parts.sort_by_key(|&part| load.functions.get(part).and_then(|l| all.get(l.function)).map(|f| f.start));
        }
        let place = |section: Option<&str>, at: u32| {
            let parts = by_section.get(section?)?;
            let start = |part: usize| load.functions.get(part).and_then(|l| Some((l, all.get(l.function)?)));
            let before = parts.partition_point(|&part| start(part).is_some_and(|(_, f)| f.start <= at));
            let part = *parts.get(before.checked_sub(1)?)?;
            let (loaded, f) = start(part)?;
            (at < f.end()).then(|| (part, loaded.at + (at - f.start) / Insn::SIZE))
        };
        let info = |section, at: InsnOffset, type_id, record| {
            let (part, passed) = place(section, at.0)?;
            Some(LoadedInfo { in_file: at.0, passed, part, type_id, record })
        };
        let funcs = ext.func_infos();
        let funcs = funcs.filter_map(|(b, i)| info(btf.string(b.name_offset), i.insn_offset, Some(i.type_id), i.range));
        let mut funcs: Vec<LoadedInfo> = funcs.collect();
        let lines = ext.line_infos();
        let lines = lines.filter_map(|(b, i)| info(btf.string(b.name_offset), i.insn_offset, None, i.range));
        let mut lines: Vec<LoadedInfo> = lines.collect();
        // Sorted by function; the records of one function keep the order of the file.
        funcs.sort_by_key(|i| i.part);
        lines.sort_by_key(|i| i.part);
        load.func_infos = funcs;
        load.line_infos = lines;
    }

    fn demands(&self, all: &[Function], load: &ProgramLoad) -> Vec<Demand> {
        let mut demands = Vec::new();
        let mut add = |what, broken: Option<String>| demands.push(Demand { what, broken });
        let infos = &load.func_infos;
        if infos.is_empty() {
            add("There is func_info", Some("none, so the kernel knows no names of functions".to_owned()));
        } else {
            add("func_info starts at instruction 0", first_at_0(infos));
            add("func_info offsets strictly rise", rising(infos));
            let starts: BTreeSet<u32> = infos.iter().map(|i| i.passed).collect();
            let wrong = load.functions.iter().find(|f| !starts.contains(&f.at));
            let wrong = match wrong {
                Some(f) => Some(format!("{} at instruction {} has no record", name_of(all, f), f.at)),
                None => (infos.len() != load.functions.len()).then(|| {
                    format!("{} for {}", counted(infos.len(), "record"), counted(load.functions.len(), "function"))
                }),
            };
            add("func_info has one record for each function", wrong);
            add("func_info names FUNCs", self.no_func(infos));
        }
        let lines = &load.line_infos;
        if lines.is_empty() {
            add("There is line_info", Some("none, so the kernel's log shows no source".to_owned()));
        } else {
            add("line_info offsets strictly rise", rising(lines));
            let starts: BTreeSet<u32> = lines.iter().map(|l| l.passed).collect();
            let missing = load.functions.iter().find(|f| !starts.contains(&f.at));
            let missing = missing.map(|f| format!("{} at instruction {} has no line", name_of(all, f), f.at));
            add("Each function starts with a line", missing);
            add("Lines start at instructions", self.inside(all, load));
        }
        demands
    }

    fn no_func(&self, infos: &[LoadedInfo]) -> Option<String> {
        let btf = self.btf()?;
        let id = infos.iter().filter_map(|i| i.type_id).find(|&id| btf.kind(id) != Some(Kind::Func))?;
        Some(format!("func_info refers to [{id}], which is not a FUNC"))
    }

    /// The fault of a line that starts at the second slot of an LDIMM64, if any. As in the kernel, a slot with opcode 0
    /// counts as a second slot.
    fn inside(&self, all: &[Function], load: &ProgramLoad) -> Option<String> {
        let section = |i: &LoadedInfo| -> Option<&Section> {
            self.section(all.get(load.functions.get(i.part)?.function)?.section)
        };
        let wrong = load.line_infos.iter().find(|i| {
            section(i).and_then(|s| self.insn(s, InsnOffset(i.in_file))).is_some_and(|insn| insn.code == 0)
        })?;
        Some(format!("the line at instruction {} starts within an instruction of two slots", wrong.passed))
    }
}

fn name_of<'a>(all: &'a [Function], f: &LoadedFunction) -> &'a str {
    all.get(f.function).map_or("?", |f| f.name.as_str())
}

fn first_at_0(infos: &[LoadedInfo]) -> Option<String> {
    let first = infos.first().filter(|i| i.passed != 0)?;
    Some(format!("the first record is for instruction {}", first.passed))
}

fn rising(infos: &[LoadedInfo]) -> Option<String> {
    let (first, second) = infos.iter().zip(infos.iter().skip(1)).find(|(a, b)| a.passed >= b.passed)?;
    Some(format!("instruction {} follows {}", second.passed, first.passed))
}
