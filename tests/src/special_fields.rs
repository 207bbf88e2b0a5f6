//! Blobs of structs with locks, lists, trees and kptrs, nested and in arrays, which the kernel checks last. Each byte
//! of the choices decides something.

use crate::blob::{Blob, Order, kind};
use crate::choices::Choices;

/// Structs that are special by their name, with their sizes in bytes.
const SPECIAL: [(&str, u32); 7] = [
    ("bpf_spin_lock", 4),
    ("bpf_list_head", 16),
    ("bpf_list_node", 24),
    ("bpf_rb_root", 16),
    ("bpf_rb_node", 32),
    ("bpf_refcount", 4),
    ("bpf_res_spin_lock", 4),
];

/// Texts of tags on pointers.
const TAGS: [&str; 6] = ["kptr", "kptr_untrusted", "percpu_kptr", "uptr", "rcu", "kptr_"];

impl Choices<'_> {
    fn rarely(&mut self) -> bool {
        self.byte() >= 240
    }
}

/// A member's type: id, size and alignment in bytes, and whether members of this type get `contains:` tags
/// (heads of lists, roots of trees, and also bpf_refcount).
#[derive(Clone, Copy)]
struct Part {
    id: u32,
    size: u32,
    align: u32,
    root: bool,
}

/// Makes a blob from `choices`. Structs that are not [`SPECIAL`] have names that are in no kernel.
pub fn blob(choices: &[u8]) -> Vec<u8> {
    let mut c = Choices(choices);
    let mut b = Blob::new(Order::Little);
    let int = b.int("zz_int", 4, 0);
    let mut parts = vec![Part { id: int, size: 4, align: 4, root: false }];
    for (name, size) in SPECIAL {
        if c.byte() % 3 > 0 {
            let size = if c.rarely() { size + 4 } else { size };
            let of = if c.rarely() { kind::UNION } else { kind::STRUCT };
            let id = b.composite(of, name, size, false, &[("x", int, 0)]);
            parts.push(Part {
                id,
                size,
                align: if size == 4 { 4 } else { 8 },
                root: name.ends_with('t') || name.ends_with("head"),
            });
        }
    }
    let count = 2 + c.below(7);
    let mut tags = Vec::new();
    for number in 0..count {
        for _ in 0..c.below(2) {
            let pointer = pointer(&mut b, &mut c, int);
            parts.push(Part { id: pointer, size: 8, align: 8, root: false });
        }
        structure(&mut b, &mut c, &mut parts, &mut tags, number);
    }
    for (id, index) in tags {
        let repeats = if c.rarely() { c.below(3) } else { 1 };
        for _ in 0..repeats {
            let to = if c.rarely() { count } else { c.below(count) };
            let member = if c.rarely() { 9 } else { c.below(4) };
            let text = match c.byte() {
                250 => format!("contains:zz_{to}"),
                251 => format!("contains:zz_{to}:"),
                252 => format!("contain:zz_{to}:m{member}"),
                _ => format!("contains:zz_{to}:m{member}"),
            };
            let (flag, component) = (c.rarely(), if c.rarely() { -1 } else { index as i32 });
            b.decl_tag(&text, flag, id, component);
        }
    }
    b.build()
}

/// A pointer, with tags or without.
fn pointer(b: &mut Blob, c: &mut Choices<'_>, int: u32) -> u32 {
    let next = b.next_id();
    let mut target = if c.rarely() { int } else { 2 + c.below(next + 8) };
    if c.rarely() {
        target = b.reference(kind::CONST, target);
    }
    for _ in 0..c.below(2) + u32::from(c.rarely()) {
        let text = TAGS[c.below(TAGS.len() as u32) as usize];
        let flag = c.rarely();
        target = b.type_tag(text, flag, target);
    }
    let pointer = b.pointer(target);
    if c.rarely() {
        b.reference(if c.byte().is_multiple_of(2) { kind::VOLATILE } else { kind::CONST }, pointer)
    } else {
        pointer
    }
}

fn structure(b: &mut Blob, c: &mut Choices<'_>, parts: &mut Vec<Part>, tags: &mut Vec<(u32, u32)>, number: u32) {
    let (mut members, mut at, mut roots) = (Vec::new(), 0u32, Vec::new());
    for index in 0..1 + c.below(5) {
        let mut part = parts[c.below(parts.len() as u32) as usize];
        while c.byte() >= 225 {
            let count = [2, 3, 12, 0, 1][c.below(5) as usize];
            let id = b.array(part.id, 1, count);
            part = Part { id, size: part.size.saturating_mul(count).min(4096), ..part };
        }
        if !c.rarely() {
            at = at.next_multiple_of(part.align);
        }
        if c.rarely() {
            at = at.saturating_sub(8);
        }
        if part.root {
            roots.push(index);
        }
        members.push((index, part.id, at * 8));
        at += part.size;
    }
    let names: Vec<String> = members.iter().map(|(index, _, _)| format!("m{}", index % 4)).collect();
    let members: Vec<(&str, u32, u32)> =
        names.iter().zip(&members).map(|(name, (_, id, at))| (name.as_str(), *id, *at)).collect();
    let size = at.next_multiple_of(8);
    let id = b.composite(kind::STRUCT, &format!("zz_{number}"), size, false, &members);
    tags.extend(roots.iter().map(|index| (id, *index)));
    parts.push(Part { id, size, align: 8, root: false });
}
