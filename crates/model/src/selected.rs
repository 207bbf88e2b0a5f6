//! The upper parts of the inspector: the selected type or item, its declaration and its facts.

use btf::Kind::*;
use btf::{Btf, DeclTags, Kind, Type};
use layout::Options;

use crate::access::{Access, access, declaration};
use crate::focus::Selection;
use crate::path::{Step, walk};
use crate::table::Gap;
use crate::tags::tags_at;
use crate::words::{bits_text, grouped, kind_word, many, offset_text};

/// The inspector's title, declaration and facts of the selection.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Selected {
    /// The name of the item, or of the type.
    pub title: String,
    /// Its declaration in C. A whole type has one only if it is a typedef, a function or a variable; the views show
    /// other types.
    pub declaration: String,
    /// Its declaration tags, as C writes them.
    pub tags: Vec<String>,
    /// Facts: a term and its value.
    pub facts: Vec<(&'static str, String)>,
    /// How a program reads it; none for a whole type, for an unnamed member, and for an item that is no member.
    pub access: Option<Access>,
}

/// The inspector's text for a selection; none if the path leads nowhere.
pub fn selected(btf: &Btf, tags: &DeclTags, selection: &Selection) -> Option<Selected> {
    let t = btf.get(selection.id)?;
    let steps = walk(btf, selection.id, &selection.path)?;
    let (title, declaration, facts) = match steps.last() {
        Some(step) => (item_title(step), item_declaration(btf, step), item_facts(btf, step)),
        None => (type_title(btf, &t), type_declaration(btf, &t), type_facts(btf, &t)),
    };
    let tags = tags_at(btf, tags, selection.id, &selection.path);
    Some(Selected {
        title,
        declaration,
        tags: tags.iter().map(|tag| tag.text()).collect(),
        facts,
        // C has expressions for the members of an unnamed member, but not for the unnamed member itself.
        access: access(btf, selection.id, &selection.path)
            .filter(|_| steps.last().is_none_or(|step| !step.item.name.is_empty())),
    })
}

/// The inspector's text for a hole or padding: offset, size and place.
pub fn selected_gap(gap: &Gap) -> Selected {
    let mut facts = vec![("Offset", gap.offset_text()), ("Size", gap.size_text())];
    facts.extend(Some(("Place", gap.place())).filter(|fact| !fact.1.is_empty()));
    Selected { title: gap.name.clone(), declaration: String::new(), tags: vec![], facts, access: None }
}

fn item_title(step: &Step<'_>) -> String {
    if step.item.name.is_empty() { "(anonymous)".to_owned() } else { step.item.name.to_owned() }
}

fn item_declaration(btf: &Btf, step: &Step<'_>) -> String {
    let item = &step.item;
    if let Some(value) = item.value {
        return format!("{} = {value}", item.name);
    }
    let mut text = declaration(btf, item.type_id, item.name);
    if let Some(bits) = item.bitfield {
        text.push_str(&format!(" : {bits}"));
    }
    text.push(';');
    text
}

fn item_facts(btf: &Btf, step: &Step<'_>) -> Vec<(&'static str, String)> {
    let mut facts = vec![];
    let size = btf.size_of(step.item.type_id).ok().filter(|_| step.item.value.is_none());
    facts.extend(step.offset.map(|offset| ("Offset", offset_text(offset, step.item.bitfield.is_some()))));
    facts.extend(size_fact(step, size));
    let line = step.offset.and_then(|offset| cache_line(offset, step.item.bitfield, size));
    facts.extend(line.map(|line| ("Cache line", line)));
    facts
}

fn size_fact(step: &Step<'_>, size: Option<u32>) -> Option<(&'static str, String)> {
    let size = match step.item.bitfield {
        Some(bits) => bits_text(bits.into()),
        None => many(size?.into(), "byte"),
    };
    Some(("Size", size))
}

/// The cache lines that an item touches, and their bytes: `2 (bytes 128–191)`. `offset` is in bits.
fn cache_line(offset: u64, bits: Option<u32>, size: Option<u32>) -> Option<String> {
    let line = u64::from(Options::default().cache_line).checked_mul(8).filter(|line| *line > 0)?;
    let len = bits.map_or_else(|| u64::from(size.unwrap_or(0)).saturating_mul(8), u64::from);
    let (first, last) = (offset / line, offset.saturating_add(len.max(1) - 1) / line);
    let bytes = |line_number: u64| line_number.saturating_mul(line) / 8;
    let end = bytes(last.saturating_add(1)).saturating_sub(1);
    Some(match last {
        last if last == first => format!("{first} (bytes {}–{})", grouped(bytes(first)), grouped(end)),
        last => format!("{first} to {last} (bytes {}–{})", grouped(bytes(first)), grouped(end)),
    })
}

