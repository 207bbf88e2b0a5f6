//! Each rule alone: a blob that breaks only this rule, in both byte orders, with the kernel's message as in its sources
//! or its log.

use std::collections::BTreeSet;

use tests::blob::{Blob, Order};
use verdict::{Options, Rule, Verdict, Version, escape, judge};

/// A blob, and the rule that it is refused for.
pub struct Case {
    /// The only broken rule.
    pub rule: Rule,
    /// The version whose kernel gives this answer.
    pub version: Version,
    /// The log's last line.
    pub line: &'static str,
    /// The type and item with the fault; type 0 for none.
    pub at: (u32, Option<u32>),
    /// The blob.
    pub bytes: Vec<u8>,
}

/// A case for Linux 7.2, the version of most cases.
pub fn case(rule: Rule, at: (u32, Option<u32>), line: &'static str, blob: &Blob) -> Case {
    Case { rule, version: Version::V7_2, line, at, bytes: blob.build() }
}

/// A case for another version.
pub fn case_of(version: Version, rule: Rule, at: (u32, Option<u32>), line: &'static str, blob: &Blob) -> Case {
    Case { rule, version, line, at, bytes: blob.build() }
}

/// The verdict of a version on a blob, with its whole log.
pub fn answer(bytes: &[u8], version: Version) -> Verdict {
    judge(bytes, &Options { whole_log: true, ..Options::new(version) })
}

/// Checks cases in both byte orders. Returns their rules.
pub fn check(make: impl Fn(Order) -> Vec<Case>) -> BTreeSet<Rule> {
    let mut rules = BTreeSet::new();
    for order in Order::BOTH {
        for case in make(order) {
            let what = format!("{:?}, {}-endian", case.rule, order.as_str());
            let verdict = answer(&case.bytes, case.version);
            assert_eq!(verdict.errno, Some(case.rule.errno()), "{what}: {:?}", verdict.faults);
            assert_eq!(escape(verdict.last_line()), case.line, "{what}");
            let found: Vec<Rule> = verdict.faults.iter().map(|fault| fault.rule).collect();
            assert_eq!(found, [case.rule], "{what}: {:?}", verdict.faults);
            let fault = &verdict.faults[0];
            assert_eq!(fault.words, case.line, "{what}");
            let at = match fault.place {
                btf::Place::Type(id) => (id.0, None),
                btf::Place::Item(id, index) => (id.0, Some(index.0)),
                _ => (0, None),
            };
            assert_eq!(at, case.at, "{what}");
            assert!(
                !fault.range.is_empty() && fault.range.end as usize <= case.bytes.len(),
                "{what}: {:?}",
                fault.range
            );
            rules.insert(case.rule);
        }
    }
    rules
}

/// A sound blob with all kinds is accepted.
#[test]
fn all_kinds_are_accepted() {
    for order in Order::BOTH {
        let blob = crate::types_rules::sound(order).build();
        for version in [Version::V6_1, Version::V6_12, Version::V6_18, Version::V7_2] {
            let verdict = answer(&blob, version);
            assert_eq!(verdict.faults, [], "{version}");
        }
    }
}

/// Each rule has a case here. Exceptions: the rules on special fields (`Rule::is_special`), whose cases are in
/// `special.rs` and the corpus; and the rules in `elsewhere`.
#[test]
fn no_rule_is_left_out() {
    let mut tried = check(crate::header_rules::cases);
    tried.extend(check(crate::record_rules::alone));
    tried.extend(check(crate::types_rules::together));
    // TooLarge, ChainTarget and Chain have tests of their own. EntryType never comes first: a VAR whose type has no
    // size is refused before its section is checked.
    let elsewhere = [Rule::TooLarge, Rule::ChainTarget, Rule::Chain, Rule::EntryType];
    let left: Vec<_> = Rule::ALL.iter().filter(|rule| !rule.is_special() && !elsewhere.contains(rule)).collect();
    let left: Vec<_> = left.into_iter().filter(|rule| !tried.contains(rule)).collect();
    assert!(left.is_empty(), "no case for {left:?}");
}
