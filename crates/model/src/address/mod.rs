//! The fragment of the address bar: the state of the page, with a version. Every link that any version wrote must
//! stay readable.
//!
//! An example: `#v=1&f=sha256:HEX;name=vmlinux.btf&t=task_struct&kind=struct&id=123&view=layout&m=mm.pgd`

mod shown;
mod url;

use crate::pad::PadTarget;
use crate::views::View;

pub use shown::{InView, NO_ITEM, Shown};
pub use url::{CONSENT, file_name, file_name_of, first_link, host, is_local, load_words, web_address};
use url::{decode, encode};

/// The source of a file in an address.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Source {
    /// A sample that comes with the page, by its name.
    Sample(String),
    /// A file that the receiver must have: the SHA-256 of its BTF (unpacked, if the file was compressed), in hex, and
    /// its name.
    Digest {
        /// 64 hex digits.
        sha256: String,
        /// The file's name; the page asks the person for a file with this name.
        name: String,
    },
    /// A file whose digest is not computed yet, by its name.
    Name(String),
    /// A kernel of an atlas, by its name in the atlas. The atlas comes with the page, or the person opened it.
    Atlas(String),
    /// A file on the web, by an address that [`web_address`] accepts. The file is loaded only after the person
    /// agrees.
    Url(String),
    /// The types themselves, inside the link.
    Data {
        /// A blob as [`share::pack`] writes it: in base64url, whose characters need no escapes in an address.
        text: String,
        /// The name of the file that the types are from.
        name: String,
    },
    /// The source of a scratch pad, inside the link.
    Pad {
        /// The source as [`share::pack`] writes it.
        text: String,
        /// The target that it is compiled for.
        target: PadTarget,
    },
}

impl Source {
    /// The name by which a person knows the file.
    pub fn name(&self) -> &str {
        match self {
            Source::Digest { name, .. } | Source::Data { name, .. } => name,
            Source::Sample(name) | Source::Name(name) | Source::Atlas(name) | Source::Url(name) => name,
            Source::Pad { .. } => "a scratch pad",
        }
    }
}

btf::named! {
    /// The role of a file in an address.
    #[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
    pub enum Role {
        /// The file whose types are shown.
        #[default]
        Main = "";
        /// The base that the main file continues.
        Base = "base,";
        /// A kernel that a program is checked on, the newer file that the main file is compared with, or another file
        /// that is open beside the main file.
        Target = "target,";
        /// The older file that the main file is compared with.
        Old = "old,";
    }
    /// The word before the file, with its comma; empty for the main file.
    fn prefix;
}

/// The state of the page in an address.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Address {
    /// The files that this state needs.
    pub files: Vec<(Role, Source)>,
    /// The type's name; empty if it is anonymous or no type is shown.
    pub type_name: String,
    /// The word for the type's kind, which tells a struct from a function with the same name.
    pub kind: String,
    /// The type's id, which tells types with the same name apart and finds anonymous types.
    pub id: Option<u32>,
    /// The view.
    pub view: View,
    /// The member path, by names.
    pub member: String,
    /// A setting of the view, such as the bytes in Values.
    pub in_view: InView,
    /// The text in the search box.
    pub query: String,
    /// Whether only the view is shown, without lists and bars: for a frame in another page.
    pub embed: bool,
    /// The part of the file on the screen: its types, a program, a list ..
    pub shown: Shown,
    /// The open lesson and the number of its step, counted from 1: `bitfields:3`; empty if no lesson is open.
    pub learn: String,
    /// Whether only the lesson's step is on the screen, in large type, with the view that it shows.
    pub deck: bool,
}

/// Why an address cannot be read.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum AddressError {
    /// A newer btfscope wrote it; the number is the version of the address.
    #[error("This link was made by a newer btfscope (version {0} of links; this page knows {known}).", known = VERSION)]
    Newer(u32),
    /// It is not an address of this page.
    #[error("This link is not one of btfscope's: those begin with #v={known}.", known = VERSION)]
    NotAnAddress,
    /// A part has an invalid value.
    #[error("This link is damaged: {key} says “{value}”.")]
    Bad {
        /// Its key.
        key: String,
        /// Its value.
        value: String,
    },
    /// The address is longer than any that this version writes. The number is the length of the address in bytes.
    #[error("This link is damaged: {0} bytes are too many.")]
    TooLong(usize),
    /// The address ends within the text of a file. The number is the length of the address in bytes.
    #[error(
        "This link was cut off: it ends after {0} bytes, within the file that it carries. Copy it once more, to its end."
    )]
    CutOff(usize),
}

