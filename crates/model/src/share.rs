//! Links that carry a type: their content, their length, and their addresses.

use std::sync::Arc;

use btf::{Btf, TypeId};
use share::{MapTypes, Options};
use wire::Wire;

use crate::address::{Address, Role, Shown, Source};
use crate::path::{self, Path};
use crate::relocations::Carry;
use crate::values::MapOf;
use crate::views::View;
use crate::words::kind_word;

/// The most characters that chats and short messages pass on unchanged.
pub const CHAT: usize = 2000;
/// The most characters that nearly all programs pass on unchanged.
pub const MOST: usize = 8000;
/// The largest depth that is offered, in pointers.
pub const MAX_DEPTH: u32 = 5;

/// A type, packed for a link.
#[derive(Clone, PartialEq, Eq, Debug, Default, Wire)]
pub struct Packed {
    /// The type that was packed, by its id in the file.
    pub root: TypeId,
    /// The type's id in the blob of the link.
    pub new_root: TypeId,
    /// The depth: how many pointers were followed.
    pub depth: u32,
    /// The blob as text ([`share::pack`]).
    pub text: String,
    /// The blob.
    pub blob: Arc<[u8]>,
    /// How many types it contains, the root included.
    pub types: u32,
    /// How many of these are structs and unions that are only declared.
    pub forwards: u32,
    /// The type of another file that `root` is compared with.
    pub other: Option<Box<Packed>>,
}

/// Packs a type and the types that it needs, following up to `depth` pointers ([`share::minimal`]).
///
/// # Errors
/// The types unpack to more than a link may hold; the error is their size in bytes.
pub fn pack(btf: &Btf, root: TypeId, depth: u32) -> Result<Packed, usize> {
    pack_one(&ToPack { btf, root, map: None }, depth)
}

/// A type to be packed.
#[derive(Clone, Copy, Debug)]
pub struct ToPack<'a> {
    /// The BTF of the type.
    pub btf: &'a Btf,
    /// The type.
    pub root: TypeId,
    /// The map whose values have this type. The type of its keys is packed, too, and for a map with a name also a
    /// struct that tells the name ([`share::minimal_map`]).
    pub map: Option<&'a MapOf>,
}

fn pack_one(ToPack { btf, root, map }: &ToPack<'_>, depth: u32) -> Result<Packed, usize> {
    let (root, options) = (*root, Options { depth, tags: true });
    let minimal = match map {
        Some(MapOf { name, key, .. }) => share::minimal_map(btf, &MapTypes { name, key: *key, value: root }, &options),
        None => share::minimal(btf, &[root], &options),
    };
    if minimal.bytes.len() > share::MAX_UNPACKED {
        return Err(minimal.bytes.len());
    }
    Ok(Packed {
        root,
        new_root: minimal.roots.first().copied().unwrap_or_default(),
        depth,
        text: share::pack(&minimal.bytes),
        blob: minimal.bytes.into(),
        types: minimal.types,
        forwards: minimal.forwards,
        other: None,
    })
}

