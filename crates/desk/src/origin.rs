//! Where an open file came from.

use std::sync::Arc;

use model::pad::PadTarget;
use wire::Wire;

use crate::FileId;

/// Where an open file came from: one of these. That its types were made of debug information is said beside it
/// ([`crate::FileInput::from_dwarf`]), because files from anywhere may need that.
#[derive(Clone, PartialEq, Eq, Default, Debug, Wire)]
pub enum Origin {
    /// The person dropped, chose or pasted it.
    #[default]
    Dropped,
    /// The browser's store, where the person had it kept, under its SHA-256 in hex.
    Kept(String),
    /// The page has it as a sample of this name.
    Sample(String),
    /// It was loaded from this address on the web.
    Address(String),
    /// A link carried it: the link's text.
    Link(Arc<str>),
    /// It was compiled from the source of the scratch pad.
    Pad {
        /// The source, packed as the address has it.
        text: Arc<str>,
        /// The machine that it was compiled for.
        target: PadTarget,
    },
    /// An atlas had this kernel.
    Atlas(Arc<str>),
    /// It was made of an open file.
    Made {
        /// The open file that its types continue.
        on: FileId,
    },
}

impl Origin {
    /// The name of the sample.
    pub fn sample(&self) -> Option<&str> {
        if let Origin::Sample(name) = self { Some(name) } else { None }
    }

    /// The address on the web.
    pub fn address(&self) -> Option<&str> {
        if let Origin::Address(address) = self { Some(address) } else { None }
    }

    /// The text of the link that carried it.
    pub fn link(&self) -> Option<&str> {
        if let Origin::Link(text) = self { Some(text) } else { None }
    }

    /// The name of the kernel in the atlas.
    pub fn atlas(&self) -> Option<&str> {
        if let Origin::Atlas(name) = self { Some(name) } else { None }
    }

    /// The open file that its types continue, of what was made of open files.
    pub fn made_on(&self) -> Option<FileId> {
        if let Origin::Made { on } = self { Some(*on) } else { None }
    }

    /// It was compiled from the scratch pad's source.
    pub fn is_pad(&self) -> bool {
        matches!(self, Origin::Pad { .. })
    }

    /// There is a file that a person can have: a short link may ask whoever opens it for that.
    pub fn is_a_file(&self) -> bool {
        match self {
            Origin::Dropped | Origin::Kept(_) | Origin::Sample(_) | Origin::Address(_) | Origin::Made { .. } => true,
            Origin::Link(_) | Origin::Pad { .. } | Origin::Atlas(_) => false,
        }
    }

    /// The address names it beside the file that is shown, so that a reload has it again. What a link carries and what was made here
    /// would have to be in the address as a whole.
    pub fn is_named_beside(&self) -> bool {
        match self {
            Origin::Dropped | Origin::Kept(_) | Origin::Sample(_) | Origin::Address(_) | Origin::Atlas(_) => true,
            Origin::Link(_) | Origin::Pad { .. } | Origin::Made { .. } => false,
        }
    }

    /// The list of recent files has it. A sample has its place on the start page already.
    pub fn is_recent(&self) -> bool {
        self.is_named_beside() && self.sample().is_none()
    }
}
