//! The lessons that the page brings. Their titles stand here too, so that the list needs none of the files; a test compares them.

/// A lesson in the list.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Entry {
    /// Its name in addresses, and its file's without `.md`.
    pub name: &'static str,
    /// What it is called.
    pub title: &'static str,
    /// How long it takes, roughly.
    pub minutes: u32,
}

const fn lesson(name: &'static str, title: &'static str, minutes: u32) -> Entry {
    Entry { name, title, minutes }
}

/// All lessons, in their order.
pub const LESSONS: &[Entry] = &[
    lesson("blob", "A blob, byte by byte", 8),
    lesson("kinds", "Every kind, one by one", 15),
    lesson("strings", "Strings and ids", 6),
    lesson("bitfields", "Bitfields, three times", 10),
    lesson("holes", "Holes, padding, cache lines", 8),
    lesson("tags", "Pointers, const and tags", 7),
    lesson("split", "Split BTF and the distilled base", 8),
    lesson("ext", ".BTF.ext and source lines", 8),
    lesson("core", "CO-RE, from source to patched instruction", 17),
    lesson("newer", "What changed in 2026", 7),
    lesson("elf", "ELF relocations by hand", 10),
    lesson("made", "Where BTF comes from", 8),
    lesson("calls", "From the file into the kernel and back", 9),
];

/// The lesson of this name.
pub fn entry(name: &str) -> Option<&'static Entry> {
    LESSONS.iter().find(|e| e.name == name)
}
