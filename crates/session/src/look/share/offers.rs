//! The links to the current view: which links there are, how long they are, and the texts about them.

use desk::Origin;
use model::address::{Address, InView, MAX_LENGTH, Role, Shown, Source};
use model::path::Path;
use model::share;
use model::share::Packed;
use model::views::View;
use model::words::{grouped, many};

use super::ShareReads;
use crate::Session;
use crate::file::OpenFile;
use crate::source::source_at_home;

/// A link that the Share dialog offers.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Offer {
    /// Its title.
    pub title: &'static str,
    /// A text that says which files the receiver needs.
    pub about: String,
    /// The fragment, to be appended to the page's address.
    pub fragment: String,
    /// The depth of the packed type, which the person can change; none if the link carries no type.
    pub packed: Option<Depth>,
    /// Whether it opens without any file, so that a frame in another page can show it.
    pub embeds: bool,
}

/// The depth of a packed type.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Depth {
    /// How many pointers are followed.
    pub pointers: u32,
    /// The text after the number.
    pub words: &'static str,
}

impl Offer {
    /// The length of the whole link, and where it can be sent. `site`: the number of characters before the fragment.
    pub fn size(&self, site: usize) -> String {
        let length = site + self.fragment.len();
        let gets = match share::Reach::of(length) {
            _ if self.fragment.len() > MAX_LENGTH => "too long: btfscope does not open it",
            // `share::fits` would advise a smaller depth, but this link has no depth.
            share::Reach::Cut if self.packed.is_none() => {
                "too long for most chat and mail programs; works in an address bar, a document or a web page"
            }
            _ => share::fits(length, self.packed.as_ref().map_or(0, |depth| depth.pointers)),
        };
        format!("{} characters: {gets}", grouped(length as u64))
    }

    /// HTML that shows the view in a frame of another page. `site`: the beginning of links.
    pub fn frame(&self, site: &str) -> String {
        let src = format!("{site}{}&embed=1", self.fragment);
        format!("<iframe src=\"{src}\" width=\"760\" height=\"520\" title=\"btfscope\"></iframe>")
    }
}

/// The address of the selection, with these packed types in it.
pub(super) fn packed_address(reads: ShareReads<'_>, file: &OpenFile, path: &Path, packed: &Packed) -> Address {
    let (seen, looks, _, graph) = reads;
    let mut address = share::address(&file.btf, packed, &file.name, seen.view(), path);
    address.in_view = match seen.view() {
        View::Graph => InView::written(InView::Graph, graph.to_words(&file.btf)),
        View::Values => InView::written(InView::Bytes, looks[file.id].values.to_link(file, true)),
        _ => InView::Nothing,
    };
    if let (Some(other), Some((role, _)), Some(beside)) = (&packed.other, seen.partner_source(), seen.compared_with()) {
        address.files.push((role, Source::Data { text: other.text.clone(), name: beside.name.clone() }));
    }
    address
}

impl Session {
    /// The links to the current view, the recommended one first.
    pub fn offers(&self) -> Vec<Offer> {
        let mut out = Vec::new();
        let Some(file) = self.file() else { return out };
        if let Some(carry) = self.carried() {
            let on = match carry.kernels.first() {
                Some((name, _)) => format!("its types, and the types in {name} that decide its result"),
                None => "its types; open a kernel to include the types there that decide its result".to_owned(),
            };
            let mut address = share::relocation_address(carry, &file.name);
            // The link carries one kernel, so the step need not name it.
            address.shown = Shown::Relocation(format!("{}{}", carry.key, self.looks[file.id].core.step_key()));
            out.push(Offer {
                title: "A link that carries the relocation",
                about: format!("Opens without the files: the relocation, its instruction, {on}."),
                fragment: address.to_fragment(),
                packed: None,
                embeds: true,
            });
        }
        if let (Some(packed), Some(fits)) = (self.packed_fits(), self.looks[file.id].fits.fits()) {
            let data = Source::Data { text: packed.program.clone(), name: file.name.clone() };
            let shown = Shown::Fits { answers: packed.answers.clone() };
            let address = Address { files: vec![(Role::Main, data)], shown, ..Address::default() };
            out.push(Offer {
                title: "A link that carries the program and these answers",
                about: format!(
                    "Opens without the file and without asking: the program without debug information ({} characters), and the answers of {}.",
                    grouped(packed.program.len() as u64),
                    many(fits.kernels() as u64, "kernel")
                ),
                fragment: address.to_fragment(),
                packed: None,
                embeds: true,
            });
        }
        let selection = file.look.selection.as_ref().filter(|_| self.screen().has_type());
        if let (Some(packed), Some(selection)) = (self.packed(), selection) {
            let address =
                packed_address((self, &self.looks, &self.compare, &self.graph), file, &selection.path, packed);
            let types = packed.types + packed.other.as_ref().map_or(0, |other| other.types);
            let file_word = if packed.other.is_some() { "files" } else { "file" };
            let declared = match packed.forwards {
                0 => String::new(),
                n => format!(", {} of them declared only", grouped(n.into())),
            };
            out.push(Offer {
                title: "A link that carries the type",
                about: format!("Opens without the {file_word}: {}{declared}.", many(types.into(), "type")),
                fragment: address.to_fragment(),
                packed: Some(Depth { pointers: packed.depth, words: packed.depth_words() }),
                embeds: true,
            });
        }
        if let Some(address) = file.origin.address() {
            let host = model::address::host(address);
            out.push(Offer {
                title: "A link to the file's address",
                about: format!("The receiver is asked whether to load {} from {host}.", file.name),
                fragment: self.address().alone().to_fragment(),
                packed: None,
                embeds: false,
            });
        }
        let first = match file.origin {
            Origin::Atlas(_) => Some((
                "A link to this kernel of the atlas",
                "The shortest link: the receiver needs no file, because this page has the kernel.",
            )),
            Origin::Pad { .. } => Some((
                "A link to this scratch pad",
                "Carries the source: the receiver sees this view, and can go on typing.",
            )),
            _ => None,
        };
        if let Some((title, about)) = first {
            let fragment = self.address().alone().to_fragment();
            out.insert(0, Offer { title, about: about.into(), fragment, packed: None, embeds: true });
        }
        if file.origin.is_a_file() {
            let about = match file.origin.sample() {
                Some(_) => "Opens this page's sample.".to_string(),
                None => format!("The receiver is asked for {}; its digest is checked.", file.name),
            };
            let mut address = self.address().alone();
            if let Some((_, source)) = address.files.first_mut() {
                *source = source_at_home(file);
            }
            out.push(Offer {
                title: "A short link for those who have the file",
                about,
                fragment: address.to_fragment(),
                packed: None,
                embeds: false,
            });
        }
        out
    }

    /// The notice after the short link was copied.
    pub(crate) fn link_said(&self) -> String {
        let Some(file) = self.file() else { return "Link copied.".into() };
        match &file.origin {
            Origin::Pad { .. } => "Link copied. It carries the source.".into(),
            Origin::Atlas(_) | Origin::Link(_) => "Link copied. It opens without a file.".into(),
            Origin::Address(_) => "Link copied. The receiver is asked whether to load the file.".into(),
            Origin::Sample(_) => "Link copied.".into(),
            Origin::Dropped | Origin::Kept(_) | Origin::Made { .. } if file.digest.is_none() => {
                "Link copied. The file's digest is still being computed: copy the link again for one that checks the digest."
                    .into()
            }
            Origin::Dropped | Origin::Kept(_) | Origin::Made { .. } => {
                format!("Link copied. The receiver is asked for {}, then sees this view.", file.name)
            }
        }
    }
}
