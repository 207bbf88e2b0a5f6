//! BPF program objects given as arguments.

use std::sync::Arc;

use bpf::Object;
use btf::Ext;
use container::Opened;

use super::{Input, Which};
use crate::fail::{Failure, say};

impl Which<'_> {
    /// Opens a BPF program object, which need not have BTF.
    ///
    /// # Errors
    /// When the file cannot be read or is not a program object.
    pub fn object(&self) -> Result<Object, Failure> {
        Object::parse(self.program()?).map_err(|e| Failure::Bad(format!("{}: {e}", self.name())))
    }

    /// [`Which::object`], with its name and the exit status of [`warn`], which prints its problems.
    ///
    /// # Errors
    /// As [`Which::object`].
    pub fn named_object(&self) -> Result<(String, Object, u8), Failure> {
        let (name, object) = (self.name(), self.object()?);
        let status = warn(&name, &object);
        Ok((name, object, status))
    }
}

/// The program object in an open file; `None` if the file is no program object, or the object cannot be read.
pub fn object_in(opened: &Opened) -> Option<Object> {
    Object::parse(Arc::clone(&opened.program.as_ref()?.bytes)).ok()
}

impl Input {
    /// The object in the file, with its types and its `.BTF.ext`.
    ///
    /// # Errors
    /// When the file is not a program object, or the object or its `.BTF.ext` is missing or cannot be read.
    pub fn program(&self) -> Result<Object, Failure> {
        let bad = |what: String| Failure::Bad(format!("{}: {what}", self.name));
        let Some(file) = &self.opened.program else {
            return Err(bad("it is no BPF program object, so it has no CO-RE relocations".to_owned()));
        };
        let Some(ext) = &self.opened.btf_ext else {
            return Err(Failure::NotFound(format!("{}: it has no .BTF.ext, and so no CO-RE relocations", self.name)));
        };
        let ext = Ext::parse(ext.bytes.clone()).map_err(|e| bad(format!(".BTF.ext: {} ({})", e.kind, e.range)))?;
        Object::with_btf(file.bytes.clone(), Some(self.btf.clone()), Some(Arc::new(ext)))
            .map_err(|e| bad(e.to_string()))
    }
}

/// Prints the first problem of the object and its `.BTF.ext`, and how many more there are. Returns the exit status: 2
/// if there is a problem, because parts are then missing, else 0.
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
