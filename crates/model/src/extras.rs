//! What a file has beside its types.

use std::sync::Arc;

use wire::wire;

/// What a file has beside its types, for the desk to read.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Extras {
    /// The `.BTF_ids` bytes.
    pub ids: Option<Arc<[u8]>>,
    /// The symbols in them; none when the file has no symbols.
    pub symbols: Option<Vec<container::IdSymbol>>,
    /// The `.BTF.inline` bytes.
    pub inline: Option<Arc<[u8]>>,
}
wire!(struct Extras { ids, symbols, inline });
