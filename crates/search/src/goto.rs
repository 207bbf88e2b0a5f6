//! The command box: completes the typed text.

use btf::{Btf, Kind, StringOffset, Type, TypeId};
use names::{Needle, Rank, best, utf8};

use crate::columns::{Columns, Options};
use crate::conditions::hash_id;
use crate::kinds::kind_info;
use crate::path::{Path, cross, items, walk};
use crate::query::Query;
use crate::strings::{LONGEST, bounded};
use crate::words::{bits_text, grouped, kind_word, offset_text};

/// The most types that a typed name may mean: the fields of these are searched.
const ROOTS: usize = 8;
/// The most fields of one type that are read, those of anonymous members included.
const FIELDS: usize = 20_000;
/// The most levels of anonymous members.
const DEPTH: usize = 16;

/// A completion to go to.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Target {
    /// The letters in the badge.
    pub letter: &'static str,
    /// The badge's CSS class.
    pub class: &'static str,
    /// Its name: `task_struct`, `task_struct.mm`.
    pub label: String,
    /// The text beside it: `struct · 224 B`, `+2296 struct mm_struct *`.
    pub detail: String,
    /// The type.
    pub id: TypeId,
    /// The path to a field of the type: at each step the index of the item, as in [`crate::path::Path`]. Empty for
    /// the type itself.
    pub path: Vec<u32>,
}

impl Columns {
    /// Completes the text in the command box, best first, at most `limit` completions.
    /// Finds types and functions as the search does, members and enumerators by their names, fields after a dot or
    /// `->`, through pointers and anonymous members (`task_struct.mm.pgd`), and a type by its id (`#123`).
    pub fn goto(&self, text: &str, limit: usize) -> Vec<Target> {
        let text = text.trim().replace("->", ".");
        if text.is_empty() {
            return Vec::new();
        }
        match text.split_once('.') {
            // Names may contain dots: sections, symbols of Rust, and compiler-made ones.
            Some((root, fields)) if !text.starts_with(['.', '/', '"']) => {
                let mut targets = self.fields(root.trim(), fields, limit);
                if targets.len() < limit {
                    targets.extend(self.types(&text, limit - targets.len()));
                }
                targets
            }
            _ => self.types_and_items(&text, limit),
        }
    }

    /// Types, and members and enumerators of any type, by this text: exact matches first, and in both groups types
    /// before items.
    fn types_and_items(&self, text: &str, limit: usize) -> Vec<Target> {
        let types = self.types(text, limit);
        let mut items = self.items_called(text, limit);
        let begins = items.split_off(items.partition_point(|(exact, _)| *exact));
        // Some of the room is kept for items whose names only begin with the text.
        let (mut all, others): (Vec<Target>, Vec<Target>) =
            types.into_iter().partition(|t| t.label.eq_ignore_ascii_case(text));
        all.extend(items.into_iter().map(|(_, target)| target));
        let room = limit.saturating_sub(all.len());
        let kept = others.len().min(room.saturating_sub(begins.len().min(room / 3)));
        all.extend(others.into_iter().take(kept));
        all.extend(begins.into_iter().map(|(_, target)| target));
        all.truncate(limit);
        all
    }

