//! The dialog of fields: where fields lie in all open files.

use desk::{AskFields, Job};
use model::fields::CSV_HEAD;
use model::fields::FieldRow;
use model::path::walk;

use crate::ask::Ask;
use crate::file::OpenFile;
use crate::state::Out;
use crate::{Msg, Overlay, Session};

/// What happens in the dialog of fields.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum FieldsMsg {
    /// Show it, with the selected member among the fields.
    Show,
    /// The list was changed.
    Text(String),
    /// Save the table.
    Save,
}

/// What is looked at in the dialog of fields.
#[derive(Debug, Default)]
pub struct FieldsLook {
    text: String,
    ask: Ask<AskFields, Vec<FieldRow>>,
}

impl FieldsLook {
    /// The list, as it was typed.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The table, once the desk made it. It stays until the next one is there.
    pub fn rows(&self) -> &[FieldRow] {
        self.ask.last().map(|rows| rows.as_slice()).unwrap_or_default()
    }

    /// Why there is none.
    pub fn problem(&self) -> Option<&str> {
        self.ask.problem()
    }

    /// The table as a file.
    pub fn csv(&self) -> String {
        let rows = self.rows().iter().map(FieldRow::csv);
        std::iter::once(CSV_HEAD.to_owned()).chain(rows).collect()
    }

    #[inline(never)]
    pub(crate) fn update(&mut self, msg: FieldsMsg, session: &Session) -> Vec<Out> {
        match msg {
            FieldsMsg::Show => {
                if let Some(field) = session.file().and_then(selected_field) {
                    self.add(&field);
                }
                vec![Msg::Overlay(Overlay::Fields).into()]
            }
            FieldsMsg::Text(text) => {
                self.text = text;
                vec![]
            }
            FieldsMsg::Save => vec![Msg::Download("fields.csv".to_owned(), self.csv()).into()],
        }
    }

    fn add(&mut self, field: &str) {
        let text = &mut self.text;
        if !text.split([',', '\n', ';']).any(|line| line.trim() == field) {
            if !text.trim().is_empty() {
                *text = format!("{}\n", text.trim_end());
            }
            text.push_str(field);
        }
    }

    /// Asks for the fields that are shown, when they are not there.
    pub(crate) fn reconcile(&mut self, session: &Session) -> Vec<Out> {
        if session.overlay() != Overlay::Fields {
            return vec![];
        }
        let ask = AskFields { text: self.text.clone(), files: session.files().iter().map(|f| f.id).collect() };
        self.ask.want(ask).map(|ask| Job::Fields(ask).into()).into_iter().collect()
    }

    #[inline(never)]
    pub(crate) fn answered(&mut self, ask: &AskFields, rows: Vec<FieldRow>) {
        self.ask.take(ask, rows);
    }

    #[inline(never)]
    pub(crate) fn failed(&mut self, why: String) {
        self.ask.fail(why);
    }
}

/// The selected member as people write it, anonymous members left out: `task_struct.mm`.
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