/// The version of addresses that this page writes.
pub const VERSION: u32 = 1;
/// The most bytes of an address that is opened. A blob in a link has at most 1 MiB ([`share::MAX_UNPACKED`]), and its
/// text in base64url has at most about a third more.
pub const MAX_LENGTH: usize = 2 << 20;

impl Address {
    /// The fragment for this state, with its `#`.
    pub fn to_fragment(&self) -> String {
        let mut out = format!("#v={VERSION}");
        let mut put = |key: &str, value: &str| {
            if !value.is_empty() {
                out.push('&');
                out.push_str(key);
                out.push('=');
                encode(value, &mut out);
            }
        };
        for (role, source) in &self.files {
            let text = match source {
                Source::Sample(name) => format!("sample:{name}"),
                Source::Digest { sha256, name } => format!("sha256:{sha256};name={name}"),
                Source::Name(name) => format!("name:{name}"),
                Source::Atlas(name) => format!("atlas:{name}"),
                Source::Url(address) => format!("url:{address}"),
                Source::Data { text, name } => format!("data:{text};name={name}"),
                Source::Pad { text, target } => format!("pad:{text};target={}", target.word()),
            };
            put("f", &format!("{}{text}", role.prefix()));
        }
        put("t", &self.type_name);
        put("kind", &self.kind);
        put("id", &self.id.map(|id| id.to_string()).unwrap_or_default());
        if !self.type_name.is_empty() || self.id.is_some() {
            put("view", self.view.word());
        }
        put("m", &self.member);
        match &self.in_view {
            InView::Nothing => {}
            InView::Graph(words) => put("g", words),
            InView::Bytes(text) => put("b", text),
            InView::Step(text) => put("step", text),
        }
        put("q", &self.query);
        put("embed", if self.embed { "1" } else { "" });
        for (key, value) in self.shown.parts() {
            put(key, value);
        }
        put("learn", &self.learn);
        put("deck", if self.deck { "1" } else { "" });
        out
    }

    /// Parses a fragment, with or without its `#`. An empty fragment is the start page. Fails as [`AddressError`]
    /// says.
    pub fn parse(fragment: &str) -> Result<Address, AddressError> {
        let text = fragment.strip_prefix('#').unwrap_or(fragment);
        let mut address = Address::default();
        if text.is_empty() {
            return Ok(address);
        }
        if text.len() > MAX_LENGTH {
            return Err(AddressError::TooLong(text.len()));
        }
        let pairs: Vec<(&str, String)> =
            text.split('&').filter_map(|p| p.split_once('=')).map(|(k, v)| (k, decode(v))).collect();
        let bad =
            |key: &str, value: &str| AddressError::Bad { key: key.into(), value: value.chars().take(80).collect() };
        match pairs.iter().find(|(k, _)| *k == "v").map(|(_, v)| v.parse::<u32>()) {
            Some(Ok(v)) if v > VERSION => return Err(AddressError::Newer(v)),
            Some(Ok(_)) => {}
            _ => return Err(AddressError::NotAnAddress),
        }
        let last = pairs.len().saturating_sub(1);
        for (i, (key, value)) in pairs.iter().enumerate() {
            match *key {
                "f" => match parse_source(value) {
                    Some(file) => address.files.push(file),
                    None if i == last && is_cut(value) => return Err(AddressError::CutOff(text.len())),
                    None => return Err(bad(key, value)),
                },
                "id" => address.id = Some(value.parse().map_err(|_| bad(key, value))?),
                "view" => address.view = View::from_word(value).ok_or_else(|| bad(key, value))?,
                // Only the alphabet is checked here; the content is checked when it is unpacked.
                "answers" if !value.bytes().all(|b| b.is_ascii_alphanumeric() || b"-_".contains(&b)) => {
                    return Err(bad(key, value));
                }
                // Values of other keys are any text. Unknown keys are ignored.
                _ => {}
            }
        }
        let value = |key: &str| pairs.iter().rfind(|(k, _)| *k == key).map_or("", |(_, value)| value);
        let [type_name, kind, member, query, learn] = ["t", "kind", "m", "q", "learn"].map(|key| value(key).to_owned());
        let in_view = match (value("g"), value("b")) {
            _ if address.view == View::History => InView::written(InView::Step, value("step").to_owned()),
            (words, "") => InView::written(InView::Graph, words.to_owned()),
            (words, _) if address.view == View::Graph => InView::written(InView::Graph, words.to_owned()),
            (_, bytes) => InView::written(InView::Bytes, bytes.to_owned()),
        };
        let (embed, deck) = (value("embed") == "1", value("deck") == "1");
        let shown = Shown::read(value);
        Ok(Address { type_name, kind, member, in_view, query, embed, shown, learn, deck, ..address })
    }

