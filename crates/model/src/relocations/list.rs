//! The list of relocations.

use btf::BlobRange;
use relate::ChangeEffect;
use relo::{CoreGroup, CoreKind, ReloVerdict, Resolver, UNKNOWN_KIND};
use text::counted;
use wire::Wire;

use super::headline::{OnKernel, headline, not_applied};
use super::{Answer, Core, cannot_load};
use crate::tone::Tone;

/// A kernel, as the head of a column.
#[derive(Clone, PartialEq, Eq, Debug, Wire)]
pub struct Head {
    /// Its name.
    pub name: String,
    /// Why the program cannot load on this kernel at all: the kernel has another byte order, or not the architecture
    /// whose registers the program reads. None if it can load.
    pub cannot_load: Option<String>,
    /// How many relocations fail there.
    pub failing: u32,
    /// How many relocations have an unknown result, because a module may have their types.
    pub unknown: u32,
}

impl Head {
    /// A summary for this kernel: why the program cannot load, or how many relocations fail.
    pub fn about(&self) -> String {
        let unknown = match self.unknown {
            0 => String::new(),
            n => format!(", the result of {n} is unknown"),
        };
        match (&self.cannot_load, self.failing) {
            (Some(why), _) => why.clone(),
            (None, 0) => format!("none fails{unknown}"),
            (None, 1) => format!("1 fails{unknown}"),
            (None, n) => format!("{n} fail{unknown}"),
        }
    }
}

/// A relocation in the list.
#[derive(Clone, PartialEq, Eq, Debug, Wire)]
pub struct CoreRow {
    /// Its index among all relocations of the object.
    pub index: usize,
    /// Its kind; none for an unknown number.
    pub kind: Option<CoreKind>,
    /// The path in C from the root type: `struct task_struct.mm`.
    pub path: String,
    /// The access string.
    pub access: String,
    /// The ELF section.
    pub section: String,
    /// Its number in libbpf's log: its index among the relocations of its section.
    pub number: u32,
    /// The instruction: slots of 8 bytes from the start of the section.
    pub insn: u32,
    /// The function that has the instruction, and the slot in that function; the section, if there is no function.
    pub place: (String, u32),
    /// The fault of the record itself.
    pub error: Option<String>,
    /// The verdict on each kernel.
    pub verdicts: Vec<ReloVerdict>,
    /// The value on each kernel; 0 where there is none.
    pub values: Vec<u64>,
    /// For each kernel, whether the highest of the value's 64 bits is its sign.
    pub signed: Vec<bool>,
    /// The record's bytes in `.BTF.ext`.
    pub record: BlobRange,
}

