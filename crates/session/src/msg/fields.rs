//! Messages of the screen Fields.

/// Messages of Fields.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum FieldsMsg {
    /// Show the table; adds the selected member to the list of fields.
    Show,
    /// The list of fields was edited.
    Text(String),
    /// Save the table as CSV.
    Save,
}
