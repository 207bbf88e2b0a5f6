//! The two files that are compared: the person chose them, a link names them, or they are suggested.

use std::cmp::Ordering;

use desk::{FileId, Pair};
use model::address::{Address, Role, Source};
use model::views::View;

use super::Seen;
use crate::age::by_age;
use crate::file::OpenFile;
use crate::msg::{AtlasMsg, LinkMsg, Msg};
use crate::out::Out;
use crate::source::{is, source};

/// A file that a link compares with another file, and that is not open.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Partner {
    /// Whether it is the older or the newer file.
    pub role: Role,
    /// How the link names it.
    pub source: Source,
    /// The file that it is compared with.
    pub of: FileId,
}

/// The choice of the two files that are compared.
#[derive(Debug, Default)]
pub(crate) struct Pairing {
    /// The pair that was chosen.
    pub(crate) chosen: Option<Pair>,
    /// A file that a link compares with and that is not open.
    pub(crate) wanted: Option<Partner>,
}

impl Pairing {
    /// The current file and the file that it is compared with. If the current file is in the chosen pair, this is that
    /// pair. Else the current file is compared with the last opened of the other files, preferably one of its kind; the
    /// older file is the one with the older version or, if the versions do not tell, the one that was opened first.
    /// None while a link waits for the file to compare with, or if no other file is open.
    pub(crate) fn pair(&self, seen: &Seen) -> Option<Pair> {
        let current = seen.file()?;
        if self.wanted.is_some() {
            return None;
        }
        let is_open = |id| seen.file_of(id).is_some();
        self.chosen.filter(|p| p.has(current.id) && is_open(p.other(current.id))).or_else(|| {
            // `max_by_key` returns the last of equals.
            let others = seen.files().iter().filter(|f| f.id != current.id);
            let other = others.max_by_key(|f| f.kind == current.kind)?.id;
            Some(older_first(seen, current.id, other, opened_first(seen, current.id, other)))
        })
    }

    /// The current file and this one as a pair, the older version first. If the versions do not tell and a pair was
    /// chosen before, the current file stays on the side that it has now. Else the file that was opened first is the
    /// older one.
    pub(crate) fn pair_with(&self, id: FileId, current: FileId, seen: &Seen) -> Pair {
        let was_old = self.pair(seen).filter(|_| self.chosen.is_some()).map(|p| p.old == current);
        older_first(seen, current, id, was_old.unwrap_or(opened_first(seen, current, id)))
    }

    /// How an address names the file that the current one is compared with.
    pub(crate) fn source(&self, seen: &Seen) -> Option<(Role, Source)> {
        if let Some(wanted) = &self.wanted {
            return Some((wanted.role, wanted.source.clone()));
        }
        let pair = self.pair(seen)?;
        let other = seen.file_of(pair.other(seen.current()?))?;
        Some((if pair.old == other.id { Role::Old } else { Role::Target }, source(other)))
    }

    /// Whether a file may be the file that a link waits for: it has the name in the link, and its digest is not known
    /// yet.
    pub(crate) fn may_be_partner(&self, file: &OpenFile) -> bool {
        let wanted = self.wanted.as_ref().filter(|w| w.of != file.id);
        wanted.is_some_and(|w| file.digest.is_none() && is(file, &w.source))
    }

    /// Chooses this pair; a link no longer waits for a file to compare with.
    pub(crate) fn choose(&mut self, pair: Pair) {
        *self = Pairing { chosen: Some(pair), wanted: None };
    }

    /// Called when a file is closed: a link no longer waits for a file to compare with this one.
    pub(crate) fn closed(&mut self, id: FileId) {
        self.wanted.take_if(|wanted| wanted.of == id);
    }

    /// Called when a file is replaced by another one: the pair then has the new file.
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
    /// Applies the comparison that an address names, for the file `of`.
    pub(crate) fn apply_pair_of_address(&mut self, address: &Address, of: FileId) -> Vec<Out> {
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
            // The Compare view asks the person for the file.
            out.push(Out::View(View::Compare));
        }
        out
    }

    /// Checks whether a file, which was just opened or got its digest, is the file that a link waits for. If it is,
    /// chooses the pair, and returns the other file of the pair.
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

    /// The oldest and the newest of the open targets ([`Seen::kernels`]) by version; `None` if there are fewer than
    /// two.
    pub(crate) fn oldest_and_newest_kernel(&self) -> Option<Pair> {
        let kernels = || self.kernels().into_iter().filter_map(|id| self.file_of(id));
        let oldest = kernels().min_by(|a, b| by_age(a, b))?.id;
        // `max_by` returns the last of equals.
        let newest = kernels().max_by(|a, b| by_age(a, b)).map(|f| f.id).filter(|id| *id != oldest)?;
        Some(Pair { old: oldest, new: newest })
    }
}

/// Two files as a pair, the older one first. If their versions do not tell, `a_first` decides.
fn older_first(seen: &Seen, a: FileId, b: FileId, a_first: bool) -> Pair {
    let pair = Pair { old: a, new: b };
    let order = seen.file_of(a).zip(seen.file_of(b)).map_or(Ordering::Equal, |(a, b)| by_age(a, b));
    if order.is_lt() || (order.is_eq() && a_first) { pair } else { pair.flipped() }
}

/// Whether `a` was opened before `b`.
fn opened_first(seen: &Seen, a: FileId, b: FileId) -> bool {
    let at = |id| seen.files().iter().position(|f| f.id == id);
    at(a) < at(b)
}
