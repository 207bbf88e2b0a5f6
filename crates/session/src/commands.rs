//! The table of commands. Keys, help, command box and tests all use it.

use model::views::View;

/// An action that a person can start by a key or from the command box.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Command {
    /// Put the cursor into the search.
    Filter,
    /// Open the command box.
    GoTo,
    /// Open a file.
    Open,
    /// Open the scratch pad.
    Pad,
    /// Move the selected member of the scratch pad down (true) or up.
    MoveMember(bool),
    /// Put the members of the scratch pad's struct in the order with the fewest bytes.
    Smallest,
    /// Undo in the scratch pad, or redo (true).
    Undo(bool),
    /// Switch to the next theme: light, dark, or the system's.
    Theme,
    /// Open or close the dialog with links to this view.
    Share,
    /// Show or hide the help.
    Help,
    /// Show a view.
    View(View),
    /// Go back in the browser's history.
    Back,
    /// Go forward in the browser's history.
    Forward,
    /// Close the dialog or panel, the presentation, or the entries of an archive. If none of these is open, drop the
    /// chosen byte, or else clear the search.
    Close,
    /// Copy the name of the selected member or type.
    CopyName,
    /// Copy the CO-RE access string of the selected member.
    CopyAccess,
    /// Copy the C expression that leads to the selected member.
    CopyPath,
    /// Copy a link to this view, without the dialog.
    CopyLink,
    /// Move the focus into the inspector.
    Inspector,
    /// Open the menu Export of the view.
    ExportMenu,
    /// Show or hide the list on the left.
    ToggleList,
    /// Move the focus to the next pane: list, view, inspector.
    NextPane,
    /// Follow the selected member to its type.
    Follow,
    /// Go to an offset of the bytes.
    GoToOffset,
    /// Find the member at an offset of a type.
    AtOffset,
    /// Switch single-letter keys on or off.
    SingleKeys,
    /// Expand all embedded members of the type.
    ExpandAll,
    /// Collapse all members of the type.
    CollapseAll,
    /// Show the file's problems.
    Problems,
    /// Show the field into which a log of the verifier or the loader is pasted.
    PasteLog,
    /// Close the file.
    CloseFile,
    /// Save a picture of the view: PNG (true) or SVG.
    Picture(bool),
    /// Flip the direction of the bit strip.
    FlipBits,
    /// Show or hide hexadecimal offsets and sizes.
    Hex,
    /// Show the bytes in the lower half of the inspector; used again, show them in the middle; used once more, fold
    /// them.
    Bytes,
    /// Show the bytes on the whole right side, or fold them.
    AllBytes,
    /// Show where fields lie in all open files.
    Fields,
    /// Show whether kernels accept the BTF of the file.
    Verdict,
    /// Show all differences between two files.
    Changes,
    /// Show the lists that the file has beside its types.
    Lists,
    /// Show the kernels of the atlas.
    Atlas,
    /// Show or hide the lessons.
    Learn,
    /// Go to the next step of the lesson.
    NextStep,
    /// Go to the previous step of the lesson.
    StepBack,
    /// Show the parts of the page that the step of the presentation covers.
    Uncover,
    /// Start or end the presentation: one step of the lesson fills the screen.
    Deck,
}

/// Where a key acts.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Scope {
    /// Everywhere, also in inputs.
    Everywhere,
    /// Everywhere but in inputs.
    OutsideInputs,
    /// In lists, tables and trees, and in the bytes.
    Lists,
    /// In the bytes only.
    Bytes,
    /// In the presentation of a lesson.
    Deck,
}

/// A line of the table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Entry {
    /// The command.
    pub command: Command,
    /// Its name in the help and the command box.
    pub title: &'static str,
    /// The keys, as people write them; `Ctrl` is Cmd on a Mac.
    pub keys: &'static [&'static str],
    /// Where the keys act.
    pub scope: Scope,
    /// Whether a setting can switch off those keys that are one character, alone or with Shift.
    pub single: bool,
    /// Whether the command box offers it.
    pub in_box: bool,
}

const fn entry(
    command: Command,
    title: &'static str,
    keys: &'static [&'static str],
    scope: Scope,
    single: bool,
    in_box: bool,
) -> Entry {
    Entry { command, title, keys, scope, single, in_box }
}

