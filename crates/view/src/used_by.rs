//! Used by: who embeds a type, points to it, takes or returns it.

use btf::{Btf, TypeId};
use relate::{Sort, User};

use crate::file::FileId;
use crate::path::Path;

/// The Used by view of one type.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct UsedBy {
    /// Of which file.
    pub file: FileId,
    /// Of which type.
    pub of: TypeId,
    /// The sort that is shown; none for all.
    pub sort: Option<Sort>,
    /// The row that is chosen.
    pub chosen: Option<usize>,
    /// What the names must have in them.
    text: String,
    state: State,
    /// Which of the users are shown.
    shown: Vec<u32>,
    revision: u64,
}

#[derive(Clone, PartialEq, Eq, Debug)]
enum State {
    Asked,
    Known(Vec<User>),
    Failed(String),
}

/// What happens to the view.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum UsedByMsg {
    /// Only this sort, or all.
    Sort(Option<Sort>),
    /// Only what has this in its name.
    Filter(String),
    /// The list moved by rows.
    Step(i64),
    /// A row was chosen.
    Choose(usize),
    /// Go to the user of the chosen row.
    Open,
}

/// A row, as text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Line {
    /// What it does with the type.
    pub sort: Sort,
    /// The user.
    pub from: TypeId,
    /// Its name: `struct task_struct`, `f()`.
    pub name: String,
    /// The member or parameter; empty where there is none.
    pub part: String,
    /// Where the member lies, in bytes.
    pub offset: String,
    /// The type that the user has, when it is not the type itself.
    pub held: String,
    /// What to select in the user: the member or parameter.
    pub path: Path,
}

impl UsedBy {
    /// A view that waits for the desk's answer.
    pub fn asked(file: FileId, of: TypeId) -> UsedBy {
        UsedBy {
            file,
            of,
            sort: None,
            chosen: None,
            text: String::new(),
            state: State::Asked,
            shown: Vec::new(),
            revision: 0,
        }
    }

    /// The desk's answer.
    pub fn found(&mut self, btf: &Btf, users: Vec<User>) {
        self.state = State::Known(users);
        self.narrow(btf);
    }

    /// The desk has none.
    pub fn failed(&mut self, why: String) {
        self.state = State::Failed(why);
    }

    /// Whether the answer is not there yet.
    pub fn waits(&self) -> bool {
        self.state == State::Asked
    }

    /// Why there is no answer.
    pub fn problem(&self) -> Option<&str> {
        match &self.state {
            State::Failed(why) => Some(why),
            _ => None,
        }
    }

    fn users(&self) -> &[User] {
        match &self.state {
            State::Known(users) => users,
            _ => &[],
        }
    }

    /// How many users of each sort there are, of sorts that have any, in the order in which they are shown.
    pub fn counts(&self) -> Vec<(Sort, usize)> {
        // They are in order of their sorts.
        let end = |sort: Sort| self.users().partition_point(|u| u.sort <= sort);
        let start = |sort: Sort| self.users().partition_point(|u| u.sort < sort);
        Sort::ALL.into_iter().map(|sort| (sort, end(sort) - start(sort))).filter(|&(_, n)| n > 0).collect()
    }

    /// How many there are.
    pub fn total(&self) -> usize {
        self.users().len()
    }

    /// How many are shown.
    pub fn len(&self) -> usize {
        self.shown.len()
    }

    /// Whether none is shown.
    pub fn is_empty(&self) -> bool {
        self.shown.is_empty()
    }

    /// What the names must have in them.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Another number when the list is another.
    pub fn revision(&self) -> u64 {
        u64::from(self.of.0) << 32 | self.revision
    }

    fn user(&self, row: usize) -> Option<&User> {
        self.users().get(*self.shown.get(row)? as usize)
    }

    /// A row.
    pub fn line(&self, btf: &Btf, row: usize) -> Option<Line> {
        let user = self.user(row)?;
        let from = btf.get(user.from)?;
        use btf::Kind;
        let name = match from.kind() {
            Kind::Func => format!("{}()", from.name()),
            Kind::Var | Kind::DataSec | Kind::DeclTag | Kind::LocProto | Kind::LocSec => from.name().to_owned(),
            _ => dump::type_name(btf, user.from),
        };
        let part = match user.part(btf) {
            Some("") if user.sort != Sort::Param => format!("#{}", user.slot),
            part => part.unwrap_or_default().to_owned(),
        };
        let offset = user.bit_offset(btf).map(offset_text).unwrap_or_default();
        let held = if user.held == self.of { String::new() } else { dump::type_name(btf, user.held) };
        let has_parts = matches!(user.sort, Sort::Embedded | Sort::Pointed | Sort::Param | Sort::Section);
        let path = if has_parts && user.part(btf).is_some() { Path::root().child(user.slot) } else { Path::root() };
        Some(Line { sort: user.sort, from: user.from, name, part, offset, held, path })
    }

    /// Takes a message; where to go, if it asks for that.
    pub fn update(&mut self, btf: &Btf, msg: UsedByMsg) -> Option<(TypeId, Path)> {
        match msg {
            UsedByMsg::Sort(sort) => {
                self.sort = sort;
                self.narrow(btf);
            }
            UsedByMsg::Filter(text) => {
                self.text = text;
                self.narrow(btf);
            }
            UsedByMsg::Step(delta) => {
                if let Some(last) = self.shown.len().checked_sub(1) {
                    let from = self.chosen.map_or(-delta.signum(), |at| at as i64);
                    self.chosen = Some(from.saturating_add(delta).clamp(0, last as i64) as usize);
                }
            }
            UsedByMsg::Choose(row) => self.chosen = Some(row).filter(|&row| row < self.shown.len()),
            UsedByMsg::Open => {
                let line = self.line(btf, self.chosen?)?;
                return Some((line.from, line.path));
            }
        }
        None
    }

    fn narrow(&mut self, btf: &Btf) {
        let wanted = self.text.trim().to_ascii_lowercase();
        let has = |text: &str| {
            let (text, wanted) = (text.as_bytes(), wanted.as_bytes());
            text.len() >= wanted.len() && text.windows(wanted.len()).any(|w| w.eq_ignore_ascii_case(wanted))
        };
        let fits = |user: &User| {
            self.sort.is_none_or(|sort| sort == user.sort)
                && (wanted.is_empty()
                    || btf.get(user.from).is_some_and(|t| has(t.name()))
                    || user.part(btf).is_some_and(has))
        };
        self.shown = (0..).zip(self.users()).filter(|(_, user)| fits(user)).map(|(i, _)| i).collect();
        self.chosen = None;
        self.revision += 1;
    }
}

/// Bits as bytes: `16`, or `16.3` when they are not whole.
fn offset_text(bits: u64) -> String {
    match bits % 8 {
        0 => (bits / 8).to_string(),
        rest => format!("{}.{rest}", bits / 8),
    }
}
