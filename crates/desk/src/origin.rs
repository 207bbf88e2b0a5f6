//! Where an open file came from.

use std::sync::Arc;

use model::pad::PadTarget;
use wire::Wire;

use crate::FileId;

/// Where an open file came from. Whether its types were made from debug information is stored elsewhere
/// ([`crate::FileInput::from_dwarf`]): that is possible for files of any origin.
#[derive(Clone, PartialEq, Eq, Default, Debug, Wire)]
pub enum Origin {
    /// The person dropped, chose or pasted it.
    #[default]
    Dropped,
    /// The browser's store, where the person kept it: its SHA-256 in hex.
    Kept(String),
    /// A sample of the page: its name.
    Sample(String),
    /// The web: its address.
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
    /// An atlas: the name of the kernel.
    Atlas(Arc<str>),
    /// It was made from open files.
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

    /// The open file that its types continue, for a file that was made from open files.
    pub fn made_on(&self) -> Option<FileId> {
        if let Origin::Made { on } = self { Some(*on) } else { None }
    }

    /// Whether the file was compiled from the scratch pad's source.
    pub fn is_pad(&self) -> bool {
        matches!(self, Origin::Pad { .. })
    }

    /// Whether other people can have a copy of the file, so that a short link may ask them to drop their copy.
    pub fn is_a_file(&self) -> bool {
        match self {
            Origin::Dropped | Origin::Kept(_) | Origin::Sample(_) | Origin::Address(_) | Origin::Made { .. } => true,
            Origin::Link(_) | Origin::Pad { .. } | Origin::Atlas(_) => false,
        }
    }

    /// Whether the address names the file while another file is current, so that a reload opens it again. A file that a
    /// link carried or that was made on this page is left out: the address would have to hold the whole file.
    pub fn is_named_beside(&self) -> bool {
        match self {
            Origin::Dropped | Origin::Kept(_) | Origin::Sample(_) | Origin::Address(_) | Origin::Atlas(_) => true,
            Origin::Link(_) | Origin::Pad { .. } | Origin::Made { .. } => false,
        }
    }

    /// Whether the list of recent files has the file. Samples are left out: the start page has them already.
    pub fn is_recent(&self) -> bool {
        self.is_named_beside() && self.sample().is_none()
    }
}
