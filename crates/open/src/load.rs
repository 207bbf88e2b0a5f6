//! The checks that libbpf itself makes at load, as far as the object decides them (`bpf_object_load`,
//! `bpf_object__relocate`).

use std::cell::Cell;
use std::collections::{BTreeMap, HashSet};

use crate::callbacks::Callbacks;
use crate::errno::Errno;
use crate::externs::From;
use crate::programs::{Program, Relo, SLOT};
use crate::rule::{self, Rule};
use crate::state::{Refusal, State};

/// The opcode and source register of a call of a function of the object.
const CALL: (u8, u8) = (0x85, 1);
/// The opcode and source register of the load of a function's address.
const ADDRESS: (u8, u8) = (0x18, 4);
/// Variables of `.kconfig` whose values come from libbpf itself.
const VIRTUAL: [&str; 3] = ["LINUX_KERNEL_VERSION", "LINUX_HAS_BPF_COOKIE", "LINUX_HAS_SYSCALL_WRAPPER"];

/// The most steps of all checks of programs: slots and relocations that are read, and bytes of names in messages. Each
/// program reads the code of all functions that it calls. So a hostile file, in which many programs overlap or call the
/// same functions, could need the square of its size. Programs after the last step are not checked. Objects of real
/// projects, with hundreds of programs, need some millions of steps.
const MAX_STEPS: u64 = 1 << 26;

/// Why libbpf does not load an opened object.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LoadRefusal {
    /// The program: its section, as the file names it, and its name. None if the refusal is about the whole object.
    pub program: Option<(String, String)>,
    /// The rule, the errno and the message.
    pub refusal: Refusal,
}

impl LoadRefusal {
    /// True if libbpf finds the fault only when it loads this program, after it has called the kernel for maps and
    /// earlier programs. libbpf finds all other faults before it calls the kernel.
    pub fn is_at_its_turn(&self) -> bool {
        self.refusal.rule == rule::L_UNREFERENCED
    }
}

/// The instruction slots that records of `.BTF.ext` describe, ascending, by section index.
type Infos = BTreeMap<u32, Vec<u64>>;

/// What the checks of all programs share.
pub(crate) struct Checks<'a> {
    /// The slots with records of func_info and of line_info.
    infos: [Infos; 2],
    pub(crate) callbacks: Callbacks<'a>,
    left: Cell<u64>,
    /// Whether the steps did not suffice.
    unfinished: Cell<bool>,
}

impl Checks<'_> {
    /// Counts steps. False, from then on, if they are more than are left.
    pub(crate) fn step(&self, count: u64) -> bool {
        let left = self.left.get().checked_sub(count);
        self.left.set(left.unwrap_or(0));
        self.unfinished.set(self.unfinished.get() || left.is_none());
        left.is_some()
    }
}

impl<'a> State<'a> {
    /// All refusals, in libbpf's order; for each program only the first. Also whether [`MAX_STEPS`] ended the checks
    /// before the last program.
    pub(crate) fn load_refusals(&self) -> (Vec<LoadRefusal>, bool) {
        let mut all: Vec<LoadRefusal> = self.virtual_externs().chain(self.core_records()).collect();
        let checks = Checks {
            infos: self.infos(),
            callbacks: Callbacks::new(self),
            left: Cell::new(MAX_STEPS),
            unfinished: Cell::new(false),
        };
        for program in self.programs.iter().filter(|p| p.section != self.text) {
            let names = program.section_name.bytes().len() + program.name.bytes().len();
            if !checks.step(names as u64) {
                break;
            }
            let refusal = self.relocate(program, &checks).err().or_else(|| self.unreferenced(program));
            if let Some(refusal) = refusal {
                let section = format!("{}{}", if program.autoload { "" } else { "?" }, program.section_name);
                all.push(LoadRefusal { program: Some((section, program.name.to_string())), refusal });
            }
        }
        (all, checks.unfinished.get())
    }

    /// Checks calls of functions, the callback of exceptions, then jump tables.
    fn relocate(&self, program: &Program<'a>, checks: &Checks<'a>) -> Result<(), Refusal> {
        let mut seen = HashSet::new();
        let mut functions = vec![program];
        self.code(program, program, checks, &mut seen, &mut functions)?;
        if let Some(callback) = self.exception_callback(program, &checks.callbacks).map_err(|refusal| *refusal)?
            && seen.insert((callback.section, callback.first))
        {
            functions.push(callback);
            self.code(program, callback, checks, &mut seen, &mut functions)?;
        }
        self.jump_table(&functions, checks).map_or(Ok(()), Err)
    }

    pub(crate) fn no(&self, rule: &'static Rule, errno: Errno, program: Option<&Program<'_>>, line: String) -> Refusal {
        let range = program.map(|p| self.range_of(p.section)).unwrap_or_default();
        Refusal { rule, errno, line: Some(line), about: String::new(), range }
    }

