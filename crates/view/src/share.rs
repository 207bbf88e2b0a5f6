//! Links that carry a type: what they hold, how long they get, and what opening one gives.

use std::sync::Arc;

use btf::{Btf, TypeId};
use share::{LinkError, Options};
use wire::wire;

use crate::address::{Address, Role, Source};
use crate::core::Carry;
use crate::desk::Carried;
use crate::file::{FileInput, FileKind};
use crate::path::{self, Path};
use crate::session::{Problem, THIS_LINK};
use crate::views::View;
use crate::words::{grouped, kind_word};

/// Characters that chats and short messages take whole.
pub const CHAT: usize = 2000;
/// Characters that nearly everything else takes.
pub const MOST: usize = 8000;
/// The deepest that is offered.
pub const MAX_DEPTH: u32 = 5;

/// A type, packed for a link.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Packed {
    /// The type it was made of.
    pub root: TypeId,
    /// Its id in the blob.
    pub new_root: TypeId,
    /// Pointers that were followed.
    pub depth: u32,
    /// The blob as text ([`share::pack`]).
    pub text: String,
    /// The blob.
    pub blob: Arc<[u8]>,
    /// How many types went along, the root counted.
    pub types: u32,
    /// How many structs and unions are declared only.
    pub forwards: u32,
    /// The type of another file that it is compared with.
    pub other: Option<Box<Packed>>,
}
wire!(struct Packed { root, new_root, depth, text, blob, types, forwards, other });

/// Packs a type and what it needs, over `depth` pointers ([`share::minimal`]).
///
/// # Errors
/// When it unpacks to more than a link may hold: the size in bytes.
pub fn pack(btf: &Btf, root: TypeId, depth: u32) -> Result<Packed, usize> {
    let minimal = share::minimal(btf, &[root], &Options { depth, tags: true });
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

/// The address of a packed type: what a link to it has after the page's own address.
pub fn address(btf: &Btf, packed: &Packed, name: &str, view: View, path: &Path) -> Address {
    let data = Source::Data { text: packed.text.clone(), name: name.to_string() };
    let mut address = Address { files: vec![(Role::Main, data)], view, ..Address::default() };
    address.id = Some(packed.new_root.0);
    if let Some(t) = btf.get(packed.root) {
        address.type_name = t.name().to_string();
        address.kind = kind_word(&t).to_string();
        address.member = path::to_names(btf, packed.root, path).unwrap_or_default();
    }
    address
}

/// The blob that a link's text holds.
///
/// # Errors
/// When the text is damaged, too new or too large.
pub fn unpack(text: &str) -> Result<Arc<[u8]>, Box<Problem>> {
    share::unpack(text).map(Arc::from).map_err(|e| Box::new(problem(&e, text)))
}

/// The source that a scratch pad's link holds.
///
/// # Errors
/// When the link is damaged, too new or too large, or what it holds is no text.
pub fn unpack_text(text: &str) -> Result<String, Box<Problem>> {
    let bytes = share::unpack(text).map_err(|e| Box::new(problem(&e, text)))?;
    String::from_utf8(bytes).map_err(|_| Box::new(problem(&LinkError::Deflate, text)))
}

/// What a link carries, as a file to open.
pub fn input(carried: Carried) -> FileInput {
    let object = carried.object;
    FileInput {
        size: object.as_ref().map_or(&carried.btf, |o| &o.bytes).len() as u64,
        kind: if object.is_some() { FileKind::Program } else { FileKind::Raw },
        btf: carried.btf,
        btf_at: Some(object.as_ref().map_or(0, |o| o.btf_at)),
        ext: object.as_ref().map(|o| o.ext.clone()),
        base: None,
        needs_base: false,
        arch: None,
        version: None,
        // BPF has pointers of 8 bytes.
        pointer_size: object.is_some().then_some(8),
        digest_of: object.map(|o| o.bytes),
        sample: None,
        url: None,
        data: Some(carried.text.into()),
        start: None,
        name: carried.name,
        extras: crate::file::Extras::default(),
        on: None,
        digest: None,
    }
}

/// More than a link holds: `size` bytes.
pub fn too_large(size: usize) -> Problem {
    Problem {
        file: THIS_LINK.to_string(),
        message: format!(
            "This type needs {} bytes of BTF; a link holds {}.",
            grouped(size as u64),
            grouped(share::MAX_UNPACKED as u64)
        ),
        expected: Some("a smaller depth".to_string()),
        found: None,
        at: None,
        go: None,
    }
}

/// What a link carries is no object with a relocation.
pub(crate) fn no_object(why: &str) -> Problem {
    let message = format!("The relocation in this link cannot be read: {why}.");
    Problem { file: THIS_LINK.to_string(), message, expected: None, found: None, at: None, go: None }
}

/// The address of a packed relocation: what a link to it has after the page's own address. `name`: the program's.
pub fn relocation_address(carry: &Carry, name: &str) -> Address {
    let data = |text: &str, name: &str| Source::Data { text: text.to_owned(), name: name.to_owned() };
    let mut files = vec![(Role::Main, data(&carry.text, name))];
    files.extend(carry.kernels.iter().map(|(name, text)| (Role::Target, data(text, name))));
    Address { files, relocation: carry.key.clone(), ..Address::default() }
}

/// A damaged link, in words.
fn problem(e: &LinkError, text: &str) -> Problem {
    let at = match e {
        LinkError::Character { at } => Some(*at as u64),
        LinkError::Short { length } => Some(*length as u64),
        _ => None,
    };
    Problem {
        file: THIS_LINK.to_string(),
        message: format!("{e}."),
        expected: Some("the whole link, as it was copied: some programs cut long ones off".to_string()),
        found: Some(format!("{} characters", grouped(text.len() as u64))),
        at,
        go: None,
    }
}

/// Where a link of so many characters can be sent.
pub fn fits(length: usize) -> &'static str {
    if length <= CHAT {
        "fits in a chat message"
    } else if length <= MOST {
        "too long for some chats; fits in mail and documents"
    } else {
        "too long for most programs; send it as a file, or choose a smaller depth"
    }
}
