//! Fits: on which kernels a program loads, and the answer that is selected.

use std::rc::Rc;

use desk::{AskFits, AtlasPart, Problem};
use model::address::{Address, Role, Source};
use model::fits::{self, Fit, Fits, Grid, LineId, Opened, Picked, in_atlas};
use model::views::View;

use super::relocations::NO_COLUMNS;
use crate::Session;
use crate::ask::Ask;
use crate::empty::Empty;
use crate::feature::FileFeature;
use crate::file::OpenFile;
use crate::list::step;
use crate::look::atlas::{AtlasLook, AtlasMsg};
use crate::msg::{BrowserHistory, CoreMsg, LinkMsg, Msg, Overlay};
pub use crate::msg::{FitsFile, FitsMsg};
use crate::out::Out;
use crate::receive::Receives;
use crate::screen::Screen;
use crate::seen::Seen;
use crate::shell::{file_word, quoted};
use crate::source::source;

/// The state of Fits.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FitsLook {
    /// The result that a row must have on some kernel to be shown; none for all rows.
    pub only: Option<Fit>,
    /// The conditions that choose kernels of the atlas; none if no atlas is asked.
    pub atlas: Option<String>,
    /// The answers that the opened link carried, packed.
    pub carried: Option<String>,
    /// The lines and columns that the person opened or closed.
    pub opened: Opened,
    /// The line that keys start from.
    pub line: LineId,
    /// Whether the name of that line is chosen, and not one of its answers.
    pub at_name: bool,
    /// The line and the column of the selected answer.
    answer: (LineId, usize),
    ask: Ask<AskFits, Fits>,
}

impl Default for FitsLook {
    fn default() -> FitsLook {
        let first = LineId::Program(0);
        FitsLook {
            only: None,
            atlas: None,
            carried: None,
            opened: Opened::default(),
            line: first,
            at_name: false,
            answer: (first, 0),
            ask: Ask::default(),
        }
    }
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

    /// Why the conditions that choose kernels are not valid. None if they are valid, or if no atlas is asked.
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

    /// Why no answers are shown; none if there are answers.
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
        if !self.is_unasked() {
            // Beside answers there is less room, so only the number of kernels is shown.
            return format!("{}, too", atlas.ask_words());
        }
        if let Some(chosen) = atlas.chosen_words() {
            return format!("Ask {chosen}");
        }
        let whose = atlas.own.as_deref().filter(|_| atlas.atlas_id.is_none()).unwrap_or("the kernels of the atlas");
        format!("Ask {whose}")
    }

    /// The text in place of the lines, if no kernel was asked or no line is shown. `shown`: the number of shown lines.
    pub fn no_lines(&self, shown: usize) -> Option<Empty<'_>> {
        match shown {
            _ if self.is_unasked() => Some(Empty::Nothing(NO_COLUMNS)),
            0 => Some(Empty::Nothing("No program matches.")),
            _ => None,
        }
    }

    /// The matrix.
    pub fn grid(&self) -> Option<Grid> {
        Some(self.fits()?.grid(&self.opened, self.only))
    }

    /// The selected answer.
    pub fn picked(&self) -> Option<Picked<'_>> {
        self.picked_in(&self.grid()?)
    }

    /// The selected answer, in a matrix that the caller already has.
    pub fn picked_in(&self, grid: &Grid) -> Option<Picked<'_>> {
        let (line, column) = self.answer;
        let fits = self.fits()?;
        // If the program's line was closed, the lines below it are gone: select the program's line.
        let program = || fits.picked(grid, LineId::Program(line.program()?), column);
        fits.picked(grid, line, column).or_else(program)
    }

    /// Selects an answer of a line, if the line has answers: the answer in this column, or else the first answer.
    fn pick(&mut self, line: LineId, column: usize) {
        self.line = line;
        let cells = self.grid().and_then(|grid| grid.lines.into_iter().find(|known| known.id == line)).map(|l| l.cells);
        let Some(cells) = cells.filter(|cells| !cells.is_empty()) else { return };
        let cell = cells.iter().find(|cell| cell.columns.contains(&column)).or(cells.first());
        if let Some(newest) = cell.and_then(|cell| cell.columns.last()) {
            let kept = cell.is_some_and(|cell| cell.columns.contains(&column));
            self.answer = (line, if kept { column } else { *newest });
        }
    }

    /// Selects the row with this index: a program or a need. A need is selected in its line below the first program
    /// that has it, and that program is opened; a need of the whole object has a line of its own.
    fn pick_row(&mut self, row: usize) {
        let Some(fits) = self.fits().cloned() else { return };
        let Some(of) = fits.rows.get(row) else { return };
        let has = |program: &String| fits.rows.iter().position(|row| row.is_program() && row.name == *program);
        let line = match of.programs.iter().find_map(has) {
            _ if of.is_program() => LineId::Program(row),
            Some(program) => {
                self.opened.toggle(LineId::Program(program), false);
                LineId::Need(program, row)
            }
            None => LineId::Object(row),
        };
        (self.line, self.at_name) = (line, false);
        self.pick(line, self.answer.1);
    }

    /// Opens or closes a line, and selects the name of the program that it belongs to, because closing may remove the
    /// line that was selected.
    fn toggle(&mut self, line: LineId) {
        let open = self.grid().and_then(|grid| grid.lines.iter().find(|known| known.id == line)?.open);
        if let Some(open) = open {
            self.opened.toggle(line, open);
            let program = line.program().map_or(line, LineId::Program);
            (self.line, self.at_name) = (program, true);
        }
    }

    /// Moves by this many lines.
    fn step(&mut self, delta: i64) {
        let Some(grid) = self.grid() else { return };
        let at = grid.lines.iter().position(|line| line.id == self.line);
        if let Some(line) = step(at, delta, grid.lines.len()).and_then(|to| grid.lines.get(to)) {
            self.at_name |= line.cells.is_empty();
            self.pick(line.id, self.answer.1);
        }
    }

    /// Moves by this many answers; to the left of the first answer is the name of the line. At the name, a move to the
    /// right opens the line, or goes to the first answer if there is nothing to open. A move to the left closes the
    /// line.
    fn turn(&mut self, delta: i64) {
        let Some(grid) = self.grid() else { return };
        let Some(line) = grid.lines.iter().find(|line| line.id == self.line) else { return };
        let at = line.cell_at(self.answer.1).unwrap_or(0);
        match (self.at_name, delta > 0, line.open) {
            (true, true, Some(false)) | (true, false, Some(true)) => self.toggle(line.id),
            (true, false, _) => {}
            (true, true, _) => {
                self.at_name = line.cells.is_empty();
                if let Some(column) = line.cells.first().and_then(|cell| cell.columns.last()) {
                    self.pick(line.id, *column);
                }
            }
            (false, false, _) if at == 0 => self.at_name = true,
            _ => {
                let to = step(Some(at), delta, line.cells.len());
                if let Some(column) = to.and_then(|to| line.cells.get(to)).and_then(|cell| cell.columns.last()) {
                    self.pick(line.id, *column);
                }
            }
        }
    }

    /// Drops the answers of a link, so that the kernels that are available here are asked.
    fn ask_here(&mut self) -> Vec<Out> {
        if self.carried.take().is_some() {
            self.ask.forget();
            return vec![Out::Address(BrowserHistory::Replace)];
        }
        vec![]
    }

    /// Opens Compare: the type that the answer is about, on the kernel that lacks what the program needs and on the
    /// nearest kernel that has it.
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
            let said = "One of the two kernels is no longer open: ask the kernels again";
            return vec![Msg::Notice(said.to_owned()).into()];
        };
        let (kind, name, member) = fits::named(picked.question());
        let address = Address {
            // The kernel that has what is needed becomes the current file; the other kernel is older or newer.
            files: vec![(Role::Main, there), (if near.newer { Role::Old } else { Role::Target }, here)],
            type_name: name.to_owned(),
            kind: kind.to_owned(),
            member: member.to_owned(),
            view: View::Compare,
            ..Address::default()
        };
        vec![LinkMsg::Follow(address.to_fragment()).into()]
    }

    /// Selects the newest failure, because people look for it; without a failure, the worst answer.
    fn pick_first(&mut self) {
        if let Some(fits) = self.fits() {
            let (line, column) = fits.first_pick();
            (self.line, self.answer, self.at_name) = (line, (line, column), false);
        }
    }
}

