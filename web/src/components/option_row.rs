//! A row of a listbox.

use yew::prelude::*;

/// What a row is drawn from.
#[derive(Default)]
pub struct OptionRow {
    /// What the ids of the list's rows start with.
    pub list: &'static str,
    /// Which row, from 0.
    pub index: usize,
    /// How many rows there are.
    pub of: usize,
    /// Its height in pixels; none for as much as it needs.
    pub height: Option<u32>,
    /// CSS classes beside `list-row`.
    pub class: Classes,
    /// Its name, where the cells do not say it.
    pub label: Option<String>,
    /// More words, for the mouse.
    pub title: Option<String>,
    /// Styles beside the height.
    pub style: String,
    /// Whether it is selected.
    pub selected: bool,
    /// What a click does.
    pub choose: Callback<MouseEvent>,
    /// What a double click does.
    pub open: Callback<MouseEvent>,
}

/// The row, with what is in it.
pub fn option_row(row: OptionRow, cells: Html) -> Html {
    let height = row.height.map(|height| format!("height:{height}px;")).unwrap_or_default();
    html! {
        <div key={row.index} id={id(row.list, row.index)} class={classes!("list-row", row.class)} style={height + &row.style} role="option"
            aria-label={row.label} aria-selected={row.selected.to_string()} aria-posinset={(row.index + 1).to_string()}
            aria-setsize={row.of.to_string()} title={row.title} onclick={row.choose} ondblclick={row.open}>{ cells }</div>
    }
}

/// The id of a row's element: what `aria-activedescendant` names.
pub fn id(list: &str, index: usize) -> String {
    format!("{list}-{index}")
}
