//! A blob that a step asks to write byte by byte: the blob of the step's C, compared with the bytes written so far.

use btf::Btf;
use model::pad::written::{WrittenField, fields};
use scratch::{Target, compile};

use crate::Plan;

/// The blob of some C.
///
/// # Errors
/// When the C does not compile, or compiles with a note; the error has the first message.
pub(crate) fn wanted(source: &str) -> Result<Btf, String> {
    let compiled = compile(source, Target::default());
    if let Some(mark) = compiled.marks.first() {
        return Err(format!("{source:?}: {}", mark.message));
    }
    let blob = compiled.blob.ok_or_else(|| format!("{source:?} is no C"))?;
    Btf::parse(blob, None).map_err(|e| e.to_string())
}

/// The fields of the blob that a step asks to write, each compared with `bytes`; none in other steps.
pub fn written(plan: &Plan, bytes: &[u8]) -> Vec<WrittenField> {
    let wanted = plan.bytes.as_ref().and_then(|said| wanted(&said.text).ok());
    wanted.map(|wanted| fields(&wanted, bytes)).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn c_without_a_note_is_taken() {
        assert!(wanted("struct s { int a : 3; };").is_ok());
        assert!(wanted("struct s { u99 a; };").is_err());
    }
}
