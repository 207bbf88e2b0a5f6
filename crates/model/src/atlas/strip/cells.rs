//! Sorts the kernels of a history by kind and series into cells, and puts the content of a cell into words.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

use btf::Kind;
use btf::Kind::*;
use release::{Place, Series, Version};
use text::counted;

use super::lanes::Lane;
use super::{History, KernelKind, Shape, StripForm, StripTone};

/// A cell with more texts than this writes only the first and the last one.
const MOST_TEXTS: usize = 3;

/// A column of the axis: a series. Kernels whose version is unknown have a column of their own, which comes last.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Known(Option<Series>);

impl fmt::Display for Known {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            Some(series) => series.fmt(f),
            None => f.write_str("no version"),
        }
    }
}

impl Place for Known {
    fn stands_alone(&self) -> bool {
        self.0.is_none()
    }
}

/// The kernels of a history by kind and series.
pub(super) struct Grid<'h> {
    history: &'h History,
    /// All series, the oldest first.
    pub series: Vec<Known>,
    /// For each kernel, its series.
    of: Vec<Known>,
    /// For each kernel, the shape that stands for it in the strip; none if the kernel does not have the type or field.
    shapes: Vec<Option<u32>>,
    /// For each kernel, the kernels from which a step leads to it.
    before: Vec<Vec<u32>>,
    /// The kernels of each kind: for each series a list of indices into [`History::kernels`], the oldest kernel first.
    /// The kinds have no distribution unless the history has several.
    pub kinds: BTreeMap<KernelKind, Vec<Vec<u32>>>,
    usual: Option<u32>,
}

/// The content of a cell: the shapes of its kernels in the order of their versions. Successive kernels of the same
/// shape have one entry. The entry of kernels without the type or field is none.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Drawn(Vec<Option<u32>>);

impl Drawn {
    /// Whether the cell has no kernel.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Whether all kernels of the cell have the same shape.
    pub fn is_one(&self) -> bool {
        self.0.len() == 1
    }
}

/// One or more neighbouring series.
pub(super) struct Column {
    first: Known,
    last: Known,
    range: std::ops::Range<usize>,
}

impl Column {
    /// The series of the column: `6.12`, `7.1–7.3`.
    pub fn title(&self) -> String {
        if self.range.len() == 1 { self.first.to_string() } else { format!("{}–{}", self.first, self.last) }
    }

    /// The kernels of a lane in this column.
    pub fn of(&self, lane: &Lane) -> Vec<u32> {
        lane.cells.get(self.range.clone()).unwrap_or_default().concat()
    }
}

impl<'h> Grid<'h> {
    /// Sorts the kernels of a history into kinds and series.
    pub fn new(history: &'h History) -> Grid<'h> {
        let known: Vec<Known> =
            history.versions.iter().map(|text| Known(Version::parse(text).map(Version::series))).collect();
        let known = |version: u32| known.get(version as usize).copied().unwrap_or(Known(None));
        let of: Vec<Known> = history.kernels.iter().map(|kernel| known(kernel.version)).collect();
        let named: BTreeSet<Series> = of.iter().filter_map(|known| known.0).collect();
        // For each series, its column.
        let columns: BTreeMap<Series, usize> = named.into_iter().zip(0..).collect();
        let mut series: Vec<Known> = columns.keys().map(|series| Known(Some(*series))).collect();
        if of.contains(&Known(None)) {
            series.push(Known(None));
        }
        let mut cells: Vec<Vec<Vec<u32>>> = vec![vec![Vec::new(); series.len()]; history.kinds.len()];
        for ((index, kernel), known) in (0u32..).zip(&history.kernels).zip(&of) {
            // Kernels whose version is unknown are in the last column.
            let column = known.0.map_or(Some(columns.len()), |series| columns.get(&series).copied());
            let cells = cells.get_mut(kernel.kind as usize);
            if let Some(cell) = column.and_then(|column| cells?.get_mut(column)) {
                cell.push(index);
            }
        }
        let several = history.kinds.iter().map(|kind| &kind.distribution).collect::<BTreeSet<_>>().len() > 1;
        let shown = |kind: &KernelKind| match several {
            true => kind.clone(),
            false => KernelKind { distribution: String::new(), ..kind.clone() },
        };
        let kinds = history.kinds.iter().map(shown).zip(cells).collect();
        let mut counts: BTreeMap<u32, u32> = BTreeMap::new();
        for shape in history.shapes.iter().filter(|shape| !shape.absent) {
            *counts.entry(shape.like).or_default() += shape.kernels;
        }
        // If two shapes are equally common, the newer one is the usual one.
        let usual = counts.iter().max_by_key(|(shape, kernels)| (**kernels, **shape)).map(|(shape, _)| *shape);
        let shape = |at: u32| history.shapes.get(at as usize).filter(|shape| !shape.absent).map(|shape| shape.like);
        let shapes = history.kernels.iter().map(|kernel| shape(kernel.shape)).collect();
        let mut before = vec![Vec::new(); history.kernels.len()];
        let steps = history.steps.iter().filter(|step| !step.is_configuration);
        for (from, to) in steps.flat_map(|step| step.pairs.iter().copied()) {
            if let Some(before) = before.get_mut(to as usize) {
                before.push(from);
            }
        }
        Grid { history, series, of, shapes, before, kinds, usual }
    }

    /// The series of a kernel.
    pub fn series_of(&self, kernel: u32) -> Known {
        self.of.get(kernel as usize).copied().unwrap_or(Known(None))
    }

    /// The unit of the texts.
    pub fn unit(&self) -> &'static str {
        match self.history.kind {
            None => "byte",
            Some(Struct | Union) => "bytes",
            Some(Enum | Enum64) => "values",
            Some(
                Int | Ptr | Array | Fwd | Typedef | Volatile | Const | Restrict | Func | FuncProto | Var | DataSec
                | Float | DeclTag | TypeTag | LocParam | LocProto | LocSec | Unknown(_),
            ) => "",
        }
    }

