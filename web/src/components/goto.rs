//! The command box: finds types, fields, functions, ids, commands.

use model::address::{file_name, host, web_address};
use model::path::Path;
use search::{Fit, Fuzzy, Target};
use session::commands::TABLE;
use session::look::atlas::AtlasMsg;
use session::{BrowserHistory, FilesMsg, Msg, Overlay};
use web_sys::{HtmlInputElement, InputEvent, KeyboardEvent};
use yew::prelude::*;

use super::dialog::Dialog;
use super::header::CtxProps;
use super::option_row::{OptionRow, option_row};
use crate::ctx::Ctx;
use crate::dom::focus;

const LIMIT: usize = 60;

/// A row of the box.
#[derive(Clone)]
pub struct Choice {
    letter: &'static str,
    class: &'static str,
    label: String,
    detail: String,
    msg: Msg,
}

/// The rows for a text. If there are none, the reason, if it is known.
fn choices(ctx: &Ctx, text: &str) -> (Vec<Choice>, Option<String>) {
    if let Some(rest) = text.strip_prefix('>') {
        return (doings(ctx, rest.trim()), None);
    }
    if let Some(address) = web_address(text) {
        let detail = format!("load from {}", host(address));
        let msg = Msg::Files(FilesMsg::LoadUrl(address.into()));
        return (vec![Choice { letter: "↓", class: "func", label: file_name(address), detail, msg }], None);
    }
    if let Some(rest) = text.strip_prefix(HISTORY).filter(|_| ctx.session().atlas().any()) {
        return (histories(ctx, rest.trim()), None);
    }
    let session = ctx.session();
    let Some(file) = session.file() else { return (Vec::new(), None) };
    let open = file.look.selection.as_ref().map(|s| s.id);
    let at = file.look.list.at(text, open).unwrap_or_default();
    let mut targets: Vec<Target> = at.targets.into_iter().chain(file.look.list.goto(text, LIMIT)).collect();
    // Names that begin with the text come first, even if they differ from it in separators such as `_`; then names
    // that contain it. Similar names come last, after the commands and places whose names fit the text.
    let begins = |t: &Target| t.label.get(..text.len()).is_some_and(|start| start.eq_ignore_ascii_case(text));
    let is_said = targets.first().is_some_and(begins);
    let like = if is_said && targets.len() >= LIKE { Vec::new() } else { file.look.list.goto_fuzzy(text, LIKE) };
    let fuzzy = Fuzzy::new(text);
    let (mut first, like): (Vec<Target>, Vec<Target>) = like
        .into_iter()
        .partition(|t| !is_said && fuzzy.as_ref().and_then(|f| f.fit(&t.label)).is_some_and(Fit::begins));
    targets.retain(|t| !first.iter().any(|like| t.path.is_empty() && t.id == like.id));
    first.append(&mut targets);
    let mut targets = first;
    let (exact, more) = (targets.len(), LIKE.saturating_sub(targets.len()));
    let new = like.into_iter().filter(|like| !targets.iter().any(|t| t.path.is_empty() && t.id == like.id));
    let new: Vec<Target> = new.take(more).collect();
    targets.extend(new);
    // Offer the history of the first row, if the text names it.
    let past = targets.first().filter(|t| is_said && is_name(t)).map(history_of);
    let past = past.filter(|_| session.atlas().any());
    let mut found: Vec<Choice> = targets.into_iter().map(Choice::from).collect();
    let behind = found.len().min(1);
    let exact = exact + usize::from(past.is_some());
    found.splice(behind..behind, past);
    if !text.is_empty() {
        let doings = doings(ctx, text);
        let behind = if doings.iter().any(|doing| doing.label.eq_ignore_ascii_case(text)) { 0 } else { exact };
        found.splice(behind..behind, doings);
    }
    let problem = at.problem.filter(|_| found.is_empty());
    (found, problem)
}

/// The word before a name whose history is wanted.
const HISTORY: &str = "history ";

/// Whether the row's label begins as a name does, so that the row can have a history.
fn is_name(target: &Target) -> bool {
    target.label.starts_with(|first: char| first.is_ascii_alphabetic() || first == '_')
}

/// A row that leads to the History of a type or field.
fn history_of(target: &Target) -> Choice {
    let msg = AtlasMsg::HistoryAt(target.id, Path(target.path.clone()));
    past(&target.label, "on all kernels".into(), msg)
}

/// A row with the word `history` before the name, which sends `msg`.
fn past(name: &str, detail: String, msg: AtlasMsg) -> Choice {
    Choice { letter: "↗", class: "func", label: format!("{HISTORY}{name}"), detail, msg: Msg::Atlas(msg) }
}

/// The rows for a name whose history is wanted: names in the file, and at the end the name as it was typed, which
/// other kernels may have.
fn histories(ctx: &Ctx, name: &str) -> Vec<Choice> {
    let session = ctx.session();
    let targets = session.file().map(|file| file.look.list.goto(name, LIKE)).unwrap_or_default();
    let mut found: Vec<Choice> = targets.iter().filter(|t| is_name(t)).map(history_of).collect();
    if !name.is_empty() {
        found.push(past(name, "in the panel of the atlas".into(), AtlasMsg::HistoryOf(name.into())));
    }
    found
}

/// Similar names are added until there are this many rows.
const LIKE: usize = 12;

