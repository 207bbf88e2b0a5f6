//! The two files that are compared: as a person chose them, as a link wants them, or else as they suggest themselves.

use std::cmp::Ordering;

use desk::{FileId, Pair};
use model::address::{Address, Role, Source};
use model::views::View;

use crate::age::by_age;
use crate::file::OpenFile;
use crate::look::atlas::AtlasMsg;
use crate::source::{is, source};
use crate::state::{Out, Seen};
use crate::{LinkMsg, Msg};

/// A file that a link compares with and that is not open.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Partner {
    /// Whether it is the older one or the newer one.
    pub role: Role,
    /// Which file.
    pub source: Source,
    /// The file that it is compared with.
    pub of: FileId,
}

/// Which two files are compared.
#[derive(Debug, Default)]
pub(crate) struct Pairing {
    /// The files that were chosen.
    pub(crate) chosen: Option<Pair>,
    /// A file that a link compares with and that is not open.
    pub(crate) wanted: Option<Partner>,
}

impl Pairing {
    /// The current file and the one that it is compared with: as was chosen, or else the last of its kind that was opened beside it.
    /// The old one is the one of the older kernel, or that was opened first. None while a link waits for its file.
    pub(crate) fn pair(&self, seen: &Seen) -> Option<Pair> {
        let current = seen.file()?;
        if self.wanted.is_some() {
            return None;
        }
        let is_open = |id| seen.file_of(id).is_some();
        self.chosen.filter(|p| p.has(current.id) && is_open(p.other(current.id))).or_else(|| {
            // The last one of several that are as good.
            let others = seen.files().iter().filter(|f| f.id != current.id);
            let other = others.max_by_key(|f| f.kind == current.kind)?.id;
            Some(older_first(seen, current.id, other, was_first(seen, current.id, other)))
        })
    }

    /// The current file and this one. When the two were chosen before, the current one stays the older or the newer one.
    pub(crate) fn with(&self, id: FileId, current: FileId, seen: &Seen) -> Pair {
        let was_old = self.pair(seen).filter(|_| self.chosen.is_some()).map(|p| p.old == current);
        older_first(seen, current, id, was_old.unwrap_or(was_first(seen, current, id)))
    }

    /// The file that the current one is compared with, as an address names it.
    pub(crate) fn source(&self, seen: &Seen) -> Option<(Role, Source)> {
        if let Some(wanted) = &self.wanted {
            return Some((wanted.role, wanted.source.clone()));
        }
        let pair = self.pair(seen)?;
        let other = seen.file_of(pair.other(seen.current()?))?;
        Some((if pair.old == other.id { Role::Old } else { Role::Target }, source(other)))
    }

    /// Whether a file has the name of the one that a link compares with, and its digest is not known yet.
    pub(crate) fn may_be_partner(&self, file: &OpenFile) -> bool {
        let wanted = self.wanted.as_ref().filter(|w| w.of != file.id);
        wanted.is_some_and(|w| file.digest.is_none() && is(file, &w.source))
    }

    /// These two files are compared. A link waits no longer.
    pub(crate) fn choose(&mut self, pair: Pair) {
        *self = Pairing { chosen: Some(pair), wanted: None };
    }

    /// A file was closed: a link no longer waits for what to compare it with.
    pub(crate) fn closed(&mut self, id: FileId) {
        self.wanted.take_if(|wanted| wanted.of == id);
    }

    /// A file was opened anew, as another one.
    pub(crate) fn replaced(&mut self, before: FileId, id: FileId) {
        if let Some(pair) = &mut self.chosen {
            let now = |of: FileId| if of == before { id } else { of };
            (pair.old, pair.new) = (now(pair.old), now(pair.new));
        }
        if let Some(partner) = self.wanted.as_mut().filter(|p| p.of == before) {
            partner.of = id;
        }
    }
}

impl Seen {
    /// Takes what an address says of a comparison of the file `of`.
    pub(crate) fn pair_arrives(&mut self, address: &Address, of: FileId) -> Vec<Out> {
        self.pairing.wanted = None;
        let Some((role, source)) = address.partner().cloned() else { return vec![] };
        let mut out: Vec<Out> = Vec::new();
        if !self.files().iter().any(|f| f.id != of && is(f, &source)) {
            match &source {
                Source::Data { text, name } => out.push(LinkMsg::Unpack(text.clone(), name.clone()).into()),
                Source::Atlas(name) => out.push(Msg::Atlas(AtlasMsg::TakeOut(name.clone())).into()),
                _ => {}
            }
        }
        self.pairing.wanted = Some(Partner { role, source, of });
        let open: Vec<FileId> = self.files().iter().map(|f| f.id).collect();
        for id in open {
            self.settle_pair(id);
        }
        if self.pairing.wanted.is_some() {
            // Compare asks for the file.
            out.push(Out::View(View::Compare));
        }
        out
    }

    /// A file that is open now, or whose digest is known now, may be the one that a link compares with: then the file that it is
    /// compared with.
    pub(crate) fn settle_pair(&mut self, id: FileId) -> Option<FileId> {
        let wanted = self.pairing.wanted.as_ref().filter(|w| w.of != id)?;
        let sure = |f: &&OpenFile| f.digest.is_some() || !matches!(wanted.source, Source::Digest { .. });
        self.file_of(id).filter(sure).filter(|f| is(f, &wanted.source))?;
        self.file_of(wanted.of)?;
        let (of, role) = (wanted.of, wanted.role);
        let pair = Pair { old: of, new: id };
        self.pairing.choose(if role == Role::Old { pair.flipped() } else { pair });
        Some(of)
    }
}

/// Two files, the older one first; where nothing says which that is, whether it is `a`.
fn older_first(seen: &Seen, a: FileId, b: FileId, a_first: bool) -> Pair {
    let pair = Pair { old: a, new: b };
    let order = seen.file_of(a).zip(seen.file_of(b)).map_or(Ordering::Equal, |(a, b)| by_age(a, b));
    if order.is_lt() || (order.is_eq() && a_first) { pair } else { pair.flipped() }
}

/// Whether `a` was opened before `b`.
fn was_first(seen: &Seen, a: FileId, b: FileId) -> bool {
    let at = |id| seen.files().iter().position(|f| f.id == id);
    at(a) < at(b)
}
