//! The views of a type, in the order of their tabs.

use btf::Kind;
use wire::Wire;

btf::named! {
    /// A view of the selected type.
    #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Wire)]
    pub enum View {
        /// The layout: a memory map, the bits of the selected bitfield, a table of members.
        #[default]
        Layout = "Layout", "layout";
        /// The type, with all nested members.
        Tree = "Tree", "tree";
        /// A drawing of the types that it contains and points to, and of its users.
        Graph = "Graph", "graph";
        /// The type as source: C, Rust, Zig or Go.
        Code = "Code", "c";
        /// The types and functions that use the type.
        UsedBy = "Used by", "users";
        /// The same type in another open file.
        Compare = "Compare", "compare";
        /// The history of the type in the kernels of an atlas.
        History = "History", "history";
        /// Bytes that are read as this type.
        Values = "Values", "values";
        /// The record of the type, as bpftool prints it or as assembler: a format in the tab Code.
        Record = "Record", "record";
        /// All records of the file with their bytes: the first tab of the scratch pad, beside its C.
        Records = "Records", "records";
    }
    /// All views.
    pub const ALL;
    /// The name of its tab.
    pub fn title;
    /// The word in addresses.
    pub fn word;
}

/// The views that have a tab of their own, in order.
const TABS: [View; 8] =
    [View::Layout, View::Tree, View::Graph, View::Code, View::UsedBy, View::Compare, View::History, View::Values];

/// The tabs of a function, in order.
const FUNCTION_TABS: [View; 4] = [View::Layout, View::UsedBy, View::History, View::Code];

impl View {
    /// The view with this word.
    pub fn from_word(word: &str) -> Option<View> {
        View::ALL.into_iter().find(|v| v.word() == word)
    }

    /// The tab that is selected while the view is shown.
    pub fn tab(self) -> View {
        if self == View::Record { View::Code } else { self }
    }

    /// The digit that opens it: 1 Layout, 2 Tree, 3 Graph, 4 Code, 5 Used by, 6 Compare, 7 History, 8 Values,
    /// 9 Records.
    pub fn digit(self) -> Option<char> {
        let at = TABS.iter().chain([&View::Records]).position(|&view| view == self)?;
        char::from_digit(at as u32 + 1, 10)
    }
}

/// The tabs of a type of this kind, with their titles. A function has fewer tabs than other types. If the view `shown`,
/// which a link or a key may have opened, has no tab there, its tab is added at the end. `of_pad`: whether the type is
/// of the scratch pad, whose first tab is Records.
pub fn tabs(kind: Kind, shown: View, of_pad: bool) -> Vec<(View, &'static str)> {
    let function = matches!(kind, Kind::Func | Kind::FuncProto);
    let mut tabs: Vec<View> = if of_pad { vec![View::Records] } else { vec![] };
    tabs.extend(if function { FUNCTION_TABS.as_slice() } else { TABS.as_slice() });
    if !tabs.contains(&shown.tab()) {
        tabs.push(shown.tab());
    }
    let title = |view: View| if function && view == View::Layout { "Prototype" } else { view.title() };
    tabs.into_iter().map(|view| (view, title(view))).collect()
}

/// The index of the tab to which a key leads from tab `at`, in a list of `count` tabs: arrows wrap around, Home and
/// End go to the ends (WAI-ARIA, tabs). None for other keys.
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

/// The index of the choice to which a key leads from choice `at`, in an open menu with these names: arrows wrap
/// around, Home and End go to the ends, a letter goes to the next name that begins with it (WAI-ARIA, menus). None
/// for other keys.
pub fn menu_by_key(key: &str, at: Option<usize>, names: &[String]) -> Option<usize> {
    let last = names.len().checked_sub(1)?;
    Some(match (key, at) {
        ("ArrowDown", Some(at)) if at < last => at + 1,
        ("ArrowUp", Some(at)) if at > 0 => at - 1,
        ("ArrowDown" | "Home", _) => 0,
        ("ArrowUp" | "End", _) => last,
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
    fn each_view_has_a_tab() {
        for view in View::ALL {
            assert!(tabs(Kind::Struct, view, false).iter().any(|tab| tab.0 == view.tab()));
            assert!(tabs(Kind::Func, view, true).iter().any(|tab| tab.0 == view.tab()));
            assert_eq!(View::from_word(view.word()), Some(view));
        }
        let titles = |kind, shown| tabs(kind, shown, false).into_iter().map(|tab| tab.1).collect::<Vec<_>>().join(" ");
        assert_eq!(titles(Kind::Func, View::Layout), "Prototype Used by History Code");
        assert_eq!(titles(Kind::Func, View::Graph), "Prototype Used by History Code Graph");
        assert_eq!(titles(Kind::Struct, View::Record), "Layout Tree Graph Code Used by Compare History Values");
        assert_eq!(tabs(Kind::Struct, View::Layout, true).first(), Some(&(View::Records, "Records")));
        let digits: String = View::ALL.into_iter().filter_map(View::digit).collect();
        assert_eq!(digits, "123456789");
    }

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