/// Commands and places whose names fit a text, best first. Places are the lists and screens of the file, and the other
/// open files.
fn doings(ctx: &Ctx, text: &str) -> Vec<Choice> {
    let session = ctx.session();
    let choice =
        |label: &str, detail: String, msg| Choice { letter: "›", class: "func", label: label.into(), detail, msg };
    let mut all: Vec<Choice> = TABLE
        .iter()
        .filter(|e| e.in_box)
        .map(|e| choice(e.title, e.keys.join(" or "), Msg::Command(e.command)))
        .collect();
    if let Some(file) = session.file() {
        let tabs = session.side_tabs(file);
        let modes = session.on_kernels().map(|file| session.kernel_modes(file)).unwrap_or_default();
        let places = tabs.tabs.into_iter().chain(tabs.more).chain(modes);
        all.extend(places.map(|tab| choice(tab.name, tab.about.to_owned(), tab.msg)));
    }
    let others = session.files().iter().filter(|file| Some(file.id) != session.current());
    all.extend(others.map(|file| choice(&file.name, "open file".into(), Msg::Files(FilesMsg::Switch(file.id)))));
    let (words, fuzzy) = (text.to_ascii_lowercase(), Fuzzy::new(text));
    let fits = |choice: &Choice| match choice.label.to_ascii_lowercase().contains(&words) {
        true => Some((0, None)),
        false => fuzzy.as_ref()?.fit(&choice.label).map(|fit| (1, Some(fit))),
    };
    let mut found: Vec<_> = all.into_iter().filter_map(|choice| Some((fits(&choice)?, choice))).collect();
    found.sort_by_key(|(fit, _)| *fit);
    found.into_iter().map(|(_, choice)| choice).collect()
}

impl From<Target> for Choice {
    fn from(t: Target) -> Choice {
        Choice {
            letter: t.letter,
            class: t.class,
            label: t.label,
            detail: t.detail,
            msg: Msg::GoTo(t.id, Path(t.path), BrowserHistory::Push),
        }
    }
}

/// Sends the message of a choice, and closes the dialog if the message does not.
fn choose(ctx: &Ctx, msg: Msg) {
    if !matches!(msg, Msg::Command(_) | Msg::GoTo(..) | Msg::Atlas(_)) {
        ctx.send(Msg::Overlay(Overlay::None));
    }
    ctx.send(msg);
}

/// Rows for a list of choices; the choice at index `at` is active. `name`: the prefix of their ids.
pub fn choice_rows(ctx: &Ctx, name: &'static str, list: &[Choice], at: usize) -> Vec<Html> {
    let lines = list.iter().enumerate().map(|(i, c)| {
        let row = OptionRow {
            list: name,
            index: i,
            of: list.len(),
            selected: i == at,
            choose: {
                let msg = c.msg.clone();
                ctx.with(move |ctx, _: MouseEvent| choose(ctx, msg.clone()))
            },
            ..OptionRow::default()
        };
        let cells = html! {
            <>
                <i class={classes!("badge", c.class)} aria-hidden="true" data-letter={c.letter}></i><span class="n">{ &c.label }</span><span class="d">{ &c.detail }</span>
            </>
        };
        option_row(row, cells)
    });
    lines.collect()
}

/// The keys of the input above a list of choices: arrows move, Enter chooses the active row.
pub fn choice_keys(ctx: &Ctx, list: &[Choice], active: &UseStateHandle<usize>, at: usize) -> Callback<KeyboardEvent> {
    let (ctx, list, active) = (ctx.clone(), list.to_vec(), active.clone());
    Callback::from(move |e: KeyboardEvent| {
        let last = list.len().saturating_sub(1);
        match e.key().as_str() {
            "ArrowDown" => active.set(if at >= last { 0 } else { at + 1 }),
            "ArrowUp" => active.set(if at == 0 { last } else { at - 1 }),
            "Enter" => {
                if let Some(choice) = list.get(at) {
                    choose(&ctx, choice.msg.clone());
                }
            }
            _ => return,
        }
        e.prevent_default();
    })
}

/// Scrolls the active row into view.
#[hook]
pub fn use_in_sight(name: &'static str, at: usize, of: usize) {
    use_effect_with((at, of), move |_| {
        if let Some(element) = gloo::utils::document().get_element_by_id(&super::option_row::id(name, at)) {
            focus::element_into_view(&element);
        }
    });
}

#[component]
pub fn GoTo(props: &CtxProps) -> Html {
    let ctx = &props.ctx;
    let text = use_state(String::new);
    let active = use_state(|| 0usize);
    let (list, problem) = choices(ctx, text.trim());
    let at = (*active).min(list.len().saturating_sub(1));
    let oninput = {
        let (text, active) = (text.clone(), active.clone());
        Callback::from(move |e: InputEvent| {
            text.set(e.target_unchecked_into::<HtmlInputElement>().value());
            active.set(0);
        })
    };
    let onkeydown = choice_keys(ctx, &list, &active, at);
    use_in_sight("goto", at, list.len());
    let lines = choice_rows(ctx, "goto", &list, at);
    let hint = if let Some(why) = &problem {
        why
    } else if list.is_empty() && !text.is_empty() {
        "Nothing has that name here."
    } else {
        "task_struct.mm · i_atime_sec · sock+0x4c · value:TCP_ESTABLISHED · #123 · history inode.i_state · > commands · https://… to load"
    };
    html! {
        <Dialog title="Go to" onclose={ctx.on(Msg::Overlay(Overlay::None))} bare=true>
            <div class="goto" style="display:contents">
                <div class="goto"><input class="field" type="text" role="combobox" aria-label="Go to" aria-expanded="true" aria-controls="goto-list" aria-autocomplete="list"
                    aria-activedescendant={(!list.is_empty()).then(|| format!("goto-{at}"))} placeholder="Go to type, field, function, constant, offset…"
                    autocomplete="off" spellcheck="false" value={(*text).clone()} oninput={oninput} onkeydown={onkeydown}/></div>
                <div id="goto-list" class="found" role="listbox" aria-label="Results">{ for lines }</div>
                <div class="hint">{ hint }</div>
            </div>
        </Dialog>
    }
}
