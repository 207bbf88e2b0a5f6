//! The alerts that ask the person for a file: the kernel of a module, the file of a link, or files that were open
//! before a reload.

use model::address::{Address, CONSENT, Role, Source, file_name, load_words};

use crate::Session;
use crate::commands::Command;
use crate::incoming::Waiting;
use crate::msg::{FilesMsg, LinkMsg, Msg, Wanted};
use crate::source::is;

impl Waiting {
    /// The alert's text: which kernel the module needs.
    pub fn text(&self) -> String {
        let kernel = match &self.input.version {
            Some(version) => format!("the kernel {version}"),
            None => "its kernel".to_owned(),
        };
        format!(
            "is a module: its types continue those of {kernel}. Open that kernel's vmlinux or \
             /sys/kernel/btf/vmlinux, too; the module then opens with it."
        )
    }
}

/// An alert that asks for the file of a link, or for files that were open before a reload.
#[derive(Clone, Debug)]
pub struct WantedAlert {
    /// The file's name.
    pub name: String,
    /// The text: what the link shows, and what is missing.
    pub text: String,
    /// Facts for the person to check: the file's address, the open file whose digest does not match, the digest in the
    /// link.
    pub facts: Vec<String>,
    /// The buttons, in order.
    pub buttons: Vec<AlertButton>,
}

/// A button of an alert.
#[derive(Clone, Debug)]
pub struct AlertButton {
    /// Its label.
    pub title: String,
    /// The message that it sends.
    pub msg: Msg,
    /// Whether it is drawn less prominently than the others.
    pub quiet: bool,
}

impl AlertButton {
    fn new(title: impl Into<String>, msg: Msg) -> AlertButton {
        AlertButton { title: title.into(), msg, quiet: false }
    }
}

impl Session {
    /// The alert that asks for the file of a link, or for files that were open before a reload.
    pub fn file_alert(&self) -> Option<WantedAlert> {
        match self.wanted() {
            Some(wanted) => wanted.alert(self),
            None => self.lost_alert(),
        }
    }

    fn lost_alert(&self) -> Option<WantedAlert> {
        let lost = self.link.lost_files(&self.recent);
        let names: Vec<String> = lost.iter().map(|source| name_among(source, lost.iter().copied())).collect();
        let text = match names.as_slice() {
            [] => return None,
            [_] => "was open before, but this browser has no copy of it. Open or drop it again.",
            _ => "were open before, but this browser has no copies of them. Open or drop them again.",
        };
        let open = AlertButton::new("Open file", Msg::Command(Command::Open));
        Some(WantedAlert { name: names.join(", "), text: text.to_owned(), facts: vec![], buttons: vec![open] })
    }
}

impl Wanted {
    /// The alert that asks for the link's file. None if the file is opened without a question ([`Wanted::is_coming`]),
    /// or if the link names no file and nothing to show ([`Address::is_of_any_file`]).
    pub(crate) fn alert(&self, session: &Session) -> Option<WantedAlert> {
        if self.is_coming() {
            return None;
        }
        let Some(main) = self.address.main_file() else { return self.any_file_alert() };
        let name = name_among(main, self.address.all());
        let what = match self.address.type_name.as_str() {
            "" => String::new(),
            t => format!("{} {t} of ", self.address.kind),
        };
        let mut facts = Vec::new();
        let mut buttons = Vec::new();
        let mut digest = None;
        let mut is_kept = false;
        if let Source::Digest { sha256, .. } = main {
            digest = Some(format!("SHA-256 of its BTF: {sha256}"));
            is_kept = session.remembered().iter().any(|r| r.sha256 == *sha256);
        }
        if self.other.is_some() {
            let msg = Msg::Link(LinkMsg::ShowAnyway);
            buttons.push(AlertButton { quiet: true, ..AlertButton::new("Show it in this file", msg) });
        }
        let (shows, lacks) = match session.wants_recent() {
            true => ("You were looking at", "This browser has no copy of the file. Open or drop it"),
            false => ("This link shows", "The link does not contain the file. Open or drop your copy"),
        };
        let lacks = if is_kept { "This browser has a copy of the file. Open it" } else { lacks };
        if is_kept {
            let msg = Msg::Link(LinkMsg::Read(main.clone()));
            buttons.push(AlertButton::new("Open the remembered file", msg));
        }
        let mut text = vec![format!("{shows} {what}{name}{}.", compared_words(&self.address))];
        let missing = self.missing(session);
        if !missing.is_empty() {
            text.push(format!("Also not open: {}.", missing.join(", ")));
        }
        match main {
            Source::Sample(sample) => {
                buttons.push(AlertButton::new("Open the sample", Msg::Files(FilesMsg::LoadSample(sample.clone()))));
            }
            Source::Url(url) => {
                if what.is_empty() {
                    text.clear();
                }
                text.push(CONSENT.to_owned());
                facts.push(url.clone());
                let msg = Msg::Files(FilesMsg::LoadUrl(url.clone()));
                buttons.push(AlertButton::new(load_words(url), msg));
            }
            _ => {
                text.push(format!("{lacks} to see the same view."));
                buttons.push(AlertButton::new("Open file", Msg::Command(Command::Open)));
            }
        }
        facts.extend(
            self.other.as_ref().map(|other| format!("{other} is a different file: its digest does not match.")),
        );
        facts.extend(digest);
        Some(WantedAlert { name, text: text.join(" "), facts, buttons })
    }

