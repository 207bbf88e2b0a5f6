//! Share: what is packed for the links to what is shown, and where they point.

mod offers;

use desk::{AskCore, AskRelocation, CarryRelocation, Job, Pack, PackFits, PackedFits, Problem};
use model::address::is_local;
use model::relocations::Carry;
use model::share;
use model::share::{MAX_DEPTH, Packed};
use model::views::View;

use self::offers::packed_address;
pub use self::offers::{Depth, Offer};
use crate::ask::Ask;
use crate::graph::GraphView;
use crate::hear::Hears;
use crate::look::compare::CompareLook;
use crate::state::{Feature, Looks, Out, Seen};
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

    /// What is to be packed and is not: what is shown is one of three things, and the others are not offered.
    fn pack(&mut self, around: Around<'_>) -> Option<Job> {
        let (seen, looks, compare, _) = around;
        if seen.fits().is_some() {
            self.carried.forget();
            self.packed.forget();
            return self.fits.want(fits_request(seen, looks)?).map(Job::from);
        }
        self.fits.forget();
        if let Some(ask) = carry_request(seen, looks) {
            self.packed.forget();
            return self.carried.want(ask).map(|ask| CarryRelocation(ask).into());
        }
        self.carried.forget();
        let (file, selection) = seen.file().zip(seen.selection())?;
        let other = compare.packed_beside(seen);
        // What the link has beside the packed types.
        let bare = packed_address(around, file, &selection.path, &Packed::empty(selection.id, other.is_some()));
        let room = share::CHAT.saturating_sub(self.base().len() + bare.to_fragment().len());
        let map = if seen.view() == View::Values { looks[file.id].values.map_to_share(file) } else { None };
        let pack = Pack { file: file.id, root: selection.id, depth: self.depth, room: room as u32, other, map };
        self.packed.want(pack).map(Job::from)
    }

    /// Saves the types that the link would carry.
    fn save(&self, seen: &Seen) -> Vec<Out> {
        let Some(packed) = self.packed.answer() else { return vec![] };
        let name = seen.selected_name().unwrap_or_default();
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

impl Feature for Sharing {
    type Msg = ShareMsg;
    type Reads<'a> = Around<'a>;

    fn update(&mut self, msg: ShareMsg, around: Around<'_>) -> Vec<Out> {
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
            ShareMsg::Save => self.save(around.0),
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
    fn reconcile(&mut self, around: Around<'_>) -> Vec<Out> {
        let job = if around.0.overlay() == Overlay::Share { self.pack(around) } else { None };
        job.map(Out::Ask).into_iter().collect()
    }
}

/// What the Share dialog reads: links are made of all that is shown.
pub(crate) type Around<'a> = (&'a Seen, &'a Looks, &'a CompareLook, &'a GraphView);

/// What is to be packed of CO-RE: the relocation that is picked, on the kernel whose reason is shown.
fn carry_request(seen: &Seen, looks: &Looks) -> Option<AskRelocation> {
    let file = seen.core()?;
    let look = &looks[file.id].core;
    let kernel = look.explained().and_then(|i| look.targets().get(i).copied());
    let on = AskCore { file: file.id, kernels: kernel.into_iter().collect() };
    Some(AskRelocation { on, index: look.picked? })
}

/// What is to be packed of Fits: the program, and what the kernels say that were asked.
fn fits_request(seen: &Seen, looks: &Looks) -> Option<PackFits> {
    let file = seen.fits()?;
    let fits = looks[file.id].fits.fits().filter(|fits| !fits.columns.is_empty())?;
    Some(PackFits { file: file.id, answers: model::fits::carried::write(fits) })
}

impl Session {
    /// The type that is packed, when it is the one that is selected.
    fn packed(&self) -> Option<&Packed> {
        let (file, selection) = self.file().zip(self.selection())?;
        let ask = self.sharing().packed.answered().filter(|ask| (ask.file, ask.root) == (file.id, selection.id));
        ask.and(self.sharing().packed.answer()).map(|packed| &**packed)
    }

    /// The relocation that is packed, when it is the one that is picked.
    fn carried(&self) -> Option<&Carry> {
        let ask =
            self.sharing().carried.answered().filter(|ask| carry_request(self, &self.looks).as_ref() == Some(*ask));
        ask.and(self.sharing().carried.answer()).map(|carry| &**carry)
    }

    /// The program with its answers, packed, when they are those that are shown.
    fn packed_fits(&self) -> Option<&PackedFits> {
        let shown = self.fits()?.id;
        let ask = self.sharing().fits.answered().filter(|ask| ask.file == shown);
        ask.and(self.sharing().fits.answer()).map(|packed| &**packed)
    }

    /// Whether something is still being packed.
    pub fn is_packing(&self) -> bool {
        let has = match carry_request(self, &self.looks) {
            _ if self.fits().is_some() => self.packed_fits().is_some() || self.sharing().fits.asked().is_none(),
            Some(_) => self.carried().is_some(),
            None => self.packed().is_some() || self.selection().is_none(),
        };
        !has && self.sharing().problem().is_none()
    }
}

impl Hears<Pack> for Session {
    fn heard(&mut self, ask: Pack, said: Result<Packed, Problem>) {
        self.sharing.packed.hear(&ask, said);
    }
}

impl Hears<CarryRelocation> for Session {
    fn heard(&mut self, ask: CarryRelocation, said: Result<Carry, Problem>) {
        self.sharing.carried.hear(&ask.0, said);
    }
}

impl Hears<PackFits> for Session {
    fn heard(&mut self, ask: PackFits, said: Result<PackedFits, Problem>) {
        self.sharing.fits.hear(&ask, said);
    }
}
