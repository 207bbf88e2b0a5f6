//! A member path in C and in CO-RE: expression, access strings, snippet.

use btf::{Btf, Kind, TypeId};

use crate::path::{Path, Step, walk};

/// One read of a BPF program: it starts at the struct or union that a pointer points to, and ends at the last member
/// of the path or at the next pointer on the path. CO-RE relocates each read separately.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Read {
    /// The type that the read starts at.
    pub root: TypeId,
    /// The name of that type in C.
    pub root_name: String,
    /// The CO-RE access string: `0:15:0`.
    pub access: String,
    /// The members of this read as one argument of `BPF_CORE_READ`: `mm` or `i_atime.tv_sec`.
    pub members: String,
    /// The offset of the last member, in bytes from the start of `root`; none if it is not known.
    pub offset: Option<u64>,
}

impl Read {
    /// The place of the read: `on struct task_struct · byte 8`. `follows`: another read comes before this one.
    pub fn note(&self, follows: bool) -> String {
        let mut note = format!("on {}", self.root_name);
        if let Some(offset) = self.offset {
            note.push_str(&format!(" · byte {offset}"));
        }
        if follows {
            note.push_str(" · a new read: the pointer before it is followed");
        }
        note
    }
}

/// A path to a member, as C and CO-RE write it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Access {
    /// The C expression: `task->mm->pgd`.
    pub expression: String,
    /// The reads: one for the first step of the path, and one for each later step that follows a pointer.
    pub reads: Vec<Read>,
    /// The C code with which a BPF program reads the member; a comment if no program can read it.
    pub snippet: String,
    /// Why no CO-RE program can read the member; none if a program can.
    pub no_read: Option<&'static str>,
}

/// A name for a pointer to this type, as kernel code would choose it.
fn variable_name(type_name: &str) -> String {
    match type_name {
        "sk_buff" => "skb".into(),
        "" => "p".into(),
        name => name.strip_suffix("_struct").filter(|n| !n.is_empty()).unwrap_or(name).to_string(),
    }
}

/// A path from `root` as C and CO-RE write it. None for the root itself, for invalid paths, and for items of other
/// types than structs and unions (enumerators, parameters, variables of a section).
pub fn access(btf: &Btf, root: TypeId, path: &Path) -> Option<Access> {
    let steps = walk(btf, root, path)?;
    let first = steps.first()?;
    if steps.iter().any(|s| !s.parent.kind().is_composite()) {
        return None;
    }
    let root_name = dump::type_name(btf, btf.resolve(root));
    let var = variable_name(first.parent.name());
    let mut expression = var.clone();
    let mut reads: Vec<Read> = Vec::new();
    for (i, step) in steps.iter().enumerate() {
        let new_read = i == 0 || step.crossing.pointers > 0;
        expression = extend(expression, step, i == 0);
        if new_read {
            if let (Some(last), true) = (reads.last_mut(), step.crossing.arrays_before > 0) {
                push_elements(last, step.crossing.arrays_before);
            }
            reads.push(Read {
                root: step.parent.id(),
                root_name: if i == 0 { root_name.clone() } else { dump::type_name(btf, step.parent.id()) },
                access: "0".into(),
                members: String::new(),
                offset: None,
            });
        }
        let Some(read) = reads.last_mut() else { continue };
        if !new_read {
            push_elements(read, step.crossing.arrays);
        }
        read.access.push_str(&format!(":{}", step.item.index));
        if !step.item.name.is_empty() {
            if !read.members.is_empty() {
                read.members.push('.');
            }
            read.members.push_str(step.item.name);
        }
        read.offset = step.offset.map(|bits| bits / 8);
    }
    let no_read = no_read(btf, steps.last()?);
    let snippet = match no_read {
        Some(why) => format!("// No CO-RE read: {why}"),
        None => snippet(btf, &var, &reads, steps.last()?),
    };
    Some(Access { expression, reads, snippet, no_read })
}

