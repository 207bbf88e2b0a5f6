//! The screens: each shows a part of the current file.

btf::named! {
    /// The part of the current file that is shown.
    #[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
    pub enum Screen {
        /// The types of the file, and the view of the selected type.
        #[default]
        Types = "Type", "types";
        /// The list of differences from another file, and the view of the selected type.
        Changes = "Type", "changes";
        /// Whether kernels accept the file, and the view of the selected type.
        Verdict = "Type", "faults";
        /// The functions, maps and globals of a program.
        Programs = "Program", "programs";
        /// The CO-RE relocations of a program.
        Relocations = "Relocation", "relocations";
        /// On which kernels a program loads.
        Fits = "Matrix", "view";
        /// The lists that the file has beside its types.
        Lists = "Rows", "lists";
        /// Where fields lie in all open files.
        Fields = "Fields", "view";
    }
    /// The name of the view's pane on a narrow screen.
    pub fn view_name;
    /// The id of the list beside the view; `view` where the screen has no list.
    pub fn list;
}

impl Screen {
    /// Whether the view shows the selected type.
    pub fn has_type(self) -> bool {
        matches!(self, Screen::Types | Screen::Changes | Screen::Verdict)
    }
}