    /// A column for each series.
    pub fn columns(&self) -> Vec<Column> {
        let one = |(at, known): (usize, &Known)| Column { first: *known, last: *known, range: at..at + 1 };
        self.series.iter().enumerate().map(one).collect()
    }

    /// Columns in which neighbouring series are joined if every lane allows it. A lane allows it if all its kernels of
    /// both series have the same shape, or if it has kernels of at most one of the two series.
    pub fn fewer(&self, lanes: &[Lane]) -> Vec<Column> {
        let mut out: Vec<Column> = Vec::new();
        // The cells of the last column, one for each lane. Cells that are joined agree, so the first that has kernels
        // stands for all.
        let mut last: Vec<Drawn> = Vec::new();
        for column in self.columns() {
            let cells: Vec<Drawn> = lanes.iter().map(|lane| self.drawn(&column.of(lane))).collect();
            let same = |(a, b): (&Drawn, &Drawn)| a.is_empty() || b.is_empty() || a.is_one() && a == b;
            match out.last_mut().filter(|_| !column.first.stands_alone() && last.iter().zip(&cells).all(same)) {
                Some(before) => {
                    before.last = column.last;
                    before.range.end = column.range.end;
                    let empty = last.iter_mut().zip(cells).filter(|(cell, _)| cell.is_empty());
                    empty.for_each(|(cell, new)| *cell = new);
                }
                None => {
                    out.push(column);
                    last = cells;
                }
            }
        }
        out
    }

    /// The shape that stands for a kernel in the strip; none if the kernel does not have the type or field.
    fn shape(&self, kernel: u32) -> Option<u32> {
        self.shapes.get(kernel as usize).copied().flatten()
    }

    /// The shape of all these kernels; none if they have several, or if there are no kernels.
    fn only_shape(&self, kernels: &[u32]) -> Option<Option<u32>> {
        let first = self.shape(*kernels.first()?);
        kernels.iter().all(|k| self.shape(*k) == first).then_some(first)
    }

