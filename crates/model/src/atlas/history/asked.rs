//! A question for an atlas: a name or a field.

use atlas::{Atlas, Class, Error, Named, Ranges};
use btf::Kind;
use relate::FieldPath;

use crate::words::kind_name;

/// The most names that are suggested if no kernel has the name.
const NEAR: usize = 3;

/// A question: `struct inode`, `inode`, `inode.i_state`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Asked {
    /// A name of this kind, or of any kind.
    Name(Option<Kind>, String),
    /// A field, under every name that it had.
    Field(FieldPath),
    /// A field under this name alone: `only task_struct.state`.
    Only(FieldPath),
}

/// The word before a field that is asked for under its name alone.
const ONLY: &str = "only ";

impl Asked {
    /// Parses a question that a person typed.
    ///
    /// # Errors
    /// The text is neither a name nor a path; the error says why, in words.
    pub fn parse(text: &str) -> Result<Asked, String> {
        let text = text.trim();
        if let Some(path) = text.strip_prefix(ONLY).filter(|path| path.contains(['.', '>'])) {
            return FieldPath::parse(path).map(Asked::Only).map_err(|e| e.to_string());
        }
        let (kind, name) = match text.split_once(' ') {
            Some((first, rest)) => (kind_of(first), rest.trim()),
            None => (None, text),
        };
        if name.is_empty() {
            return Err("expected a type, a function or a field, such as task_struct.mm".to_owned());
        }
        if name.contains(['.', '[']) && !name.starts_with('.') || name.contains("->") {
            return FieldPath::parse(name).map(Asked::Field).map_err(|e| e.to_string());
        }
        if kind.is_none() && text.contains(' ') {
            return Err(format!("“{text}”: expected a name, or a kind and a name, such as struct inode"));
        }
        Ok(Asked::Name(kind, name.to_owned()))
    }

    /// The question for a field: under this name alone if `only`, else under every name that it had.
    pub fn split(path: &str, only: bool) -> String {
        if only { format!("{ONLY}{path}") } else { path.to_owned() }
    }

    /// The question in words, for "no kernel has …". The words say which kinds of names were looked for, so that a
    /// person who typed the name of an enumerator or a member sees that enumerators and members were not looked for.
    pub fn words(&self) -> String {
        match self {
            Asked::Name(Some(kind), name) => format!("“{} {name}”", kind_name(*kind)),
            Asked::Name(None, name) => format!("a type, function or variable “{name}”"),
            Asked::Field(path) | Asked::Only(path) => format!("a type “{}”", path.root()),
        }
    }

    /// Suggestions for a name that no kernel has: `; there are task_struct, …`. Each has its kind before it if a kind
    /// was asked for. Empty if no name is near.
    ///
    /// # Errors
    /// A block of names is damaged or cannot be read.
    pub fn near<R: Ranges>(&self, atlas: &Atlas<R>) -> Result<String, Error> {
        let names: Vec<_> = self.near_names(atlas)?.iter().map(|near| self.said(near)).collect();
        Ok(if names.is_empty() { String::new() } else { format!("; there are {}", names.join(", ")) })
    }

    /// Questions with a similar name in place of the name that no kernel has. The rest of a path stays; the word `only`
    /// does not.
    ///
    /// # Errors
    /// A block of names is damaged or cannot be read.
    pub fn near_questions<R: Ranges>(&self, atlas: &Atlas<R>) -> Result<Vec<String>, Error> {
        let rest = match self {
            Asked::Field(path) | Asked::Only(path) => path.after_root(),
            Asked::Name(..) => "",
        };
        let question = |near: &Named| format!("{}{rest}", self.said(near));
        Ok(self.near_names(atlas)?.iter().map(question).collect())
    }

    fn said(&self, near: &Named) -> String {
        match self {
            Asked::Name(Some(_), _) => format!("{} {}", kind_name(near.kind), btf::visible(&near.name)),
            _ => btf::visible(&near.name).into_owned(),
        }
    }

    /// The nearest names, at most [`NEAR`] of them. The names that share the longest start with the wanted name come
    /// first.
    fn near_names<R: Ranges>(&self, atlas: &Atlas<R>) -> Result<Vec<Named>, Error> {
        let (name, classes) = match self {
            Asked::Name(Some(kind), name) => (name.as_str(), vec![Class::of(*kind)]),
            Asked::Name(None, name) => (name.as_str(), vec![Class::Types, Class::Functions, Class::Variables]),
            Asked::Field(path) | Asked::Only(path) => (path.root(), vec![Class::Types]),
        };
        let mut near = Vec::new();
        for class in classes {
            near.extend(atlas.near(class, name.as_bytes(), NEAR)?);
        }
        let common = |near: &Named| near.name.iter().zip(name.as_bytes()).take_while(|(a, b)| a == b).count();
        near.sort_by_key(|near| std::cmp::Reverse(common(near)));
        near.truncate(NEAR);
        Ok(near)
    }
}

fn kind_of(text: &str) -> Option<Kind> {
    use Kind::{DataSec, Enum, Enum64, Float, Func, Fwd, Int, Struct, Typedef, Union, Var};
    let all = [Struct, Union, Enum, Enum64, Typedef, Int, Float, Func, Var, DataSec, Fwd];
    all.into_iter().find(|kind| kind_name(*kind) == text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_asked_is_said_with_its_kind() {
        let words = |text: &str| Asked::parse(text).map(|asked| asked.words());
        assert_eq!(words("func task_struct"), Ok("“func task_struct”".to_owned()));
        assert_eq!(words("BPF_PROG_TYPE_LSM"), Ok("a type, function or variable “BPF_PROG_TYPE_LSM”".to_owned()));
        assert_eq!(words("inoode.i_state"), Ok("a type “inoode”".to_owned()));
    }
}
