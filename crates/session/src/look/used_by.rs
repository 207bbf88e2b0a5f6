//! The Used by view: the types, functions and variables that embed a type, point to it, take or return it.

use btf::TypeId;
use desk::{FindUsers, FoundUsers, Problem};
use model::path::Path;
use model::used_by::{Embedding, Line, Order, Outer, holder};
use model::views::View;
use model::words::{grouped, offset_text};
use relate::Usage;
use relate::User;
use search::Columns;

use crate::Session;
use crate::ask::Ask;
use crate::empty::Empty;
use crate::feature::Feature;
use crate::list::List;
pub use crate::msg::UsedByMsg;
use crate::msg::{BrowserHistory, Msg};
use crate::out::Out;
use crate::receive::Receives;
use crate::seen::Seen;

/// Shown if no type embeds the selected type at any depth.
pub const NOT_CONTAINED: &str = "No struct or union contains this type.";

/// Shown if no type refers to the selected type.
pub const UNUSED: &str = "Nothing in this file refers to this type: no member, parameter, variable or typedef.";

/// Shown if the filter hides all users.
pub const NO_MATCH: &str = "No user matches, neither by its name nor by its member's.";

/// The state of the view, for one type.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct UsedBy {
    /// The usage that is shown; none for all.
    pub usage: Option<Usage>,
    /// The order of the users.
    pub order: Order,
    /// Whether the types that embed the selected type at any depth are listed, instead of its direct users.
    pub deep: bool,
    /// The text that names must contain.
    pub text: String,
    ask: Ask<FindUsers, FoundUsers>,
    /// The shown rows.
    list: List,
    /// The lengths of the longest texts in the columns, in characters.
    pub widest: Widths,
}

/// The lengths, in characters, of the longest texts in the columns. From them the page computes the widths: a column
/// with short texts leaves room to the others.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Widths {
    /// The longest name of a user.
    pub name: usize,
    /// The longest name of a user's member.
    pub part: usize,
    /// The longest name of the type of a user's member.
    pub held: usize,
}

/// How many rows are measured, at most, because the texts of a row must be made to measure it.
const MOST_MEASURED: usize = 1_000;

/// Measuring stops at the first name of a user or member that has more characters than this: the page cuts such a name
/// in any case. A damaged file can have names of megabytes.
const LONGEST: usize = 200;

/// The room for ` × 123` after a name, in characters.
const OFTEN: usize = 6;

impl UsedBy {
    /// The type whose users are shown.
    pub fn of(&self) -> Option<TypeId> {
        self.ask.asked().map(|ask| ask.of)
    }

    /// Whether an answer is awaited, and none that can be shown in the meantime is there: an answer without the types
    /// that embed the type at any depth does not tell that there are none.
    pub fn waits(&self) -> bool {
        let has_deep = self.ask.answer().is_some() || self.ask.last().is_some_and(|found| !found.deep.is_empty());
        let can_show = if self.deep { has_deep } else { self.ask.last().is_some() };
        !can_show && self.problem().is_none()
    }

    /// Why there is no answer.
    pub fn problem(&self) -> Option<&str> {
        self.ask.problem()
    }

