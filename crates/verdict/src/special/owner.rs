//! The types that lists, trees and kptrs own. The elements of a list or tree must have a node, and no type may own
//! itself.

use std::collections::BTreeMap;

use btf::Kind;

use super::{Field, Refusal, Special, SpecialKind};
use crate::check::Check;
use crate::rule::Rule;

/// The most owners in a chain.
const LONGEST: u32 = 8;

impl Check<'_> {
    /// Checks that the elements of a list or tree have a node for it.
    pub(super) fn check_node(&self, special: &mut Special<'_>, field: &Field) -> Result<(), Rule> {
        let key = (field.owned, field.tag, field.kind);
        let rule = *special.nodes.entry(key).or_insert_with(|| self.node_rule(field));
        rule.map_or(Ok(()), Err)
    }

    fn node_rule(&self, field: &Field) -> Option<Rule> {
        let Some((_, member)) = self.contains(field.tag) else { return Some(Rule::ContainsTag) };
        let wanted: &[u8] = if field.kind == SpecialKind::ListHead { b"bpf_list_node" } else { b"bpf_rb_node" };
        let Some(owned) = self.get(field.owned) else { return Some(Rule::ContainsType) };
        let mut seen = false;
        for index in 0..owned.vlen {
            let [name, type_id, offset] = self.blob.item(&owned, index);
            if self.blob.shown(name) != member {
                continue;
            }
            let node = self.get(type_id).filter(|node| node.kind == Kind::Struct);
            let named = node.is_some_and(|node| self.blob.shown(node.name) == wanted);
            let bits = if owned.flag { offset & 0x00ff_ffff } else { offset };
            if seen || !named || !bits.is_multiple_of(64) {
                return Some(Rule::ContainsNode);
            }
            seen = true;
        }
        (!seen).then_some(Rule::ContainsMember)
    }

    /// Checks that each struct that a list or tree holds has fields itself, and that no chain of owners is too long or
    /// endless.
    pub(super) fn check_owners(&self, special: &Special<'_>, collected: &[u32]) -> Result<(), Refusal> {
        let fields = |id: &u32| special.found.get(id).map(|found| found.fields.as_slice()).unwrap_or_default();
        let has = |id: &u32, of: fn(SpecialKind) -> bool| fields(id).iter().any(|field| of(field.kind));
        for id in collected {
            for field in fields(id).iter().filter(|field| field.kind.is_root()) {
                if collected.binary_search(&field.owned).is_err() {
                    return Err((Rule::OwnedUnknown, *id, None));
                }
                // Before 7.2, a list or tree in a struct that has a node may not hold structs with a root.
                if special.rules.has_one_tag()
                    && has(id, SpecialKind::is_node)
                    && has(&field.owned, SpecialKind::is_root)
                {
                    return Err((Rule::Ownership, *id, None));
                }
            }
        }
        if special.rules.has_one_tag() {
            return Ok(());
        }
        let owned = |id: &u32| -> Vec<u32> {
            let owned = fields(id).iter().map(|field| field.owned);
            owned.filter(|owned| *owned != 0 && collected.binary_search(owned).is_ok()).collect()
        };
        let mut heights = BTreeMap::new();
        for id in collected {
            if chain(*id, 0, &owned, &mut heights).is_none() {
                return Err((Rule::Ownership, *id, None));
            }
        }
        Ok(())
    }
}

/// The length of the longest chain of owned types below a struct. `depth` is the number of owners above the struct.
/// None if the whole chain is longer than `LONGEST`, as a loop always is.
fn chain(id: u32, depth: u32, owned: &impl Fn(&u32) -> Vec<u32>, heights: &mut BTreeMap<u32, u32>) -> Option<u32> {
    if let Some(&height) = heights.get(&id) {
        return (depth + height <= LONGEST).then_some(height);
    }
    if depth > LONGEST {
        return None;
    }
    let mut height = 0;
    for next in owned(&id) {
        height = height.max(1 + chain(next, depth + 1, owned, heights)?);
    }
    heights.insert(id, height);
    Some(height)
}
