//! The page as a screen reader finds it: rows of lists, trees and grids, the focus, terms with their values.

use serde_json::{Value, json};

use super::Browser;
use super::input::roles;

/// A row of a list box, a tree or a grid.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Row {
    /// Its accessible name.
    pub name: String,
    /// `aria-level`, from 1; 0 when it has none.
    pub level: u64,
    /// `aria-expanded`, where it can be expanded.
    pub expanded: Option<bool>,
    /// `aria-selected`.
    pub selected: bool,
    /// `aria-posinset` or `aria-rowindex`, from 1; 0 when it has none.
    pub position: u64,
    /// `aria-setsize`; 0 when it has none.
    pub of: u64,
    /// The text of each cell (of a grid) or of each child element, empty ones left out.
    pub cells: Vec<String>,
}

impl Row {
    /// The cells with a blank between.
    #[must_use]
    pub fn text(&self) -> String {
        self.cells.join(" ")
    }
}

impl Browser {
    /// The rows that exist now in what has this role and name: those on the screen, and the selected one.
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

    /// The role and the accessible name of the focused element; two empty texts for `<body>`.
    pub async fn focus(&self) -> (String, String) {
        let body = "const e = document.activeElement; \
                    return e && e !== document.body ? [roleOf(e) || e.tagName.toLowerCase(), nameOf(e)] : ['', '']";
        let found = self.js(&roles(body)).await;
        let text = |i: usize| found[i].as_str().unwrap_or_default().to_owned();
        (text(0), text(1))
    }

    /// Whether what has the focus shows it: it, or for a list its active row, is outlined, marked or of another colour.
    pub async fn focus_is_visible(&self) -> bool {
        self.js(include_str!("focus.js")).await == Value::Bool(true)
    }

    /// The terms of all definition lists on the page, each with its definition, as `term: definition`.
    pub async fn definitions(&self) -> Vec<String> {
        let body = "return [...document.querySelectorAll('dl dt')].filter(isSeen).map(dt => \
                    `${tidy(textOf(dt))}: ${tidy(dt.nextElementSibling?.tagName === 'DD' ? textOf(dt.nextElementSibling) : '')}`)";
        self.strings(body).await
    }

    /// The text of every element that a CSS selector matches and a person can reach, as a screen reader has it: blanks
    /// folded, labels in place of the elements that they label.
    pub async fn texts(&self, selector: &str) -> Vec<String> {
        let body = "return [...document.querySelectorAll(arguments[0])].filter(isSeen).map(e => tidy([...e.childNodes].map(textOf).join('')))";
        let found = self.js_with(&roles(body), vec![json!(selector)]).await;
        found.as_array().into_iter().flatten().filter_map(Value::as_str).map(str::to_owned).collect()
    }

    /// The texts of everything that has this role now and can be seen, blanks folded.
    pub async fn texts_of(&self, role: &str) -> Vec<String> {
        let body =
            format!("return withRole({}).map(([e]) => tidy([...e.childNodes].map(textOf).join('')))", json!(role));
        self.strings(&body).await
    }

    /// Runs a function body in the page with the element of this role and name as `e`; waits for it to appear.
    pub async fn within(&self, role: &str, name: &str, body: &str) -> Value {
        self.by_role(role, name).await;
        self.js(&roles(&bound(role, name, body))).await
    }

    /// Waits until a function body returns something true for the element of this role and name, which is `e` there.
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

    /// The text of the element with this role and name as people see it: with the parts that labels replace for screen
    /// readers, and in capitals where the styles say so.
    pub async fn seen_in(&self, role: &str, name: &str) -> String {
        self.within(role, name, "return e.innerText").await.as_str().unwrap_or_default().to_owned()
    }

    /// The text of an input with this role and name.
    pub async fn value_in(&self, role: &str, name: &str) -> String {
        self.within(role, name, "return e.value").await.as_str().unwrap_or_default().to_owned()
    }

    /// Puts the focus on what has this role and name.
    pub async fn focus_on(&self, role: &str, name: &str) {
        self.within(role, name, "e.focus()").await;
    }

    /// Gives an input, or a box to choose from, this value in one step, as pasting and choosing do.
    pub async fn fill(&self, role: &str, name: &str, value: &str) {
        let body = format!(
            "e.value = {}; for (const type of ['input', 'change']) e.dispatchEvent(new Event(type, {{ bubbles: true }}))",
            json!(value)
        );
        self.within(role, name, &body).await;
        self.settle_soon().await;
    }

    /// An attribute of the element with this role and name; empty if it is missing.
    pub async fn attribute(&self, role: &str, name: &str, attribute: &str) -> String {
        let element = self.by_role(role, name).await;
        self.check(attribute, element.attr(attribute).await).unwrap_or_default()
    }

    /// Whether something has this role and name now and can be seen.
    pub async fn has(&self, role: &str, name: &str) -> bool {
        self.names(role).await.iter().any(|found| found == name)
    }

    /// Waits until there is an alert with this text in it.
    pub async fn wait_for_alert(&self, text: &str) {
        let body = format!("return withRole('alert').some(([e]) => e.innerText.includes({}))", json!(text));
        self.wait_for(&roles(&body), &format!("an alert with {text:?}")).await;
    }

    /// Waits until something has this role.
    pub async fn wait_for_role(&self, role: &str) {
        self.wait_for(&roles(&format!("return withRole({}).length > 0", json!(role))), role).await;
    }

    /// Waits until nothing has this role and name any more.
    pub async fn wait_for_none(&self, role: &str, name: &str) {
        let body = format!("return !withRole({}).some(([, name]) => name === {})", json!(role), json!(name));
        self.wait_for(&roles(&body), &format!("no {role} {name:?} any more")).await;
    }

    async fn strings(&self, body: &str) -> Vec<String> {
        let found = self.js(&roles(body)).await;
        found.as_array().into_iter().flatten().filter_map(Value::as_str).map(str::to_owned).collect()
    }
}

/// A function body that runs with the element of this role and name as `e`; returns null when there is none.
fn bound(role: &str, name: &str, body: &str) -> String {
    format!(
        "const [e] = withRole({}).find(([, name]) => name === {}) ?? []; if (!e) return null; {body}",
        json!(role),
        json!(name)
    )
}
