//! Messages of the Share dialog.

/// Messages of the Share dialog.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ShareMsg {
    /// Open or close the dialog.
    Show,
    /// Follow this many pointers when packing the type.
    Depth(u32),
    /// Save the types of the link as a file.
    Save,
    /// The person set the address where btfscope is published.
    Site(String),
    /// The stored address where btfscope is published was read.
    KnownSite(String),
    /// The page's own address.
    Here(String),
}
