//! Fields: where the given fields are in all open files. A table with a line for each field and a column for each
//! file.

use desk::{AskFields, Problem};
use model::fields::{CSV_HEAD, FieldMatrix, FieldRow, written};
use model::path::walk;

use crate::Session;
use crate::ask::Ask;
use crate::feature::Feature;
use crate::file::OpenFile;
pub use crate::msg::FieldsMsg;
use crate::msg::{BrowserHistory, Msg};
use crate::out::Out;
use crate::receive::Receives;
use crate::screen::Screen;
use crate::seen::Seen;

/// The hint while one file is open.
pub const ONE_FILE: &str = "Open more kernels to compare them.";

/// The state of Fields.
#[derive(Debug, Default)]
pub struct FieldsLook {
    /// The list of fields as it was typed.
    pub text: String,
    ask: Ask<AskFields, Vec<FieldRow>>,
}

impl FieldsLook {
    /// The table's rows, once the desk has made them. They stay until the next ones arrive.
    pub fn rows(&self) -> &[FieldRow] {
        self.ask.last().map(|rows| rows.as_slice()).unwrap_or_default()
    }

    /// The rows arranged as a table: a line for each field, a column for each file.
    pub fn matrix(&self) -> FieldMatrix {
        FieldMatrix::new(self.rows())
    }

    /// The list of fields as an address has it: separated by commas; `,` if empty.
    pub(crate) fn key(&self) -> String {
        let fields: Vec<&str> = written(&self.text).collect();
        if fields.is_empty() { ",".to_owned() } else { fields.join(",") }
    }

    /// Takes the list of fields from an address, unless it is the current list.
    pub(crate) fn apply_address(&mut self, key: &str) {
        if self.key() != key {
            self.text = written(key).collect::<Vec<_>>().join("\n");
        }
    }

    /// Why there is no table.
    pub fn problem(&self) -> Option<&str> {
        self.ask.problem()
    }

    /// The table as CSV.
    pub fn csv(&self) -> String {
        let rows = self.rows().iter().map(FieldRow::csv);
        std::iter::once(CSV_HEAD.to_owned()).chain(rows).collect()
    }

    fn add(&mut self, field: &str) {
        let text = &mut self.text;
        if !written(text).any(|line| line == field) {
            if !text.trim().is_empty() {
                *text = format!("{}\n", text.trim_end());
            }
            text.push_str(field);
        }
    }
}

impl Feature for FieldsLook {
    type Msg = FieldsMsg;
    type Reads<'a> = &'a Seen;

    fn update(&mut self, msg: FieldsMsg, seen: &Seen) -> Vec<Out> {
        match msg {
            FieldsMsg::Show => {
                if let Some(field) = seen.file().and_then(selected_field) {
                    self.add(&field);
                }
                vec![Out::Screen(Screen::Fields), Out::Address(BrowserHistory::Push)]
            }
            FieldsMsg::Text(text) => {
                self.text = text;
                vec![Out::Address(BrowserHistory::Replace)]
            }
            FieldsMsg::Save => vec![Msg::Download("fields.csv".to_owned(), self.csv()).into()],
        }
    }

    /// Asks for the table while it is shown.
    fn reconcile(&mut self, seen: &Seen) -> Vec<Out> {
        if !seen.fields_shown() {
            self.ask.forget_failure();
            return vec![];
        }
        let ask = AskFields { text: self.text.clone(), files: seen.files().iter().map(|f| f.id).collect() };
        self.ask.want(ask).map(Out::ask).into_iter().collect()
    }
}

impl Session {
    /// The hint while one file is open.
    pub fn fields_hint(&self) -> Option<&'static str> {
        (self.files().len() == 1).then_some(ONE_FILE)
    }
}

/// The selected member as people write it, without anonymous members: `task_struct.mm`.
pub(crate) fn selected_field(file: &OpenFile) -> Option<String> {
    let s = file.look.selection.as_ref()?;
    let steps = walk(&file.btf, s.id, &s.path)?;
    let root = file.btf.get(s.id).filter(|t| !t.name().is_empty())?;
    if steps.is_empty() || steps.iter().any(|step| !step.parent.kind().is_composite()) {
        return None;
    }
    let names = steps.iter().map(|step| step.item.name).filter(|name| !name.is_empty());
    Some(std::iter::once(root.name()).chain(names).collect::<Vec<_>>().join(".")).filter(|text| text.contains('.'))
}

impl Receives<AskFields> for Session {
    fn receive(&mut self, ask: AskFields, result: Result<Vec<FieldRow>, Problem>) {
        self.fields.ask.receive(&ask, result);
    }
}
