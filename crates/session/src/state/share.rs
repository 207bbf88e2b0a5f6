//! Share: the links to what is shown, how long they are, and where they point.

use desk::Problem;
use desk::{AskCore, AskRelocation, Job, Pack};
use model::address::Source;
use model::relocations::Carry;
use model::share;
use model::share::{MAX_DEPTH, Packed};
use model::views::View;
use model::words::{grouped, many};

use super::link::source_at_home;
use super::{Effect, Overlay, Session};

/// What the Share dialog knows.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Sharing {
    /// Pointers that are followed for the link that carries the type.
    pub depth: u32,
    /// The type, once it is packed.
    pub packed: Option<Packed>,
    /// The relocation, once it is packed, and what was asked for it.
    pub carried: Option<(AskRelocation, Carry)>,
    /// Why it could not be.
    pub problem: Option<Problem>,
    /// Where btfscope is published, as the person said; empty when they did not.
    pub site: String,
}

impl Default for Sharing {
    fn default() -> Self {
        Sharing { depth: 1, packed: None, carried: None, problem: None, site: String::new() }
    }
}

/// A link to choose.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Offer {
    /// What it is called.
    pub title: &'static str,
    /// What whoever gets it needs.
    pub about: String,
    /// The fragment, to be put behind the page's address.
    pub fragment: String,
    /// It carries the type.
    pub whole: bool,
}

impl Offer {
    /// Where it can be sent, when it is written behind an address of `site` characters.
    pub fn size(&self, site: usize) -> String {
        let length = site + self.fragment.len();
        format!("{} characters: {}", grouped(length as u64), share::fits(length))
    }
}

impl Session {
    /// Shows the dialog, and packs the type.
    pub(super) fn share(&mut self, effects: &mut Vec<Effect>) {
        self.show_overlay(Overlay::Share, effects);
        if self.overlay == Overlay::Share {
            self.share_depth(self.sharing.depth, effects);
        }
    }

    pub(super) fn share_depth(&mut self, depth: u32, effects: &mut Vec<Effect>) {
        self.sharing.depth = depth.min(MAX_DEPTH);
        self.sharing.packed = None;
        self.sharing.carried = None;
        self.sharing.problem = None;
        if let Some(ask) = self.carry_request() {
            return effects.push(Effect::Ask(Job::Carry(ask)));
        }
        let Some(file) = self.file() else { return };
        if let Some(selection) = &file.look.selection {
            let other = self.packed_beside();
            let pack = Pack { file: file.id, root: selection.id, depth: self.sharing.depth, other };
            effects.push(Effect::Ask(Job::Pack(pack)));
        }
    }

    /// What is to be packed of CO-RE: the relocation that is picked, on the kernel that is told of.
    fn carry_request(&self) -> Option<AskRelocation> {
        let file = self.core()?;
        let look = &file.look.core;
        let kernel = look.told().and_then(|i| look.targets.get(i).copied());
        let on = AskCore { file: file.id, kernels: kernel.into_iter().collect() };
        Some(AskRelocation { on, index: look.picked? })
    }

    pub(super) fn carried(&mut self, request: AskRelocation, carry: Carry) {
        if self.carry_request().as_ref() == Some(&request) {
            self.sharing.carried = Some((request, carry));
        }
    }

    /// Whether something is still being packed.
    pub fn is_packing(&self) -> bool {
        let has = match self.carry_request() {
            Some(_) => self.sharing.carried.is_some(),
            None => self.sharing.packed.is_some() || self.selection().is_none(),
        };
        !has && self.sharing.problem.is_none()
    }

    pub(super) fn packed(&mut self, request: &Pack, packed: Packed) {
        let selected = self.file().filter(|f| f.id == request.file).and_then(|f| f.look.selection.as_ref());
        if selected.is_some_and(|s| s.id == request.root) && self.sharing.depth == request.depth {
            self.sharing.packed = Some(packed);
        }
    }

    /// Saves the types that the link would carry.
    pub(super) fn save_shared(&mut self, effects: &mut Vec<Effect>) {
        let Some(packed) = &self.sharing.packed else { return };
        let name = self.selected_name().unwrap_or_default();
        let plain: String = name.chars().map(|c| if c.is_ascii_alphanumeric() { c } else { '_' }).collect();
        let name = format!("{}.btf", if plain.is_empty() { "type" } else { &plain });
        effects.push(Effect::Save(name.clone(), packed.blob.clone()));
        self.notice = format!("Saved {name}");
    }

