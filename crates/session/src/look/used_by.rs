//! The Used by view: who embeds a type, points to it, takes or returns it.

use btf::TypeId;
use desk::FileId;
use model::path::Path;
use model::search::Columns;
use model::used_by::{Line, Order, holder};
use model::words::point_offset;
use relate::Sort;
use relate::User;

/// The Used by view of one type.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct UsedBy {
    /// Of which file.
    pub file: FileId,
    /// Of which type.
    pub of: TypeId,
    /// The sort that is shown; none for all.
    pub sort: Option<Sort>,
    /// In which order they stand.
    pub order: Order,
    /// The row that is chosen.
    pub chosen: Option<usize>,
    /// What the names must have in them.
    text: String,
    state: State,
    /// Which of the users are shown, in order.
    shown: Vec<u32>,
    /// The order that the desk was asked for.
    asked: Order,
    revision: u64,
}

#[derive(Clone, PartialEq, Eq, Debug)]
enum State {
    Asked,
    /// In order; and how often the type of each uses it, when they stand in that order.
    Known(Vec<User>, Vec<u32>),
    Failed(String),
}

/// What happens to the view.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum UsedByMsg {
    /// Only this sort, or all.
    Sort(Option<Sort>),
    /// In this order.
    Order(Order),
    /// Only what has this in its name.
    Filter(String),
    /// The list moved by rows.
    Step(i64),
    /// A row was chosen.
    Choose(usize),
    /// Go to the user of the chosen row.
    Open,
}

impl UsedBy {
    /// A view that waits for the desk's answer.
    pub fn asked(file: FileId, of: TypeId) -> UsedBy {
        UsedBy {
            file,
            of,
            sort: None,
            order: Order::How,
            chosen: None,
            text: String::new(),
            state: State::Asked,
            shown: Vec::new(),
            asked: Order::How,
            revision: 0,
        }
    }

    /// Filter, sort and order of the view of another type stay.
    pub fn like(mut self, before: UsedBy) -> UsedBy {
        (self.text, self.sort, self.order) = (before.text, before.sort, before.order);
        self.asked = self.order;
        self
    }

    /// Whether the desk has to put them in another order; it is asked for that now.
    pub(crate) fn asks_order(&mut self) -> bool {
        std::mem::replace(&mut self.asked, self.order) != self.order
    }

    /// The desk's answer.
    pub(crate) fn found(&mut self, columns: &Columns, users: Vec<User>, often: Vec<u32>) {
        self.state = State::Known(users, often);
        // A sort that this type has no users of has no chip.
        let counts = self.counts();
        self.sort.take_if(|sort| counts.iter().all(|(there, _)| there != sort));
        self.narrow(columns);
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
            State::Known(users, _) => users,
            _ => &[],
        }
    }

    /// How many users of each sort there are, of sorts that have any, in the order in which they are shown.
    pub fn counts(&self) -> Vec<(Sort, usize)> {
        let count = |sort: Sort| self.users().iter().filter(|u| u.sort == sort).count();
        Sort::ALL.into_iter().map(|sort| (sort, count(sort))).filter(|&(_, n)| n > 0).collect()
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
    pub fn line(&self, columns: &Columns, row: usize) -> Option<Line> {
        let btf = columns.btf();
        let user = self.user(row)?;
        let from = btf.get(user.from)?;
        use btf::Kind;
        let name = match from.kind() {
            Kind::Func => format!("{}()", from.name()),
            Kind::Var | Kind::DataSec | Kind::DeclTag | Kind::LocProto | Kind::LocSec => from.name().to_owned(),
            _ if from.is_anonymous() => columns.name(user.from),
            _ => dump::type_name(btf, user.from),
        };
        let often = match (&self.state, self.shown.get(row)) {
            (State::Known(_, often), Some(&at)) => often.get(at as usize).copied().unwrap_or(0),
            _ => 0,
        };
        let part = match user.part(btf) {
            Some("") if user.sort != Sort::Param => format!("#{}", user.slot),
            part => part.unwrap_or_default().to_owned(),
        };
        let offset = user.bit_offset(btf).map(point_offset).unwrap_or_default();
        let held = if user.held == self.of { String::new() } else { dump::type_name(btf, user.held) };
        let has_parts = matches!(user.sort, Sort::Embedded | Sort::Pointed | Sort::Param | Sort::Section);
        let path = if has_parts && user.part(btf).is_some() { Path::root().child(user.slot) } else { Path::root() };
        Some(Line { sort: user.sort, from: user.from, name, often, part, offset, held, path })
    }

    /// Takes a message; where to go, if it asks for that.
    pub fn update(&mut self, columns: &Columns, msg: UsedByMsg) -> Option<(TypeId, Path)> {
        match msg {
            UsedByMsg::Sort(sort) => {
                self.sort = sort;
                self.narrow(columns);
            }
            // The desk puts them in order: sorts are kilobytes of the page.
            UsedByMsg::Order(order) => self.order = order,
            UsedByMsg::Filter(text) => {
                self.text = text;
                self.narrow(columns);
            }
            UsedByMsg::Step(delta) => {
                if let Some(last) = self.shown.len().checked_sub(1) {
                    let from = self.chosen.map_or(-delta.signum(), |at| at as i64);
                    self.chosen = Some(from.saturating_add(delta).clamp(0, last as i64) as usize);
                }
            }
            UsedByMsg::Choose(row) => self.chosen = Some(row).filter(|&row| row < self.shown.len()),
            UsedByMsg::Open => {
                let line = self.line(columns, self.chosen?)?;
                return Some((line.from, line.path));
            }
        }
        None
    }

    fn narrow(&mut self, columns: &Columns) {
        let btf = columns.btf();
        let wanted = self.text.trim().to_ascii_lowercase();
        let has = |text: &str| {
            let (text, wanted) = (text.as_bytes(), wanted.as_bytes());
            text.len() >= wanted.len() && text.windows(wanted.len()).any(|w| w.eq_ignore_ascii_case(wanted))
        };
        let fits = |user: &User| {
            self.sort.is_none_or(|sort| sort == user.sort)
                && (wanted.is_empty() || has(&holder(columns, user.from)) || user.part(btf).is_some_and(has))
        };
        self.shown = (0..).zip(self.users()).filter(|(_, user)| fits(user)).map(|(i, _)| i).collect();
        self.chosen = None;
        self.revision += 1;
    }
}
