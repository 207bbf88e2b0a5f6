//! The list of types: its search, the results, and the active row.

use std::sync::Arc;

use crate::ask::Ask;
use crate::list;
use btf::{Btf, TypeId};
use desk::FileId;
use desk::Search;
use model::at::ask;
use model::overview::WITHOUT_BTF;
use model::words::grouped;
use search::{AtTargets, Chip, Columns, Options, Order, PATTERNS, Query, Results, Target};

/// Examples of filters, shown when nothing was found.
const EXAMPLES: [&str; 7] =
    ["kind:struct", "size:>64", "holes:>0", "member:pid", "value:TCP_ESTABLISHED", "flexible:", "type:list_head"];

/// A move of the active row.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Move {
    /// By this many rows, up if negative.
    By(i64),
    /// To the first row.
    First,
    /// To the last row.
    Last,
}

/// A chip above the list: a group of kinds that the list can be narrowed to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ChipView {
    /// The group; none for "all".
    pub chip: Option<Chip>,
    /// Its label.
    pub label: &'static str,
    /// How many results belong to it.
    pub count: usize,
    /// Whether it is chosen.
    pub on: bool,
}

/// The list of one file.
#[derive(Debug)]
pub struct TypeList {
    columns: Columns,
    text: String,
    query: Query,
    problem: Option<String>,
    pub(crate) options: Options,
    /// The order that the person chose; none for the usual order of the search.
    pub(crate) sort: Option<Order>,
    results: Results,
    active: Option<usize>,
    revision: u64,
    /// Whether searches that take longer than a frame go to the desk.
    pub(crate) has_desk: bool,
    /// The number of the last search. The question to the desk has it, so that late answers are recognised.
    turn: u32,
    /// Whether a search waits to be sent to the desk.
    to_ask: bool,
    ask: Ask<u32, ()>,
    /// How long the last search took, in milliseconds; the page measures it.
    pub(crate) search_ms: f64,
}

impl TypeList {
    /// The list of a file, without a search. Reads the head of each record once, and only the first byte of each name.
    pub fn new(btf: Arc<Btf>) -> TypeList {
        // For a module, only its own types are listed at first, because its kernel has many more.
        let options = Options { own_only: btf.is_split(), ..Options::default() };
        let columns = Columns::new(btf);
        let query = Query::default();
        let results = columns.run(&query, &options);
        let text = String::new();
        TypeList {
            columns,
            text,
            query,
            problem: None,
            options,
            sort: None,
            results,
            active: None,
            revision: 0,
            has_desk: false,
            turn: 0,
            to_ask: false,
            ask: Ask::default(),
            search_ms: 0.0,
        }
    }

    /// The columns that searches read.
    pub fn columns(&self) -> &Columns {
        &self.columns
    }

    /// The search as it was typed.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// How many rows there are.
    pub fn count(&self) -> usize {
        self.results.ids.len()
    }

    /// The type of a row.
    pub fn id_at(&self, row: usize) -> Option<TypeId> {
        self.results.ids.get(row).copied()
    }

    /// The active row; none if the active type is not listed.
    pub fn active(&self) -> Option<usize> {
        self.active
    }

    /// Whether types without a name are listed, too.
    pub fn derived(&self) -> bool {
        self.options.derived
    }

    /// Whether only the module's own types are listed, without its kernel's.
    pub fn own_only(&self) -> bool {
        self.options.own_only
    }

    /// A number that changes whenever the rows change.
    pub fn revision(&self) -> u64 {
        self.revision
    }

    /// Why the search text is wrong, or the search failed.
    pub fn problem(&self) -> Option<&str> {
        self.problem.as_deref()
    }

    /// The chips, "all" first.
    pub fn chips(&self) -> Vec<ChipView> {
        let chosen = self.options.chip;
        let all = ChipView { chip: None, label: "all", count: self.results.total, on: chosen.is_none() };
        let kinds = self.results.chips.iter().map(|c| ChipView {
            chip: Some(c.chip),
            label: c.chip.label(),
            count: c.count,
            on: chosen == Some(c.chip),
        });
        std::iter::once(all).chain(kinds).collect()
    }

    /// Parses a search text and runs the search.
    pub(crate) fn search(&mut self, text: &str) {
        let (query, problems) = Query::parse(text);
        self.text = text.to_string();
        self.query = query;
        self.problem = problems.first().map(|p| p.message.clone());
        self.run();
    }

    /// The order that the person chose.
    pub fn sort(&self) -> Option<Order> {
        self.sort
    }

    /// Whether results of the desk are awaited; until then the previous results are listed.
    pub fn is_searching(&self) -> bool {
        self.to_ask || self.ask.waits()
    }

    /// The listed types in two words: `62,728 named`, `10,412 struct`, `8 found`.
    pub fn scope_text(&self) -> String {
        let count = grouped(self.count() as u64);
        match (self.is_searching(), self.text.is_empty(), self.options.chip) {
            (true, ..) => "Searching …".to_owned(),
            (_, false, _) => format!("{count} found"),
            (_, _, Some(chip)) => format!("{count} {}", chip.label()),
            (_, _, None) if self.options.derived => format!("{count} types"),
            _ => format!("{count} named"),
        }
    }

    /// The result of a search for a screen reader: `12 of 100,642 types · 1.5 ms`.
    pub fn count_text(&self) -> String {
        if self.is_searching() {
            return "Searching …".to_owned();
        }
        let total = u64::from(self.btf().type_cnt()).saturating_sub(1);
        let mut said = format!("{} of {} types", grouped(self.count() as u64), grouped(total));
        // Computed with integers, because code that formats floats would add kilobytes to the page.
        let tenths = (self.search_ms * 10.0) as u32;
        if !self.text.is_empty() && tenths > 0 {
            said.push_str(&format!(" · {}.{} ms", tenths / 10, tenths % 10));
        }
        said
    }