    /// The file that the main file is compared with, if a comparison is shown.
    pub fn partner(&self) -> Option<&(Role, Source)> {
        let compares = self.shown == Shown::Changes || self.view == View::Compare;
        self.files.iter().find(|f| matches!(f.0, Role::Old | Role::Target) && compares)
    }

    /// Files that are open beside the main file: kernels that a program is checked on, and other open files. The file
    /// that the main file is compared with is left out, and so are files whose types are inside the link
    /// ([`Source::Data`]), such as the kernel of a shared relocation.
    pub fn beside(&self) -> impl Iterator<Item = &Source> {
        let partner = self.partner();
        let is_beside = move |f: &&(Role, Source)| {
            f.0 == Role::Target && !matches!(f.1, Source::Data { .. }) && !partner.is_some_and(|p| std::ptr::eq(p, *f))
        };
        self.files.iter().filter(is_beside).map(|f| &f.1)
    }

    /// This address without the files of [`Address::beside`].
    pub fn alone(&self) -> Address {
        let beside: Vec<&Source> = self.beside().collect();
        let stays = |f: &&(Role, Source)| f.0 != Role::Target || !beside.iter().any(|b| std::ptr::eq(*b, &f.1));
        Address { files: self.files.iter().filter(stays).cloned().collect(), ..self.clone() }
    }

    /// The sources of all files, whatever their roles.
    pub fn all(&self) -> impl Iterator<Item = &Source> {
        self.files.iter().map(|f| &f.1)
    }

    /// The file whose types are shown.
    pub fn main_file(&self) -> Option<&Source> {
        self.files.iter().find(|f| f.0 == Role::Main).map(|f| &f.1)
    }

    /// Whether the address names no file, but only something to show in any open file. People write such addresses by
    /// hand: `#v=1&t=task_struct`.
    pub fn is_of_any_file(&self) -> bool {
        let of_any = matches!(self.shown, Shown::List(_) | Shown::Fields(_));
        let shows = of_any || !self.type_name.is_empty() || !self.query.is_empty();
        self.files.is_empty() && self.learn.is_empty() && shows
    }
}

fn parse_source(text: &str) -> Option<(Role, Source)> {
    let roles = [Role::Base, Role::Target, Role::Old];
    let (role, text) =
        roles.into_iter().find_map(|r| Some((r, text.strip_prefix(r.prefix())?))).unwrap_or((Role::Main, text));
    let (word, of) = text.split_once(':')?;
    let source = match word {
        "sample" => {
            let plain = !of.is_empty() && of.chars().all(|c| c.is_ascii_alphanumeric() || "-_.".contains(c));
            plain.then(|| Source::Sample(of.into()))?
        }
        "name" => Source::Name(of.into()),
        "atlas" => (!of.is_empty() && of.len() <= MAX_KERNEL).then(|| Source::Atlas(of.into()))?,
        "url" => Source::Url(web_address(of)?.into()),
        "data" => {
            let (text, name) = of.split_once(";name=")?;
            Source::Data { text: text.into(), name: name.into() }
        }
        "pad" => {
            let (text, target) = of.split_once(";target=")?;
            Source::Pad { text: text.into(), target: PadTarget::from_word(target)? }
        }
        "sha256" => {
            // An address that a person wrote may have a digest without a name.
            let (sha256, name) = of.split_once(";name=").unwrap_or((of, ""));
            let hex = sha256.len() == 64 && sha256.chars().all(|c| c.is_ascii_hexdigit());
            hex.then(|| Source::Digest { sha256: sha256.to_ascii_lowercase(), name: name.into() })?
        }
        _ => return None,
    };
    Some((role, source))
}

/// Whether the text of a file, which could not be parsed, was cut off: the name after its data or digest, or the target
/// after the source of a pad, is missing.
fn is_cut(text: &str) -> bool {
    [("data:", ";name="), ("pad:", ";target="), ("sha256:", ";name=")].iter().any(|(start, end)| {
        text.split_once(start).is_some_and(|(role, rest)| role.len() <= "target,".len() && !rest.contains(end))
    })
}

/// The most bytes in the name of a kernel in an atlas: three texts of 255 bytes, and two slashes.
const MAX_KERNEL: usize = 767;

#[cfg(test)]
mod tests;
