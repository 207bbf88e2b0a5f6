//! Special fields: locks, lists, trees, reference counts and kptrs in structs that programs allocate or keep in maps
//! (the kernel's `btf_parse_struct_metas`). For such a fault the kernel returns an errno, but logs no message.
//!
//! [`search`] finds the fields of one struct, [`kptr`] recognises kptrs, [`owner`] checks the types that lists, trees
//! and kptrs own.

mod kptr;
mod owner;
mod search;

use std::collections::{BTreeMap, BTreeSet, HashMap};

use btf::{Kind, MemberIndex, Place, TypeId};

use crate::blob::Record;
use crate::check::Check;
use crate::report::At;
use crate::rule::Rule;
use crate::version::{SpecialRules, Version};

use kptr::Kptr;
use search::Found;

/// The kinds of fields that the kernel treats in a special way (kernel, `enum btf_field_type`).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum SpecialKind {
    SpinLock,
    ResSpinLock,
    Refcount,
    ListHead,
    ListNode,
    RbRoot,
    RbNode,
    Kptr,
}

/// A struct that is special by its name.
struct Named {
    name: &'static str,
    kind: SpecialKind,
    /// Its size, in bytes.
    size: u32,
    /// Its alignment, in bytes.
    align: u32,
    /// Whether a member of this type makes the kernel search the struct around it for special fields.
    is_wanted: bool,
    /// The first rules that know this struct.
    since: SpecialRules,
}

/// All structs that are special by their names.
const NAMED: [Named; 7] = {
    use SpecialRules::{Since6_2, Since6_3, Since6_4, Since6_15};
    const fn named(name: &'static str, kind: SpecialKind, size: u32, align: u32, since: SpecialRules) -> Named {
        Named { name, kind, size, align, is_wanted: !matches!(kind, SpecialKind::ResSpinLock), since }
    }
    [
        named("bpf_spin_lock", SpecialKind::SpinLock, 4, 4, Since6_2),
        named("bpf_res_spin_lock", SpecialKind::ResSpinLock, 4, 4, Since6_15),
        named("bpf_refcount", SpecialKind::Refcount, 4, 4, Since6_4),
        named("bpf_list_head", SpecialKind::ListHead, 16, 8, Since6_2),
        named("bpf_list_node", SpecialKind::ListNode, 24, 8, Since6_2),
        named("bpf_rb_root", SpecialKind::RbRoot, 16, 8, Since6_3),
        named("bpf_rb_node", SpecialKind::RbNode, 32, 8, Since6_3),
    ]
};

/// Structs that are checked only when a map is created, not when BTF is loaded.
pub(crate) const ONLY_WITH_MAPS: [&str; 4] = ["bpf_timer", "bpf_wq", "bpf_task_work", "bpf_dynptr"];

/// The first release that looks for structs of this name when BTF is loaded (the kernel's `btf_parse_struct_metas` and
/// the fields that it asks `btf_parse_fields` for); `None` for any other name.
pub fn first_to_look(name: &str) -> Option<Version> {
    NAMED.iter().find(|named| named.name == name).map(|named| named.since.since())
}

/// The size of a kptr, and its alignment, in bytes.
const KPTR: u32 = 8;

impl SpecialKind {
    fn size(self) -> u32 {
        NAMED.iter().find(|named| named.kind == self).map_or(KPTR, |named| named.size)
    }

    fn is_root(self) -> bool {
        matches!(self, SpecialKind::ListHead | SpecialKind::RbRoot)
    }

    fn is_node(self) -> bool {
        matches!(self, SpecialKind::ListNode | SpecialKind::RbNode)
    }

    fn is_lock(self) -> bool {
        matches!(self, SpecialKind::SpinLock | SpecialKind::ResSpinLock)
    }

    /// Whether a struct may have at most one field of this kind.
    fn is_single(self, rules: SpecialRules) -> bool {
        self.is_lock() || (self == SpecialKind::Refcount && rules.has_one_refcount())
    }
}

/// A field that the kernel treats in a special way (kernel, `struct btf_field`).
#[derive(Clone)]
struct Field {
    kind: SpecialKind,
    /// In bytes, from the start of the struct that is searched.
    offset: u32,
    /// The id of the struct that the field owns: the target of a kptr that is its only owner, or the elements of a list
    /// or tree. 0 for all other fields.
    owned: u32,
    /// For lists and trees, the string offset of the tag `contains:TYPE:MEMBER`, which names the elements; else 0.
    tag: u32,
    /// Whether it is a kptr for which the running kernel may require a destructor.
    is_reference: bool,
}

/// Why a struct is refused: the rule, the struct, and the member if there is one.
type Refusal = (Rule, u32, Option<u32>);

/// The search for special fields in all structs of a blob.
struct Special<'b> {
    rules: SpecialRules,
    /// The tags `contains:`, as string offsets, by struct and index of the member.
    contains: BTreeMap<(u32, u32), Vec<u32>>,
    /// The first STRUCT of each name.
    structs: HashMap<&'b [u8], u32>,
    /// The results for structs searched before.
    found: BTreeMap<u32, Found>,
    /// For a struct that is an element of a list or tree: the rule that its node breaks; none if its node is right. The
    /// key is the struct, the string offset
    /// of the root's tag `contains:`, and the kind of the root.
    nodes: BTreeMap<(u32, u32, SpecialKind), Option<Rule>>,
}

