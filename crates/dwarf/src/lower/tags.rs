//! Annotation entries: `DW_TAG_LLVM_annotation`, a child of the annotated entry, and `DW_TAG_GNU_annotation`, a child
//! of the unit; the annotated entry refers to its first annotation by `DW_AT_GNU_annotation`, and each annotation to
//! the next one.
//!
//! Annotations of a pointer become TYPE_TAGs between the pointer and its target, those of other entries DECL_TAGs.

use btf::Kind;
use gimli::constants as c;

use super::{Lower, Tagged};
use crate::maker::Origin;
use crate::records::info;
use crate::unit::attr::GNU_ANNOTATION;
use crate::unit::cache::Key;
use crate::unit::tree::{GNU_ANNOTATION_TAG, LLVM_ANNOTATION_TAG};
use crate::unit::{At, Value};

/// The longest chain of GNU annotations: in a damaged file it may be a circle.
const LONGEST_CHAIN: usize = 256;

/// `component_idx` of a tag on the type as a whole.
pub(crate) const WHOLE: u32 = u32::MAX;

/// An annotation: its text, and its entry.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Annotation {
    pub(crate) text: u32,
    pub(crate) key: Key,
}

impl Lower<'_, '_> {
    /// Adds a PTR with its type tags. The PTR refers to the tag of the last child annotation, or of the first in a
    /// chain.
    pub(super) fn pointer(&mut self, at: u32) -> u32 {
        let name = self.maker.names.type_tag;
        let mut tags = self.child_annotations(&self.at(at), name);
        let chain = tags.is_empty();
        if chain {
            tags = self.chain(&self.at(at), name);
        }
        let to = self.tree.attr(at, c::DW_AT_type);
        let of = self.key(at);
        let mut last = None;
        let count = tags.len();
        for (i, tag) in tags.into_iter().enumerate() {
            // The records are in the order of entries; in a chain each refers to the next.
            let next = if chain && i + 1 < count { Some(self.maker.records.len() + 1) } else { None };
            let inner = if chain { next } else { last };
            let id = self.push(tag.text, info(Kind::TypeTag, false, 0), inner.unwrap_or(0), &[]);
            if inner.is_none() {
                self.refer(id, 2, to, at);
            }
            self.maker.origins.push(Origin { id, annotation: tag.key, of });
            last = if chain { last.or(Some(id)) } else { Some(id) };
        }
        let id = self.push(0, info(Kind::Ptr, false, 0), last.unwrap_or(0), &[]);
        if last.is_none() {
            self.refer(id, 2, to, at);
        }
        id
    }

    /// Counts type tags that are lost, because BTF allows them only between a PTR and its target. `at`: an LLVM
    /// annotation, or an entry that may have a chain of GNU annotations.
    pub(super) fn note_lost_type_tags(&mut self, at: u32) {
        const LOST: &str = "a type tag on something else than a pointer, which has no form in BTF: left out";
        let (tree, name) = (self.tree, self.maker.names.type_tag);
        let tag = tree.tag(at);
        if tag == LLVM_ANNOTATION_TAG {
            let parent = tree.die(at).map_or(c::DW_TAG_null, |die| tree.tag(die.parent));
            if parent != c::DW_TAG_pointer_type && annotation(&self.at(at), name).is_some() {
                self.note(LOST, at);
            }
            return;
        }
        if matches!(tag, c::DW_TAG_pointer_type | GNU_ANNOTATION_TAG) || tree.attr(at, GNU_ANNOTATION).is_none() {
            return;
        }
        let (mut from, key) = (self.at(at), self.key(at));
        for _ in 0..LONGEST_CHAIN {
            let Some(left) = self.maker.chain_left.checked_sub(1) else { break };
            self.maker.chain_left = left;
            let Some(next) = self.maker.units.follow(&from, GNU_ANNOTATION) else { break };
            if next.tree.tag(next.die) != GNU_ANNOTATION_TAG || annotation(&next, name).is_none() {
                break;
            }
            self.maker.note(LOST, key);
            from = next;
        }
    }

