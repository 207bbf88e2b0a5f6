//! Decodes the types of an opened file, on their base if they have one.

use std::sync::Arc;

use btf::{Btf, ErrorKind, SectionKind};
use container::{FileRange, Misfit, Opened, Piece};

/// A file's types, decoded on their base.
#[derive(Clone, Debug)]
pub struct Loaded {
    /// The types.
    pub btf: Arc<Btf>,
    /// Where the base came from, or that a given base was ignored.
    pub base: BaseFrom,
}

/// Where the base of a file's types came from.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum BaseFrom {
    /// The file has no `.BTF.base`, and the caller gave no base.
    None,
    /// The base is in the file, as `.BTF.base`. A given base is ignored.
    File,
    /// The caller gave the base.
    Given,
    /// The caller gave a base, but the file's types continue no other BTF, so the base is ignored.
    Unneeded,
}

/// Why the types of an opened file cannot be decoded.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum LoadError {
    /// A blob cannot be read: the name of its section, and the error.
    #[error("{}: {}", .0, .1.kind)]
    Unreadable(&'static str, btf::Error),
    /// The types continue another BTF, and the caller gave no base. The first text is the reason to think so, the
    /// second the release of the kernel, if the file names it.
    #[error("the BTF continues another, {}, which is needed as its base ({})", whose(.1.as_deref()), .0)]
    NeedsBase(String, Option<String>),
    /// The given base does not fit the types.
    #[error("the BTF does not continue this base: {0}")]
    WrongBase(Misfit),
}

/// Words for the BTF that another one continues, with the kernel's release if it is known.
fn whose(release: Option<&str>) -> String {
    release.map_or_else(|| "its kernel's".to_owned(), |release| format!("that of the kernel {release}"))
}

impl LoadError {
    /// The bytes that the error is about, in the file or in its unpacked content.
    pub fn range(&self, opened: &Opened) -> FileRange {
        match self {
            LoadError::Unreadable(_, e) => self.piece(opened).in_file(e.range),
            LoadError::NeedsBase(..) => opened.btf.file_range,
            LoadError::WrongBase(misfit) => opened.btf.in_file(misfit.range),
        }
    }

    /// The section that the error is about.
    pub fn piece<'o>(&self, opened: &'o Opened) -> &'o Piece {
        match (self, &opened.btf_base) {
            (LoadError::Unreadable(".BTF.base", _), Some(base)) => base,
            _ => &opened.btf,
        }
    }
}

/// The blobs of a file to decode.
#[derive(Clone, Copy, Debug)]
pub struct Blobs<'a> {
    /// Its `.BTF` bytes.
    pub btf: &'a Arc<[u8]>,
    /// The bytes of its `.BTF.base`, if it has one.
    pub own_base: Option<&'a Arc<[u8]>>,
    /// The size of a pointer in bytes, if the file says it.
    pub pointer_size: Option<u32>,
    /// Whether its types are known to continue those of another file.
    pub needs_base: bool,
}

impl<'a> From<&'a Opened> for Blobs<'a> {
    fn from(opened: &'a Opened) -> Self {
        Blobs {
            btf: &opened.btf.bytes,
            own_base: opened.btf_base.as_ref().map(|piece| &piece.bytes),
            pointer_size: opened.pointer_size(),
            needs_base: opened.needs_base.is_some(),
        }
    }
}

/// Decodes the types of an opened file. A base in the file takes precedence over a given one.
///
/// # Errors
/// A blob cannot be read at all, a base is needed and none is given, or the given base does not fit.
pub fn load(opened: &Opened, given: Option<Arc<Btf>>) -> Result<Loaded, LoadError> {
    if let (None, None, Some(need)) = (&opened.btf_base, &given, &opened.needs_base) {
        let release = need.vermagic.as_deref().and_then(|v| v.split(' ').next()).map(str::to_owned);
        return Err(LoadError::NeedsBase(need.why.clone(), release));
    }
    decode(Blobs::from(opened), given)
}

/// Decodes the types of a file from its blobs. A base in the file takes precedence over a given one; without either the
/// types are decoded alone.
///
/// # Errors
/// A blob cannot be read at all, or the given base does not fit.
pub fn decode(blobs: Blobs<'_>, given: Option<Arc<Btf>>) -> Result<Loaded, LoadError> {
    let (base, from) = match (blobs.own_base, given) {
        (Some(own), _) => {
            let own = Btf::parse(Arc::clone(own), None);
            (Some(Arc::new(own.map_err(|e| LoadError::Unreadable(".BTF.base", e))?)), BaseFrom::File)
        }
        (None, Some(_)) if !blobs.continue_another() => (None, BaseFrom::Unneeded),
        (None, Some(given)) => {
            container::fits_base(blobs.btf, &given).map_err(LoadError::WrongBase)?;
            (Some(given), BaseFrom::Given)
        }
        (None, None) => (None, BaseFrom::None),
    };
    let mut btf = Btf::parse(Arc::clone(blobs.btf), base).map_err(|e| LoadError::Unreadable(".BTF", e))?;
    if let Some(size) = blobs.pointer_size {
        btf.set_pointer_size(size);
    }
    Ok(Loaded { btf: Arc::new(btf), base: from })
}

impl Blobs<'_> {
    /// Whether the types continue another BTF, as far as the content shows it. The strings of a BTF without a base
    /// begin with the empty string (libbpf, `btf_new_empty`). A module without types may need its kernel although
    /// nothing shows it.
    fn continue_another(&self) -> bool {
        if self.needs_base {
            return true;
        }
        let Ok(btf) = Btf::parse(Arc::clone(self.btf), None) else { return false };
        self.btf.get(btf.section(SectionKind::Strings).as_usize()).and_then(<[u8]>::first) != Some(&0)
    }
}

/// Whether the BTF of a file continues another one, as far as its content shows it.
pub fn continues(opened: &Opened) -> bool {
    Blobs::from(opened).continue_another()
}

/// Why some types could not be read; none if all were read.
pub fn cut(btf: &Btf) -> Option<&btf::Error> {
    btf.diagnostics().iter().find(|e| {
        matches!(
            e.kind,
            ErrorKind::TruncatedRecord { .. }
                | ErrorKind::UnknownKind(_)
                | ErrorKind::SectionBeyondEnd { .. }
                | ErrorKind::TooManyTypes
        )
    })
}