    /// The alert for a link that names no file, but something to show in any open file; none for other links.
    fn any_file_alert(&self) -> Option<WantedAlert> {
        let what = match (self.address.type_name.as_str(), self.address.kind.as_str()) {
            ("", _) => "one view".to_owned(),
            (t, "") => t.to_owned(),
            (t, kind) => format!("{kind} {t}"),
        };
        let text = format!("This link shows {what} in any file. Open or drop yours to see it.");
        let open = AlertButton::new("Open file", Msg::Command(Command::Open));
        let name = "Your file".to_owned();
        self.address.is_of_any_file().then(|| WantedAlert { name, text, facts: vec![], buttons: vec![open] })
    }

    /// The names of the link's files, without the main one, that are not open. Only files that the link names by
    /// digest, name or web address count.
    fn missing(&self, session: &Session) -> Vec<String> {
        let mut names = Vec::new();
        for (role, source) in &self.address.files {
            let asked = matches!(source, Source::Digest { .. } | Source::Name(_) | Source::Url(_));
            if *role == Role::Main || !asked || session.files().iter().any(|f| is(f, source)) {
                continue;
            }
            let kept = |sha256: &str| session.remembered().iter().any(|r| r.sha256 == sha256);
            let name = name_among(source, self.address.all());
            names.push(match source {
                Source::Digest { sha256, .. } if kept(sha256) => format!("{name} (this browser has a copy)"),
                _ => name,
            });
        }
        names
    }
}

/// The name of a file of a link.
fn name_of(source: &Source) -> String {
    match source {
        Source::Digest { name, .. } if name.is_empty() => "a file".to_owned(),
        Source::Digest { name, .. } | Source::Name(name) => name.clone(),
        Source::Sample(name) => format!("the sample “{name}”"),
        Source::Url(address) => file_name(address),
        Source::Atlas(_) | Source::Data { .. } | Source::Pad { .. } => "a file".to_owned(),
    }
}

/// The name of a file of a link. If the link names the file by digest and several of `all` have this name, the
/// beginning of the digest follows the name.
fn name_among<'a>(source: &Source, all: impl Iterator<Item = &'a Source>) -> String {
    let name = name_of(source);
    match source {
        Source::Digest { sha256, .. } if all.filter(|other| name_of(other) == name).count() > 1 => {
            format!("{name} · {}", sha256.get(..8).unwrap_or_default())
        }
        _ => name,
    }
}

/// The file that a link compares with, in words: ` beside that of vmlinux`. Empty unless the link names that file by
/// digest or name, or as a sample.
fn compared_words(address: &Address) -> String {
    let that_of = if address.type_name.is_empty() { "" } else { "that of " };
    match address.partner().map(|f| &f.1) {
        Some(source @ (Source::Digest { .. } | Source::Name(_))) => {
            format!(" beside {that_of}{}", name_among(source, address.all()))
        }
        Some(Source::Sample(name)) => format!(" beside {that_of}{name}"),
        _ => String::new(),
    }
}