impl Check<'_> {
    /// Checks the special fields of all structs.
    pub(crate) fn special_fields(&mut self) {
        self.note_special();
        let Some(rules) = self.version.special_rules() else { return };
        let mut special = Special {
            rules,
            contains: BTreeMap::new(),
            structs: HashMap::new(),
            found: BTreeMap::new(),
            nodes: BTreeMap::new(),
        };
        let wanted = self.wanted(rules);
        if wanted.is_empty() {
            return;
        }
        self.index_special(&mut special);
        let refused = self.collect_all(&mut special, &wanted);
        let depends = special.found.values().any(|found| found.fields.iter().any(|field| field.is_reference));
        drop(special);
        if depends || (refused.is_err() && !self.version.knows_special_fields()) {
            self.report.depends();
        }
        if let Err((rule, id, member)) = refused {
            let record = self.get(id);
            let range = match member {
                Some(index) => record.map(|record| record.item(index)),
                None => record.map(|record| record.head()),
            };
            let id = TypeId(id);
            let place = member.map_or(Place::Type(id), |index| Place::Item(id, MemberIndex(index)));
            let at = At { place, kind: record.map(|record| record.kind), range: range.unwrap_or_default() };
            self.report.fault(rule, at, |_| {});
        }
    }

    /// Tells the report which structs have a name that is special in any release.
    fn note_special(&mut self) {
        let mut special: Vec<&'static str> = Vec::new();
        for id in self.blob.first_id..self.end_id() {
            let Some(record) = self.get(id).filter(|record| record.kind == Kind::Struct && record.name != 0) else {
                continue;
            };
            let name = self.blob.string(record.name, 32);
            let mut names = NAMED.iter().map(|named| named.name).chain(ONLY_WITH_MAPS);
            if let Some(known) = names.find(|known| known.as_bytes() == name)
                && !special.contains(&known)
            {
                special.push(known);
            }
        }
        self.report.special(special);
    }

    /// The ids of the types that make a struct worth searching: a struct with a member of one of these types is
    /// searched.
    fn wanted(&self, rules: SpecialRules) -> BTreeSet<u32> {
        let mut wanted = BTreeSet::new();
        let named = NAMED.iter().filter(|named| named.is_wanted && named.since <= rules);
        let mut names: Vec<&[u8]> = named.map(|named| named.name.as_bytes()).collect();
        for id in self.blob.first_id..self.end_id() {
            let Some(record) = self.get(id) else { continue };
            match record.kind {
                Kind::Struct if record.name != 0 => {
                    let name = self.blob.string(record.name, 32);
                    if let Some(at) = names.iter().position(|wanted| *wanted == name) {
                        names.swap_remove(at);
                        wanted.insert(id);
                    }
                }
                Kind::Ptr | Kind::Volatile if rules.has_kptrs() => {
                    if matches!(self.kptr(&record, rules), Kptr::To { .. }) {
                        wanted.insert(id);
                    }
                }
                _ => {}
            }
        }
        wanted
    }

    /// Indexes the tags `contains:` by member, and the structs by name.
    fn index_special<'b>(&'b self, special: &mut Special<'b>) {
        for id in self.blob.first_id..self.end_id() {
            let Some(record) = self.get(id) else { continue };
            match record.kind {
                Kind::DeclTag if self.blob.string(record.name, 9) == b"contains:" => {
                    let component = self.blob.field(record.word(0));
                    special.contains.entry((record.third, component)).or_default().push(record.name);
                }
                Kind::Struct => {
                    special.structs.entry(self.blob.string(record.name, 600)).or_insert(id);
                }
                _ => {}
            }
        }
    }

    /// Finds and checks the fields of each struct with a member of a wanted type, then the types that these fields own.
    fn collect_all(&self, special: &mut Special<'_>, wanted: &BTreeSet<u32>) -> Result<(), Refusal> {
        let rules = special.rules;
        let mut collected = Vec::new();
        for id in self.blob.first_id..self.end_id() {
            let Some(record) = self.get(id).filter(|record| record.kind == Kind::Struct) else { continue };
            let has = |index| wanted.contains(&self.blob.item(&record, index)[1]);
            if !(0..record.vlen).any(has) {
                continue;
            }
            let found = self.fields_of(special, &record, 0, rules.most(), 0)?;
            if found.fields.is_empty() {
                return Err((Rule::SpecialNone, id, (0..record.vlen).find(|&index| has(index))));
            }
            self.check_fields(special, &record, &found.fields)?;
            collected.push(id);
        }
        self.check_owners(special, &collected)
    }

    /// Checks that the fields of a struct are compatible.
    fn check_fields(&self, special: &mut Special<'_>, record: &Record, fields: &[Field]) -> Result<(), Refusal> {
        let refuse = |rule| Err((rule, record.id, None));
        let mut end = 0u64;
        for field in fields {
            let start = u64::from(field.offset);
            let next = start + u64::from(field.kind.size());
            if next > record.third.into() {
                return refuse(Rule::SpecialEnd);
            }
            if start < end {
                return refuse(Rule::SpecialOverlap);
            }
            end = next;
            if field.kind.is_root() {
                self.check_node(special, field).or_else(refuse)?;
            }
        }
        let has = |of: fn(SpecialKind) -> bool| fields.iter().any(|field| of(field.kind));
        if has(|kind| kind == SpecialKind::SpinLock) && has(|kind| kind == SpecialKind::ResSpinLock) {
            return refuse(Rule::TwoLocks);
        }
        if has(SpecialKind::is_root) && !has(SpecialKind::is_lock) {
            return refuse(Rule::NoLock);
        }
        let both = has(|kind| kind == SpecialKind::ListNode) && has(|kind| kind == SpecialKind::RbNode);
        if both && special.rules >= SpecialRules::Since6_4 && !has(|kind| kind == SpecialKind::Refcount) {
            return refuse(Rule::NoRefcount);
        }
        Ok(())
    }
}
