//! Filters the list of relocations.

use relate::ChangeEffect;
use relo::reach::Reached;
use relo::{CoreGroup, ReloVerdict};

use super::CoreList;

btf::named! {
    /// A chip above the list, which selects relocations.
    #[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
    pub enum Sift {
        /// All relocations.
        #[default]
        All = "all";
        /// Relocations that are refused at load on some kernel.
        Refused = ChangeEffect::Refused.as_str();
        /// Relocations that give a wrong value on some kernel, without an error.
        Silent = ChangeEffect::Silent.as_str();
        /// Relocations that would be refused, but whose instructions are never reached.
        Unreached = Reached::Never.as_str();
        /// Relocations that work on all kernels, without a change or adjusted by libbpf.
        Harmless = ChangeEffect::Harmless.as_str();
        /// Relocations that fail nowhere, but whose result is unknown on some kernel: a module may have their type.
        Unknown = ReloVerdict::CannotTell.as_str();
        /// Relocations of fields.
        Field = "field";
        /// Relocations of whole types.
        Type = "type";
        /// Relocations of enumerators.
        Enum = "enum";
    }
    /// All chips, in their order.
    pub const ALL;
    /// Its text. A chip for a result has the words that Compare and Changes use for this result.
    pub fn title;
}

/// Selects the relocations that are shown.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Filter {
    /// The chip.
    pub sift: Sift,
    /// Words that must all occur in the kind, the path, the access string, the section or the function; case does not
    /// matter.
    pub text: String,
}

impl CoreList {
    fn fits(&self, sift: Sift, at: usize) -> bool {
        let Some(row) = self.rows.get(at) else { return false };
        let effect = row.effect(&self.heads);
        match sift {
            Sift::All => true,
            // A relocation may be refused on one kernel and silently wrong on another; both chips show it.
            Sift::Refused => row.fails(&self.heads),
            Sift::Silent => effect == ChangeEffect::Silent,
            Sift::Unreached => effect == ChangeEffect::Harmless && row.is_dead(&self.heads),
            Sift::Harmless => {
                effect == ChangeEffect::Harmless && !row.is_dead(&self.heads) && !row.is_unknown(&self.heads)
            }
            Sift::Unknown => row.is_unknown(&self.heads),
            Sift::Field => row.group() == CoreGroup::Field,
            Sift::Type => row.group() == CoreGroup::Type,
            Sift::Enum => row.group() == CoreGroup::Enum,
        }
    }

    /// Whether a chip is shown. Chips of results need kernels; of these, [`Sift::Silent`], [`Sift::Unreached`] and
    /// [`Sift::Unknown`] are shown only if a relocation has the result.
    pub fn offers(&self, sift: Sift) -> bool {
        match sift {
            Sift::All | Sift::Field | Sift::Type | Sift::Enum => true,
            Sift::Refused | Sift::Harmless => !self.heads.is_empty(),
            Sift::Silent | Sift::Unreached | Sift::Unknown => !self.heads.is_empty() && self.count(sift) > 0,
        }
    }

    /// The number of relocations that a chip shows.
    pub fn count(&self, sift: Sift) -> usize {
        (0..self.rows.len()).filter(|&at| self.fits(sift, at)).count()
    }

    /// The indices in [`CoreList::rows`] of the shown relocations.
    pub fn shown(&self, filter: &Filter) -> Vec<usize> {
        let words: Vec<String> = filter.text.split_whitespace().map(str::to_ascii_lowercase).collect();
        let has = |&at: &usize| {
            let Some(row) = self.rows.get(at) else { return false };
            let fields = [row.kind_str(), &row.path, &row.access, &row.section, &row.place.0];
            let text = fields.join(" ").to_ascii_lowercase();
            words.iter().all(|word| text.contains(word.as_str()))
        };
        (0..self.rows.len()).filter(|&at| self.fits(filter.sift, at)).filter(has).collect()
    }
}
