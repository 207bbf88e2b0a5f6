//! Share: the links to what is shown, how long they are, and where they point.

use desk::{AskCore, AskRelocation, Job, Pack, PackFits, PackedFits};
use model::address::{Address, Role, Source, is_local};
use model::path::Path;
use model::relocations::Carry;
use model::share;
use model::share::{MAX_DEPTH, Packed};
use model::views::View;
use model::words::{grouped, many};

use crate::ask::Ask;
use crate::file::OpenFile;
use crate::source::source_at_home;
use crate::state::Out;
use crate::{Effect, Msg, Overlay, Session};

/// What the Share dialog knows.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Sharing {
    /// Pointers that are followed for the link that carries the type, as the person said; none for as many as a chat message has room for.
    depth: Option<u32>,
    /// The address of the page itself: where links point to as long as the person has not said anything else.
    here: String,
    /// Where btfscope is published, as the person said; empty when they did not.
    pub site: String,
    /// The type, packed.
    packed: Ask<Pack, Packed>,
    /// The relocation, packed.
    carried: Ask<AskRelocation, Carry>,
    /// The program with what kernels say of it, packed.
    fits: Ask<PackFits, PackedFits>,
}

/// What happens in the Share dialog.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ShareMsg {
    /// Show it, or close it.
    Show,
    /// Pack the type over so many pointers for its link.
    Depth(u32),
    /// Save the types of the link as a file.
    Save,
    /// Where btfscope is published, as the person says.
    Site(String),
    /// Where btfscope is published, as this browser remembers.
    KnownSite(String),
    /// The page's own address.
    Here(String),
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
    /// It carries the type, packed: how deep that goes can be chosen.
    pub packed: Option<Depth>,
    /// Whoever opens it needs no file: a frame of another page can show it.
    pub embeds: bool,
}

/// How deep a packed type goes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Depth {
    /// Pointers that are followed.
    pub pointers: u32,
    /// What is said behind the number.
    pub words: &'static str,
}

impl Offer {
    /// Where it can be sent, when it is written behind an address of `site` characters.
    pub fn size(&self, site: usize) -> String {
        let length = site + self.fragment.len();
        let gets = match share::Reach::of(length) {
            // There is no depth to choose.
            share::Reach::Cut if self.packed.is_none() => {
                "too long for most chat and mail programs; works in an address bar, a document or a web page"
            }
            _ => share::fits(length),
        };
        format!("{} characters: {gets}", grouped(length as u64))
    }

    /// The code that shows only this view in another page. `site`: what links point to.
    pub fn frame(&self, site: &str) -> String {
        let src = format!("{site}{}&embed=1", self.fragment);
        format!("<iframe src=\"{src}\" width=\"760\" height=\"520\" title=\"btfscope\"></iframe>")
    }
}

impl Sharing {
    /// Where links point to: the address in front of their fragment.
    pub fn base(&self) -> &str {
        if self.site.is_empty() { &self.here } else { &self.site }
    }

    /// Whether links work on this computer only: the page is served from it, and nobody said where else it is.
    pub fn is_local(&self) -> bool {
        self.site.is_empty() && is_local(&self.here)
    }

    /// What is said when a link was copied.
    pub(crate) fn copied(&self, said: &str) -> String {
        let only = if self.is_local() { " It works on this computer only: the page is served from it." } else { "" };
        format!("{said}{only}")
    }

    /// Why what is to be shared could not be packed.
    pub fn problem(&self) -> Option<&str> {
        self.packed.problem().or(self.carried.problem()).or(self.fits.problem())
    }

    #[inline(never)]
    pub(crate) fn update(&mut self, msg: ShareMsg, session: &Session) -> Vec<Out> {
        match msg {
            ShareMsg::Show => {
                self.depth = None;
                // What could not be packed is tried again.
                self.packed.forget();
                self.carried.forget();
                self.fits.forget();
                vec![Msg::Overlay(Overlay::Share).into()]
            }
            ShareMsg::Depth(depth) => {
                self.depth = Some(depth.min(MAX_DEPTH));
                vec![]
            }
            ShareMsg::Save => self.save(session),
            ShareMsg::Site(site) => self.set_site(&site),
            ShareMsg::KnownSite(site) => {
                self.site = site;
                vec![]
            }
            ShareMsg::Here(here) => {
                self.here = here;
                vec![]
            }
        }
    }

    /// While the dialog is shown, asks for what it offers links to, packed.
    pub(crate) fn reconcile(&mut self, session: &Session) -> Vec<Out> {
        let job = if session.overlay() == Overlay::Share { self.pack(session) } else { None };
        job.map(Out::Ask).into_iter().collect()
    }

