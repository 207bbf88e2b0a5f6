//! What is looked at in the dialog of fields.

use std::rc::Rc;

use desk::AskFields;
use model::fields::CSV_HEAD;
use model::fields::FieldRow;

/// What happens in the dialog of fields.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum FieldsMsg {
    /// The list was changed.
    Text(String),
    /// Save the table.
    Save,
}

/// What is looked at in the dialog of fields.
#[derive(Debug, Default)]
pub struct FieldsLook {
    /// The list, as it was typed.
    pub text: String,
    /// The table, once the desk made it.
    pub rows: Rc<Vec<FieldRow>>,
    /// Why there is none.
    pub problem: Option<String>,
    pub(crate) asked: Option<AskFields>,
}

impl FieldsLook {
    /// The table as a file.
    pub fn csv(&self) -> String {
        let rows = self.rows.iter().map(FieldRow::csv);
        std::iter::once(CSV_HEAD.to_owned()).chain(rows).collect()
    }
}
