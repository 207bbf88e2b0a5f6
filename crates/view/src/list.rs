//! The list of types: what was searched, what was found, where the list stands.

use btf::{Btf, Kind, TypeId};

use crate::file::OpenFile;

/// A move in the list.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Step {
    /// By rows.
    By(i64),
    /// To the first row.
    First,
    /// To the last row.
    Last,
}

/// A kind's chip.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Chip {
    /// What [`List::choose_chip`] takes; none for all.
    pub key: Option<&'static str>,
    /// What it is called.
    pub label: &'static str,
    /// How many of what was found are of it.
    pub count: usize,
    /// It is chosen.
    pub on: bool,
}

/// The target of a go-to.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Target {
    pub letter: &'static str,
    pub class: &'static str,
    pub label: String,
    pub detail: String,
    pub id: TypeId,
    pub path: Vec<u32>,
}

/// The list.
#[derive(Debug, Default)]
pub struct List {
    text: String,
    chip: Option<&'static str>,
    derived: bool,
    own: bool,
    ids: Vec<TypeId>,
    active: Option<usize>,
    revision: u64,
}

impl List {
    pub fn text(&self) -> &str {
        &self.text
    }
    pub fn count(&self) -> usize {
        self.ids.len()
    }
    pub fn id_at(&self, i: usize) -> Option<TypeId> {
        self.ids.get(i).copied()
    }
    pub fn active(&self) -> Option<usize> {
        self.active
    }
    pub fn derived(&self) -> bool {
        self.derived
    }
    pub fn own_only(&self) -> bool {
        self.own
    }
    pub fn revision(&self) -> u64 {
        self.revision
    }
    pub fn problem(&self) -> Option<String> {
        None
    }
    pub fn name_of(&self, btf: &Btf, id: TypeId) -> String {
        dump::type_name(btf, id)
    }
    pub fn chips(&self) -> Vec<Chip> {
        vec![Chip { key: None, label: "all", count: self.ids.len(), on: true }]
    }
    pub fn show(&mut self, btf: &Btf) {
        let order = |k: Kind| match k {
            Kind::Struct => 0,
            Kind::Union => 1,
            Kind::Enum | Kind::Enum64 => 2,
            Kind::Typedef => 3,
            _ => 4,
        };
        self.ids = btf
            .all_types()
            .filter(|t| self.derived || !t.is_anonymous())
            .filter(|t| t.name().contains(&self.text))
            .map(|t| t.id())
            .collect();
        self.ids.sort_by_key(|&id| btf.get(id).map(|t| order(t.kind())));
        self.active = None;
        self.revision += 1;
    }
    pub fn search(&mut self, btf: &Btf, text: &str) {
        self.text = text.into();
        self.show(btf);
    }
    pub fn choose_chip(&mut self, btf: &Btf, chip: Option<&'static str>) {
        self.chip = chip;
        self.show(btf);
    }
    pub fn show_derived(&mut self, btf: &Btf, on: bool) {
        self.derived = on;
        self.show(btf);
    }
    pub fn show_own(&mut self, btf: &Btf, on: bool) {
        self.own = on;
        self.show(btf);
    }
    pub fn step(&mut self, step: Step) -> Option<TypeId> {
        let last = self.ids.len().checked_sub(1)?;
        let at = match (step, self.active) {
            (Step::First, _) => 0,
            (Step::Last, _) => last,
            (Step::By(_), None) => 0,
            (Step::By(n), Some(i)) => (i as i64 + n).clamp(0, last as i64) as usize,
        };
        self.choose(at)
    }
    pub fn choose(&mut self, i: usize) -> Option<TypeId> {
        let id = self.id_at(i)?;
        self.active = Some(i);
        Some(id)
    }
    pub fn show_active(&mut self, id: TypeId) {
        if self.active.and_then(|i| self.id_at(i)) != Some(id) {
            self.active = self.ids.iter().position(|&x| x == id);
        }
    }
    pub fn goto(&self, file: &OpenFile, text: &str, limit: usize) -> Vec<Target> {
        file.names()
            .find(&file.btf, text)
            .take(limit)
            .map(|t| Target {
                letter: "S",
                class: "struct",
                label: t.name().into(),
                detail: String::new(),
                id: t.id(),
                path: vec![],
            })
            .collect()
    }
}

pub struct KindInfo {
    pub letter: &'static str,
    pub class: &'static str,
}
pub fn kind_info(k: Kind) -> KindInfo {
    KindInfo { letter: &k.as_str()[..1], class: crate::words::kind_class(k) }
}
