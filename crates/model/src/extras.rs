//! The contents of a file besides its types.

use std::sync::Arc;

use btf::Btf;

use crate::elf::SectionTable;
use relate::IdList;
use wire::Wire;

/// The contents of a file besides its types, for the desk.
#[derive(Clone, PartialEq, Eq, Debug, Default, Wire)]
pub struct Extras {
    /// The `.BTF_ids` bytes.
    pub ids: Option<Arc<[u8]>>,
    /// The symbols in them; none when the file has no symbols.
    pub symbols: Option<Vec<container::IdSymbol>>,
    /// The `.BTF.inline` bytes.
    pub inline: Option<Arc<[u8]>>,
    /// The ELF section table; none when it is no ELF file.
    pub sections: Option<SectionTable>,
}

/// The lists of `.BTF_ids`, with the facts from its symbols.
pub(crate) fn id_lists(btf: &Btf, ids: Option<&[u8]>, symbols: Option<&[container::IdSymbol]>) -> Vec<IdList> {
    let symbols: Vec<(&str, u32, u32)> =
        symbols.unwrap_or_default().iter().map(|s| (s.name.as_str(), s.offset, s.size)).collect();
    ids.map(|section| relate::id_lists(btf, section, &symbols)).unwrap_or_default()
}
