//! The choices of the menu Export: pictures and tables of a view, the types of a file as text, and commands for a
//! terminal.

use model::code_format::CodeFormat;
use model::kind::FileKind;
use model::print::DumpFormat;
use model::views::View;

use crate::Session;
use crate::file::OpenFile;
use crate::look::fields::selected_field;
use crate::look::picture::Shot;
use crate::msg::{AtlasMsg, FilesMsg, Msg};
use crate::shell::{file_word, quoted};

/// The file name of the page's atlas. `btfscope` has the same atlas inside, and reads it where there is no such file.
const ATLAS: &str = "debian.atlas";

/// A choice of the menu.
#[derive(Clone, Debug)]
pub struct Export {
    /// Its name.
    pub name: &'static str,
    /// The effect of choosing it.
    pub does: Does,
}

/// The effect of a choice. A picture has the colours of the page's theme, or of the other theme.
#[derive(Clone, Debug)]
pub enum Does {
    /// Saves a picture of the view.
    Picture {
        /// The part of the view to save.
        shot: Shot,
        /// Whether to save a PNG instead of an SVG.
        png: bool,
        /// Whether the picture has the colours of the other theme.
        other: bool,
    },
    /// Saves a picture of the history: PNG (true) or SVG.
    History(bool),
    /// Sends a message.
    Send(Msg),
}

impl Does {
    /// The message to send. `dark`: whether the page is dark.
    pub fn msg(self, session: &Session, dark: bool) -> Msg {
        match self {
            Does::Picture { shot, png, other } => Msg::Picture(shot, png, dark != other),
            Does::History(png) => Msg::Atlas(AtlasMsg::Picture(of_field(session), 0, png, dark)),
            Does::Send(msg) => msg,
        }
    }
}

/// Whether the history in the view is the history of a field, and not of a type.
fn of_field(session: &Session) -> bool {
    session.atlas().ask_of(true).asked().is_some()
}

/// The choices of the overview of a file: to print all of its types, in the formats of bpftool and clang, and to copy a
/// command. A file without BTF has no types to print.
pub fn whole(session: &Session) -> Vec<Export> {
    let Some(file) = session.file() else { return vec![] };
    let mut out = vec![];
    if !file.no_btf {
        out.extend(DumpFormat::ALL.iter().map(|&format| Export {
            name: format.title(),
            does: Does::Send(Msg::Files(FilesMsg::Print(file.id, format))),
        }));
    }
    let name = words_of(file);
    let command = match file.kind {
        FileKind::Program => format!("btfscope check {name}"),
        _ => format!("btfscope info {name}"),
    };
    let copy = Msg::Copy(command, "Copied the command".to_owned());
    out.push(Export { name: "Copy as a command", does: Does::Send(copy) });
    out
}

/// The choices for the current view of the selected type.
pub fn exports(session: &Session) -> Vec<Export> {
    let mut out = vec![];
    let mut picture = |name: &'static str, shot, png, other| {
        out.push(Export { name, does: Does::Picture { shot, png, other } });
    };
    match session.view() {
        View::Layout | View::Tree | View::Graph => {
            picture("SVG", Shot::View, false, false);
            picture("PNG", Shot::View, true, false);
            picture("SVG in the other theme", Shot::View, false, true);
            picture("PNG in the other theme", Shot::View, true, true);
            let bits = session.view() == View::Layout && session.selection().is_some_and(|s| !s.path.is_root());
            if bits && shows_bits(session) {
                picture("Bits as SVG", Shot::Strip, false, false);
                picture("Bits as PNG", Shot::Strip, true, false);
            }
        }
        View::History => {
            out.push(Export { name: "SVG", does: Does::History(false) });
            out.push(Export { name: "PNG", does: Does::History(true) });
            let save = Msg::Atlas(AtlasMsg::Save(of_field(session), 0));
            out.push(Export { name: "CSV", does: Does::Send(save) });
        }
        View::Code | View::UsedBy | View::Compare | View::Values | View::Record | View::Records => {}
    }
    if let Some(command) = command(session) {
        let copy = Msg::Copy(command, "Copied the command".to_owned());
        out.push(Export { name: "Copy as a command", does: Does::Send(copy) });
    }
    out
}

/// Whether the selected member is a bitfield, whose bits are drawn.
fn shows_bits(session: &Session) -> bool {
    let found = session.file().zip(session.selection());
    let steps = found.and_then(|(file, s)| model::path::walk(&file.btf, s.id, &s.path));
    steps.is_some_and(|steps| steps.last().is_some_and(|step| step.item.bitfield.is_some()))
}

