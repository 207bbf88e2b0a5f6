//! Parts of the page that a step covers until its question is answered.

use wire::Wire;

btf::named! {
    /// A part of the page that would give the answer away.
    #[derive(Clone, Copy, PartialEq, Eq, Debug, Wire)]
    pub enum Cover {
        /// The inspector: the values of the selected type, and of the bytes.
        Inspector = "inspector";
        /// The figures below the heading of a type, function or relocation.
        Figures = "figures";
        /// The view: table, map, boxes, code, or the rows of a list.
        View = "view";
        /// The results of relocations on the kernels: values, verdicts, patched instructions.
        Results = "results";
        /// The verdicts of kernels on the types.
        Verdict = "verdict";
        /// The sizes in the list of types, and how many types there are.
        List = "list";
        /// In the log: the explanations, and which of the lines are errors.
        Log = "log";
    }
    /// All parts.
    pub const ALL;
    /// Its word in lessons, and in the page's style sheet.
    pub fn word;
}

/// Parses a list such as `inspector, view`.
pub(crate) fn parse(text: &str) -> Result<Vec<Cover>, String> {
    let one = |word: &str| {
        let found = Cover::ALL.into_iter().find(|cover| cover.word() == word);
        found.ok_or_else(|| format!("{word:?} is not one of {}", Cover::ALL.map(Cover::word).join(", ")))
    };
    text.split(',').map(|word| one(word.trim())).collect()
}
