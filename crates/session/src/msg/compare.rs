//! Messages of the Compare view.

use btf::TypeId;
use desk::{FileId, Pair};
use relate::ChangeEffect;

/// Messages of Compare.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum CompareMsg {
    /// Compare with this file.
    With(FileId),
    /// Exchange the older and the newer file.
    Flip,
    /// Align the parts by offset (true), or by name.
    ByPlace(bool),
    /// Choose a chip.
    Sift(Sift),
    /// Move by this many rows.
    Step(i64),
    /// Choose a row.
    Choose(usize),
    /// Compare the selected type with this type of the other file.
    Against(TypeId),
    /// Make the other file the current one, and go to this type in it. The same two files stay compared.
    Visit(TypeId),
    /// Compare these two files. The second value: a file of the pair, a type of this file, and the type of the other
    /// file that is compared with it.
    Beside(Pair, Option<(FileId, TypeId, TypeId)>),
}

/// A filter of the rows.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Sift {
    /// All parts.
    #[default]
    All,
    /// Parts that differ.
    Changed,
    /// Parts that differ with this effect on programs.
    Effect(ChangeEffect),
    /// Parts that the open programs use: fields that they read, values and types that they ask for.
    Used,
}

impl Sift {
    /// All filters except [`Sift::Used`], in the order of their chips.
    pub const ALL: [Sift; 5] = [
        Sift::All,
        Sift::Changed,
        Sift::Effect(ChangeEffect::Silent),
        Sift::Effect(ChangeEffect::Refused),
        Sift::Effect(ChangeEffect::Harmless),
    ];

    /// The label of its chip.
    pub fn title(self) -> &'static str {
        match self {
            Sift::All => "all",
            Sift::Changed => "changed",
            Sift::Effect(effect) => effect.as_str(),
            Sift::Used => "used by programs",
        }
    }
}