    /// Why no user is shown; none if users are shown.
    pub fn empty(&self) -> Option<Empty<'_>> {
        let nothing = match (self.total(), self.deep) {
            _ if self.problem().is_some() => return self.problem().map(Empty::Failed),
            _ if self.waits() => return Some(Empty::Waits("Searching for users …")),
            (0, true) => NOT_CONTAINED,
            (0, false) => UNUSED,
            _ => NO_MATCH,
        };
        self.list.is_empty().then_some(Empty::Nothing(nothing))
    }

    fn users(&self) -> &[User] {
        self.ask.last().map(|found| found.users.as_slice()).unwrap_or_default()
    }

    fn embeddings(&self) -> &[Embedding] {
        self.ask.last().map(|found| found.deep.as_slice()).unwrap_or_default()
    }

    /// The number of users of each usage that has any, in the order in which they are shown.
    pub fn counts(&self) -> Vec<(Usage, usize)> {
        let count = |usage: Usage| self.users().iter().filter(|u| u.usage == usage).count();
        Usage::ALL.into_iter().map(|usage| (usage, count(usage))).filter(|&(_, n)| n > 0).collect()
    }

    /// The number of users, without filters.
    pub fn total(&self) -> usize {
        if self.deep { self.embeddings().len() } else { self.users().len() }
    }

    /// How many users are shown: `12 of 345 users`; `12 of 345 or more users` if the list is incomplete; `2 of the 2
    /// that the link carries` in an excerpt; empty while the answer is awaited.
    pub fn count_text(&self, is_excerpt: bool) -> String {
        let more = self.deep && self.ask.last().is_some_and(|found| found.more);
        if self.waits() {
            return String::new();
        }
        let (shown, total) = (grouped(self.list.len() as u64), grouped(self.total() as u64));
        if is_excerpt {
            return format!("{shown} of the {total} that the link carries");
        }
        format!("{shown} of {total} {}users", if more { "or more " } else { "" })
    }

    /// The shown rows.
    pub fn rows(&self) -> &List {
        &self.list
    }

    /// A number that changes whenever the rows change.
    pub fn revision(&self) -> u64 {
        u64::from(self.of().unwrap_or_default().0) << 32 | self.list.revision()
    }

    /// The named type around a user without a name.
    fn outer(&self, at: usize) -> Option<&Outer> {
        self.ask.last()?.outer.get(at)?.as_ref()
    }

    /// The texts of a shown row.
    pub fn line(&self, columns: &Columns, row: usize) -> Option<Line> {
        let btf = columns.btf();
        if self.deep {
            let e = self.embeddings().get(self.list.at(row)?)?;
            return Some(Line {
                usage: Usage::Embedded,
                from: e.from,
                name: dump::type_name(btf, e.from),
                often: 0,
                part: e.names.clone(),
                offset: offset_text(e.bit_offset, false),
                held: String::new(),
                path: e.path.clone(),
            });
        }
        let at = self.list.at(row)?;
        let user = self.users().get(at)?;
        let often = self.ask.last().and_then(|found| found.often.get(at)).copied().unwrap_or(0);
        let held = if Some(user.held) == self.of() { String::new() } else { dump::type_name(btf, user.held) };
        if let Some(outer) = self.outer(at) {
            let (name, part) = (dump::type_name(btf, outer.from), outer.names(btf));
            let (from, offset, path) = (outer.from, offset_text(outer.bit_offset, false), outer.path.clone());
            return Some(Line { usage: user.usage, from, name, often, part, offset, held, path });
        }
        let from = btf.get(user.from)?;
        use btf::Kind;
        let name = match from.kind() {
            Kind::Func => format!("{}()", from.name()),
            Kind::Var | Kind::DataSec | Kind::DeclTag | Kind::LocProto | Kind::LocSec => from.name().to_owned(),
            _ if from.is_anonymous() => columns.name(user.from),
            _ => dump::type_name(btf, user.from),
        };
        let part = match user.part(btf) {
            Some("") if user.usage != Usage::Param => format!("#{}", user.slot),
            part => part.unwrap_or_default().to_owned(),
        };
        let offset = user.bit_offset(btf).map(|bits| offset_text(bits, false)).unwrap_or_default();
        let has_parts = matches!(user.usage, Usage::Embedded | Usage::Pointed | Usage::Param | Usage::Section);
        let path = if has_parts && user.part(btf).is_some() { Path::root().child(user.slot) } else { Path::root() };
        Some(Line { usage: user.usage, from: user.from, name, often, part, offset, held, path })
    }

    fn narrow(&mut self, columns: &Columns) {
        let btf = columns.btf();
        let wanted = self.text.trim().to_ascii_lowercase();
        let has = |text: &str| {
            let (text, wanted) = (text.as_bytes(), wanted.as_bytes());
            text.len() >= wanted.len() && text.windows(wanted.len()).any(|w| w.eq_ignore_ascii_case(wanted))
        };
        let named = |at: u32, user: &User| match self.outer(at as usize) {
            Some(outer) => has(&holder(columns, outer.from)) || has(&outer.names(btf)),
            None => has(&holder(columns, user.from)) || user.part(btf).is_some_and(has),
        };
        let fits = |at: u32, user: &User| {
            self.usage.is_none_or(|usage| usage == user.usage) && (wanted.is_empty() || named(at, user))
        };
        let inside = |e: &Embedding| wanted.is_empty() || has(&holder(columns, e.from)) || has(&e.names);
        self.list.show(match self.deep {
            true => (0..).zip(self.embeddings()).filter(|(_, e)| inside(e)).map(|(i, _)| i).collect(),
            false => (0..).zip(self.users()).filter(|&(i, user)| fits(i, user)).map(|(i, _)| i).collect(),
        });
        let mut widest = Widths::default();
        for line in (0..self.list.len().min(MOST_MEASURED)).filter_map(|row| self.line(columns, row)) {
            let chars = |text: &str| text.chars().count();
            let often = if line.often > 1 { OFTEN } else { 0 };
            widest.name = widest.name.max(chars(&line.name) + often);
            widest.part = widest.part.max(chars(&line.part));
            widest.held = widest.held.max(chars(&line.held));
            if widest.name.max(widest.part) > LONGEST {
                break;
            }
        }
        self.widest = widest;
    }
}

