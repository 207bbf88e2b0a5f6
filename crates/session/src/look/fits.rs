//! Fits: on which kernels a program loads, and the answer that is selected.

use model::kind::FileKind;
use std::rc::Rc;

use desk::{AskFits, AtlasPart, Problem};
use model::address::{Address, Role, Source};
use model::fits::{self, Cell, Column, Fit, FitRow, Fits, in_atlas};
use model::views::View;

use super::relocations::NO_COLUMNS;
use crate::Session;
use crate::ask::Ask;
use crate::empty::Empty;
use crate::feature::FileFeature;
use crate::file::OpenFile;
use crate::list::step;
use crate::look::atlas::{AtlasLook, AtlasMsg};
use crate::msg::{CoreMsg, History, LinkMsg, Msg, Overlay};
pub use crate::msg::{FitsFile, FitsMsg};
use crate::out::Out;
use crate::receive::Receives;
use crate::screen::Screen;
use crate::seen::Seen;
use crate::source::source;

/// The state of Fits.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct FitsLook {
    /// Show only rows with this result on some kernel; none for all.
    pub only: Option<Fit>,
    /// The choice of kernels of the atlas; none if no atlas is asked.
    pub atlas: Option<String>,
    /// The answers of the link that was opened, packed.
    pub carried: Option<String>,
    row: usize,
    column: usize,
    ask: Ask<AskFits, Fits>,
}

impl FitsLook {
    /// The last answers.
    pub fn fits(&self) -> Option<&Rc<Fits>> {
        self.ask.last()
    }

    /// Why there are no answers.
    pub fn problem(&self) -> Option<&str> {
        self.ask.problem()
    }

    /// Why that choice is not valid.
    pub fn atlas_problem(&self) -> Option<String> {
        in_atlas::select_problem(self.atlas.as_deref()?)
    }

    /// Takes the answers of a link, if it has some.
    pub(crate) fn apply_address(&mut self, answers: &str) {
        self.carried = Some(answers.to_owned()).filter(|text| !text.is_empty());
    }

    /// Whether an answer is awaited.
    pub fn is_asking(&self) -> bool {
        self.ask.waits()
    }