    /// The annotations called `name` among an entry's children, in order.
    pub(crate) fn child_annotations(&mut self, at: &At, name: u32) -> Vec<Annotation> {
        let tree = &at.tree;
        let mut found = Vec::new();
        for die in tree.children(at.die) {
            if !self.maker.functions.step() || self.maker.chain_left == 0 {
                self.maker.note("annotations that too many entries share: the rest is left out", at.key());
                break;
            }
            if tree.tag(die) == LLVM_ANNOTATION_TAG
                && let Some(tag) = annotation(&At { tree: std::rc::Rc::clone(tree), die }, name)
            {
                self.maker.chain_left -= 1;
                found.push(tag);
            }
        }
        found
    }

    /// The annotations called `name` in an entry's chain. For type tags, the chain ends at the first other name.
    pub(crate) fn chain(&mut self, at: &At, name: u32) -> Vec<Annotation> {
        let mut found = Vec::new();
        if at.attr(GNU_ANNOTATION).is_none() {
            return found;
        }
        let mut at = at.clone();
        for _ in 0..LONGEST_CHAIN {
            let Some(left) = self.maker.chain_left.checked_sub(1) else { break };
            self.maker.chain_left = left;
            let Some(next) = self.maker.units.follow(&at, GNU_ANNOTATION) else { return found };
            if next.tree.tag(next.die) != GNU_ANNOTATION_TAG {
                let key = next.key();
                self.maker.note("DW_AT_GNU_annotation leads to an entry that is no annotation: left out", key);
                return found;
            }
            match annotation(&next, name) {
                Some(tag) => found.push(tag),
                None if name == self.maker.names.type_tag => return found,
                None => {}
            }
            at = next;
        }
        let key = at.key();
        self.maker.note("a chain of annotations that does not end: the rest is left out", key);
        found
    }

    /// The declaration tags of an entry, those of children first.
    pub(crate) fn decl_annotations(&mut self, at: &At) -> Vec<Annotation> {
        let name = self.maker.names.decl_tag;
        let mut tags = self.child_annotations(at, name);
        tags.extend(self.chain(at, name));
        tags
    }

    /// Adds DECL_TAGs.
    pub(crate) fn push_tags(&mut self, tags: Vec<Annotation>, to: u32, component: u32, of: Key) {
        for tag in tags {
            let id = self.push(tag.text, info(Kind::DeclTag, false, 0), to, &[component]);
            self.maker.origins.push(Origin { id, annotation: tag.key, of });
        }
    }

    /// Remembers a type with tags on it or its members.
    pub(super) fn note_tags(&mut self, id: u32, die: u32, members: Vec<u32>) {
        let tree = self.tree;
        let llvm = |at: u32| tree.children(at).any(|child| tree.tag(child) == LLVM_ANNOTATION_TAG);
        let has = |at: u32| llvm(at) || tree.attr(at, GNU_ANNOTATION).is_some();
        if has(die) || members.iter().any(|m| has(*m)) {
            self.tagged.push(Tagged { id, die, members });
        }
    }

    /// Adds the tags of structs, unions and typedefs: first those of members and of the type itself in the order of the
    /// entries, then those of the type's chain.
    pub(super) fn tags_of_types(&mut self) {
        for tagged in std::mem::take(&mut self.tagged) {
            let Tagged { id, die, members } = tagged;
            let mut places: Vec<(u32, u32)> = members.into_iter().zip(0..).collect();
            places.sort_unstable();
            let name = self.maker.names.decl_tag;
            let children: Vec<u32> = self.tree.children(die).collect();
            for child in children {
                if let Ok(i) = places.binary_search_by_key(&child, |place| place.0) {
                    let component = places.get(i).map_or(0, |place| place.1);
                    let tags = self.decl_annotations(&self.at(child));
                    self.push_tags(tags, id, component, self.key(child));
                } else if self.tree.tag(child) == LLVM_ANNOTATION_TAG {
                    let tags = annotation(&self.at(child), name);
                    self.push_tags(tags.into_iter().collect(), id, WHOLE, self.key(die));
                }
            }
            let tags = self.chain(&self.at(die), name);
            self.push_tags(tags, id, WHOLE, self.key(die));
        }
    }
}

/// The annotation in an entry, if it has this name and a string.
fn annotation(at: &At, name: u32) -> Option<Annotation> {
    let Some(Value::Text(text)) = at.attr(c::DW_AT_const_value) else { return None };
    (at.tree.name(at.die) == name).then(|| Annotation { text, key: at.key() })
}