/// The name of a type with the word for its kind; for a type without a name, its spelling in C.
pub(crate) fn type_title(btf: &Btf, t: &Type<'_>) -> String {
    match t.name() {
        "" => dump::type_name(btf, t.id()),
        name => format!("{} {name}", kind_word(t)),
    }
}

fn type_declaration(btf: &Btf, t: &Type<'_>) -> String {
    match t.kind() {
        Typedef => format!("typedef {};", declaration(btf, t.type_ref().unwrap_or_default(), t.name())),
        Func | Var => format!("{};", declaration(btf, t.id(), "")),
        // The views show the rest: the members of a struct, the values of an enum, the target of a pointer.
        Int | Ptr | Array | Struct | Union | Enum | Fwd | Volatile | Const | Restrict | FuncProto | DataSec | Float
        | DeclTag | TypeTag | Enum64 | LocParam | LocProto | LocSec | Unknown(_) => String::new(),
    }
}

fn type_facts(btf: &Btf, t: &Type<'_>) -> Vec<(&'static str, String)> {
    let mut facts = vec![];
    if !matches!(t.kind(), Kind::Func | Kind::FuncProto)
        && let Ok(size) = btf.size_of(t.id())
    {
        facts.push(("Size", many(size.into(), "byte")));
    }
    let of = crate::table::table_type(btf, t.id());
    if btf.kind(of).is_some_and(Kind::is_composite)
        && let Ok(layout) = layout::layout(btf, of, &Options::default())
    {
        let figures = &layout.figures;
        facts.push(("Members", grouped(figures.members.into())));
        let holes = match figures.holes {
            0 => "0".to_owned(),
            n => format!("{} ({})", grouped(n.into()), many(figures.hole_bytes, "byte")),
        };
        facts.push(("Holes", holes));
        if figures.padding > 0 {
            facts.push(("Padding", many(figures.padding, "byte")));
        }
        facts.extend(figures.aligned.map(|n| ("Alignment", many(n.into(), "byte"))));
    }
    facts.push(("BTF id", t.id().0.to_string()));
    facts
}

#[cfg(test)]
mod tests {
    use btf::TypeId;

    use super::*;
    use crate::path::Path;

    fn kernel() -> Btf {
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/fixtures/bin/kernel.x86_64.btf");
        Btf::parse(std::fs::read(path).expect("the fixture"), None).expect("it decodes")
    }

    fn of(btf: &Btf, kind: Kind, name: &str) -> TypeId {
        btf.types().find(|t| t.kind() == kind && t.name() == name).expect("it has one").id()
    }

    fn says(btf: &Btf, id: TypeId, path: Path) -> (String, String, String) {
        let selected = selected(btf, &DeclTags::new(btf), &Selection { id, path }).expect("it is there");
        let facts = selected.facts.iter().map(|(term, value)| format!("{term} {value}")).collect::<Vec<_>>().join(", ");
        (selected.title, selected.declaration, facts)
    }

    /// `tests/fixtures/src/kernel.h`: `unsigned int state` is the first member of task_struct, `int pid` the second.
    #[test]
    fn a_member_has_its_place() {
        let btf = kernel();
        let task = of(&btf, Kind::Struct, "task_struct");
        let (title, declaration, facts) = says(&btf, task, Path::root().child(1));
        assert_eq!((title.as_str(), declaration.as_str()), ("pid", "int pid;"));
        assert_eq!(facts, "Offset 4, Size 4 bytes, Cache line 0 (bytes 0–63)");
        let (title, declaration, facts) = says(&btf, task, Path::root());
        assert_eq!((title.as_str(), declaration.as_str()), ("struct task_struct", ""));
        assert!(facts.starts_with("Size ") && facts.contains("Members "), "{facts}");
    }

    /// The expected values were found by hand.
    #[test]
    fn cache_lines_are_those_that_the_item_touches() {
        assert_eq!(cache_line(130 * 8 + 6, Some(1), Some(1)).as_deref(), Some("2 (bytes 128–191)"));
        assert_eq!(cache_line(48 * 8, None, Some(40)).as_deref(), Some("0 to 1 (bytes 0–127)"));
        assert_eq!(cache_line(64 * 8, None, Some(0)).as_deref(), Some("1 (bytes 64–127)"));
        assert_eq!(cache_line(24 * 8, None, Some(8)).as_deref(), Some("0 (bytes 0–63)"));
    }
}
