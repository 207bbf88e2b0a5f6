//! The views of a type. Digits are fixed: a view that is not there yet leaves its digit free.

use wire::{Packed, Reader, Wire};

/// A view of the selected type.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum View {
    /// Figures, map, bit strip, members.
    #[default]
    Layout,
    /// The type all the way down.
    Tree,
    /// Its C.
    C,
    /// What it holds and points to, and who uses it, drawn.
    Graph,
    /// Who uses it.
    UsedBy,
    /// The raw lines as bpftool prints them.
    Record,
    /// The same type in another open file.
    Compare,
}

impl View {
    /// All, in the order of the tabs.
    pub const ALL: [View; 7] =
        [View::Layout, View::Tree, View::C, View::Graph, View::UsedBy, View::Record, View::Compare];

    /// The tab's name.
    pub fn title(self) -> &'static str {
        match self {
            View::Layout => "Layout",
            View::Tree => "Tree",
            View::C => "C",
            View::Graph => "Graph",
            View::UsedBy => "Used by",
            View::Record => "Record",
            View::Compare => "Compare",
        }
    }

    /// The key that opens it: 1 Layout, 2 Tree, 3 C, 4 Graph, 5 Used by, 6 Record, 7 Compare.
    pub fn digit(self) -> char {
        match self {
            View::Layout => '1',
            View::Tree => '2',
            View::C => '3',
            View::Graph => '4',
            View::UsedBy => '5',
            View::Record => '6',
            View::Compare => '7',
        }
    }

    /// The word in addresses.
    pub fn word(self) -> &'static str {
        match self {
            View::Layout => "layout",
            View::Tree => "tree",
            View::C => "c",
            View::Graph => "graph",
            View::UsedBy => "users",
            View::Record => "record",
            View::Compare => "compare",
        }
    }

    /// The view of a word in an address.
    pub fn from_word(word: &str) -> Option<View> {
        View::ALL.into_iter().find(|v| v.word() == word)
    }
}

impl Wire for View {
    fn put(&self, to: &mut Packed) {
        self.word().to_string().put(to);
    }

    fn get(from: &mut Reader<'_>) -> View {
        View::from_word(&String::get(from)).unwrap_or_else(|| {
            from.fail();
            View::default()
        })
    }
}
