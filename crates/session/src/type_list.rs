//! The list of types: what is searched for, what was found, where the list stands.

use std::sync::Arc;

use crate::ask::Ask;
use crate::list;
use btf::{Btf, TypeId};
use desk::FileId;
use desk::Search;
use model::at::ask;
use model::overview::WITHOUT_BTF;
use model::search::{AtTargets, Chip, Columns, Options, Order, PATTERNS, Query, Results, Target};
use model::words::grouped;

/// Words that narrow a search, as examples.
const EXAMPLES: [&str; 7] =
    ["kind:struct", "size:>64", "holes:>0", "member:pid", "value:TCP_ESTABLISHED", "flexible:", "type:list_head"];

/// A move in the list.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Move {
    /// By rows.
    By(i64),
    /// To the first row.
    First,
    /// To the last row.
    Last,
}

/// A chip above the list.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ChipView {
    /// What [`TypeList::choose_chip`] takes; none for all.
    pub chip: Option<Chip>,
    /// What it is called.
    pub label: &'static str,
    /// How many of what was found it has.
    pub count: usize,
    /// It is chosen.
    pub on: bool,
}

/// The list of one file.
#[derive(Debug)]
pub struct TypeList {
    columns: Columns,
    text: String,
    query: Query,
    problem: Option<String>,
    options: Options,
    /// The order that was chosen; none for that which fits the search.
    sort: Option<Order>,
    results: Results,
    active: Option<usize>,
    revision: u64,
    /// Searches that exceed a frame are left to the desk.
    leave_slow: bool,
    /// Counts searches: the desk is asked by number. Its answer is not kept here but among the results, as those of the page are.
    turn: u32,
    /// The desk is to be asked.
    to_ask: bool,
    ask: Ask<u32, ()>,
    /// Milliseconds that the last search took; the page measures it.
    took: f64,
}