    fn version(&self, kernel: u32) -> &'h str {
        self.history.kernels.get(kernel as usize).map_or("", |kernel| self.history.version(kernel))
    }

    /// The content of a cell with these kernels.
    pub fn drawn(&self, kernels: &[u32]) -> Drawn {
        let mut all: Vec<Option<u32>> = kernels.iter().map(|k| self.shape(*k)).collect();
        all.dedup();
        Drawn(all)
    }

    /// Whether two cells can be drawn as one. No version may have one shape in `a` and another in `b`. And when the
    /// kernels of both cells are sorted together, the shape must not change more often than in the cell with more
    /// changes. True if one of the cells is empty.
    pub fn agree(&self, a: &[u32], b: &[u32]) -> bool {
        if a.is_empty() || b.is_empty() {
            return true;
        }
        let only = self.only_shape(a);
        if only.is_some() && only == self.only_shape(b) {
            return true;
        }
        let version = |k: &u32| self.history.kernels.get(*k as usize).map(|kernel| kernel.version);
        // For each version of `a`, its shapes: the first, and whether there are others.
        let mut of_version: BTreeMap<Option<u32>, (Option<u32>, bool)> = BTreeMap::new();
        for k in a {
            let shape = self.shape(*k);
            let (first, others) = of_version.entry(version(k)).or_insert((shape, false));
            *others |= *first != shape;
        }
        let differs =
            |k: &u32| of_version.get(&version(k)).is_some_and(|(first, others)| *others || *first != self.shape(*k));
        if b.iter().any(differs) {
            return false;
        }
        let mut both = [a, b].concat();
        both.sort_unstable();
        self.drawn(&both).0.len() == self.drawn(a).0.len().max(self.drawn(b).0.len())
    }

    /// The kernels before and after a step that leads to one of `kernels`: a step from a kernel that is not in
    /// `kernels`, else a step between two of them.
    pub fn step_to(&self, kernels: &[u32]) -> Option<(u32, u32)> {
        let mut sorted = kernels.to_vec();
        sorted.sort_unstable();
        let before = |after: u32| self.before.get(after as usize).into_iter().flatten().map(move |from| (*from, after));
        let pairs = sorted.iter().flat_map(|after| before(*after));
        pairs.min_by_key(|(from, after)| (sorted.binary_search(from).is_ok(), *after))
    }

    /// The letters for the shapes of a function or variable that kernels of the history have, each with its meaning;
    /// empty for fields and other types.
    pub fn forms(&self) -> Vec<StripForm> {
        let is_spelt = matches!(self.history.kind, Some(Kind::Func | Kind::Var));
        let firsts =
            (0u32..).zip(&self.history.shapes).filter(|(at, shape)| is_spelt && !shape.absent && shape.like == *at);
        let kernels =
            |like| self.history.shapes.iter().filter(|s| !s.absent && s.like == like).map(|s| s.kernels).sum();
        let one = |(at, shape): (u32, &Shape)| StripForm {
            letter: shape.short.clone(),
            about: shape.about.clone(),
            parts: shape.parts.clone(),
            kernels: kernels(at),
        };
        firsts.map(one).filter(|form| form.kernels > 0).collect()
    }

    fn short(&self, shape: Option<u32>) -> &'h str {
        shape.and_then(|at| self.history.shapes.get(at as usize)).map_or("absent", |shape| &shape.short)
    }

    /// The text of a cell.
    pub fn text(&self, drawn: &Drawn) -> String {
        let mut texts: Vec<&str> = Vec::new();
        for shape in &drawn.0 {
            let text = self.short(*shape);
            if !texts.contains(&text) {
                texts.push(text);
            }
        }
        match texts.as_slice() {
            [first, .., last] if texts.len() > MOST_TEXTS => format!("{first} … {last}"),
            few => few.join(" / "),
        }
    }

    /// How a cell is drawn.
    pub fn tone(&self, drawn: &Drawn) -> StripTone {
        let named = |shape: &Option<u32>| {
            shape.and_then(|at| self.history.shapes.get(at as usize)).is_some_and(|shape| shape.is_other_name)
        };
        match drawn.0.as_slice() {
            [None] => StripTone::Absent,
            all if all.iter().all(named) => StripTone::Name,
            [one] if *one == self.usual => StripTone::Usual,
            _ => StripTone::Other,
        }
    }

    /// The content of a cell in words.
    pub fn words(&self, drawn: &Drawn, kernels: &[u32]) -> String {
        let [one] = drawn.0.as_slice() else { return self.parts(kernels) };
        if one.is_none() {
            return "absent".to_owned();
        }
        let shapes: BTreeSet<u32> =
            kernels.iter().filter_map(|k| self.history.kernels.get(*k as usize)).map(|k| k.shape).collect();
        match shapes.iter().collect::<Vec<_>>().as_slice() {
            [only] => self.history.shapes.get(**only as usize).map(|shape| shape.about.clone()).unwrap_or_default(),
            several => {
                let label = one.and_then(|at| self.history.shapes.get(at as usize)).map_or("", |shape| &shape.label);
                format!("{label} in {}", counted(several.len(), "form"))
            }
        }
    }

    /// The shapes of kernels that disagree, in the order of versions: `A to 5.10.218, B from 5.10.223`.
    fn parts(&self, kernels: &[u32]) -> String {
        let mut parts: Vec<(Option<u32>, u32, u32)> = Vec::new();
        for &kernel in kernels {
            let shape = self.shape(kernel);
            match parts.last_mut().filter(|part| part.0 == shape) {
                Some(part) => part.2 = kernel,
                None => parts.push((shape, kernel, kernel)),
            }
        }
        let last = parts.len().saturating_sub(1);
        let words = parts.iter().enumerate().map(|(i, (shape, from, to))| {
            let text = self.short(*shape);
            let (from, to) = (self.version(*from), self.version(*to));
            match i {
                0 => format!("{text} to {to}"),
                i if i == last => format!("{text} from {from}"),
                _ if from == to => format!("{text} on {from}"),
                _ => format!("{text} from {from} to {to}"),
            }
        });
        words.collect::<Vec<_>>().join(", ")
    }
}
