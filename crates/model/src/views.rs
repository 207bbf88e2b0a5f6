//! The views of a type. Each view keeps its digit for good.

use wire::Wire;

btf::named! {
    /// A view of the selected type.
    #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Wire)]
    pub enum View {
        /// Figures, map, bit strip, members.
        #[default]
        Layout = "Layout", '1', "layout";
        /// The type with all nested members.
        Tree = "Tree", '2', "tree";
        /// Its C.
        C = "C", '3', "c";
        /// A drawing of the types that it contains and points to, and of its users.
        Graph = "Graph", '4', "graph";
        /// Its users.
        UsedBy = "Used by", '5', "users";
        /// The raw lines as bpftool prints them.
        Record = "Record", '6', "record";
        /// The same type in another open file.
        Compare = "Compare", '7', "compare";
        /// Its history in the kernels of an atlas.
        History = "History", '8', "history";
        /// Bytes interpreted by it.
        Values = "Values", '9', "values";
    }
    /// All, in the order of the tabs.
    pub const ALL;
    /// The tab's name.
    pub fn title;
    /// The key that opens it: 1 Layout, 2 Tree, 3 C, 4 Graph, 5 Used by, 6 Record, 7 Compare, 8 History, 9 Values.
    pub fn digit -> char;
    /// The word in addresses.
    pub fn word;
}

impl View {
    /// The view of a word in an address.
    pub fn from_word(word: &str) -> Option<View> {
        View::ALL.into_iter().find(|v| v.word() == word)
    }
}

/// The index of the tab that a key selects, in a list of `count` tabs, from the tab `at`: arrows wrap around, Home and
/// End go to the ends (WAI-ARIA's tabs). None for other keys.
pub fn tab_by_key(key: &str, at: usize, count: usize) -> Option<usize> {
    let last = count.checked_sub(1)?;
    Some(match key {
        "ArrowRight" if at >= last => 0,
        "ArrowRight" => at + 1,
        "ArrowLeft" if at == 0 => last,
        "ArrowLeft" => at - 1,
        "Home" => 0,
        "End" => last,
        _ => return None,
    })
}

/// The index of the choice that a key leads to in an open menu of these names, from the choice `at`: arrows wrap around, Home
/// and End go to the ends, a letter goes to the next name that begins with it (WAI-ARIA's menus). None for other keys.
pub fn menu_by_key(key: &str, at: Option<usize>, names: &[String]) -> Option<usize> {
    let last = names.len().checked_sub(1)?;
    Some(match (key, at) {
        ("ArrowDown", None) | ("Home", _) => 0,
        ("ArrowUp", None) | ("End", _) => last,
        ("ArrowDown", Some(at)) => {
            if at >= last {
                0
            } else {
                at + 1
            }
        }
        ("ArrowUp", Some(at)) => at.checked_sub(1).unwrap_or(last),
        (letter, at) if letter.chars().count() == 1 => {
            let begins = |name: &str| name.to_lowercase().starts_with(&letter.to_lowercase());
            let from = at.map_or(0, |at| at + 1);
            (from..names.len()).chain(0..from).find(|&i| names.get(i).is_some_and(|name| begins(name)))?
        }
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_go_round_a_menu() {
        let names = ["SVG", "PNG", "CSV", "Command"].map(str::to_owned);
        let to = |key, at| menu_by_key(key, at, &names);
        assert_eq!(
            [to("ArrowDown", None), to("ArrowDown", Some(3)), to("ArrowUp", Some(0))],
            [Some(0), Some(0), Some(3)]
        );
        assert_eq!(
            [to("c", Some(0)), to("c", Some(2)), to("c", Some(3)), to("x", None)],
            [Some(2), Some(3), Some(2), None]
        );
        assert_eq!([to("End", None), to("Home", Some(2)), to("F6", Some(1))], [Some(3), Some(0), None]);
        assert_eq!(menu_by_key("c", Some(7), &[]), None);
    }

    #[test]
    fn keys_go_round_the_tabs() {
        let to = |key, at| tab_by_key(key, at, 3);
        assert_eq!([0, 1, 2].map(|at| to("ArrowRight", at)), [Some(1), Some(2), Some(0)]);
        assert_eq!([0, 1, 2].map(|at| to("ArrowLeft", at)), [Some(2), Some(0), Some(1)]);
        assert_eq!([to("Home", 2), to("End", 0), to("Enter", 1)], [Some(0), Some(2), None]);
        assert_eq!(tab_by_key("ArrowRight", 0, 0), None);
    }
}
