//! Declaration tags on members and parameters, as shown in rows.

use btf::{Btf, DeclTags, Kind, TypeId};

use crate::path::{Path, walk};
use crate::table::{INDENT, MEASURED, Table};

/// A declaration tag on a member, a parameter or a whole type.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Tag {
    /// The DECL_TAG.
    pub id: TypeId,
    /// Its name.
    pub name: String,
    /// Whether kind_flag is set: the name is a whole attribute, not the text of a `btf_decl_tag`.
    pub is_attribute: bool,
}

impl Tag {
    /// The tag's text in a row: `rw`; for a whole attribute `__attribute__((noinline))`.
    pub fn text(&self) -> String {
        if self.is_attribute { format!("__attribute__(({}))", self.name) } else { self.name.clone() }
    }

    /// A description of the tag, with its id and its attribute in C.
    pub fn title(&self) -> String {
        if self.is_attribute {
            format!("attribute (DECL_TAG [{}] with kind_flag): {}", self.id, self.text())
        } else {
            format!("declaration tag [{}]: __attribute__((btf_decl_tag(\"{}\")))", self.id, self.name)
        }
    }
}

/// The declaration tags on a type (`component` -1), or on its member or parameter with this index, in the order of
/// their ids.
pub fn tags_on(btf: &Btf, declared: &DeclTags, of: TypeId, component: i32) -> Vec<Tag> {
    declared
        .of_component(of, component)
        .iter()
        .filter_map(|tag| {
            let t = btf.get(tag.tag)?;
            Some(Tag { id: tag.tag, name: t.name().to_owned(), is_attribute: t.kind_flag() })
        })
        .collect()
}

/// The declaration tags on the member or parameter at the end of a path from `root`; with an empty path, on `root` as
/// a whole. Tags on parameters belong to the FUNC and not to its prototype, so `root` must be the FUNC.
pub fn tags_at(btf: &Btf, declared: &DeclTags, root: TypeId, path: &Path) -> Vec<Tag> {
    if declared.all().is_empty() {
        return Vec::new();
    }
    let steps = walk(btf, root, path).unwrap_or_default();
    let Some(last) = steps.last() else { return tags_on(btf, declared, root, -1) };
    let is_parameter = last.parent.kind() == Kind::FuncProto;
    let of = if is_parameter && steps.len() == 1 { root } else { last.parent.id() };
    i32::try_from(last.item.index).map_or_else(|_| Vec::new(), |index| tags_on(btf, declared, of, index))
}

/// The width of a tag in a row, in characters, in addition to its text.
const CHIP: usize = 2;

/// The width in characters of the longest name with its tags among the first [`MEASURED`] rows of a table, which the
/// column of names needs. 0 if none of these rows has tags.
pub fn widest_with_tags(btf: &Btf, declared: &DeclTags, root: TypeId, table: &Table) -> usize {
    if declared.all().is_empty() {
        return 0;
    }
    let rows = table.rows.iter().take(MEASURED).filter(|row| !row.form.is_gap());
    let widths = rows.map(|row| {
        let tags = tags_at(btf, declared, root, &row.path);
        let chips: usize = tags.iter().map(|tag| tag.text().chars().count() + CHIP).sum();
        if chips == 0 { 0 } else { chips + table.cells(btf, row).name.chars().count() + INDENT * row.depth as usize }
    });
    widths.max().unwrap_or(0)
}

/// The prototype of a FUNC with its name and the tags of its parameters.
pub fn tagged_prototype(btf: &Btf, declared: &DeclTags, function: TypeId) -> String {
    let mut text = String::new();
    dump::tagged_declaration(btf, declared, function, "", &mut text);
    text
}
