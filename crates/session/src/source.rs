//! How addresses name files and types, and which open file or type an address means.

use btf::TypeId;
use desk::Origin;
use model::address::{Address, Source};
use model::path;
use model::words::kind_word;

use crate::file::OpenFile;

/// Whether an address means this file. Until the file's digest is known, the name decides.
pub(crate) fn is(file: &OpenFile, source: &Source) -> bool {
    match source {
        Source::Digest { sha256, name } => match &file.digest {
            Some(digest) => digest == sha256,
            None => file.given_name == *name,
        },
        Source::Name(name) => file.given_name == *name,
        Source::Sample(name) => file.origin.sample() == Some(name),
        Source::Url(address) => file.origin.address() == Some(address),
        Source::Data { text, .. } => file.origin.link() == Some(text),
        Source::Atlas(name) => file.origin.atlas() == Some(name),
        Source::Pad { text, target } => {
            matches!(&file.origin, Origin::Pad { text: own, target: on } if **own == **text && on == target)
        }
    }
}

/// How an address names a file.
pub(crate) fn source(file: &OpenFile) -> Source {
    match &file.origin {
        Origin::Link(text) => Source::Data { text: text.to_string(), name: file.name.clone() },
        Origin::Pad { text, target } => Source::Pad { text: text.to_string(), target: *target },
        Origin::Atlas(name) => Source::Atlas(name.to_string()),
        Origin::Address(address) => Source::Url(address.clone()),
        Origin::Dropped | Origin::Kept(_) | Origin::Sample(_) | Origin::Made { .. } => source_at_home(file),
    }
}

/// How an address names a file for a person who has a copy: as a sample, by digest, or by name, but not by the place
/// from which it was loaded.
pub(crate) fn source_at_home(file: &OpenFile) -> Source {
    match (file.origin.sample(), &file.digest) {
        (Some(name), _) => Source::Sample(name.to_owned()),
        (None, Some(sha256)) => Source::Digest { sha256: sha256.clone(), name: file.given_name.clone() },
        (None, None) => Source::Name(file.given_name.clone()),
    }
}

/// The type that an address means: the type with its id, if that type has the name (and kind) in the address; else the
/// type with its name, if possible of its kind. Only the id finds a type without a name.
pub(crate) fn find_type(file: &OpenFile, address: &Address) -> Option<TypeId> {
    let fits =
        |t: &btf::Type<'_>| t.name() == address.type_name && (address.kind.is_empty() || kind_word(t) == address.kind);
    if let Some(t) = address.id.and_then(|id| file.btf.get(TypeId(id)))
        && fits(&t)
    {
        return Some(t.id());
    }
    if address.type_name.is_empty() {
        return None;
    }
    find_named(file, &address.kind, &address.type_name)
}

/// The type with this name: if possible of this kind, else a struct or union if there is one, else any type with this
/// name.
pub(crate) fn find_named(file: &OpenFile, kind: &str, name: &str) -> Option<TypeId> {
    let fits = |t: &btf::Type<'_>| kind.is_empty() || kind_word(t) == kind;
    let name = btf::unescaped(name);
    let named: Vec<_> = file.names().find(&file.btf, &*name).collect();
    let best = named.iter().find(|t| fits(t)).or_else(|| named.iter().find(|t| t.kind().is_composite()));
    best.or(named.first()).map(|t| t.id())
}

/// Writes the selected type and member of a file into an address. Returns whether there is a selection.
pub(crate) fn name_selection(address: &mut Address, file: &OpenFile) -> bool {
    let selected = file.look.selection.as_ref().and_then(|s| Some((s, file.btf.get(s.id)?)));
    if let Some((s, t)) = selected {
        address.type_name = t.name().to_string();
        address.kind = kind_word(&t).to_string();
        address.id = Some(s.id.0);
        address.member = path::to_names(&file.btf, s.id, &s.path).unwrap_or_default();
    }
    selected.is_some()
}
