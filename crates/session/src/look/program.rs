//! What a person looks at in a program.

use std::rc::Rc;

use model::program::{FunctionModel, FunctionRow, InsnRow, Overview, Row};

/// What is picked.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Picked {
    /// A function, by its place, and an instruction of it, by its slot.
    Function(usize, Option<u32>),
    /// Maps and globals, and one of them by name.
    Data(Option<String>),
    /// Who calls what and uses which maps, as a graph.
    Calls,
}

/// What is looked at in a program.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct ProgramLook {
    /// Programs are shown, not types.
    pub shown: bool,
    /// The lists, once the desk made them.
    pub overview: Option<Rc<Overview>>,
    /// Why there are none.
    pub problem: Option<String>,
    /// What is picked.
    pub picked: Option<Picked>,
    /// The function that was read last.
    pub function: Option<Rc<FunctionModel>>,
    /// What a link picks, until the lists are there.
    pub wanted: Option<String>,
    /// The loader's view is shown, not the code.
    pub as_loaded: bool,
    /// Words that all must be in a function's name, section, kind or source file to be listed; capitals do not count.
    pub filter: String,
}

impl ProgramLook {
    /// The function that is picked.
    pub fn row(&self) -> Option<&FunctionRow> {
        match self.picked.as_ref()? {
            Picked::Function(index, _) => self.overview.as_ref()?.functions.get(*index),
            _ => None,
        }
    }

    /// The functions that are listed, by their places.
    pub fn listed(&self) -> Vec<usize> {
        let words: Vec<String> = self.filter.split_whitespace().map(str::to_ascii_lowercase).collect();
        let rows = self.overview.as_ref().map(|o| o.functions.as_slice()).unwrap_or_default();
        let fits = |row: &&FunctionRow| {
            let source = row.source.as_deref().unwrap_or_default();
            let text = format!("{} {} {} {source}", row.name, row.section, row.kind).to_ascii_lowercase();
            words.iter().all(|word| text.contains(word.as_str()))
        };
        rows.iter().filter(fits).map(|row| row.index).collect()
    }

    /// The function that is picked, to read, once it is there.
    pub fn model(&self) -> Option<&Rc<FunctionModel>> {
        match self.picked.as_ref()? {
            Picked::Function(index, _) => self.function.as_ref().filter(|f| f.index == *index),
            _ => None,
        }
    }

    /// The instruction that is picked: the first until another is.
    pub fn insn(&self) -> Option<&InsnRow> {
        match self.picked.as_ref()? {
            Picked::Function(_, slot) => self.model()?.listing.insn(slot.unwrap_or(0)),
            _ => None,
        }
    }

    /// The row of the listing that is picked.
    pub fn active(&self) -> Option<usize> {
        let slot = self.insn()?.slot;
        self.model()?.listing.row_of(slot)
    }

    /// The instruction so many rows from the picked one.
    pub fn step(&self, delta: i64) -> Option<u32> {
        let model = self.model()?;
        let slots: Vec<u32> = model
            .listing
            .rows
            .iter()
            .filter_map(|row| match row {
                Row::Insn(insn) => Some(insn.slot),
                Row::Source(_) => None,
            })
            .collect();
        let at = self.insn().and_then(|insn| slots.iter().position(|&s| s == insn.slot));
        let last = slots.len().checked_sub(1)? as i64;
        let to = at.map_or(0, |at| (at as i64).saturating_add(delta).clamp(0, last));
        slots.get(to as usize).copied()
    }

    /// What is picked, as an address tells it: `fentry/vfs_read:on_read@12`, `.maps:events`.
    pub fn key(&self) -> String {
        let named = |row: &FunctionRow| format!("{}:{}", row.section, row.name);
        match (&self.picked, self.row()) {
            (Some(Picked::Calls), _) => ".calls:".to_owned(),
            (Some(Picked::Data(name)), _) => format!(".maps:{}", name.as_deref().unwrap_or_default()),
            (Some(Picked::Function(_, Some(slot))), Some(row)) => format!("{}@{slot}", named(row)),
            (Some(Picked::Function(..)), Some(row)) => named(row),
            _ => self.wanted.clone().unwrap_or_else(|| ":".to_owned()),
        }
    }

    /// What an address picks, of what is there; without one, the first program.
    pub fn find(&self, key: &str) -> Option<Picked> {
        let overview = self.overview.as_ref()?;
        if key == ".calls:" {
            return Some(Picked::Calls);
        }
        if let Some(name) = key.strip_prefix(".maps:") {
            return Some(Picked::Data(Some(name.to_owned()).filter(|n| !n.is_empty())));
        }
        let (named, slot) = match key.rsplit_once('@') {
            Some((named, slot)) if slot.bytes().all(|b| b.is_ascii_digit()) => (named, slot.parse().ok()),
            _ => (key, None),
        };
        let (section, name) = named.rsplit_once(':').unwrap_or_default();
        let rows = &overview.functions;
        let exact = rows.iter().find(|r| r.section == section && r.name == name);
        if let Some(row) = exact {
            return Some(Picked::Function(row.index, slot));
        }
        let first = rows.iter().find(|r| r.is_program).or_else(|| rows.first())?;
        Some(Picked::Function(first.index, None))
    }
}
