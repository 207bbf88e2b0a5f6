//! Which relocations of the list are shown.

use relo::Group;

use super::CoreList;

/// A chip above the list.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Sift {
    /// All.
    #[default]
    All,
    /// Those that fail on some kernel.
    Failing,
    /// Of fields.
    Field,
    /// Of whole types.
    Type,
    /// Of enumerators.
    Enum,
}

impl Sift {
    /// All chips, in their order.
    pub const ALL: [Sift; 5] = [Sift::All, Sift::Failing, Sift::Field, Sift::Type, Sift::Enum];

    /// Its name.
    pub fn title(self) -> &'static str {
        match self {
            Sift::All => "all",
            Sift::Failing => "failing",
            Sift::Field => "field",
            Sift::Type => "type",
            Sift::Enum => "enum",
        }
    }
}

/// Which relocations are shown.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Filter {
    /// The chip.
    pub sift: Sift,
    /// Words that all must be in the kind, the path, the access string or the section; capitals do not count.
    pub text: String,
}

impl CoreList {
    fn fits(&self, sift: Sift, at: usize) -> bool {
        let Some(row) = self.rows.get(at) else { return false };
        match sift {
            Sift::All => true,
            Sift::Failing => row.fails(&self.heads),
            Sift::Field => row.group == Group::Field,
            Sift::Type => row.group == Group::Type,
            Sift::Enum => row.group == Group::Enum,
        }
    }

    /// How many relocations a chip has.
    pub fn count(&self, sift: Sift) -> usize {
        (0..self.rows.len()).filter(|&at| self.fits(sift, at)).count()
    }

    /// The places in [`CoreList::rows`] that are shown.
    pub fn shown(&self, filter: &Filter) -> Vec<usize> {
        let words: Vec<String> = filter.text.split_whitespace().map(str::to_ascii_lowercase).collect();
        let has = |&at: &usize| {
            let Some(row) = self.rows.get(at) else { return false };
            let text = format!("{} {} {} {}", row.kind, row.path, row.access, row.section).to_ascii_lowercase();
            words.iter().all(|word| text.contains(word.as_str()))
        };
        (0..self.rows.len()).filter(|&at| self.fits(filter.sift, at)).filter(has).collect()
    }
}
