//! The page as a screen reader has it: rows of lists, trees and grids, the focus, terms with their definitions.

use serde_json::{Value, json};

use super::Browser;
use super::input::roles;

/// A row of a listbox, a tree or a grid.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Row {
    /// Its accessible name.
    pub name: String,
    /// `aria-level`, from 1; 0 when it has none.
    pub level: u64,
    /// `aria-expanded`; `None` if it cannot be expanded.
    pub expanded: Option<bool>,
    /// `aria-selected`.
    pub selected: bool,
    /// `aria-posinset` or `aria-rowindex`, from 1; 0 when it has none.
    pub position: u64,
    /// `aria-setsize`; 0 when it has none.
    pub of: u64,
    /// The text of each cell (in a grid) or of each child element, without empty ones.
    pub cells: Vec<String>,
}

impl Row {
    /// The cells, separated by spaces.
    #[must_use]
    pub fn text(&self) -> String {
        self.cells.join(" ")
    }
}

impl Browser {
    /// The rows of the element with this role and name that are in the document: those on the screen, and the selected
    /// one.
    pub async fn rows(&self, role: &str, name: &str) -> Vec<Row> {
        self.by_role(role, name).await;
        let found = self.js_with(&roles(include_str!("rows.js")), vec![json!(role), json!(name)]).await;
        let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
        let row = |row: &Value| Row {
            name: text(&row["name"]),
            level: row["level"].as_u64().unwrap_or_default(),
            expanded: row["expanded"].as_str().map(|word| word == "true"),
            selected: row["selected"] == "true",
            position: row["position"].as_u64().unwrap_or_default(),
            of: row["of"].as_u64().unwrap_or_default(),
            cells: row["cells"].as_array().into_iter().flatten().map(text).collect(),
        };
        found.as_array().into_iter().flatten().map(row).collect()
    }

    /// The role and accessible name of the focused element; two empty strings for `<body>`.
    pub async fn focus(&self) -> (String, String) {
        let body = "const e = document.activeElement; \
                    return e && e !== document.body ? [roleOf(e) || e.tagName.toLowerCase(), nameOf(e)] : ['', '']";
        let found = self.js(&roles(body)).await;
        let text = |i: usize| found[i].as_str().unwrap_or_default().to_owned();
        (text(0), text(1))
    }

    /// Whether the focus is visible, by an outline, or by a border, shadow or background that the focus changes
    /// (`focus.js`).
    pub async fn focus_is_visible(&self) -> bool {
        self.js(include_str!("focus.js")).await == Value::Bool(true)
    }

    /// The terms of definition lists that are not hidden, each with its definition, as `term: definition`.
    pub async fn definitions(&self) -> Vec<String> {
        let body = "return [...document.querySelectorAll('dl dt')].filter(isSeen).map(dt => \
                    `${tidy(textOf(dt))}: ${tidy(dt.nextElementSibling?.tagName === 'DD' ? textOf(dt.nextElementSibling) : '')}`)";
        self.strings(body).await
    }

    /// The text of every element that matches a CSS selector and is not hidden, as a screen reader has it: white space
    /// folded, labels instead of the elements that they label.
    pub async fn texts(&self, selector: &str) -> Vec<String> {
        let body = "return [...document.querySelectorAll(arguments[0])].filter(isSeen).map(e => tidy([...e.childNodes].map(textOf).join('')))";
        let found = self.js_with(&roles(body), vec![json!(selector)]).await;
        found.as_array().into_iter().flatten().filter_map(Value::as_str).map(str::to_owned).collect()
    }

    /// The texts of all visible elements with this role, white space folded.
    pub async fn texts_of(&self, role: &str) -> Vec<String> {
        let body =
            format!("return withRole({}).map(([e]) => tidy([...e.childNodes].map(textOf).join('')))", json!(role));
        self.strings(&body).await
    }

    /// Runs a function body in the page, with `e` being the element with this role and name. Waits until it exists.
    pub async fn within(&self, role: &str, name: &str, body: &str) -> Value {
        self.by_role(role, name).await;
        self.js(&roles(&bound(role, name, body))).await
    }

    /// Waits until a function body returns a value other than null and false. `e` is the element with this role and
    /// name.
    pub async fn wait_within(&self, role: &str, name: &str, body: &str) {
        self.wait_for(&roles(&bound(role, name, body)), &format!("{body:?} in {role} {name:?}")).await;
    }

    /// The text of the element with this role and name, as a screen reader has it: see [`Browser::texts`].
    pub async fn text_in(&self, role: &str, name: &str) -> String {
        self.within(role, name, "return tidy([...e.childNodes].map(textOf).join(''))")
            .await
            .as_str()
            .unwrap_or_default()
            .to_owned()
    }

    /// The text of the element with this role and name as it is on the screen: without labels for screen readers, and
    /// in capitals where the style sheet says so.
    pub async fn seen_in(&self, role: &str, name: &str) -> String {
        self.within(role, name, "return e.innerText").await.as_str().unwrap_or_default().to_owned()
    }

    /// The text of an input with this role and name.
    pub async fn value_in(&self, role: &str, name: &str) -> String {
        self.within(role, name, "return e.value").await.as_str().unwrap_or_default().to_owned()
    }

    /// Gives the focus to the element with this role and name.
    pub async fn focus_on(&self, role: &str, name: &str) {
        self.within(role, name, "e.focus()").await;
    }

    /// Sets the value of an input or a select element in one step, as pasting or choosing does.
    pub async fn fill(&self, role: &str, name: &str, value: &str) {
        let body = format!(
            "e.value = {}; for (const type of ['input', 'change']) e.dispatchEvent(new Event(type, {{ bubbles: true }}))",
            json!(value)
        );
        self.within(role, name, &body).await;
        self.settle_soon().await;
    }

    /// An attribute of the element with this role and name; empty if it is not set.
    pub async fn attribute(&self, role: &str, name: &str, attribute: &str) -> String {
        let element = self.by_role(role, name).await;
        self.check(attribute, element.attr(attribute).await).unwrap_or_default()
    }

    /// Whether a visible element has this role and name now.
    pub async fn has(&self, role: &str, name: &str) -> bool {
        self.names(role).await.iter().any(|found| found == name)
    }

    /// Waits until an alert contains this text.
    pub async fn wait_for_alert(&self, text: &str) {
        let body = format!("return withRole('alert').some(([e]) => e.innerText.includes({}))", json!(text));
        self.wait_for(&roles(&body), &format!("an alert with {text:?}")).await;
    }

    /// Waits until an element has this role.
    pub async fn wait_for_role(&self, role: &str) {
        self.wait_for(&roles(&format!("return withRole({}).length > 0", json!(role))), role).await;
    }

    /// Waits until no element has this role and name.
    pub async fn wait_for_none(&self, role: &str, name: &str) {
        let body = format!("return !withRole({}).some(([, name]) => name === {})", json!(role), json!(name));
        self.wait_for(&roles(&body), &format!("no {role} {name:?} any more")).await;
    }

    async fn strings(&self, body: &str) -> Vec<String> {
        let found = self.js(&roles(body)).await;
        found.as_array().into_iter().flatten().filter_map(Value::as_str).map(str::to_owned).collect()
    }
}

/// A function body that runs with `e` being the element with this role and name. Returns null when there is none.
fn bound(role: &str, name: &str, body: &str) -> String {
    format!(
        "const [e] = withRole({}).find(([, name]) => name === {}) ?? []; if (!e) return null; {body}",
        json!(role),
        json!(name)
    )
}
