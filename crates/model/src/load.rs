//! From an opened file to its types: which base they continue, and whether they do.

use std::fmt;
use std::sync::Arc;

use btf::{Btf, ErrorKind, SectionKind};
use container::{FileRange, Misfit, Opened, Piece};

/// A file's types, decoded on their base.
#[derive(Clone, Debug)]
pub struct Loaded {
    /// The types.
    pub btf: Arc<Btf>,
    /// Where the base came from, if there is one; and what became of one that was given.
    pub base: BaseFrom,
}

/// Where the base of a file's types came from.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum BaseFrom {
    /// There is none, and none was given.
    None,
    /// The file brings it as `.BTF.base`. One that was given is left out.
    File,
    /// It was given.
    Given,
    /// One was given, but the file's types continue no other: it is left out.
    Unneeded,
}

/// Why the types of an opened file cannot be decoded.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum LoadError {
    /// A blob that cannot be read: its section, and why.
    Unreadable(&'static str, btf::Error),
    /// They continue another BTF, and none was given. Why that is so, and the release of its kernel when the file tells.
    NeedsBase(String, Option<String>),
    /// The base that was given is not theirs.
    WrongBase(Misfit),
}

impl fmt::Display for LoadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            LoadError::Unreadable(section, e) => write!(f, "{section}: {}", e.kind),
            LoadError::NeedsBase(why, Some(release)) => {
                write!(
                    f,
                    "the BTF continues another, that of the kernel {release}, which is needed as its base ({why})"
                )
            }
            LoadError::NeedsBase(why, None) => {
                write!(f, "the BTF continues another, its kernel's, which is needed as its base ({why})")
            }
            LoadError::WrongBase(misfit) => write!(f, "the BTF does not continue this base: {misfit}"),
        }
    }
}

impl std::error::Error for LoadError {}

impl LoadError {
    /// The bytes of the file (or of what was unpacked of it) that it is about.
    pub fn range(&self, opened: &Opened) -> FileRange {
        match self {
            LoadError::Unreadable(_, e) => self.piece(opened).in_file(e.range),
            LoadError::NeedsBase(..) => opened.btf.file_range,
            LoadError::WrongBase(misfit) => opened.btf.in_file(misfit.range),
        }
    }

    /// The piece of the file that it is about.
    pub fn piece<'o>(&self, opened: &'o Opened) -> &'o Piece {
        match (self, &opened.btf_base) {
            (LoadError::Unreadable(".BTF.base", _), Some(base)) => base,
            _ => &opened.btf,
        }
    }
}

/// Decodes the types of an opened file. A base that the file brings goes before one that is given.
///
/// # Errors
/// When a blob cannot be read at all, when a base is needed and none is given, and when the given one does not fit.
pub fn load(opened: &Opened, given: Option<Arc<Btf>>) -> Result<Loaded, LoadError> {
    let (base, from) = match (&opened.btf_base, given) {
        (Some(own), _) => {
            let own = Btf::parse(Arc::clone(&own.bytes), None);
            (Some(Arc::new(own.map_err(|e| LoadError::Unreadable(".BTF.base", e))?)), BaseFrom::File)
        }
        (None, Some(_)) if !continues(opened) => (None, BaseFrom::Unneeded),
        (None, Some(given)) => {
            container::fits_base(&opened.btf.bytes, &given).map_err(LoadError::WrongBase)?;
            (Some(given), BaseFrom::Given)
        }
        (None, None) => {
            if let Some(need) = &opened.needs_base {
                let release = need.vermagic.as_deref().and_then(|v| v.split(' ').next()).map(str::to_owned);
                return Err(LoadError::NeedsBase(need.why.clone(), release));
            }
            (None, BaseFrom::None)
        }
    };
    let mut btf = Btf::parse(Arc::clone(&opened.btf.bytes), base).map_err(|e| LoadError::Unreadable(".BTF", e))?;
    if let Some(size) = opened.pointer_size() {
        btf.set_pointer_size(size);
    }
    Ok(Loaded { btf: Arc::new(btf), base: from })
}

/// Whether the BTF of a file continues another, as far as can be told without that. One that does not begins its strings with the
/// empty one (libbpf, `btf_new_empty`); a module without types may need its kernel and not show it.
pub fn continues(opened: &Opened) -> bool {
    if opened.needs_base.is_some() {
        return true;
    }
    let bytes = &opened.btf.bytes;
    let Ok(btf) = Btf::parse(Arc::clone(bytes), None) else { return false };
    bytes.get(btf.section(SectionKind::Strings).as_usize()).and_then(<[u8]>::first) != Some(&0)
}

/// Why some of the types could not be read, if so: then what there is, is not all.
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
