//! The sections of a file besides its types.

use std::sync::Arc;

use btf::Btf;

use crate::elf::SectionTable;
use relate::IdList;
use wire::Wire;

/// The sections of a file besides its types, in the form in which page and worker exchange them.
#[derive(Clone, PartialEq, Eq, Debug, Default, Wire)]
pub struct Extras {
    /// The bytes of `.BTF_ids`.
    pub ids: Option<Arc<[u8]>>,
    /// The symbols in `.BTF_ids`; none if the file has no symbols.
    pub symbols: Option<Vec<container::IdSymbol>>,
    /// The bytes of `.BTF.inline`.
    pub inline: Option<Arc<[u8]>>,
    /// The ELF section table; none if the file is no ELF file.
    pub sections: Option<SectionTable>,
}

/// The lists in `.BTF_ids`, with the names from its symbols.
pub(crate) fn id_lists(btf: &Btf, ids: Option<&[u8]>, symbols: Option<&[container::IdSymbol]>) -> Vec<IdList> {
    let symbols: Vec<(&str, u32, u32)> =
        symbols.unwrap_or_default().iter().map(|s| (s.name.as_str(), s.offset, s.size)).collect();
    ids.map(|section| relate::id_lists(btf, section, &symbols)).unwrap_or_default()
}
