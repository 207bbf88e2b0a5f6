//! The texts of a cell of Fits, and the kinds of rows.

use std::borrow::Cow;

use needs::{Foreign, Has, Load};
use wire::Wire;

use super::Fit;

/// The result of a program or a need on the kernels of a column, in short.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Wire)]
pub enum Said {
    /// Nothing was asked: the kernels have another architecture than the object.
    NotAsked,
    /// For a program: the kernels have another architecture than the object.
    OtherArchitecture,
    /// For a need: the form in which the kernels have it.
    Has(Has),
    /// For a program: libbpf applies none of its relocations ([`Load::Unrelocated`]).
    Unrelocated,
    /// For a program: libbpf does not open the object ([`Load::DoesNotOpen`]).
    DoesNotOpen,
    /// For a program: the result is [`super::Cell::fit`].
    Program {
        /// The modules that must be loaded: ` when btrfs is loaded`; may be empty.
        when: String,
        /// How it attaches, if it loads: `, attach: by the application`; empty if it attaches as usual.
        attach: String,
    },
    /// A text from a link that another version wrote.
    Other(String),
}

/// The words between the result of a program and the way in which the program attaches.
const ATTACH: &str = ", attach: ";

impl Said {
    /// The variants without data, each of which has a fixed text.
    const FIXED: [Said; 4] = [Said::NotAsked, Said::OtherArchitecture, Said::Unrelocated, Said::DoesNotOpen];

    /// The variant for a program, with the modules that must be loaded, and how it attaches.
    pub(super) fn program(when: &str, attach: Option<&str>) -> Said {
        let attach = attach.map_or_else(String::new, |attach| format!("{ATTACH}{attach}"));
        Said::Program { when: when.to_owned(), attach }
    }

    /// The text: `loads`, `absent`, `another architecture`; empty if nothing was asked.
    pub(super) fn text(&self, fit: Fit) -> Cow<'_, str> {
        Cow::Borrowed(match self {
            Said::NotAsked => "",
            Said::OtherArchitecture => Foreign::ANSWER,
            Said::Has(has) => has.as_str(),
            Said::Unrelocated => Load::Unrelocated.as_str(),
            Said::DoesNotOpen => Load::DoesNotOpen.as_str(),
            Said::Program { when, attach } => return Cow::Owned(format!("{}{when}{attach}", fit.as_str())),
            Said::Other(text) => text,
        })
    }

    /// Parses a text that [`Said::text`] wrote.
    pub(super) fn read(fit: Fit, text: &str) -> Said {
        let all = Said::FIXED.into_iter().chain(Has::ALL.map(Said::Has));
        if let Some(said) = all.into_iter().find(|said| said.text(fit) == text) {
            return said;
        }
        match text.strip_prefix(fit.as_str()) {
            Some(rest) => {
                let (when, attach) = rest.split_at(rest.find(ATTACH).unwrap_or(rest.len()));
                Said::Program { when: when.to_owned(), attach: attach.to_owned() }
            }
            None => Said::Other(text.to_owned()),
        }
    }
}

/// The kind of a row.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Wire)]
pub enum RowKind {
    /// A program.
    Program,
    /// A need.
    Need(needs::NeedKind),
}

impl RowKind {
    /// `"program"`, or the word for the kind of need.
    pub fn as_str(self) -> &'static str {
        match self {
            RowKind::Program => "program",
            RowKind::Need(kind) => kind.as_str(),
        }
    }

    /// Parses the word of [`RowKind::as_str`]; none for other words.
    pub(super) fn read(word: &str) -> Option<RowKind> {
        let needs = needs::NeedKind::ALL.map(RowKind::Need);
        [RowKind::Program].into_iter().chain(needs).find(|kind| kind.as_str() == word)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A link carries the text of a value; parsing the text gives the value back.
    #[test]
    fn words_are_read_as_they_were_written() {
        let when = " when btrfs is loaded";
        let all = [
            (Fit::Loads, Said::NotAsked, ""),
            (Fit::Fails, Said::OtherArchitecture, "another architecture"),
            (Fit::Fails, Said::Has(Has::OtherForm), "there in another form"),
            (Fit::Fails, Said::Unrelocated, "loads unrelocated"),
            (Fit::Fails, Said::DoesNotOpen, "does not open"),
            (Fit::Loads, Said::program("", None), "loads"),
            (Fit::Loads, Said::program(when, Some("likely")), "loads when btrfs is loaded, attach: likely"),
            (
                Fit::CannotTell,
                Said::program(", and only when a is loaded", None),
                "cannot tell, and only when a is loaded",
            ),
            (Fit::Loads, Said::Other("works".to_owned()), "works"),
        ];
        for (fit, said, text) in all {
            assert_eq!(said.text(fit), text);
            assert_eq!(Said::read(fit, text), said, "{text}");
        }
        for kind in needs::NeedKind::ALL {
            assert_eq!(RowKind::read(kind.as_str()), Some(RowKind::Need(kind)));
        }
        assert_eq!(RowKind::read("programs"), None);
    }
}