impl CoreRow {
    /// libbpf's word for its kind (`core_relo_kind_str`).
    pub fn kind_str(&self) -> &'static str {
        self.kind.map_or(UNKNOWN_KIND, CoreKind::as_str)
    }

    /// The group of its kind: field, type or enum.
    pub fn group(&self) -> CoreGroup {
        self.kind.map_or(CoreGroup::Field, CoreKind::group)
    }

    /// Whether it asks whether something exists; then 0 is a valid answer.
    pub fn is_question(&self) -> bool {
        self.kind.is_some_and(CoreKind::is_question)
    }

    /// The path in two parts: the type, which may be cut when space is short, and the field from its dot on, which
    /// stays. A path without a field is all in the second part.
    pub fn path_halves(&self) -> (&str, &str) {
        self.path.split_at(self.path.find('.').unwrap_or(0))
    }

    /// The function and the instruction: `vfs_create · insn 12`.
    pub fn place_words(&self) -> String {
        format!("{} · insn {}", self.place.0, self.place.1)
    }

    /// The value on a kernel, by its index, in decimal; empty if there is no such kernel.
    pub fn value_text(&self, at: usize) -> String {
        match self.values.get(at) {
            Some(&value) if self.signed.get(at) == Some(&true) => (value as i64).to_string(),
            Some(value) => value.to_string(),
            None => String::new(),
        }
    }

    /// The verdicts on the kernels where the program can load.
    fn loading(&self, heads: &[Head]) -> impl Iterator<Item = ReloVerdict> {
        self.verdicts.iter().zip(heads).filter(|(_, head)| head.cannot_load.is_none()).map(|(verdict, _)| *verdict)
    }

    /// Whether it fails on a kernel where the program can load, or its record is faulty.
    pub fn fails(&self, heads: &[Head]) -> bool {
        self.error.is_some() || self.loading(heads).any(ReloVerdict::is_failing)
    }

    /// Whether it fails nowhere, but its result is unknown on some kernel, because a module may have its type. A
    /// relocation that asks whether something exists never fails.
    pub fn is_unknown(&self, heads: &[Head]) -> bool {
        !self.is_question() && !self.fails(heads) && self.loading(heads).any(|v| v == ReloVerdict::CannotTell)
    }

    /// Its text for screen readers: `byte_off struct task_struct.mm, fails`.
    pub fn label(&self, heads: &[Head]) -> String {
        let said = match (self.fails(heads), self.is_unknown(heads)) {
            (true, _) => ", fails",
            (false, true) => ", cannot tell",
            (false, false) => "",
        };
        format!("{} {}{said}", self.kind_str(), self.path)
    }

    /// The worst effect on the program on any kernel. A missing type gives size and id 0 without an error (libbpf,
    /// `bpf_core_calc_type_relo`), so it is silent.
    pub fn effect(&self, heads: &[Head]) -> ChangeEffect {
        if !self.is_question() && self.loading(heads).any(|v| v == ReloVerdict::Absent) {
            ChangeEffect::Silent
        } else if self.fails(heads) {
            ChangeEffect::Refused
        } else {
            ChangeEffect::Harmless
        }
    }

    /// Whether it fails nowhere, although it is poisoned on some kernel: its instruction is never reached there.
    pub fn is_dead(&self, heads: &[Head]) -> bool {
        self.verdicts.contains(&ReloVerdict::Unreached) && !self.fails(heads)
    }

    /// The tone of its effect.
    pub fn tone(&self, heads: &[Head]) -> Tone {
        match self.effect(heads) {
            ChangeEffect::Harmless if self.is_dead(heads) || self.is_unknown(heads) => Tone::Dim,
            effect => Tone::of_effect(effect),
        }
    }

    /// The number of kernels on which the relocation has a value: `2/4 kernels`; then on how many kernels the
    /// instruction is never reached, or else on how many the result is unknown. `wrong record` for a faulty record;
    /// empty without kernels.
    pub fn count(&self, heads: &[Head]) -> String {
        if self.error.is_some() {
            return "wrong record".to_owned();
        }
        let dead = self.loading(heads).filter(|v| *v == ReloVerdict::Unreached).count();
        let unknown = self.loading(heads).filter(|v| *v == ReloVerdict::CannotTell).count();
        let fine = self.loading(heads).filter(|v| !v.is_failing()).count() - dead - unknown;
        match (heads.len(), dead) {
            (0, _) => String::new(),
            (all, _) if dead == all => "never reached".to_owned(),
            (all, _) if unknown == all => "cannot tell".to_owned(),
            (all, 0) if unknown > 0 => format!("{fine}/{all} · {unknown} cannot tell"),
            (all, 0) if fine == all => format!("{all}/{all}"),
            (all, 0) => format!("{fine}/{all} kernels"),
            (all, n) => format!("{fine}/{all} · {n} never reached"),
        }
    }
}

/// All relocations of a program on the open kernels.
#[derive(Clone, PartialEq, Eq, Debug, Default, Wire)]
pub struct CoreList {
    /// The kernels.
    pub heads: Vec<Head>,
    /// The relocations, in file order.
    pub rows: Vec<CoreRow>,
    /// Why libbpf applies none of them on any kernel ([`not_applied`]); empty if it applies them.
    pub not_applied: String,
}

impl CoreList {
    /// The sentence of [`headline()`], or that libbpf applies none of the relocations.
    pub fn headline(&self) -> String {
        if !self.not_applied.is_empty() {
            return self.not_applied.clone();
        }
        let on = |(at, head): (usize, &'_ Head)| {
            let fails = |r: &&CoreRow| r.error.is_some() || r.verdicts.get(at).is_some_and(|v| v.is_failing());
            let failing = self.rows.iter().filter(fails).map(|r| (r.section.clone(), r.number)).collect();
            OnKernel {
                name: head.name.clone(),
                loads: head.cannot_load.is_none(),
                failing,
                unknown: head.unknown as usize,
            }
        };
        let one_section = self.rows.windows(2).all(|pair| pair[0].section == pair[1].section);
        headline(&self.heads.iter().enumerate().map(on).collect::<Vec<_>>(), one_section)
    }