    /// Why no answers are shown; none if some are.
    pub fn empty(&self) -> Option<Empty<'_>> {
        match (self.problem(), self.fits()) {
            (Some(why), _) => Some(Empty::Failed(why)),
            (None, None) => Some(Empty::Waits("Asking the kernels …")),
            (None, Some(_)) => None,
        }
    }

    /// Whether no kernel was asked: none is open, and no atlas is asked.
    pub fn is_unasked(&self) -> bool {
        self.fits().is_some_and(|fits| fits.columns.is_empty())
    }

    /// The label of the button that asks an atlas: for the first answers, or for more.
    pub fn ask_words(&self, atlas: &AtlasLook) -> String {
        let whose = atlas.own.as_deref().filter(|_| atlas.atlas_id.is_none()).unwrap_or("the kernels of the atlas");
        format!("Ask {whose}{}", if self.is_unasked() { "" } else { ", too" })
    }

    /// On how many kernels a program loads, `3/12`; empty if none was asked.
    pub fn share(&self, row: &FitRow) -> String {
        match self.fits() {
            Some(fits) if !fits.columns.is_empty() => format!("{}/{}", fits.loads(row), fits.kernels()),
            _ => String::new(),
        }
    }

    /// Why no rows are shown, if `shown` is 0; of programs, or of answers.
    pub fn no_rows(&self, programs: bool, shown: usize) -> Option<Empty<'_>> {
        match (programs, shown) {
            (false, _) if self.is_unasked() => Some(Empty::Nothing(NO_COLUMNS)),
            (false, 0) => Some(Empty::Nothing("No answer matches.")),
            (true, 0) => Some(Empty::Nothing("No program matches.")),
            _ => None,
        }
    }

    /// The indices of the shown rows.
    pub fn shown(&self) -> Vec<usize> {
        let Some(fits) = self.fits() else { return vec![] };
        let has = |row: &FitRow, only| fits.counted(row).any(|(_, cell)| cell.is_asked() && cell.fit == only);
        let fits_in = |row: &FitRow| self.only.is_none_or(|only| has(row, only));
        fits.rows.iter().enumerate().filter(|(_, row)| fits_in(row)).map(|(i, _)| i).collect()
    }

    /// The selected answer.
    pub fn picked(&self) -> Option<Picked<'_>> {
        let fits = self.fits()?;
        let row = fits.rows.get(self.row)?;
        Some(Picked {
            row: self.row,
            column: self.column,
            of: row,
            on: fits.columns.get(self.column)?,
            cell: row.cells.get(self.column)?,
        })
    }

    /// Drops the answers of a link, so that the kernels here are asked.
    fn ask_here(&mut self) -> Vec<Out> {
        if self.carried.take().is_some() {
            self.ask.forget();
            return vec![Out::Address(History::Replace)];
        }
        vec![]
    }

    /// Opens Compare: the type of the answer on the nearest kernel that has what the program needs, beside the kernel that lacks it.
    fn compare(&self, seen: &Seen) -> Vec<Out> {
        let Some(picked) = self.picked() else { return vec![] };
        let Some((fits, near)) = self.fits().zip(picked.cell.near) else { return vec![] };
        let asked = self.ask.answered().map(|ask| ask.kernels.as_slice()).unwrap_or_default();
        let kernel = |place: u32| -> Option<Source> {
            let (name, open) = fits.kernel_at(place)?;
            match open {
                true => seen.file_of(*asked.get(place as usize)?).map(source),
                false => Some(Source::Atlas(name.to_owned())),
            }
        };
        let Some((here, there)) = kernel(near.here).zip(kernel(near.there)) else {
            return vec![Msg::Notice("That kernel is no longer open: ask the kernels again".to_owned()).into()];
        };
        let (kind, name, member) = fits::named(picked.question());
        let address = Address {
            // The kernel that has it becomes the current file; the other one is older or newer.
            files: vec![(Role::Main, there), (if near.newer { Role::Old } else { Role::Target }, here)],
            type_name: name.to_owned(),
            kind: kind.to_owned(),
            member: member.to_owned(),
            view: View::Compare,
            ..Address::default()
        };
        vec![LinkMsg::Follow(address.to_fragment()).into()]
    }

    /// Selects the worst answer of the first row, on the newest kernels that give it: people look for that.
    fn pick_worst(&mut self) {
        (self.row, self.column) = (0, 0);
        if let Some((fits, row)) = self.fits().and_then(|f| Some((f, f.rows.first()?))) {
            let worst = fits.worst(row);
            let is_it = |(column, cell): (&Column, &Cell)| cell.fit == worst && fits.counts(column);
            self.column = fits.columns.iter().zip(&row.cells).rposition(is_it).unwrap_or(0);
        }
    }
}

impl FileFeature for FitsLook {
    type Msg = FitsMsg;
    type Reads<'a> = (&'a Seen, &'a AtlasLook);

    fn is_of(file: &OpenFile) -> bool {
        file.kind == FileKind::Program
    }

    fn update(&mut self, msg: FitsMsg, file: &OpenFile, (seen, _): (&Seen, &AtlasLook)) -> Vec<Out> {
        match msg {
            FitsMsg::Show => return vec![Out::Screen(Screen::Fits), Out::Address(History::Push)],
            FitsMsg::Only(only) => {
                self.only = only;
                let shown = self.shown();
                if !shown.contains(&self.row) {
                    self.row = shown.first().copied().unwrap_or_default();
                }
            }
            FitsMsg::Cell(row, column) => (self.row, self.column) = (row, column),
            FitsMsg::Row(row) => self.row = row,
            FitsMsg::Step(delta) => {
                let shown = self.shown();
                let at = shown.iter().position(|&row| row == self.row);
                self.row = step(at, delta, shown.len()).and_then(|to| shown.get(to).copied()).unwrap_or(self.row);
            }
            FitsMsg::Column(delta) => {
                let columns = self.fits().map_or(0, |f| f.columns.len());
                self.column = step(Some(self.column), delta, columns).unwrap_or(0);
            }
            FitsMsg::Atlas(select) => {
                self.atlas = select;
                return self.ask_here();
            }
            FitsMsg::Here => return self.ask_here(),
            FitsMsg::Compare => return self.compare(seen),
            FitsMsg::History => {
                let question = self.picked().map(|p| p.question().to_owned()).filter(|q| !q.is_empty());
                let Some(question) = question else { return vec![] };
                return vec![Msg::Atlas(AtlasMsg::About(question)).into(), Out::Overlay(Overlay::Atlas)];
            }
            FitsMsg::Kernel => {
                let name = self.picked().and_then(|p| p.on.in_atlas().map(str::to_owned));
                return name.map(|name| Msg::Atlas(AtlasMsg::Open(name)).into()).into_iter().collect();
            }
            FitsMsg::Open => {
                let relocation = self.picked().and_then(|p| p.relocation());
                return relocation.map(|n| Msg::Core(CoreMsg::Read(n as usize)).into()).into_iter().collect();
            }
            FitsMsg::Save(format) => {
                let Some(fits) = self.fits() else { return vec![] };
                let (end, text) = match format {
                    FitsFile::Csv => ("csv", fits::csv(fits)),
                    FitsFile::Json => ("json", fits::json(fits)),
                    FitsFile::Markdown => ("md", fits::markdown(fits)),
                    FitsFile::Svg => ("svg", fits::svg(fits)),
                };
                let stem = file.name.strip_suffix(".o").unwrap_or(&file.name);
                return vec![Msg::Download(format!("{stem}.fits.{end}"), text).into()];
            }
        }
        vec![]
    }

