//! Finds types given by name or id.

use std::sync::Arc;

use btf::{Btf, Kind, TypeId};
use search::Columns;

use crate::fail::{Failure, say};
use crate::with_base::Input;

/// The types called `spec`: a name, a kind and a name as in C (`struct file`), or an id (`123`, `#123`). The file's own
/// types come first, then those of its base, both in the order of their ids.
///
/// # Errors
/// When there is no such type; the message suggests similar names.
pub fn called(input: &Input, spec: &str) -> Result<Vec<TypeId>, Failure> {
    let btf = &*input.btf;
    let found = search::called(btf, spec);
    if let (true, Some(digits)) = (found.is_empty(), search::id_digits(spec)) {
        let last = btf.type_cnt().saturating_sub(1);
        return Err(input.not_found(format!("no type [{digits}]; the last is [{last}]")));
    }
    if found.is_empty() {
        let spec = spec.trim();
        let name = match spec.split_once(' ') {
            Some(("struct" | "union" | "enum" | "typedef", name)) => name.trim(),
            _ => spec,
        };
        let other = is_place(btf, name).unwrap_or_else(|| near(&input.btf, name));
        return Err(input.not_found(format!("no type “{spec}”{other}")));
    }
    Ok(found)
}

/// The type called `spec`. Of several, it is the first struct or union in the order of [`called`], or else the first
/// type; the ids of others, at most 8, are printed on stderr.
///
/// # Errors
/// As [`called`].
pub fn one(input: &Input, spec: &str) -> Result<TypeId, Failure> {
    let ids = called(input, spec)?;
    let composite = ids.iter().copied().find(|&id| input.btf.kind(id).is_some_and(Kind::is_composite));
    let Some(id) = composite.or(ids.first().copied()) else {
        return Err(input.not_found(format!("no type “{spec}”")));
    };
    let others: Vec<String> = ids.iter().filter(|&&o| o != id).take(8).map(|o| format!("#{o}")).collect();
    if !others.is_empty() {
        let more = if ids.len() > others.len() + 1 { ", …" } else { "" };
        say(&format!("note: {}: “{spec}” is #{id}, and also {}{more}", input.name, others.join(", ")));
    }
    Ok(id)
}

/// The end of a message, if `spec` is the name of a type with a member or an offset behind it, such as `task_struct.mm`
/// or `sock+0x4c`. It names the commands that take such a `spec`.
fn is_place(btf: &Btf, spec: &str) -> Option<String> {
    let at = spec.find(['.', '+', '-']).filter(|&at| at > 0)?;
    let (name, rest) = spec.split_at(at);
    let name = name.trim();
    let known = btf.all_types().any(|t| t.name_bytes() == &*btf::unescaped(name) && !name.is_empty());
    known.then(|| match rest.starts_with('+') {
        true => format!("; of {name}, `btfscope at FILE {spec}` says what lies there"),
        false => format!(
            "; of {name}, `btfscope field {spec} FILE` says where a member lies, `btfscope at FILE {name}+OFFSET` what \
             lies at an offset"
        ),
    })
}

/// The end of a message, which suggests names like this one ([`Columns::near`]).
pub fn near(btf: &Arc<Btf>, name: &str) -> String {
    let columns = Columns::new(Arc::clone(btf));
    let names: Vec<String> = columns.near(name, 3).into_iter().map(|id| columns.name(id)).collect();
    match names.as_slice() {
        [] => "; no name is like it".to_owned(),
        [one] => format!("; did you mean {one}?"),
        [first @ .., last] => format!("; did you mean {} or {last}?", first.join(", ")),
    }
}