impl Feature for UsedBy {
    type Msg = UsedByMsg;
    type Reads<'a> = &'a Seen;

    fn update(&mut self, msg: UsedByMsg, seen: &Seen) -> Vec<Out> {
        let Some(columns) = seen.file().map(|file| file.look.list.columns()) else { return vec![] };
        match msg {
            UsedByMsg::How(usage) => {
                self.usage = usage;
                self.narrow(columns);
            }
            UsedByMsg::Deep(deep) => {
                self.deep = deep;
                self.narrow(columns);
            }
            // The desk sorts, because code for sorting would add kilobytes to the page.
            UsedByMsg::Order(order) => self.order = order,
            UsedByMsg::Filter(text) => {
                self.text = text;
                self.narrow(columns);
            }
            UsedByMsg::Step(delta) => self.list.chosen = self.list.step(delta),
            UsedByMsg::Choose(row) => self.list.choose(row),
            UsedByMsg::Open => {
                if let Some(line) = self.list.chosen().and_then(|row| self.line(columns, row)) {
                    return vec![Out::View(View::Layout), Msg::GoTo(line.from, line.path, BrowserHistory::Push).into()];
                }
            }
        }
        vec![]
    }

    /// Asks for the users of the selected type, sorted, while the view of the type is shown.
    fn reconcile(&mut self, seen: &Seen) -> Vec<Out> {
        let of = seen.file().and_then(|f| Some((f.id, f.look.selection.as_ref()?.id)));
        let Some((file, of)) = of.filter(|_| seen.view() == View::UsedBy && seen.screen().has_type()) else {
            return vec![];
        };
        // If another type is selected, filter, usage and order stay, and the users are dropped.
        if self.ask.asked().is_none_or(|ask| (ask.file, ask.of) != (file, of)) {
            self.ask.forget();
            self.list.clear();
        }
        self.ask.want(FindUsers { file, of, order: self.order, deep: self.deep }).map(Out::ask).into_iter().collect()
    }
}

impl Receives<FindUsers> for Session {
    fn receive(&mut self, ask: FindUsers, result: Result<FoundUsers, Problem>) {
        let used_by = &mut self.used_by;
        if used_by.ask.receive(&ask, result)
            && let Some(file) = self.seen.file_of(ask.file)
        {
            // A usage without users has no chip, so it must not be the filter.
            let counts = used_by.counts();
            used_by.usage.take_if(|usage| counts.iter().all(|(there, _)| there != usage));
            used_by.narrow(file.look.list.columns());
        }
    }
}