    /// What is to be packed and is not: what is shown is one of three things, and the others are not offered.
    #[inline(never)]
    fn pack(&mut self, session: &Session) -> Option<Job> {
        if session.fits().is_some() {
            self.carried.forget();
            self.packed.forget();
            return self.fits.want(session.fits_request()?).map(Job::PackFits);
        }
        self.fits.forget();
        if let Some(ask) = session.carry_request() {
            self.packed.forget();
            return self.carried.want(ask).map(Job::Carry);
        }
        self.carried.forget();
        let (file, selection) = session.file().zip(session.selection())?;
        let other = session.compare().packed_beside(session);
        // What the link has beside the packed types.
        let bare = session.packed_address(file, &selection.path, &Packed::empty(selection.id, other.is_some()));
        let room = share::CHAT.saturating_sub(self.base().len() + bare.to_fragment().len());
        let map = if session.view() == View::Values { file.look.values.map_to_share(file) } else { None };
        let pack = Pack { file: file.id, root: selection.id, depth: self.depth, room: room as u32, other, map };
        self.packed.want(pack).map(Job::Pack)
    }

    /// The desk has packed the type.
    pub(crate) fn packed(&mut self, ask: &Pack, packed: Packed) {
        self.packed.take(ask, packed);
    }

    /// It has packed the relocation.
    pub(crate) fn carried(&mut self, ask: &AskRelocation, carry: Carry) {
        self.carried.take(ask, carry);
    }

    /// It has packed the program, and what kernels say of it.
    pub(crate) fn packed_fits(&mut self, ask: &PackFits, packed: PackedFits) {
        self.fits.take(ask, packed);
    }

    /// It could not pack the type.
    pub(crate) fn not_packed(&mut self, ask: &Pack, why: String) {
        self.packed.fail(ask, why);
    }

    /// Or the relocation.
    pub(crate) fn not_carried(&mut self, ask: &AskRelocation, why: String) {
        self.carried.fail(ask, why);
    }

    /// Or the program with its answers.
    pub(crate) fn no_fits(&mut self, ask: &PackFits, why: String) {
        self.fits.fail(ask, why);
    }

    /// Saves the types that the link would carry.
    fn save(&self, session: &Session) -> Vec<Out> {
        let Some(packed) = self.packed.answer() else { return vec![] };
        let name = session.selected_name().unwrap_or_default();
        let plain: String = name.chars().map(|c| if c.is_ascii_alphanumeric() { c } else { '_' }).collect();
        let name = format!("{}.btf", if plain.is_empty() { "type" } else { &plain });
        let said = Msg::Notice(format!("Saved {name}"));
        vec![Effect::Save(name, packed.blob.clone()).into(), said.into()]
    }

    /// Where links point from now on. An empty one forgets it.
    fn set_site(&mut self, site: &str) -> Vec<Out> {
        let site = site.split('#').next().unwrap_or_default().trim();
        if !site.is_empty() && !site.starts_with("https://") && !site.starts_with("http://") {
            return vec![Msg::Notice("An address starts with https://".to_string()).into()];
        }
        self.site = site.to_string();
        let said = if site.is_empty() { "Links point to this page".into() } else { format!("Links point to {site}") };
        vec![Msg::Notice(said).into(), Effect::SaveSite(site.to_string()).into()]
    }
}

impl Session {
    /// What is to be packed of CO-RE: the relocation that is picked, on the kernel whose reason is shown.
    fn carry_request(&self) -> Option<AskRelocation> {
        let file = self.core()?;
        let look = &file.look.core;
        let kernel = look.explained().and_then(|i| look.targets().get(i).copied());
        let on = AskCore { file: file.id, kernels: kernel.into_iter().collect() };
        Some(AskRelocation { on, index: look.picked? })
    }

    /// The type that is packed, when it is the one that is selected.
    fn packed(&self) -> Option<&Packed> {
        let (file, selection) = self.file().zip(self.selection())?;
        let ask = self.sharing().packed.answered().filter(|ask| (ask.file, ask.root) == (file.id, selection.id));
        ask.and(self.sharing().packed.answer()).map(|packed| &**packed)
    }

    /// The relocation that is packed, when it is the one that is picked.
    fn carried(&self) -> Option<&Carry> {
        let ask = self.sharing().carried.answered().filter(|ask| self.carry_request().as_ref() == Some(*ask));
        ask.and(self.sharing().carried.answer()).map(|carry| &**carry)
    }

    /// What is to be packed of Fits: the program, and what the kernels say that were asked.
    fn fits_request(&self) -> Option<PackFits> {
        let file = self.fits()?;
        let fits = file.look.fits.fits().filter(|fits| !fits.columns.is_empty())?;
        Some(PackFits { file: file.id, answers: model::fits::carried::write(fits) })
    }

    /// The program with its answers, packed, when they are those that are shown.
    fn packed_fits(&self) -> Option<&PackedFits> {
        let shown = self.fits()?.id;
        let ask = self.sharing().fits.answered().filter(|ask| ask.file == shown);
        ask.and(self.sharing().fits.answer()).map(|packed| &**packed)
    }

    /// Whether something is still being packed.
    pub fn is_packing(&self) -> bool {
        let has = match self.carry_request() {
            _ if self.fits().is_some() => self.packed_fits().is_some() || self.sharing().fits.asked().is_none(),
            Some(_) => self.carried().is_some(),
            None => self.packed().is_some() || self.selection().is_none(),
        };
        !has && self.sharing().problem().is_none()
    }

