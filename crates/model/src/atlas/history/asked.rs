//! What is asked of an atlas: a name or a field.

use btf::Kind;
use relate::FieldPath;

use crate::words::kind_name;

/// What is asked: `struct inode`, `inode`, `inode.i_state`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Asked {
    /// A name, of one kind or of any.
    Name(Option<Kind>, String),
    /// A field.
    Field(FieldPath),
}

impl Asked {
    /// Reads what was typed.
    ///
    /// # Errors
    /// When it is neither a name nor a path: why, in words.
    pub fn parse(text: &str) -> Result<Asked, String> {
        let text = text.trim();
        let (kind, name) = match text.split_once(' ') {
            Some((first, rest)) => (kind_of(first), rest.trim()),
            None => (None, text),
        };
        if name.is_empty() {
            return Err("expected a type, a function or a field, as task_struct.mm".to_owned());
        }
        if name.contains(['.', '[']) && !name.starts_with('.') || name.contains("->") {
            return FieldPath::parse(name).map(Asked::Field).map_err(|e| e.to_string());
        }
        if kind.is_none() && text.contains(' ') {
            return Err(format!("“{text}”: expected a name, or a kind and a name, as struct inode"));
        }
        Ok(Asked::Name(kind, name.to_owned()))
    }
}

fn kind_of(text: &str) -> Option<Kind> {
    use Kind::{DataSec, Enum, Enum64, Float, Func, Fwd, Int, Struct, Typedef, Union, Var};
    let all = [Struct, Union, Enum, Enum64, Typedef, Int, Float, Func, Var, DataSec, Fwd];
    all.into_iter().find(|kind| kind_name(*kind) == text)
}