    /// Members and enumerators whose name is this text (true), then those whose name begins with it; at most `limit`
    /// of each.
    fn items_called(&self, text: &str, limit: usize) -> Vec<(bool, Target)> {
        let is_name = text.len() > 1 && text.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'_');
        if !is_name || text.starts_with(|c: char| c.is_ascii_digit()) {
            return Vec::new();
        }
        let btf = self.btf();
        let needle = Needle::new(text);
        let wanted = needle.text.as_bytes();
        let (mut exact, mut begins): (Vec<Field>, Vec<Field>) = (Vec::new(), Vec::new());
        for t in btf.all_types().filter(|t| t.kind().is_composite() || t.kind().is_any_enum()) {
            let mut look = |index: u32, offset: StringOffset, of: TypeId| {
                // Only the start of the name is read: a damaged file may have very long names.
                let name = bounded(btf, offset, wanted.len().saturating_add(1));
                let fits = name.get(..wanted.len()).is_some_and(|head| match needle.ignore_case {
                    true => head.eq_ignore_ascii_case(wanted),
                    false => head == wanted,
                });
                let into = if name.len() == wanted.len() { &mut exact } else { &mut begins };
                if fits && into.len() < limit {
                    let label = utf8(bounded(btf, offset, LONGEST)).to_owned();
                    into.push(Field { id: t.id(), path: vec![index], label, of });
                }
            };
            if t.kind().is_composite() {
                t.members().for_each(|m| look(m.index.0, m.name_offset, m.type_id));
            } else {
                t.enumerators().for_each(|e| look(e.index.0, e.name_offset, TypeId::VOID));
            }
            if exact.len() >= limit {
                break;
            }
        }
        let [exact, begins] = [exact, begins].map(|fields| self.as_c_has_them(fields, limit));
        let target = |exact: bool, field: &Field| {
            let mut target = self.field_target(field, &[])?;
            if self.btf().get(field.id).is_some_and(|t| t.kind().is_any_enum()) {
                target.detail = format!("{} · {}", target.detail, self.name(field.id));
                target.label = field.label.clone();
            }
            Some((exact, target))
        };
        let exact = exact.iter().filter_map(|f| target(true, f));
        exact.chain(begins.iter().filter_map(|f| target(false, f))).collect()
    }

    /// Replaces members of anonymous structs and unions by the same members of the types that contain these; at most
    /// `limit`.
    fn as_c_has_them(&self, fields: Vec<Field>, limit: usize) -> Vec<Field> {
        let mut out = Vec::new();
        let mut left: Vec<Field> = fields.into_iter().rev().collect();
        for _ in 0..FIELDS {
            let Some(field) = left.pop().filter(|_| out.len() < limit) else { break };
            let rest = left.len();
            let anonymous = self.btf().get(field.id).is_some_and(|t| t.is_anonymous() && t.kind().is_composite());
            if anonymous && field.path.len() < DEPTH {
                left.extend(self.inside().around(field.id).map(|(id, member)| Field {
                    id,
                    path: member.into_iter().chain(field.path.iter().copied()).collect(),
                    ..field.clone()
                }));
                left[rest..].reverse();
            }
            if left.len() == rest {
                out.push(field);
            }
        }
        out
    }

    fn types(&self, text: &str, limit: usize) -> Vec<Target> {
        let derived = hash_id(text).is_some();
        let found = self.run(&Query::parse(text).0, &Options { derived, ..Options::default() });
        found.ids.iter().take(limit).filter_map(|&id| self.type_target(id)).collect()
    }

    pub(crate) fn type_target(&self, id: TypeId) -> Option<Target> {
        let btf = self.btf();
        let t = btf.get(id)?;
        let info = kind_info(t.kind());
        Some(Target {
            letter: info.letter,
            class: info.class,
            label: self.name(id),
            detail: type_detail(btf, &t),
            id,
            path: Vec::new(),
        })
    }

    /// The types that `root` may mean, best first: types of exactly this name, or else the first matches; at most
    /// [`ROOTS`].
    fn roots(&self, root: &str) -> Vec<TypeId> {
        let btf = self.btf();
        let found = self.run(&Query::parse(root).0, &Options::default());
        let has_fields = |id: &TypeId| btf.get(cross(btf, *id).target).is_some_and(|t| items(&t, 0).next().is_some());
        let name = ["struct ", "union ", "enum "].iter().find_map(|k| root.strip_prefix(k)).unwrap_or(root).trim();
        let exact = |id: &TypeId| btf.get(*id).is_some_and(|t| t.name().eq_ignore_ascii_case(name));
        // Exact matches rank first, so only those at the start are needed.
        let exact: Vec<TypeId> = found.ids.iter().copied().take_while(exact).filter(has_fields).take(ROOTS).collect();
        match exact.is_empty() {
            true => found.ids.iter().copied().take(4 * ROOTS).filter(has_fields).take(ROOTS).collect(),
            false => exact,
        }
    }

    fn fields(&self, root: &str, fields: &str, limit: usize) -> Vec<Target> {
        let btf = self.btf();
        // An index, as in `buckets[3]`, has no step in a path.
        let names: Vec<&str> = fields.split('.').map(|f| f.split('[').next().unwrap_or_default().trim()).collect();
        let Some((last, before)) = names.split_last() else { return Vec::new() };
        let needle = Needle::new(last);
        let mut found: Vec<(Rank, usize, Field)> = Vec::new();
        for id in self.roots(root) {
            let root = Field { id, path: Vec::new(), label: String::new(), of: id };
            let into = |at: Field, name: &&str| children(btf, &at).into_iter().find(|field| field.label == *name);
            let Some(at) = before.iter().try_fold(root, into) else { continue };
            for field in children(btf, &at) {
                let hay = if needle.ignore_case { field.label.to_ascii_lowercase() } else { field.label.clone() };
                if let Some(rank) = best(&field.label, &hay, &needle.text) {
                    debug_assert!(at.path.len() < field.path.len());
                    let length = if needle.text.is_empty() { 0 } else { field.label.len() };
                    found.push((rank, length, field));
                }
            }
        }
        // A stable sort: equal matches stay in the order of their type.
        found.sort_by_key(|(rank, length, _)| (*rank, *length));
        found.into_iter().take(limit).filter_map(|(_, _, field)| self.field_target(&field, before)).collect()
    }

    fn field_target(&self, field: &Field, before: &[&str]) -> Option<Target> {
        let btf = self.btf();
        let steps = walk(btf, field.id, &Path(field.path.clone()))?;
        let last = steps.last()?;
        let mut label = self.name(field.id);
        for name in before.iter().chain([&&field.label[..]]) {
            label.push('.');
            label.push_str(name);
        }
        let item = &last.item;
        let place = last.offset.map(|bits| format!("+{} ", offset_text(bits, item.bitfield.is_some())));
        let detail = format!("{}{}", place.unwrap_or_default(), dump::type_name(btf, item.type_id));
        let (letter, class, detail) = match (item.value, item.bitfield) {
            (Some(value), _) => ("E", "enum", format!("= {value}")),
            (None, Some(bits)) => ("bit", "bit", format!("{detail}, {}", bits_text(bits.into()))),
            (None, None) => match btf.get(btf.skip_qualifiers(item.type_id)) {
                Some(t) => (kind_info(t.kind()).letter, kind_info(t.kind()).class, detail),
                None => ("", "void", detail),
            },
        };
        Some(Target { letter, class, label, detail, id: field.id, path: field.path.clone() })
    }
}