    fn virtual_externs(&self) -> impl Iterator<Item = LoadRefusal> {
        let unknown = self.externs.iter().filter(|e| {
            let known = e.name.starts("CONFIG_") || VIRTUAL.iter().any(|v| e.name.is(v));
            e.from == From::Kconfig && !known && !(e.weak && e.name.starts("LINUX_"))
        });
        unknown.map(|e| {
            let line = format!("extern (kcfg) '{}': unrecognized virtual extern", e.name);
            let refusal =
                Refusal { range: self.symbol_range(e.symbol), ..self.no(rule::L_VIRTUAL, Errno::EINVAL, None, line) };
            LoadRefusal { program: None, refusal }
        })
    }

    /// The slots with records of func_info and line_info.
    fn infos(&self) -> [Infos; 2] {
        let sections = self.sections_by_name();
        let list = |kind: usize| {
            let mut infos = Infos::new();
            let (Some(ext), Some(btf)) = (&self.ext, &self.btf) else { return infos };
            for records in ext.lists.get(kind).into_iter().flatten() {
                let name = btf.string(records.name);
                if let Some(section) = sections.get(name).filter(|_| !name.is_empty()) {
                    let slots = records.offsets.iter().map(|&o| u64::from(o) / SLOT);
                    infos.entry(section).or_default().extend(slots);
                }
            }
            infos.values_mut().for_each(|slots| slots.sort_unstable());
            infos
        };
        [list(0), list(1)]
    }

    /// Follows calls of functions (`bpf_object__reloc_code`) from `start`: the program `main` itself or its exception
    /// callback. Adds the called functions to `functions`.
    fn code<'s>(
        &'s self,
        main: &Program<'a>,
        start: &'s Program<'a>,
        checks: &Checks<'a>,
        seen: &mut HashSet<(u32, u64)>,
        functions: &mut Vec<&'s Program<'a>>,
    ) -> Result<(), Refusal> {
        let has = |p: &Program<'_>, infos: &Infos| {
            infos
                .get(&p.section)
                .is_some_and(|slots| slots.get(slots.partition_point(|&s| s < p.first)).is_some_and(|&s| p.holds(s)))
        };
        let infos = &checks.infos;
        let main_has = infos.each_ref().map(|i| has(main, i));
        let lacks = |called: &Program<'_>| {
            let of = ["function", "line"].into_iter().zip(infos).zip(main_has);
            let mut lacking = of.filter(|((_, infos), main_has)| *main_has && !has(called, infos));
            lacking.next().map(|((what, _), _)| {
                let line = format!("prog '{}': missing .BTF.ext {what} info.", called.name);
                self.no(rule::L_INFO, Errno::ENOENT, Some(called), line)
            })
        };
        if !std::ptr::eq(main, start)
            && let Some(refusal) = lacks(start)
        {
            return Err(refusal);
        }
        // A called function is followed before the rest of the caller.
        let mut open: Vec<(&Program<'a>, u64)> = vec![(start, 0)];
        while let Some((program, slot)) = open.pop() {
            if !checks.step(1) {
                break;
            }
            let Some(insn) = program.insn(slot) else { continue };
            open.push((program, slot + 1));
            let is_call = (insn.code, insn.src, insn.dst, insn.off) == (CALL.0, CALL.1, 0, 0);
            if !is_call && (insn.code, insn.src) != ADDRESS {
                continue;
            }
            let at = program.relos.partition_point(|(s, _)| *s < slot);
            let relo = program.relos.get(at).filter(|(s, _)| *s == slot).map(|(_, relo)| *relo);
            let say = |rule, line: String| {
                Err(self.no(rule, Errno::RELOC, Some(program), format!("prog '{}': {line}", program.name)))
            };
            let imm = i64::from(insn.imm);
            let target = match relo {
                Some(Relo::ExternCall) => continue,
                Some(Relo::Call(value)) => (value / SLOT) as i64 + imm + 1,
                Some(Relo::Address(value)) => (value as i64).wrapping_add(imm) / SLOT as i64,
                Some(other) => {
                    return say(
                        rule::L_CALL_RELO,
                        format!("unexpected relo for insn #{slot}, type {}", other.number()),
                    );
                }
                None if !is_call => {
                    return say(rule::L_ADDRESS_RELO, format!("missing subprog addr relo for insn #{slot}"));
                }
                None => (program.first + slot) as i64 + imm + 1,
            };
            let called = u64::try_from(target).ok().and_then(|slot| self.program_at(self.text, slot));
            let Some(called) = called.and_then(|i| self.programs.get(i)) else {
                return say(rule::L_NO_FUNCTION, "no .text section found yet sub-program call exists".to_owned());
            };
            if !seen.insert((called.section, called.first)) {
                continue;
            }
            if let Some(refusal) = lacks(called) {
                return Err(refusal);
            }
            functions.push(called);
            open.push((called, 0));
        }
        Ok(())
    }

    /// The refusal of a struct_ops program that no struct_ops variable refers to.
    fn unreferenced(&self, program: &Program<'a>) -> Option<Refusal> {
        let section = program.section_name.to_string();
        let is_struct_ops = bpf::program_type(&section).is_some_and(|t| t.name == "struct_ops");
        if !is_struct_ops || program.in_struct_ops {
            return None;
        }
        let line = format!(
            "prog '{}': SEC(\"struct_ops\") program isn't referenced anywhere, did you forget to use it?",
            program.name
        );
        Some(self.no(rule::L_UNREFERENCED, Errno::EINVAL, Some(program), line))
    }
}
