//! A row of a listbox.

use yew::prelude::*;

/// The properties of a row.
#[derive(Default)]
pub struct OptionRow {
    /// The prefix of the ids of the list's rows.
    pub list: &'static str,
    /// The index of the row, from 0.
    pub index: usize,
    /// How many rows the list has.
    pub of: usize,
    /// Its height in pixels. `None`: as high as its content.
    pub height: Option<u32>,
    /// CSS classes in addition to `list-row`.
    pub class: Classes,
    /// Its accessible name, if the cells are not enough.
    pub label: Option<String>,
    /// The tooltip.
    pub title: Option<String>,
    /// CSS declarations in addition to the height.
    pub style: String,
    pub selected: bool,
    /// Called on a click.
    pub choose: Callback<MouseEvent>,
    /// Called on a double click.
    pub open: Callback<MouseEvent>,
}

/// The row with these cells.
pub fn option_row(row: OptionRow, cells: Html) -> Html {
    let height = row.height.map(|height| format!("height:{height}px;")).unwrap_or_default();
    html! {
        <div key={row.index} id={id(row.list, row.index)} class={classes!("list-row", row.class)} style={height + &row.style} role="option"
            aria-label={row.label} aria-selected={row.selected.to_string()} aria-posinset={(row.index + 1).to_string()}
            aria-setsize={row.of.to_string()} title={row.title} onclick={row.choose} ondblclick={row.open}>{ cells }</div>
    }
}

/// The id of a row's element, for `aria-activedescendant`.
pub fn id(list: &str, index: usize) -> String {
    format!("{list}-{index}")
}