    /// Why nothing is listed, as pieces of text; true marks code that can be typed. `no_btf`: whether the file is a
    /// program without BTF.
    pub fn empty_text(&self, no_btf: bool) -> Vec<(bool, &'static str)> {
        if no_btf {
            return vec![(false, WITHOUT_BTF)];
        }
        let chip = self.options.chip.map(|chip| chip.label());
        let mut all = match (self.text.is_empty(), chip) {
            (true, None) => {
                return vec![(false, "This file has no named types. “+ derived” shows those without a name.")];
            }
            (true, Some(chip)) => {
                return vec![
                    (false, "“"),
                    (false, chip),
                    (false, "” is chosen, and leaves no type; “all” lists the others."),
                ];
            }
            (false, None) => vec![(false, "No type matches. Filters such as ")],
            (false, Some(chip)) => {
                let behind = "” is chosen, and no type of it matches; “all” searches the others, too. Filters such as ";
                vec![(false, "“"), (false, chip), (false, behind)]
            }
        };
        let last = EXAMPLES.len() - 1;
        for (i, example) in EXAMPLES.into_iter().enumerate() {
            let between = if i == last { " and " } else { ", " };
            all.extend((i > 0).then_some((false, between)).into_iter().chain([(true, example)]));
        }
        all.push((false, " narrow a search; all of them must match."));
        all
    }

    fn btf(&self) -> &Btf {
        self.columns.btf()
    }

    /// The search that waits to be sent to the desk; it is returned only once.
    pub(crate) fn request(&mut self, file: FileId) -> Option<Search> {
        if !std::mem::take(&mut self.to_ask) {
            return None;
        }
        let turn = self.ask.again(self.turn);
        Some(Search { file, turn, text: self.text.clone(), options: self.ordered() })
    }

    /// Takes the desk's answer, unless a newer search was started.
    pub(crate) fn found(&mut self, turn: u32, results: Results, problem: Option<String>) {
        if !self.to_ask && self.ask.take(&turn, ()) {
            self.problem = self.problem.take().or(problem);
            self.show(results);
        }
    }

    /// Runs a search on the page, because the desk could not answer it.
    pub(crate) fn search_here(&mut self, turn: u32) {
        if !self.to_ask && self.ask.asked() == Some(&turn) {
            if !PATTERNS && self.query.has_patterns() {
                self.problem = Some("patterns need the page's worker, which is not running".into());
            }
            let results = self.columns.run(&self.query, &self.ordered());
            self.show(results);
        }
    }

    /// The search was cancelled: empties the list and shows why.
    pub(crate) fn cancelled(&mut self, turn: u32, why: &str) {
        if !self.to_ask && self.ask.fail(&turn, why.to_owned()) {
            self.problem = Some(why.to_owned());
            self.show(Results::default());
        }
    }

    fn ordered(&self) -> Options {
        // Results are sorted by kind and name (those of a search by name: by how well they match), so that people find
        // the type that they look for. The list of all types is sorted by kind and id.
        let fitting = if self.text.is_empty() && self.options.chip.is_none() { Order::Id } else { Order::Name };
        Options { order: self.sort.unwrap_or(fitting), ..self.options }
    }

    /// Runs the search here, or lets it wait for the desk.
    pub(crate) fn run(&mut self) {
        let options = self.ordered();
        self.turn = self.turn.wrapping_add(1);
        if self.has_desk && !self.columns.is_quick(&self.query, &options) {
            self.to_ask = true;
        } else {
            let results = self.columns.run(&self.query, &options);
            self.show(results);
        }
    }

    fn show(&mut self, results: Results) {
        let standing = self.active.and_then(|i| self.id_at(i));
        self.to_ask = false;
        self.ask.forget();
        self.results = results;
        self.revision += 1;
        self.active = None;
        if let Some(id) = standing {
            self.show_active(id);
        }
    }

    /// Moves the active row. Returns the type of the new row.
    pub(crate) fn step(&mut self, step: Move) -> Option<TypeId> {
        let by = match step {
            Move::First => i64::MIN,
            Move::Last => i64::MAX,
            Move::By(n) => n,
        };
        self.choose(list::step(self.active, by, self.count())?)
    }

    /// Makes a row the active one. Returns its type.
    pub(crate) fn choose(&mut self, row: usize) -> Option<TypeId> {
        let id = self.id_at(row)?;
        self.active = Some(row);
        Some(id)
    }

    /// Makes the row of a type the active one, if it is listed.
    pub(crate) fn show_active(&mut self, id: TypeId) {
        if self.active.and_then(|i| self.id_at(i)) != Some(id) {
            self.active = self.results.ids.iter().position(|&listed| listed == id);
        }
    }

    /// The entries of the command box for a text, at most `limit`.
    pub fn goto(&self, text: &str, limit: usize) -> Vec<Target> {
        self.columns.goto(text, limit)
    }

    /// Types that a text may mean although their names do not contain it, at most `limit`.
    pub fn goto_fuzzy(&self, text: &str, limit: usize) -> Vec<Target> {
        self.columns.goto_fuzzy(text, limit)
    }

    /// The members at the offset in a text: in the type that the text names, or else in the type `open`. None if the
    /// text has no offset.
    pub fn at(&self, text: &str, open: Option<TypeId>) -> Option<AtTargets> {
        Some(self.columns.at(&ask(text)?, open))
    }
}
