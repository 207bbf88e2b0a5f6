//! The part of a file that an address shows, in addition to the selected type.

/// The key of [`Shown::Program`] that names no item: the overview.
pub const NO_ITEM: &str = ":";

/// The part of a file that an address shows. The selected type and its view are not in here, because they stay the
/// same whichever part is shown.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub enum Shown {
    /// The types, and the view of the selected type.
    #[default]
    Types,
    /// All that differs from another file, and the view of the selected type.
    Changes,
    /// The verdicts of kernels on the file, and the view of the selected type.
    Verdict,
    /// The key of the item that is picked in a program: a function or an instruction of it, a map or global, the calls
    /// of the loader, or the overview ([`NO_ITEM`]).
    Program(String),
    /// The key of a CO-RE relocation of a program: `fentry/vfs_read#3`. After it, the text may also say how the
    /// relocation is shown, and on which kernel.
    Relocation(String),
    /// The name of a list that the file has beside its types: `tracepoints`.
    List(String),
    /// Fields that are looked up in all open files, with commas between.
    Fields(String),
    /// On which kernels a program loads.
    Fits {
        /// The answers of kernels: the text of [`crate::fits::carried`], packed by [`share::pack`]. Empty if the link
        /// has no answers.
        answers: String,
    },
}

impl Shown {
    /// Reads the part from an address; `text` gives the value of a key. An address that the page wrote has at most one
    /// of these keys (`answers` belongs to `fits`). If a person wrote several, the first of them in the order of the
    /// code below counts.
    pub(super) fn read<'a>(text: impl Fn(&str) -> &'a str) -> Shown {
        let is_set = |key: &str| text(key) == "1";
        let picked =
            |key: &str, shown: fn(String) -> Shown| Some(shown(text(key).to_owned())).filter(Shown::is_written);
        picked("r", Shown::Relocation)
            .or_else(|| picked("l", Shown::List))
            .or_else(|| picked("fields", Shown::Fields))
            .or_else(|| is_set("fits").then(|| Shown::Fits { answers: text("answers").to_owned() }))
            .or_else(|| picked("p", Shown::Program))
            .or_else(|| is_set("changes").then_some(Shown::Changes))
            .or_else(|| is_set("verdict").then_some(Shown::Verdict))
            .unwrap_or_default()
    }

    /// The keys and values for an address, in the order in which they are written.
    pub(super) fn parts(&self) -> [(&'static str, &str); 2] {
        let first = match self {
            Shown::Types => ("", ""),
            Shown::Changes => ("changes", "1"),
            Shown::Verdict => ("verdict", "1"),
            Shown::Program(key) => ("p", key.as_str()),
            Shown::Relocation(key) => ("r", key.as_str()),
            Shown::List(name) => ("l", name.as_str()),
            Shown::Fields(fields) => ("fields", fields.as_str()),
            Shown::Fits { .. } => ("fits", "1"),
        };
        let answers = if let Shown::Fits { answers } = self { answers.as_str() } else { "" };
        [first, ("answers", answers)]
    }

    /// Whether a key of an address stands for this part. [`Shown::Types`] has no key: an address without a key shows
    /// the types. A key with an empty value, such as that of a list without a name, is not written.
    fn is_written(&self) -> bool {
        !self.parts()[0].1.is_empty()
    }

    /// This part after it was written into an address and read again: [`Shown::Types`] if an address cannot express it.
    pub fn as_written(self) -> Shown {
        if self.is_written() { self } else { Shown::Types }
    }
}

/// A setting of the selected type's view that an address keeps.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub enum InView {
    /// No setting.
    #[default]
    Nothing,
    /// How much of the Graph is shown, as `session::look::graph` writes it.
    Graph(String),
    /// The bytes in the Values view, as [`crate::values::LinkedBytes`] writes them.
    Bytes(String),
    /// The selected step in the view History: the names of two kernels, `OLDER..NEWER`, or the name of one.
    Step(String),
}

impl InView {
    /// The setting of the kind `of` with this text. [`InView::Nothing`] if the text is empty, because an address keeps
    /// no empty setting.
    pub fn written(of: fn(String) -> InView, text: String) -> InView {
        if text.is_empty() { InView::Nothing } else { of(text) }
    }
}
