//! Chains of modifiers (the kernel's `btf_check_type_tags`).

use btf::{Kind, TypeId};

use crate::check::Check;
use crate::report::At;
use crate::rule::Rule;

/// The most consecutive modifiers.
const LONGEST: u32 = 32;

/// A link of a chain: its kind and its target's id.
type Link = (Kind, u32);

impl Check<'_> {
    /// Follows the modifiers from each type.
    pub(crate) fn chains(&mut self) {
        for id in self.blob.first_id..self.end_id() {
            if let Some((rule, at)) = self.chain_fault(id) {
                // If the type has a fault already, its chain's fault is the same one in other words.
                if self.report.is_sound() || !self.state(id).broken {
                    let kind = self.get(id).map(|record| record.kind);
                    let range = self.get(at).map(|record| record.third_field()).unwrap_or_default();
                    let text = rule.words();
                    let at = At { place: btf::Place::Type(TypeId(id)), kind, range };
                    self.report.fault(rule, at, |line| line.piece(text.as_bytes()));
                    self.break_type(id);
                }
            }
        }
    }

    /// The rule that the chain from a type breaks, and the type at which it does.
    fn chain_fault(&self, start: u32) -> Option<(Rule, u32)> {
        let (mut at, mut others) = (start, false);
        for step in 0.. {
            let (kind, target) = self.link(at)?;
            if at != start && self.state(at).broken {
                return None;
            }
            if step == LONGEST {
                return Some((Rule::Chain, start));
            }
            if kind == Kind::TypeTag {
                if others && !self.version.has_tags_anywhere() {
                    return Some((Rule::TagOrder, at));
                }
            } else {
                others = true;
            }
            if at < start {
                return None;
            }
            if !self.exists(target) {
                return Some((Rule::ChainTarget, at));
            }
            at = target;
        }
        None
    }

    /// The link at a type of this blob or its base; none if the type is no modifier.
    fn link(&self, id: u32) -> Option<Link> {
        let link = match self.get(id) {
            Some(record) => (record.kind, record.third),
            None => {
                let base = self.blob.base.filter(|_| id < self.blob.first_id)?;
                let t = base.get(TypeId(id))?;
                (t.kind(), t.size_or_type())
            }
        };
        Some(link).filter(|(kind, _)| kind.is_modifier())
    }
}
