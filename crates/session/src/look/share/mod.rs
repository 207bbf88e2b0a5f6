//! The Share dialog: packs what links carry, and stores the address with which links begin.

mod offers;

use desk::{AskCore, AskRelocation, CarryRelocation, Job, Pack, PackFits, PackedFits, Problem};
use model::address::is_local;
use model::relocations::Carry;
use model::share;
use model::share::{MAX_DEPTH, Packed};
use model::views::View;

use self::offers::packed_address;
pub use self::offers::{Depth, Offer};
use crate::Session;
use crate::ask::Ask;
use crate::feature::Feature;
use crate::look::compare::CompareLook;
use crate::look::graph::GraphView;
use crate::look::looks::Looks;
pub use crate::msg::ShareMsg;
use crate::msg::{Effect, Msg, Overlay};
use crate::out::Out;
use crate::receive::Receives;
use crate::seen::Seen;

/// The state of the Share dialog.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Sharing {
    /// How many pointers are followed to collect the types for a link, as the person chose. None: as many as keep the
    /// link short enough for a chat message.
    depth: Option<u32>,
    /// The page's own address: the beginning of links, unless the person sets another one.
    here: String,
    /// The address where btfscope is published, as the person set it; empty if not set.
    pub site: String,
    /// The packed type.
    packed: Ask<Pack, Packed>,
    /// The packed relocation.
    carried: Ask<AskRelocation, Carry>,
    /// The packed program with the answers of kernels.
    fits: Ask<PackFits, PackedFits>,
}

impl Sharing {
    /// The beginning of links: the address before the fragment.
    pub fn base(&self) -> &str {
        if self.site.is_empty() { &self.here } else { &self.site }
    }

    /// Whether links work only on this computer, because the page is served from it and no other address is set.
    pub fn is_local(&self) -> bool {
        self.site.is_empty() && is_local(&self.here)
    }

    /// The notice after a link was copied.
    pub(crate) fn copied(&self, said: &str) -> String {
        let only = if self.is_local() { " It works on this computer only: the page is served from it." } else { "" };
        format!("{said}{only}")
    }

    /// Why packing failed.
    pub fn problem(&self) -> Option<&str> {
        self.packed.problem().or(self.carried.problem()).or(self.fits.problem())
    }

    /// The packing job to start. The screen decides whether it packs a program with answers, a relocation, or a type.
    /// The packed texts of the other two kinds are dropped.
    fn pack(&mut self, reads: ShareReads<'_>) -> Option<Job> {
        let (seen, looks, compare, _) = reads;
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
        let (file, selection) = seen.file().zip(seen.selection()).filter(|_| seen.screen().has_type())?;
        let other = compare.packed_beside(seen);
        // The address without the packed types, to compute how much room is left for these.
        let without_types = packed_address(reads, file, &selection.path, &Packed::empty(selection.id, other.is_some()));
        let room = share::CHAT.saturating_sub(self.base().len() + without_types.to_fragment().len());
        let map = if seen.view() == View::Values { looks[file.id].values.map_to_share(file) } else { None };
        let pack = Pack { file: file.id, root: selection.id, depth: self.depth, room: room as u32, other, map };
        self.packed.want(pack).map(Job::from)
    }

    /// Saves the packed types as a file.
    fn save(&self, seen: &Seen) -> Vec<Out> {
        let Some(packed) = self.packed.answer() else { return vec![] };
        let name = seen.selected_name().unwrap_or_default();
        let plain: String = name.chars().map(|c| if c.is_ascii_alphanumeric() { c } else { '_' }).collect();
        let name = format!("{}.btf", if plain.is_empty() { "type" } else { &plain });
        let said = Msg::Notice(format!("Saved {name}"));
        vec![Effect::Save(name, packed.blob.clone()).into(), said.into()]
    }

    /// Sets the beginning of links; an empty text resets it.
    fn set_site(&mut self, site: &str) -> Vec<Out> {
        let site = site.split('#').next().unwrap_or_default().trim();
        if !site.is_empty() && !site.starts_with("https://") && !site.starts_with("http://") {
            return vec![Msg::Notice("An address starts with https:// or http://".to_string()).into()];
        }
        self.site = site.to_string();
        let said = if site.is_empty() { "Links point to this page".into() } else { format!("Links point to {site}") };
        vec![Msg::Notice(said).into(), Effect::SaveSite(site.to_string()).into()]
    }
}

