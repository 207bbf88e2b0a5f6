//! Pictures that are asked for.

/// What is asked for.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Shot {
    /// The view that is shown.
    View,
    /// Of Layout, the bit strip alone.
    Strip,
}
