//! Share: what is packed for the links to what is shown, and where they point.

mod offers;

use desk::{AskCore, AskRelocation, CarryRelocation, Job, Pack, PackFits, PackedFits, Problem};
use model::address::is_local;
use model::relocations::Carry;
use model::share;
use model::share::{MAX_DEPTH, Packed};
use model::views::View;

pub use self::offers::{Depth, Offer};
use crate::ask::Ask;
use crate::hear::Hears;
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
            return self.fits.want(session.fits_request()?).map(Job::from);
        }
        self.fits.forget();
        if let Some(ask) = session.carry_request() {
            self.packed.forget();
            return self.carried.want(ask).map(|ask| CarryRelocation(ask).into());
        }
        self.carried.forget();
        let (file, selection) = session.file().zip(session.selection())?;
        let other = session.compare().packed_beside(session);
        // What the link has beside the packed types.
        let bare = session.packed_address(file, &selection.path, &Packed::empty(selection.id, other.is_some()));
        let room = share::CHAT.saturating_sub(self.base().len() + bare.to_fragment().len());
        let map = if session.view() == View::Values { file.look.values.map_to_share(file) } else { None };
        let pack = Pack { file: file.id, root: selection.id, depth: self.depth, room: room as u32, other, map };
        self.packed.want(pack).map(Job::from)
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
}

impl Hears<Pack> for Session {
    fn heard(&mut self, ask: Pack, said: Result<Packed, Problem>, _: &mut Vec<Effect>) {
        match said {
            Ok(found) => self.sharing.packed(&ask, found),
            Err(problem) => self.sharing.not_packed(&ask, problem.message),
        }
    }
}

impl Hears<CarryRelocation> for Session {
    fn heard(&mut self, ask: CarryRelocation, said: Result<Carry, Problem>, _: &mut Vec<Effect>) {
        match said {
            Ok(found) => self.sharing.carried(&ask.0, found),
            Err(problem) => self.sharing.not_carried(&ask.0, problem.message),
        }
    }
}

impl Hears<PackFits> for Session {
    fn heard(&mut self, ask: PackFits, said: Result<PackedFits, Problem>, _: &mut Vec<Effect>) {
        match said {
            Ok(found) => self.sharing.packed_fits(&ask, found),
            Err(problem) => self.sharing.no_fits(&ask, problem.message),
        }
    }
}