impl FileFeature for FitsLook {
    type Msg = FitsMsg;
    type Reads<'a> = (&'a Seen, &'a AtlasLook);
    const OF_PROGRAMS: bool = true;

    fn update(&mut self, msg: FitsMsg, file: &OpenFile, (seen, _): (&Seen, &AtlasLook)) -> Vec<Out> {
        match msg {
            FitsMsg::Show => return vec![Out::Screen(Screen::Fits), Out::Address(BrowserHistory::Push)],
            FitsMsg::Only(only) => {
                self.only = only;
                let shown = self.grid().map(|grid| grid.lines).unwrap_or_default();
                if let Some(first) = shown.first().filter(|_| !shown.iter().any(|line| line.id == self.line)) {
                    self.pick(first.id, self.answer.1);
                }
            }
            FitsMsg::Cell(line, column) => {
                self.at_name = false;
                self.pick(line, column);
            }
            FitsMsg::Row(row) => self.pick_row(row),
            FitsMsg::Toggle(line) => self.toggle(line),
            FitsMsg::Others => self.opened.others = !self.opened.others,
            FitsMsg::Step(delta) => self.step(delta),
            FitsMsg::Column(delta) => self.turn(delta),
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
                let name = self.fits().and_then(|fits| Some(self.picked()?.in_atlas(fits)?.0));
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

    /// Asks for the answers while they are shown, and again when other kernels are open. The screen Programs and the
    /// overview show the verdicts, too.
    fn reconcile(&mut self, file: &OpenFile, (seen, atlas): (&Seen, &AtlasLook)) -> Vec<Out> {
        if seen.fits().or(seen.program()).or(seen.overview_of_program()).map(|f| f.id) != Some(file.id) {
            self.ask.forget_failure();
            return vec![];
        }
        if let Some(text) = &self.carried {
            let carried = Some(text.clone());
            let ask = self.ask.want(AskFits { file: file.id, kernels: vec![], atlas: None, carried });
            return ask.map(Out::ask).into_iter().collect();
        }
        let atlas = match &self.atlas {
            // Keep the last answers while the typed conditions are incomplete.
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

/// The command that makes the same check in a terminal: `btfscope check prog.bpf.o --where arch:amd64`.
pub fn command(name: &str, select: Option<&str>) -> String {
    let only = select.map(str::trim).filter(|text| !text.is_empty());
    format!(
        "btfscope check {}{}",
        file_word(name),
        only.map_or(String::new(), |text| format!(" --where {}", quoted(text)))
    )
}

impl Receives<AskFits> for Session {
    fn receive(&mut self, ask: AskFits, result: Result<Box<Fits>, Problem>) {
        if let Some((_, look)) = self.file_and_look(ask.file)
            && look.fits.ask.receive(&ask, result.map(|found| *found))
        {
            look.fits.pick_first();
        }
    }
}