/// All commands.
pub const TABLE: &[Entry] = &[
    entry(Command::Filter, "Filter the types", &["/"], Scope::OutsideInputs, true, true),
    entry(Command::GoTo, "Go to type, field, function…", &["Ctrl+K"], Scope::Everywhere, false, false),
    entry(Command::Open, "Open a file", &["Ctrl+O"], Scope::Everywhere, false, true),
    entry(Command::Pad, "Scratch pad: type C, see its BTF", &[], Scope::Everywhere, false, true),
    entry(Command::MoveMember(false), "Scratch pad: move the member up", &["Alt+ArrowUp"], Scope::Lists, false, false),
    entry(
        Command::MoveMember(true),
        "Scratch pad: move the member down",
        &["Alt+ArrowDown"],
        Scope::Lists,
        false,
        false,
    ),
    entry(Command::Smallest, "Scratch pad: the struct as small as it gets", &[], Scope::Everywhere, false, true),
    entry(Command::Undo(false), "Scratch pad: undo", &["Ctrl+Z"], Scope::Lists, false, false),
    entry(Command::Undo(true), "Scratch pad: redo", &["Ctrl+Shift+Z", "Ctrl+Y"], Scope::Lists, false, false),
    entry(Command::Atlas, "Atlas: open a kernel, see the history of a type", &[], Scope::Everywhere, false, true),
    entry(Command::Share, "Share a link to this view", &[], Scope::Everywhere, false, true),
    entry(Command::View(View::Layout), "Show Layout", &["1"], Scope::OutsideInputs, true, true),
    entry(Command::View(View::Tree), "Show Tree", &["2"], Scope::OutsideInputs, true, true),
    entry(Command::View(View::Graph), "Show Graph", &["3"], Scope::OutsideInputs, true, true),
    entry(Command::View(View::Code), "Show Code", &["4"], Scope::OutsideInputs, true, true),
    entry(Command::View(View::UsedBy), "Show Used by", &["5"], Scope::OutsideInputs, true, true),
    entry(Command::View(View::Compare), "Show Compare", &["6"], Scope::OutsideInputs, true, true),
    entry(Command::View(View::History), "Show History", &["7"], Scope::OutsideInputs, true, true),
    entry(Command::View(View::Values), "Show Values", &["8"], Scope::OutsideInputs, true, true),
    entry(Command::View(View::Records), "Show all records with their bytes", &["9"], Scope::OutsideInputs, true, true),
    entry(Command::View(View::Record), "Show the record, as bpftool prints it", &[], Scope::Everywhere, false, true),
    entry(Command::Back, "Back", &["[", "Alt+ArrowLeft"], Scope::Lists, true, true),
    entry(Command::Forward, "Forward", &["]", "Alt+ArrowRight"], Scope::Lists, true, true),
    entry(Command::Follow, "Go to the member's type", &["Enter"], Scope::Lists, false, false),
    entry(Command::Fields, "Fields in all open files", &["f"], Scope::Lists, true, true),
    entry(Command::Verdict, "Verdict: would a kernel accept this BTF?", &[], Scope::Everywhere, false, true),
    entry(Command::Changes, "Changes: compare all types of two files", &[], Scope::Everywhere, false, true),
    entry(
        Command::Lists,
        "Lists: kfuncs, tracepoints, LSM hooks, iterators, struct_ops, ELF relocations",
        &[],
        Scope::Everywhere,
        false,
        true,
    ),
    entry(Command::CopyName, "Copy the name", &["c"], Scope::Lists, true, true),
    entry(Command::CopyAccess, "Copy the CO-RE access string", &["a"], Scope::OutsideInputs, true, true),
    entry(Command::CopyPath, "Copy the path", &["Shift+C"], Scope::OutsideInputs, true, true),
    entry(Command::CopyLink, "Copy a link", &["y"], Scope::Lists, true, true),
    entry(Command::ExpandAll, "Expand all", &["*"], Scope::Lists, true, true),
    entry(Command::CollapseAll, "Collapse all", &["-"], Scope::Lists, true, true),
    entry(Command::FlipBits, "Reverse the bit strip", &[], Scope::Everywhere, false, true),
    entry(Command::Hex, "Show or hide hexadecimal offsets", &["x"], Scope::Lists, true, true),
    entry(
        Command::Bytes,
        "Bytes: below the inspector, in the middle, folded",
        &["b"],
        Scope::OutsideInputs,
        true,
        true,
    ),
    entry(Command::AllBytes, "Bytes on the whole right side", &["Shift+B"], Scope::OutsideInputs, true, true),
    entry(Command::Inspector, "Go to the inspector", &["i"], Scope::OutsideInputs, true, true),
    entry(Command::ExportMenu, "Export this view", &["e"], Scope::OutsideInputs, true, true),
    entry(Command::ToggleList, "Show or hide the list", &["\\"], Scope::OutsideInputs, true, true),
    entry(Command::NextPane, "Next pane: list, view, inspector", &["F6"], Scope::Everywhere, false, false),
    entry(Command::Picture(false), "Save this view as SVG", &[], Scope::Everywhere, false, true),
    entry(Command::Picture(true), "Save this view as PNG", &[], Scope::Everywhere, false, true),
    entry(Command::GoToOffset, "Go to a byte offset", &["g"], Scope::Bytes, true, true),
    // This entry comes after `GoToOffset`: keys of lists act in the bytes, too, and the first entry with the key wins.
    entry(Command::AtOffset, "Find what is at an offset in the type", &["g"], Scope::Lists, true, true),
    entry(Command::Problems, "Show the file's problems", &[], Scope::Everywhere, false, true),
    entry(Command::PasteLog, "Paste a verifier or loader log", &[], Scope::Everywhere, false, true),
    entry(Command::CloseFile, "Close this file", &[], Scope::Everywhere, false, true),
    entry(Command::Learn, "Learn: interactive lessons", &["Shift+L"], Scope::OutsideInputs, true, true),
    entry(Command::NextStep, "Lesson: next step", &["n"], Scope::OutsideInputs, true, true),
    entry(Command::Uncover, "show what the step covers", &["Enter", "."], Scope::Deck, false, false),
    entry(Command::StepBack, "Lesson: previous step", &["p"], Scope::OutsideInputs, true, true),
    entry(Command::Deck, "Lesson: start or end the presentation", &["Shift+P"], Scope::OutsideInputs, true, true),
    entry(Command::NextStep, "next step", &["ArrowRight", "PageDown", " "], Scope::Deck, false, false),
    entry(Command::StepBack, "previous step", &["ArrowLeft", "PageUp"], Scope::Deck, false, false),
    entry(Command::Theme, "Theme: light, dark or the system's", &["Shift+D"], Scope::OutsideInputs, true, true),
    entry(Command::SingleKeys, "Single-letter keys on or off", &[], Scope::Everywhere, false, true),
    entry(Command::Help, "Keys and help", &["?"], Scope::OutsideInputs, true, true),
    entry(Command::Close, "Close the dialog or panel", &["Escape"], Scope::Everywhere, false, false),
];

