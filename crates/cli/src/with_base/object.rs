//! BPF program objects given as arguments.

use bpf::Object;

use super::Which;
use crate::fail::{Failure, say};

impl Which<'_> {
    /// Opens a BPF program object, which need not have BTF.
    ///
    /// # Errors
    /// When the file cannot be read or is not a program object.
    pub fn object(&self) -> Result<Object, Failure> {
        Object::parse(self.program()?).map_err(|e| Failure::Bad(format!("{}: {e}", self.name())))
    }

    /// [`Which::object`] with its name and an exit status: 2 when parts are missing, else 0. Damage is printed.
    ///
    /// # Errors
    /// The same.
    pub fn named_object(&self) -> Result<(String, Object, u8), Failure> {
        let (name, object) = (self.name(), self.object()?);
        let status = warn(&name, &object);
        Ok((name, object, status))
    }
}

/// Prints the problems of the file and its `.BTF.ext`. Returns the exit status.
pub fn warn(name: &str, object: &Object) -> u8 {
    let lost = object.ext().into_iter().flat_map(|ext| ext.damage());
    let lost = lost.map(|e| format!(".BTF.ext: {}: {} ({})", e.place, e.kind, e.range));
    let all: Vec<String> = object.problems().iter().map(ToString::to_string).chain(lost).collect();
    let Some(first) = all.first() else { return 0 };
    let more = match all.len() - 1 {
        0 => String::new(),
        n => format!("; {n} more"),
    };
    say(&format!("{name}: damaged, so this is not all of it: {first}{more}"));
    2
}