impl TypeList {
    /// The unsearched list of a file. Reads the heads of the records, once, and no names.
    pub fn new(btf: Arc<Btf>) -> TypeList {
        // A module's own types come first: those of its kernel are thousands.
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
            leave_slow: false,
            turn: 0,
            to_ask: false,
            ask: Ask::default(),
            took: 0.0,
        }
    }

    /// What is kept for searching.
    pub fn columns(&self) -> &Columns {
        &self.columns
    }

    pub(crate) fn took(&mut self, ms: f64) {
        self.took = ms;
    }

    /// How long the last search took, in milliseconds.
    pub fn search_ms(&self) -> f64 {
        self.took
    }

    /// What is searched for, as it was typed.
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

    /// The row that the list stands on, if its type was found.
    pub fn active(&self) -> Option<usize> {
        self.active
    }

    /// Types without a name are listed too.
    pub fn derived(&self) -> bool {
        self.options.derived
    }

    /// Only the module's own types are listed.
    pub fn own_only(&self) -> bool {
        self.options.own_only
    }

    /// Changes whenever other types are listed.
    pub fn revision(&self) -> u64 {
        self.revision
    }

    /// What cannot be read of the search text.
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

    /// Searches.
    pub(crate) fn search(&mut self, text: &str) {
        let (query, problems) = Query::parse(text);
        self.text = text.to_string();
        self.query = query;
        self.problem = problems.first().map(|p| p.message.clone());
        self.run();
    }

    /// Chooses a chip, or all; the chosen one again means all.
    pub(crate) fn choose_chip(&mut self, chip: Option<Chip>) {
        self.options.chip = chip.filter(|_| chip != self.options.chip);
        self.run();
    }

    /// Lists types without a name, or not.
    pub(crate) fn show_derived(&mut self, on: bool) {
        self.options.derived = on;
        // The chip may be one that only nameless types have.
        self.options.chip = self.options.chip.filter(|_| on);
        self.run();
    }

    /// Lists only the module's own types, or all.
    pub(crate) fn show_own(&mut self, on: bool) {
        self.options.own_only = on;
        self.run();
    }

    /// In this order, or in that which fits the search.
    pub(crate) fn sort_by(&mut self, sort: Option<Order>) {
        self.sort = sort;
        self.run();
    }

    /// The order that was chosen.
    pub fn sort(&self) -> Option<Order> {
        self.sort
    }

    /// Whether searches that exceed a frame are left to the desk, from the next one on.
    pub(crate) fn leave_slow(&mut self, yes: bool) {
        self.leave_slow = yes;
    }

    /// Results of the desk are awaited; what is listed are the last ones.
    pub fn is_searching(&self) -> bool {
        self.to_ask || self.ask.waits()
    }

    /// How many types were found of how many, and how long that took.
    pub fn said(&self) -> String {
        if self.is_searching() {
            return "Searching …".to_owned();
        }
        let total = u64::from(self.btf().type_cnt()).saturating_sub(1);
        let mut said = format!("{} of {} types", grouped(self.count() as u64), grouped(total));
        // Whole numbers: printing others costs the page kilobytes.
        let tenths = (self.took * 10.0) as u32;
        if !self.text.is_empty() && tenths > 0 {
            said.push_str(&format!(" · {}.{} ms", tenths / 10, tenths % 10));
        }
        said
    }

    /// Why nothing is listed, of a program without BTF or another file: pieces of text, each with whether it is code to type.
    pub fn empty_text(&self, bare: bool) -> Vec<(bool, &'static str)> {
        if bare {
            return vec![(false, WITHOUT_BTF)];
        }
        if self.text.is_empty() {
            return vec![(false, "This file has no named types. “+ derived” shows those without a name.")];
        }
        let mut all = vec![(false, "No type matches. Filters such as ")];
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

    /// What the desk is to be asked, once.
    pub(crate) fn request(&mut self, file: FileId) -> Option<Search> {
        if !std::mem::take(&mut self.to_ask) {
            return None;
        }
        let turn = self.ask.again(self.turn);
        Some(Search { file, turn, text: self.text.clone(), options: self.ordered() })
    }

    /// The desk's answer. Nothing changes when another one is awaited.
    pub(crate) fn found(&mut self, turn: u32, results: Results, problem: Option<String>) {
        if !self.to_ask && self.ask.take(&turn, ()) {
            self.problem = self.problem.take().or(problem);
            self.show(results);
        }
    }

    /// Searches without the desk what it was asked for, and could not answer.
    pub(crate) fn search_here(&mut self, turn: u32) {
        if !self.to_ask && self.ask.asked() == Some(&turn) {
            if !PATTERNS && self.query.has_patterns() {
                self.problem = Some("patterns need the page's worker, which is not running".into());
            }
            let results = self.columns.run(&self.query, &self.ordered());
            self.show(results);
        }
    }

    /// Nobody waits for what was asked any more.
    pub(crate) fn cancelled(&mut self, turn: u32, why: &str) {
        if !self.to_ask && self.ask.fail(&turn, why.to_owned()) {
            self.problem = Some(why.to_owned());
            self.show(Results::default());
        }
    }

    fn ordered(&self) -> Options {
        // In the order of names people find what they look for.
        let fitting = if self.text.is_empty() && self.options.chip.is_none() { Order::Id } else { Order::Name };
        Options { order: self.sort.unwrap_or(fitting), ..self.options }
    }

    fn run(&mut self) {
        let options = self.ordered();
        self.turn = self.turn.wrapping_add(1);
        if self.leave_slow && !self.columns.is_quick(&self.query, &options) {
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

    /// Moves; the type of the row it then stands on.
    pub(crate) fn step(&mut self, step: Move) -> Option<TypeId> {
        let by = match step {
            Move::First => i64::MIN,
            Move::Last => i64::MAX,
            Move::By(n) => n,
        };
        self.choose(list::step(self.active, by, self.count())?)
    }

    /// Stands on a row; its type.
    pub(crate) fn choose(&mut self, row: usize) -> Option<TypeId> {
        let id = self.id_at(row)?;
        self.active = Some(row);
        Some(id)
    }

    /// Stands on the row of a type, if it is listed.
    pub(crate) fn show_active(&mut self, id: TypeId) {
        if self.active.and_then(|i| self.id_at(i)) != Some(id) {
            self.active = self.results.ids.iter().position(|&listed| listed == id);
        }
    }

    /// What the command box offers for a text.
    pub fn goto(&self, text: &str, limit: usize) -> Vec<Target> {
        self.columns.goto(text, limit)
    }

    /// What lies at the offset that a text asks for, in `open` when it names no type; none when it asks for no offset.
    pub fn at(&self, text: &str, open: Option<TypeId>) -> Option<AtTargets> {
        Some(self.columns.at(&ask(text)?, open))
    }
}