impl Feature for Sharing {
    type Msg = ShareMsg;
    type Reads<'a> = ShareReads<'a>;

    fn update(&mut self, msg: ShareMsg, reads: ShareReads<'_>) -> Vec<Out> {
        match msg {
            ShareMsg::Show => {
                self.depth = None;
                // Forget failures, too, so that packing is tried again.
                self.packed.forget();
                self.carried.forget();
                self.fits.forget();
                return vec![Msg::Overlay(Overlay::Share).into()];
            }
            ShareMsg::Depth(depth) => self.depth = Some(depth.min(MAX_DEPTH)),
            ShareMsg::Save => return self.save(reads.0),
            ShareMsg::Site(site) => return self.set_site(&site),
            ShareMsg::KnownSite(site) => self.site = site,
            ShareMsg::Here(here) => self.here = here,
        }
        vec![]
    }

    /// Asks for packing while the dialog is shown.
    fn reconcile(&mut self, reads: ShareReads<'_>) -> Vec<Out> {
        let job = if reads.0.overlay() == Overlay::Share { self.pack(reads) } else { None };
        job.map(Out::Ask).into_iter().collect()
    }
}

/// The parts of the session that the Share dialog reads: links also hold the state of Compare, Graph and Values.
pub(crate) type ShareReads<'a> = (&'a Seen, &'a Looks, &'a CompareLook, &'a GraphView);

/// The relocation to pack: the picked one, on the kernel whose reason is shown.
fn carry_request(seen: &Seen, looks: &Looks) -> Option<AskRelocation> {
    let file = seen.core()?;
    let look = &looks[file.id].core;
    let kernel = look.explained().and_then(|i| look.targets().get(i).copied());
    let on = AskCore { file: file.id, kernels: kernel.into_iter().collect() };
    Some(AskRelocation { on, index: look.picked? })
}

/// The program and answers to pack, from Fits.
fn fits_request(seen: &Seen, looks: &Looks) -> Option<PackFits> {
    let file = seen.fits()?;
    let fits = looks[file.id].fits.fits().filter(|fits| !fits.columns.is_empty())?;
    Some(PackFits { file: file.id, answers: model::fits::carried::write(fits) })
}

impl Session {
    /// The packed type, if it is the selected one.
    fn packed(&self) -> Option<&Packed> {
        let (file, selection) = self.file().zip(self.selection())?;
        let ask = self.sharing().packed.answered().filter(|ask| (ask.file, ask.root) == (file.id, selection.id));
        ask.and(self.sharing().packed.answer()).map(|packed| &**packed)
    }

    /// The packed relocation, if it is the picked one.
    fn carried(&self) -> Option<&Carry> {
        let ask =
            self.sharing().carried.answered().filter(|ask| carry_request(self, &self.looks).as_ref() == Some(*ask));
        ask.and(self.sharing().carried.answer()).map(|carry| &**carry)
    }

    /// The packed program with its answers, if it is the program whose answers are shown.
    fn packed_fits(&self) -> Option<&PackedFits> {
        let shown = self.fits()?.id;
        let ask = self.sharing().fits.answered().filter(|ask| ask.file == shown);
        ask.and(self.sharing().fits.answer()).map(|packed| &**packed)
    }

    /// Whether packing is going on.
    pub fn is_packing(&self) -> bool {
        let has = match carry_request(self, &self.looks) {
            _ if self.fits().is_some() => self.packed_fits().is_some() || self.sharing().fits.asked().is_none(),
            Some(_) => self.carried().is_some(),
            None => self.packed().is_some() || self.selection().is_none(),
        };
        !has && self.sharing().problem().is_none()
    }
}

impl Receives<Pack> for Session {
    fn receive(&mut self, ask: Pack, result: Result<Packed, Problem>) {
        self.sharing.packed.receive(&ask, result);
    }
}

impl Receives<CarryRelocation> for Session {
    fn receive(&mut self, ask: CarryRelocation, result: Result<Carry, Problem>) {
        self.sharing.carried.receive(&ask.0, result);
    }
}

impl Receives<PackFits> for Session {
    fn receive(&mut self, ask: PackFits, result: Result<PackedFits, Problem>) {
        self.sharing.fits.receive(&ask, result);
    }
}