/// Where the focus is.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum FocusPlace {
    /// In a text input.
    Input,
    /// In a list, table or tree.
    List,
    /// In the bytes.
    Bytes,
    /// In the presentation of a lesson, outside its fields, buttons and lists.
    Deck,
    /// Anywhere else.
    #[default]
    Elsewhere,
}

/// The command of a key, which is written as in [`Entry::keys`]. `place`: where the focus is. `single_keys`: whether
/// the setting allows single letters.
pub fn lookup(key: &str, place: FocusPlace, single_keys: bool) -> Option<Command> {
    TABLE
        .iter()
        .filter(|e| e.keys.contains(&key))
        .filter(|e| single_keys || !e.single || key.len() > 1 && !key.starts_with("Shift+"))
        .find(|e| match e.scope {
            Scope::Everywhere => true,
            Scope::OutsideInputs => place != FocusPlace::Input,
            Scope::Lists => matches!(place, FocusPlace::List | FocusPlace::Bytes),
            Scope::Bytes => place == FocusPlace::Bytes,
            Scope::Deck => place == FocusPlace::Deck,
        })
        .map(|e| e.command)
}

/// The first key of a command, as people write it. Keys that act only in the presentation do not count.
pub fn key_of(command: Command) -> Option<&'static str> {
    TABLE.iter().find(|entry| entry.command == command && entry.scope != Scope::Deck)?.keys.first().copied()
}

/// Keys of lists and trees, as the help lists them beside the commands.
pub const MOVES: &[(&str, &str)] = &[
    ("↑ ↓ or k j", "move"),
    ("→", "expand, or go to the first child"),
    ("←", "collapse, or go to the parent"),
    ("Home End PageUp PageDown", "first, last, one page"),
    ("Enter", "go to the type"),
];

/// Keys of the bytes, as the help lists them beside the commands.
pub const BYTE_MOVES: &[(&str, &str)] = &[
    ("← → ↑ ↓", "move by a byte or a row"),
    ("Ctrl+← Ctrl+→", "move by a field"),
    ("Enter", "select what the byte belongs to"),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_do_nothing_in_inputs_and_can_be_switched_off() {
        assert_eq!(lookup("/", FocusPlace::Input, true), None);
        assert_eq!(lookup("/", FocusPlace::List, true), Some(Command::Filter));
        assert_eq!(lookup("c", FocusPlace::Elsewhere, true), None);
        assert_eq!(lookup("c", FocusPlace::List, true), Some(Command::CopyName));
        assert_eq!(lookup("c", FocusPlace::List, false), None);
        assert_eq!(lookup("Shift+D", FocusPlace::List, false), None);
        assert_eq!(lookup("Ctrl+K", FocusPlace::Input, false), Some(Command::GoTo));
        assert_eq!(lookup("g", FocusPlace::List, true), Some(Command::AtOffset));
        assert_eq!(lookup("g", FocusPlace::Elsewhere, true), None);
        assert_eq!(lookup("g", FocusPlace::Bytes, true), Some(Command::GoToOffset));
        for view in View::ALL {
            let key = view.digit().map(String::from);
            let found = key.and_then(|key| lookup(&key, FocusPlace::Elsewhere, true));
            assert_eq!(found, (view != View::Record).then_some(Command::View(view)));
        }
    }

    #[test]
    fn no_key_means_two_things_at_one_place() {
        for place in [FocusPlace::Input, FocusPlace::List, FocusPlace::Bytes, FocusPlace::Deck, FocusPlace::Elsewhere] {
            for key in TABLE.iter().flat_map(|e| e.keys) {
                let all = TABLE.iter().filter(|e| e.keys.contains(key) && lookup(key, place, true) == Some(e.command));
                assert!(all.count() <= 1, "{key}");
            }
        }
    }
}
