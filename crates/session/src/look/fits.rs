//! Fits: on which kernels a program loads, and which answer is looked at.

use std::rc::Rc;

use desk::{AskFits, AtlasPart, Job};
use model::fits::{self, Cell, Column, Fit, FitRow, Fits, in_atlas};

use crate::ask::Ask;
use crate::file::OpenFile;
use crate::look::atlas::AtlasMsg;
use crate::state::Out;
use crate::{CoreMsg, History, Msg, Overlay, Screen, Session};

/// What is looked at in Fits.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct FitsLook {
    /// Only rows that somewhere come out so.
    pub only: Option<Fit>,
    /// Which kernels of the atlas are asked, too: `arch:amd64 version:>=6.1`, all when empty; none where none is asked.
    atlas: Option<String>,
    row: usize,
    column: usize,
    ask: Ask<AskFits, Fits>,
}

/// What happens in Fits.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum FitsMsg {
    /// Show it.
    Show,
    /// Only rows that somewhere come out so.
    Only(Option<Fit>),
    /// Look at an answer: a row, by its place among all, and a column.
    Cell(usize, usize),
    /// Look at a row, by its place among all.
    Row(usize),
    /// Move from row to row.
    Step(i64),
    /// Move from column to column.
    Column(i64),
    /// Ask these kernels of the atlas, too, or none.
    Atlas(Option<String>),
    /// Go to the relocation of the answer.
    Open,
    /// Show the history of what the answer is about.
    History,
    /// Open the first kernel of the answer's column, when it is the atlas'.
    Kernel,
    /// Save it.
    Save(FitsFile),
}

/// As which file Fits is saved.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FitsFile {
    /// A row an answer.
    Csv,
    /// For scripts.
    Json,
    /// For a pull request.
    Markdown,
    /// A picture.
    Svg,
}

impl FitsLook {
    /// What the desk said last.
    pub fn fits(&self) -> Option<&Rc<Fits>> {
        self.ask.last()
    }

    /// Why there is nothing.
    pub fn problem(&self) -> Option<&str> {
        self.ask.problem()
    }

    /// Which kernels of the atlas are asked, too; none where none is.
    pub fn atlas(&self) -> Option<&str> {
        self.atlas.as_deref()
    }

    /// Why that cannot be read.
    pub fn atlas_problem(&self) -> Option<String> {
        in_atlas::select_problem(self.atlas.as_deref()?)
    }

    /// Whether the answer is not yet that to what is wanted.
    pub fn is_asking(&self) -> bool {
        self.ask.waits()
    }

    /// The places of the rows that are shown.
    pub fn shown(&self) -> Vec<usize> {
        let Some(fits) = self.fits() else { return vec![] };
        let fits_in = |row: &FitRow| self.only.is_none_or(|only| row.cells.iter().any(|c| c.fit == only));
        fits.rows.iter().enumerate().filter(|(_, row)| fits_in(row)).map(|(i, _)| i).collect()
    }

    /// The answer that is looked at: its row's place, its column's, and what they are.
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

    #[inline(never)]
    pub(crate) fn update(&mut self, msg: FitsMsg, file: &OpenFile) -> Vec<Out> {
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
                let at = shown.iter().position(|&row| row == self.row).unwrap_or_default() as i64;
                let last = shown.len().saturating_sub(1) as i64;
                let to = at.saturating_add(delta).clamp(0, last) as usize;
                self.row = shown.get(to).copied().unwrap_or(self.row);
            }
            FitsMsg::Column(delta) => {
                let last = self.fits().map_or(0, |f| f.columns.len()).saturating_sub(1) as i64;
                self.column = (self.column as i64).saturating_add(delta).clamp(0, last) as usize;
            }
            FitsMsg::Atlas(select) => self.atlas = select,
            FitsMsg::History => {
                let question = self.picked().map(|p| p.of.question.clone()).filter(|q| !q.is_empty());
                let Some(question) = question else { return vec![] };
                return vec![Msg::Atlas(AtlasMsg::About(question)).into(), Out::Overlay(Overlay::Atlas)];
            }
            FitsMsg::Kernel => {
                let name = self.picked().and_then(|p| p.on.in_atlas().map(str::to_owned));
                return name.map(|name| Msg::Atlas(AtlasMsg::Open(name)).into()).into_iter().collect();
            }
            FitsMsg::Open => {
                let relocation = self.picked().and_then(|p| p.of.relocation);
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

    /// Asks for what is shown and not there, or was made for other kernels.
    pub(crate) fn reconcile(&mut self, file: &OpenFile, session: &Session) -> Vec<Out> {
        if session.fits().map(|f| f.id) != Some(file.id) {
            return vec![];
        }
        let atlas = match &self.atlas {
            // The last answer stays while the choice is typed.
            Some(_) if self.atlas_problem().is_some() => return vec![],
            Some(select) if session.atlas().any() => {
                Some(AtlasPart { shelf: session.atlas().shelf(), select: select.trim().to_owned() })
            }
            _ => None,
        };
        let ask = self.ask.want(AskFits { file: file.id, kernels: session.kernels(), atlas });
        ask.map(|ask| Job::Fits(ask).into()).into_iter().collect()
    }

    #[inline(never)]
    pub(crate) fn answered(&mut self, ask: &AskFits, fits: Fits) {
        if self.ask.take(ask, fits) {
            // The first answer that is not good is what people come for.
            let worst = self.fits().and_then(|f| f.rows.first()).map(|row| row.worst());
            let first = self.fits().and_then(|f| f.rows.first());
            self.column = first.and_then(|row| row.cells.iter().position(|c| Some(c.fit) == worst)).unwrap_or(0);
            self.row = 0;
        }
    }

    #[inline(never)]
    pub(crate) fn failed(&mut self, why: String) {
        self.ask.fail(why);
    }
}

/// An answer that is looked at.
#[derive(Clone, Copy, Debug)]
pub struct Picked<'a> {
    /// Its row's place among all.
    pub row: usize,
    /// Its column's place.
    pub column: usize,
    /// The program or need.
    pub of: &'a FitRow,
    /// The kernels.
    pub on: &'a Column,
    /// The answer.
    pub cell: &'a Cell,
}

impl Session {
    /// The program that is shown in Fits, if it is.
    pub fn fits(&self) -> Option<&OpenFile> {
        let program = self.file().filter(|f| f.kind == model::kind::FileKind::Program);
        program.filter(|_| self.screen() == Screen::Fits)
    }
}