    /// The address of what is selected, with these packed types in it.
    fn packed_address(&self, file: &OpenFile, path: &Path, packed: &Packed) -> Address {
        let mut address = share::address(&file.btf, packed, &file.name, self.view(), path);
        if self.view() == View::Graph {
            address.graph = self.graph().to_words(&file.btf);
        }
        if self.view() == View::Values {
            address.bytes = file.look.values.linked(file, true);
        }
        if let (Some(other), Some((role, _)), Some(beside)) =
            (&packed.other, self.partner_source(), self.compared_with())
        {
            address.files.push((role, Source::Data { text: other.text.clone(), name: beside.name.clone() }));
        }
        address
    }

    /// The links that can be made of what is shown.
    pub fn offers(&self) -> Vec<Offer> {
        let mut out = Vec::new();
        let Some(file) = self.file() else { return out };
        if let Some(carry) = self.carried() {
            let on = match carry.kernels.first() {
                Some((name, _)) => format!("its types and those of {name} that it meets"),
                None => "its types; open a kernel to include what it meets there".to_owned(),
            };
            out.push(Offer {
                title: "A link that carries the relocation",
                about: format!("Opens anywhere, without the files: the relocation, its instruction, {on}."),
                fragment: share::relocation_address(carry, &file.name).to_fragment(),
                packed: None,
                embeds: true,
            });
        }
        if let (Some(packed), Some(fits)) = (self.packed_fits(), file.look.fits.fits()) {
            let data = Source::Data { text: packed.program.clone(), name: file.name.clone() };
            let answers = packed.answers.clone();
            let address = Address { files: vec![(Role::Main, data)], fits: true, answers, ..Address::default() };
            out.push(Offer {
                title: "A link that carries the program and these answers",
                about: format!(
                    "Opens anywhere, without the file and without asking: the program without debug information ({} characters), and what {} said.",
                    grouped(packed.program.len() as u64),
                    many(fits.kernels() as u64, "kernel")
                ),
                fragment: address.to_fragment(),
                packed: None,
                embeds: true,
            });
        }
        let elsewhere = self.core().is_some() || self.fits().is_some();
        let selection = file.look.selection.as_ref().filter(|_| !elsewhere);
        if let (Some(packed), Some(selection)) = (self.packed(), selection) {
            let address = self.packed_address(file, &selection.path, packed);
            let types = packed.types + packed.other.as_ref().map_or(0, |other| other.types);
            let file_word = if packed.other.is_some() { "files" } else { "file" };
            let declared = match packed.forwards {
                0 => String::new(),
                n => format!(", {} of them declared only", grouped(n.into())),
            };
            out.push(Offer {
                title: "A link that carries the type",
                about: format!("Opens anywhere, without the {file_word}: {}{declared}.", many(types.into(), "type")),
                fragment: address.to_fragment(),
                packed: Some(Depth { pointers: packed.depth, words: packed.depth_words() }),
                embeds: true,
            });
        }
        if let Some(address) = &file.url {
            let host = model::address::host(address);
            out.push(Offer {
                title: "A link to the file's address",
                about: format!("Whoever opens it is asked whether to load {} from {host}.", file.name),
                fragment: self.address().alone().to_fragment(),
                packed: None,
                embeds: false,
            });
        }
        if file.atlas.is_some() {
            out.insert(
                0,
                Offer {
                    title: "A link to this kernel of the atlas",
                    about: "The shortest: whoever opens it needs no file, this page has the kernel.".into(),
                    fragment: self.address().alone().to_fragment(),
                    packed: None,
                    embeds: true,
                },
            );
        }
        if file.pad.is_some() {
            out.insert(
                0,
                Offer {
                    title: "A link to this scratch pad",
                    about: "Carries the source: whoever opens it sees this view, and can go on typing.".into(),
                    fragment: self.address().alone().to_fragment(),
                    packed: None,
                    embeds: true,
                },
            );
        }
        // What came in a link has no file to ask for.
        if file.data.is_none() && file.pad.is_none() && file.atlas.is_none() {
            let about = match &file.sample {
                Some(_) => "Opens this page's sample.".to_string(),
                None => format!("Whoever opens it is asked for {}; its digest is checked.", file.name),
            };
            let mut address = self.address().alone();
            if let Some((_, source)) = address.files.first_mut() {
                *source = source_at_home(file);
            }
            let fragment = address.to_fragment();
            out.push(Offer {
                title: "A short link for those who have the file",
                about,
                fragment,
                packed: None,
                embeds: false,
            });
        }
        out
    }

    /// What to say when the short link was copied.
    pub(crate) fn link_said(&self) -> String {
        match self.file() {
            Some(f) if f.pad.is_some() => "Link copied. It carries the source.".into(),
            Some(f) if f.atlas.is_some() => "Link copied. It opens without a file.".into(),
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