/// Why no CO-RE program can read the member: it is a bitfield in the encoding from before 2019, in which the integer
/// type has the offset and the width. If the offset is not 0, libbpf matches the integer type with no other
/// (`bpf_core_fields_are_compat`). If the offset is 0, libbpf does not treat the member as a bitfield:
/// `bpf_core_calc_field_relo` uses `btf_member_bitfield_size`, which returns 0 in this encoding.
fn no_read(btf: &Btf, last: &Step<'_>) -> Option<&'static str> {
    last.item.bitfield.filter(|_| !last.parent.kind_flag())?;
    let int = btf.resolved(last.item.type_id)?.int()?;
    Some(match int.offset {
        0 => "an old-style bitfield; a relocation would read the whole of its storage unit.",
        _ => "an old-style bitfield; libbpf matches no integer type that has a bit offset of its own.",
    })
}

/// Adds element 0 of each array dimension that a read crosses.
fn push_elements(read: &mut Read, dimensions: u32) {
    for _ in 0..dimensions {
        read.access.push_str(":0");
        read.members.push_str("[0]");
    }
}

fn extend(mut expression: String, step: &Step<'_>, first: bool) -> String {
    let c = step.crossing;
    for _ in 0..c.arrays_before {
        expression.push_str("[0]");
    }
    // The expression starts with a pointer to the root type, so the first step follows one pointer more.
    let pointers = if first { c.pointers + 1 } else { c.pointers };
    if step.item.name.is_empty() && pointers == 0 {
        return expression;
    }
    for _ in 1..pointers {
        expression = format!("(*{expression})");
    }
    if step.item.name.is_empty() {
        // An unnamed step through a pointer adds only the arrow; the next step adds the name.
        return expression + "->";
    }
    let arrow = match pointers {
        _ if expression.ends_with("->") => "",
        0 => ".",
        _ => "->",
    };
    format!("{expression}{arrow}{}", step.item.name)
}

fn snippet(btf: &Btf, var: &str, reads: &[Read], last: &Step<'_>) -> String {
    let Some(first) = reads.first() else { return String::new() };
    let mut out = format!("{} *{var} = …;\n", first.root_name);
    let args = |list: &[Read]| list.iter().map(|r| r.members.as_str()).collect::<Vec<_>>().join(", ");
    if last.item.bitfield.is_some() {
        let (source, field) = match reads.split_last() {
            Some((read, [])) => (var.to_string(), read.members.clone()),
            Some((read, before)) => {
                let name = variable_name(btf.get(read.root).map_or("", |t| t.name()));
                out.push_str(&format!("{} *{name} = BPF_CORE_READ({var}, {});\n", read.root_name, args(before)));
                (name, read.members.clone())
            }
            None => return out,
        };
        out.push_str(&format!("__u64 v = BPF_CORE_READ_BITFIELD_PROBED({source}, {field});"));
        return out;
    }
    let target = btf.resolved(last.item.type_id);
    let whole = matches!(target.map(|t| t.kind()), Some(Kind::Struct | Kind::Union | Kind::Array));
    if whole {
        // In C an array cannot be the value of an expression. So arrays, and structs too, are read into a variable.
        out.push_str(&format!("{};\n", declaration(btf, btf.resolve(last.item.type_id), "v")));
        out.push_str(&format!("BPF_CORE_READ_INTO(&v, {var}, {});", args(reads)));
    } else {
        let declared = declaration(btf, btf.skip_qualifiers(last.item.type_id), "v");
        out.push_str(&format!("{declared} = BPF_CORE_READ({var}, {});", args(reads)));
    }
    out
}

/// The declaration of `name` with a type, in C.
pub(crate) fn declaration(btf: &Btf, id: TypeId, name: &str) -> String {
    let mut out = String::new();
    dump::declaration(btf, id, name, &mut out);
    out
}