/// A field, or a type from which fields are searched.
#[derive(Clone)]
struct Field {
    /// The type that the path starts at.
    id: TypeId,
    path: Vec<u32>,
    /// Its own name.
    label: String,
    /// Its type.
    of: TypeId,
}

/// The named fields of a field's type, with the fields of anonymous members in their place.
fn children(btf: &Btf, field: &Field) -> Vec<Field> {
    let mut out = Vec::new();
    if field.path.len() < crate::path::MAX_STEPS - DEPTH
        && let Some(t) = btf.get(cross(btf, field.of).target)
    {
        collect(btf, field.id, &mut field.path.clone(), &t, &mut 0, &mut out);
    }
    out
}

fn collect(btf: &Btf, id: TypeId, path: &mut Vec<u32>, t: &Type<'_>, seen: &mut usize, out: &mut Vec<Field>) {
    let depth = path.len();
    for item in items(t, 0) {
        *seen += 1;
        if *seen > FIELDS {
            return;
        }
        path.push(item.index);
        if !item.name.is_empty() {
            out.push(Field { id, path: path.clone(), label: item.name.to_string(), of: item.type_id });
        } else if depth < crate::path::MAX_STEPS
            && let Some(inner) = btf.resolved(item.type_id).filter(|t| t.kind().is_composite())
        {
            collect(btf, id, path, &inner, seen, out);
        }
        path.pop();
    }
}

fn type_detail(btf: &Btf, t: &Type<'_>) -> String {
    let chip = kind_info(t.kind()).chip.label();
    match t.kind() {
        Kind::Func => dump::type_name(btf, TypeId(t.size_or_type())),
        Kind::Var | Kind::Typedef => format!("{chip} · {}", dump::type_name(btf, TypeId(t.size_or_type()))),
        Kind::Fwd => kind_word(t).to_string(),
        _ => match btf.size_of(t.id()) {
            Ok(size) => format!("{chip} · {} B", grouped(size.into())),
            Err(_) => chip.to_string(),
        },
    }
}