/// The command of `btfscope` that prints what the view shows, without filters and orders. None without a selected type,
/// for a type without a name, for a name that would be taken for an option, for Values, and for Compare without a second
/// file.
pub fn command(session: &Session) -> Option<String> {
    let file = session.file()?;
    let t = file.btf.get(session.selection()?.id).filter(|t| !t.name().is_empty() && !t.name().starts_with('-'))?;
    let (name, path) = (quoted(t.name()), words_of(file));
    let base = |file: &OpenFile, option: &str| {
        let base = file.base.and_then(|id| session.file_of(id));
        base.map(|base| format!(" --{option} {}", words_of(base))).unwrap_or_default()
    };
    let its_base = base(file, "base");
    let settings = session.settings();
    Some(match session.view() {
        View::Layout | View::Tree => format!("btfscope layout {path} {name}{its_base}"),
        View::Graph => format!("btfscope graph {path} {name}{its_base}"),
        View::Code => {
            let format = match settings.format {
                CodeFormat::Pahole => return Some(format!("btfscope layout {path} {name}{its_base}")),
                CodeFormat::C | CodeFormat::CWithNeeds => "c --portable",
                CodeFormat::Rust => "rust",
                CodeFormat::Zig => "zig",
                CodeFormat::Go => "go",
            };
            let assertions =
                if settings.format.has_assertions() && !settings.assertions { " --no-assertions" } else { "" };
            format!("btfscope dump {path} --format {format}{assertions} --type {name}{its_base}")
        }
        View::Record => {
            let format = if settings.as_asm { " --format asm" } else { "" };
            format!("btfscope dump {path}{format} --type {name}{its_base}")
        }
        View::Records => format!("btfscope dump {path}{its_base}"),
        View::UsedBy => {
            let inside = if session.used_by.deep { " --inside" } else { "" };
            format!("btfscope users {path} {name}{inside}{its_base}")
        }
        View::History => format!("btfscope history {}", selected_field(file).map_or(name, |field| quoted(&field))),
        View::Compare => {
            let pair = session.pair()?;
            let (old, new) = (session.file_of(pair.old)?, session.file_of(pair.new)?);
            let bases = base(old, "old-base") + &base(new, "new-base");
            format!("btfscope diff {} {} {name}{bases}", words_of(old), words_of(new))
        }
        View::Values => return None,
    })
}

/// A file as a word of a command: its name; for a kernel of an atlas, the atlas and the kernel.
fn words_of(file: &OpenFile) -> String {
    match file.origin.atlas() {
        Some(kernel) => quoted(&format!("{ATLAS}#{kernel}")),
        None => file_word(&file.given_name),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::BrowserHistory;
    use crate::msg::{SettingsMsg, UsedByMsg};

    #[test]
    fn each_view_has_its_choices() {
        let mut session = Session::default();
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/fixtures/bin/kernel.x86_64.btf");
        let bytes = std::fs::read(path).expect("the fixture");
        let opened = container::open("my kernel.btf", &bytes).expect("it opens");
        session.update(Msg::Files(FilesMsg::Opened(Box::new(desk::open::input(opened)))));
        assert!(exports(&session).iter().all(|export| export.name != "Copy as a command"), "nothing is selected");
        let file = session.file().expect("a file");
        let task = file.btf.types().find(|t| t.name() == "task_struct" && t.kind() == btf::Kind::Struct).expect("one");
        let task = task.id();
        session.update(Msg::GoTo(task, model::path::Path::root(), BrowserHistory::Push));
        assert_eq!(command(&session).as_deref(), Some("btfscope layout 'my kernel.btf' task_struct"));
        for (view, count) in
            [(View::Layout, 5), (View::Graph, 5), (View::Code, 1), (View::History, 4), (View::Values, 0)]
        {
            session.update(Msg::View(view));
            assert_eq!(exports(&session).len(), count, "{view:?}");
        }
        let mut of = |view, msg: Msg| {
            session.update(Msg::View(view));
            session.update(msg);
            command(&session).map(|command| command.replace("btfscope ", "").replace("'my kernel.btf' ", ""))
        };
        let code = |format| Msg::Settings(SettingsMsg::Format(format));
        assert_eq!(of(View::Code, code(CodeFormat::Rust)).as_deref(), Some("dump --format rust --type task_struct"));
        assert_eq!(of(View::Code, code(CodeFormat::Pahole)).as_deref(), Some("layout task_struct"));
        let deep = Msg::UsedBy(UsedByMsg::Deep(true));
        assert_eq!(of(View::UsedBy, deep).as_deref(), Some("users task_struct --inside"));
    }
}