    /// Asks for the answers while they are shown, and again when other kernels are open.
    fn reconcile(&mut self, file: &OpenFile, (seen, atlas): (&Seen, &AtlasLook)) -> Vec<Out> {
        if seen.fits().map(|f| f.id) != Some(file.id) {
            return vec![];
        }
        if let Some(text) = &self.carried {
            let carried = Some(text.clone());
            let ask = self.ask.want(AskFits { file: file.id, kernels: vec![], atlas: None, carried });
            return ask.map(Out::ask).into_iter().collect();
        }
        let atlas = match &self.atlas {
            // Keep the last answers while the choice is incomplete.
            Some(_) if self.atlas_problem().is_some() => return vec![],
            Some(select) if atlas.any() => {
                let (atlas_id, also) = (atlas.atlas_id, atlas.also());
                Some(AtlasPart { atlas_id, select: select.trim().to_owned(), also })
            }
            _ => None,
        };
        let ask = self.ask.want(AskFits { file: file.id, kernels: seen.kernels(), atlas, carried: None });
        ask.map(Out::ask).into_iter().collect()
    }
}

/// The same check as a command for a terminal: `btfscope check prog.bpf.o --where 'arch:amd64'`.
pub fn command(name: &str, select: Option<&str>) -> String {
    let plain = |c: char| c.is_ascii_alphanumeric() || "._-+/".contains(c);
    let quote = |text: &str| match !text.is_empty() && text.chars().all(plain) {
        true => text.to_owned(),
        false => format!("'{}'", text.replace('\'', "'\\''")),
    };
    let only = select.map(str::trim).filter(|text| !text.is_empty());
    format!("btfscope check {}{}", quote(name), only.map_or(String::new(), |text| format!(" --where {}", quote(text))))
}

/// The selected answer.
#[derive(Clone, Copy, Debug)]
pub struct Picked<'a> {
    /// The index of its row among all.
    pub row: usize,
    /// The index of its column.
    pub column: usize,
    /// The row: a program, or one thing that it needs.
    pub of: &'a FitRow,
    /// The column: kernels.
    pub on: &'a Column,
    /// The answer.
    pub cell: &'a Cell,
}

impl Picked<'_> {
    /// The name whose history an atlas can show: the type or function that decides on these kernels, or else the program's attach target.
    pub fn question(&self) -> &str {
        if self.cell.question.is_empty() { &self.of.question } else { &self.cell.question }
    }

    /// The index of the relocation that it is about, among all.
    pub fn relocation(&self) -> Option<u32> {
        self.of.relocation.or(self.cell.relocation)
    }
}

impl Receives<AskFits> for Session {
    fn receive(&mut self, ask: AskFits, result: Result<Box<Fits>, Problem>) {
        if let Some((_, look)) = self.file_and_look(ask.file)
            && look.fits.ask.receive(&ask, result.map(|found| *found))
        {
            look.fits.pick_worst();
        }
    }
}
