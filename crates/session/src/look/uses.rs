//! The parts of kernels that the open programs use, for the filters of Changes and Compare.

use desk::FileId;
use model::compare::Used;

use crate::seen::Seen;

/// The open programs, and the parts of kernels that they use.
#[derive(Debug, Default)]
pub(crate) struct Uses {
    programs: Vec<FileId>,
    used: Used,
}

impl Uses {
    /// Collects the parts again if the set of open programs changed. Returns whether it changed.
    pub(crate) fn refresh(&mut self, seen: &Seen) -> bool {
        let open = || seen.files().iter().filter(|f| f.has_relocations());
        if open().map(|f| f.id).eq(self.programs.iter().copied()) {
            return false;
        }
        self.programs = open().map(|f| f.id).collect();
        self.used = Used::default();
        for (btf, ext) in open().filter_map(|f| Some((&f.btf, f.ext.as_ref()?))) {
            self.used.join(Used::of(btf, ext));
        }
        true
    }

    /// Whether a program with CO-RE relocations is open.
    pub(crate) fn any(&self) -> bool {
        !self.programs.is_empty()
    }

    /// The used parts.
    pub(crate) fn used(&self) -> &Used {
        &self.used
    }

    /// The title of a filter for these parts: `used by prog.o`, `used by 2 programs`. None if no program with CO-RE
    /// relocations is open.
    pub(crate) fn title(&self, seen: &Seen) -> Option<String> {
        match self.programs.as_slice() {
            [] => None,
            [one] => Some(format!("used by {}", seen.file_of(*one).map_or("the program", |f| f.name.as_str()))),
            many => Some(format!("used by {} programs", many.len())),
        }
    }
}