/// Packs a type, and the types of other files that it is compared with, following up to `depth` pointers.
///
/// # Errors
/// One of these blobs is larger than a link may hold; the error is the blob's size in bytes. Or `types` is empty; the
/// error is then 0.
pub fn pack_all(types: &[ToPack<'_>], depth: u32) -> Result<Packed, usize> {
    let all = types.iter().map(|one| pack_one(one, depth)).collect::<Result<Vec<_>, _>>()?;
    let joined = all.into_iter().rev().reduce(|other, packed| Packed { other: Some(Box::new(other)), ..packed });
    joined.ok_or(0)
}

/// Packs a type with the largest depth, up to [`MAX_DEPTH`], at which the texts have at most `room` characters; with
/// depth 0 if no depth fits.
///
/// # Errors
/// As [`pack_all`] at depth 0.
pub fn pack_to_fit(types: &[ToPack<'_>], room: usize) -> Result<Packed, usize> {
    let mut best = pack_all(types, 0)?;
    for depth in 1..=MAX_DEPTH {
        match pack_all(types, depth) {
            Ok(deeper) if deeper.text_length() <= room => best = deeper,
            // A greater depth only adds types.
            _ => break,
        }
    }
    Ok(best)
}

impl Packed {
    /// A packed type without text, to measure the rest of the address. `beside`: whether there is a second type to
    /// compare with.
    pub fn empty(root: TypeId, beside: bool) -> Packed {
        let one = Packed { root, new_root: root, ..Packed::default() };
        Packed { other: beside.then(|| Box::new(one.clone())), ..one }
    }

    /// The length of all texts in characters, including the text of the type to compare with.
    pub fn text_length(&self) -> usize {
        self.text.len() + self.other.as_ref().map_or(0, |other| other.text_length())
    }

    /// The words after the depth: `pointers away`.
    pub fn depth_words(&self) -> &'static str {
        if self.depth == 1 { "pointer away" } else { "pointers away" }
    }
}

/// The address of a packed type: the part of a link after the address of the page.
pub fn address(btf: &Btf, packed: &Packed, name: &str, view: View, path: &Path) -> Address {
    let data = Source::Data { text: packed.text.clone(), name: name.to_string() };
    Address { id: Some(packed.new_root.0), ..address_in(data, btf, packed.root, view, path) }
}

/// The address of a type in a kernel of an atlas; `kernel` is the name in the atlas, and `btf` the types as they were
/// taken out.
pub fn atlas_address(btf: &Btf, root: TypeId, kernel: &str, view: View) -> Address {
    address_in(Source::Atlas(kernel.to_owned()), btf, root, view, &Path::root())
}

fn address_in(source: Source, btf: &Btf, root: TypeId, view: View, path: &Path) -> Address {
    let mut address = Address { files: vec![(Role::Main, source)], id: Some(root.0), view, ..Address::default() };
    if let Some(t) = btf.get(root) {
        address.type_name = t.name().to_string();
        address.kind = kind_word(&t).to_string();
        address.member = path::to_names(btf, root, path).unwrap_or_default();
    }
    address
}

/// The address of a packed relocation: the part of a link after the address of the page. `name`: the name of the
/// program.
pub fn relocation_address(carry: &Carry, name: &str) -> Address {
    let data = |text: &str, name: &str| Source::Data { text: text.to_owned(), name: name.to_owned() };
    let mut files = vec![(Role::Main, data(&carry.text, name))];
    files.extend(carry.kernels.iter().map(|(name, text)| (Role::Target, data(text, name))));
    Address { files, shown: Shown::Relocation(carry.key.clone()), ..Address::default() }
}

btf::named! {
    /// Where a link can be sent, by its length in characters.
    #[derive(Clone, Copy, PartialEq, Eq, Debug)]
    pub enum Reach {
        /// Into a chat message: at most [`CHAT`].
        Chat = "good";
        /// Into mail and documents: at most [`MOST`].
        Mail = "fair";
        /// Most programs cut it off.
        Cut = "poor";
    }
    /// The CSS class of its colour.
    pub fn css;
}

impl Reach {
    /// The reach of a link with this many characters.
    pub fn of(length: usize) -> Reach {
        match length {
            _ if length <= CHAT => Reach::Chat,
            _ if length <= MOST => Reach::Mail,
            _ => Reach::Cut,
        }
    }
}

/// A text that says where a link with this many characters can be sent. `depth`: the depth of its types; 0 if there
/// is no choice.
pub fn fits(length: usize, depth: u32) -> &'static str {
    match Reach::of(length) {
        Reach::Chat => "fits in a chat message",
        Reach::Mail => "too long for some chats; fits in mail and documents",
        Reach::Cut if depth > 0 => "too long for most programs; send it as a file, or choose a smaller depth",
        Reach::Cut => "too long for most programs; send it as a file",
    }
}

/// The length of a link in percent of [`MOST`]; 1 to 100.
pub fn meter(length: usize) -> usize {
    length.saturating_mul(100).checked_div(MOST).map_or(100, |percent| percent.clamp(1, 100))
}

/// The kernel's release in a file's name: `6.12.117+deb12-amd64` in `linux-6.12.117+deb12-amd64.btf.xz`.
pub fn release(name: &str) -> Option<String> {
    let release = release::Release::parse(name);
    release.version.map(|_| release.release).filter(|text| !text.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_colour_the_words_and_the_bar_agree() {
        let said = |length| (Reach::of(length), fits(length, 1).split(' ').next().unwrap_or_default(), meter(length));
        assert_eq!(said(CHAT), (Reach::Chat, "fits", 25));
        assert_eq!(said(CHAT + 1), (Reach::Mail, "too", 25));
        assert_eq!(said(MOST), (Reach::Mail, "too", 100));
        assert_eq!(said(MOST + 1), (Reach::Cut, "too", 100));
        assert_eq!((meter(0), meter(usize::MAX)), (1, 100));
    }
}