    /// A summary: `31 relocations × 5 kernels · 1 fails on 2`.
    pub fn summary(&self) -> String {
        let mut text = counted(self.rows.len(), "relocation");
        if !self.not_applied.is_empty() {
            text.push_str(" · libbpf applies none");
            return text;
        }
        if self.heads.is_empty() {
            text.push_str(" · open a kernel to resolve them on it");
            return text;
        }
        text.push_str(&format!(" × {}", counted(self.heads.len(), "kernel")));
        let failing = self.rows.iter().filter(|r| r.fails(&self.heads)).count();
        let bad = self.heads.iter().filter(|h| h.failing > 0).count();
        let foreign = self.heads.iter().filter(|h| h.cannot_load.is_some()).count();
        match failing {
            0 if foreign < self.heads.len() => text.push_str(" · none fails"),
            0 => {}
            1 => text.push_str(&format!(" · 1 fails on {bad}")),
            n => text.push_str(&format!(" · {n} fail on {bad}")),
        }
        match self.rows.iter().filter(|r| r.is_unknown(&self.heads)).count() {
            0 => {}
            n => text.push_str(&format!(" · the result of {n} is unknown")),
        }
        match self.rows.iter().filter(|r| r.is_dead(&self.heads)).count() {
            0 => {}
            n => text.push_str(&format!(" · {n} never reached")),
        }
        if foreign > 0 {
            text.push_str(&format!(" · cannot load on {foreign}"));
        }
        text
    }
}

impl Core<'_> {
    /// The list. `progress` is called with the number of relocations that were resolved, and with the number of all;
    /// a relocation counts once for each kernel.
    pub fn list(&self, progress: &dyn Fn(u64, u64)) -> CoreList {
        let Some(btf) = self.btf() else { return CoreList::default() };
        let records = self.program.records();
        let total = (records.len() * self.kernels.len()) as u64;
        let mut columns: Vec<Vec<Answer>> = Vec::new();
        let mut done = 0;
        for kernel in self.kernels {
            let mut resolver = Resolver::new(btf, kernel.target(), relo::Options::default());
            let mut column = Vec::new();
            for record in records {
                if done % 256 == 0 {
                    progress(done, total);
                }
                done += 1;
                column.push(self.answer(&mut resolver, kernel, record));
            }
            if column.iter().any(Answer::may_fail) {
                let reaching = self.reaching(kernel);
                column.iter_mut().zip(&reaching).for_each(|(answer, reaching)| answer.reach(reaching.as_ref()));
            }
            columns.push(column);
        }
        let head = |(kernel, column): (&super::NamedKernel<'_>, &Vec<Answer>)| {
            let order = || cannot_load(self.program.object().endian(), kernel.target().endian());
            let failing = || column.iter().filter(|a| a.verdict.is_failing());
            let register = || failing().find_map(|a| needs::other_register(btf, kernel.on, &a.outcome));
            let cannot_load = (!self.loads(kernel)).then(order).or_else(register);
            let loads = cannot_load.is_none();
            Head {
                name: kernel.name.to_owned(),
                cannot_load,
                failing: if loads { failing().count() as u32 } else { 0 },
                unknown: if loads { column.iter().filter(|a| a.is_unknown()).count() as u32 } else { 0 },
            }
        };
        let heads = self.kernels.iter().zip(&columns).map(head).collect();
        let row = |(index, record): (usize, &relo::Record)| {
            let spec = relo::Spec::parse(btf, record);
            let root = dump::type_name(btf, record.type_id);
            let path = spec.as_ref().map(|s| s.path(btf)).unwrap_or_default();
            let on = |column: &Vec<Answer>| column.get(index).map_or(ReloVerdict::Refused, |a| a.verdict);
            let value = |column: &Vec<Answer>| column.get(index).map_or(0, |a| a.outcome.values.new);
            let signed = |(kernel, column): (&super::NamedKernel<'_>, &Vec<Answer>)| {
                column.get(index).is_some_and(|a| a.is_signed(kernel))
            };
            CoreRow {
                index,
                kind: record.relo_kind(),
                path: format!("{root}{path}"),
                access: record.access_str(btf).to_owned(),
                section: record.section.to_string(),
                number: record.index,
                insn: record.insn_offset.0 / 8,
                place: self.place(record),
                error: spec.err().map(|problem| problem.to_string()),
                verdicts: columns.iter().map(on).collect(),
                values: columns.iter().map(value).collect(),
                signed: self.kernels.iter().zip(&columns).map(signed).collect(),
                record: record.range,
            }
        };
        let not_applied = not_applied(&open::open(self.program.object().bytes(), "object")).unwrap_or_default();
        CoreList { heads, rows: records.iter().enumerate().map(row).collect(), not_applied }
    }
}