    /// Where links point from now on. An empty one forgets it.
    pub(super) fn set_site(&mut self, site: &str, effects: &mut Vec<Effect>) {
        let site = site.split('#').next().unwrap_or_default().trim();
        if !site.is_empty() && !site.starts_with("https://") && !site.starts_with("http://") {
            self.notice = "An address starts with https://".to_string();
            return;
        }
        self.sharing.site = site.to_string();
        self.notice =
            if site.is_empty() { "Links point to this page".into() } else { format!("Links point to {site}") };
        effects.push(Effect::SaveSite(site.to_string()));
    }

    /// The links that can be made of what is shown.
    pub fn offers(&self) -> Vec<Offer> {
        let mut out = Vec::new();
        let Some(file) = self.file() else { return out };
        if let Some((_, carry)) = self.sharing.carried.as_ref().filter(|c| Some(&c.0) == self.carry_request().as_ref())
        {
            let on = match carry.kernels.first() {
                Some((name, _)) => format!("its types and those of {name} that it meets"),
                None => "its types; open a kernel, and what it meets there goes along".to_owned(),
            };
            out.push(Offer {
                title: "A link that carries the relocation",
                about: format!("Opens anywhere, without the files: the relocation, its instruction, {on}."),
                fragment: share::relocation_address(carry, &file.name).to_fragment(),
                whole: false,
            });
        }
        let selection = file.look.selection.as_ref().filter(|_| self.core().is_none());
        if let (Some(packed), Some(selection)) = (&self.sharing.packed, selection) {
            let mut address = share::address(&file.btf, packed, &file.name, self.view, &selection.path);
            if self.view == View::Graph {
                address.graph = self.graph.to_words(&file.btf);
            }
            let mut types = packed.types;
            let mut file_word = "file";
            if let (Some(other), Some((role, _)), Some(beside)) =
                (&packed.other, self.partner_source(), self.compared_with())
            {
                address.files.push((role, Source::Data { text: other.text.clone(), name: beside.name.clone() }));
                types += other.types;
                file_word = "files";
            }
            let declared = match packed.forwards {
                0 => String::new(),
                n => format!(", {} of them declared only", grouped(n.into())),
            };
            out.push(Offer {
                title: "A link that carries the type",
                about: format!("Opens anywhere, without the {file_word}: {}{declared}.", many(types.into(), "type")),
                fragment: address.to_fragment(),
                whole: true,
            });
        }
        if let Some(address) = &file.url {
            let host = model::address::host(address);
            out.push(Offer {
                title: "A link to the file's address",
                about: format!("Whoever opens it is asked whether to load {} from {host}.", file.name),
                fragment: self.address().to_fragment(),
                whole: false,
            });
        }
        if file.pad.is_some() {
            out.insert(
                0,
                Offer {
                    title: "A link to this scratch pad",
                    about: "Carries the source: whoever opens it sees this view, and can go on typing.".into(),
                    fragment: self.address().to_fragment(),
                    whole: false,
                },
            );
        }
        // What came in a link has no file to ask for.
        if file.data.is_none() && file.pad.is_none() {
            let about = match &file.sample {
                Some(_) => "Opens this page's sample.".to_string(),
                None => format!("Whoever opens it is asked for {}; its digest is checked.", file.name),
            };
            let mut address = self.address();
            if let Some((_, source)) = address.files.first_mut() {
                *source = source_at_home(file);
            }
            let fragment = address.to_fragment();
            out.push(Offer { title: "A short link for those who have the file", about, fragment, whole: false });
        }
        out
    }

    /// What to say when the short link was copied.
    pub(super) fn link_said(&self) -> String {
        match self.file() {
            Some(f) if f.pad.is_some() => "Link copied. It carries the source.".into(),
            Some(f) if f.data.is_some() => "Link copied. It carries the type.".into(),
            Some(f) if f.url.is_some() => "Link copied. Whoever opens it is asked whether to load the file.".into(),
            Some(f) if f.sample.is_none() && f.digest.is_none() => {
                "Link copied. The file's digest is still being computed: copy again for one that checks it.".into()
            }
            Some(f) if f.sample.is_none() => {
                format!("Link copied. Whoever opens it is asked for {}, and lands on this view.", f.name)
            }
            _ => "Link copied.".to_string(),
        }
    }
}
