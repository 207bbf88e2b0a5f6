//! The types and functions of the code: how forms share functions, and how a function tells them apart.

use std::collections::BTreeSet;

use relate::{FieldPath, FieldStep};

use crate::Options;
use crate::declare::{OfHops, Types};
use crate::form::{Form, Keyword, Leaf};
use crate::kernels::Asked;
use crate::text::{Branch, Function, PLAIN, Returns};

/// The names of functions and macros in the code.
pub(crate) struct Names {
    /// Root and members, joined by `_`: `task_struct_state`. All names contain it.
    of_field: String,
}

impl Names {
    pub fn of(path: &FieldPath) -> Names {
        let mut field = String::new();
        for step in path.parts() {
            match step {
                FieldStep::Member(name) if field.is_empty() => field.push_str(name.trim_matches('_')),
                FieldStep::Member(name) => field.push_str(&format!("_{}", name.trim_matches('_'))),
                FieldStep::Element(index) => field.push_str(&format!("_{index}")),
            }
        }
        Names { of_field: format!("{}_{field}", path.root()) }
    }

    fn function(&self, of: &str) -> String {
        format!("read_{}{of}", self.of_field)
    }

    fn not_known(&self, of: &str) -> String {
        format!("{}{}_NOT_KNOWN", self.of_field, of).to_ascii_uppercase()
    }
}

/// The types and functions of the code.
pub(crate) struct Plan<'a> {
    pub types: Types,
    /// For each of `types`, the kernels that are read through it, as the comment beside the type names them: `6.1 to
    /// 7.3`.
    seen: Vec<String>,
    pub functions: Vec<Function<'a>>,
    /// True if the code uses the kernel's own types, because all kernels have the field in one form. Then the declared
    /// types are not printed, only checked.
    is_plain: bool,
}

/// How forms are told apart.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum Apart {
    /// By one guard for each form, with types that forms share: the shortest code. The check decides whether one guard
    /// is enough.
    One(Guard),
    /// By guards for all members on the way that some kernel may lack; each form has types of its own.
    Members,
    /// By whole types, too (`bpf_core_type_matches`), where forms follow pointers of the same names to other types.
    Types,
}

/// The member whose existence the guard tests, if a form has only one guard.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum Guard {
    /// The first pointer on the way: `bio.bi_bdev`.
    First,
    /// The field itself: `request_queue.disk`.
    Last,
}

impl Apart {
    /// The way to try next if some kernels are read wrongly; none after the last. `with_pointers`: whether any form
    /// follows a pointer.
    pub fn next(self, with_pointers: bool) -> Option<Apart> {
        match self {
            Apart::One(Guard::Last) if with_pointers => Some(Apart::One(Guard::First)),
            Apart::One(_) => Some(Apart::Members),
            Apart::Members => with_pointers.then_some(Apart::Types),
            Apart::Types => None,
        }
    }
}

impl<'a> Plan<'a> {
    /// Plans the code for these forms. `unread`: the kernels that no form reads.
    pub fn of(
        forms: &'a [Form],
        unread: &[u32],
        asked: &Asked<'_>,
        names: &Names,
        options: Options,
        apart: Apart,
    ) -> Plan<'a> {
        let is_const = |form: &Form| form.types.iter().any(|name| name.contains("const "));
        let is_plain = unread.is_empty() && matches!(forms, [one] if !is_const(one) || one.way.leaf == Leaf::Pointer);
        let joined = matches!(apart, Apart::One(_));
        let types = Types { joined, ..Types::default() };
        let mut plan = Plan { types, seen: Vec::new(), functions: Vec::new(), is_plain };
        // By type, the words and the kernels of each form that is read through it.
        let mut used: Vec<Vec<(String, &[u32])>> = Vec::new();
        let mut flavours: BTreeSet<String> = BTreeSet::new();
        let mut suffixes: BTreeSet<String> = BTreeSet::new();
        let groups = groups(forms);
        let all: Vec<u32> = forms.iter().flat_map(|form| form.kernels.iter().copied()).collect();
        for group in &groups {
            let mut branches: Vec<Branch<'_>> = Vec::new();
            for form in &group.forms {
                let mut flavour = match form.off_board.and_then(|name| name.since) {
                    _ if joined => asked.first_series(&all),
                    Some(since) => format!("{}_{}", since.major, since.minor),
                    None => asked.first_series(&form.kernels),
                };
                while !joined && !flavours.insert(flavour.clone()) {
                    flavour.push('b');
                }
                let hops = plan.types.declare(form, &flavour);
                let seen = match form.off_board {
                    Some(name) => {
                        let commit = name.commit.map(|commit| format!(": {}", commit.words())).unwrap_or_default();
                        format!("{}, on no kernel of the atlas{commit}", name.series())
                    }
                    None => asked.words(&form.kernels),
                };
                used.resize(plan.types.all.len(), Vec::new());
                for hop in &hops {
                    if let Some(of_type) = used.get_mut(hop.declared) {
                        of_type.push((seen.clone(), &form.kernels));
                    }
                }
                let guards = guarded(form, forms, unread.is_empty());
                branches.push(Branch {
                    guarded: match apart {
                        _ if is_plain => Vec::new(),
                        Apart::One(Guard::First) => guards.first().copied().into_iter().collect(),
                        Apart::One(Guard::Last) => guards.last().copied().into_iter().collect(),
                        Apart::Members | Apart::Types => guards,
                    },
                    matches: apart == Apart::Types && form.way.hops.len() > 1,
                    variable: if is_plain { PLAIN.to_owned() } else { plan.variable(&hops, &flavour) },
                    form,
                    hops,
                    seen,
                });
            }
            let mut of =
                if groups.len() > 1 { format!("_{}", asked.first_series(&group.kernels())) } else { String::new() };
            while !suffixes.insert(of.clone()) {
                of.push('b');
            }
            // If there are several functions, a program calls each of them even on kernels that only another function
            // can read, so each needs a guard.
            let is_guarded = options.guard && !is_plain || groups.len() > 1;
            if let Some(last) = branches.last_mut().filter(|_| !is_guarded) {
                (last.guarded, last.matches) = (Vec::new(), false);
            }
            plan.functions.push(Function {
                name: names.function(&of),
                from: from(forms),
                returns: group.returns,
                branches,
                not_known: is_guarded.then(|| names.not_known(&of)),
            });
        }
        let words = |forms: &Vec<(String, &[u32])>| match forms.as_slice() {
            // Types that all forms share need no words.
            _ if joined => String::new(),
            [(seen, _)] => seen.clone(),
            several => {
                let mut kernels: Vec<u32> = several.iter().flat_map(|(_, kernels)| kernels.iter().copied()).collect();
                kernels.sort_unstable();
                kernels.dedup();
                asked.words(&kernels)
            }
        };
        plan.seen = used.iter().map(words).collect();
        plan
    }

    /// True if the last read of a function stands without a guard: kernels without the field of this read refuse the
    /// program.
    pub fn is_unguarded(&self) -> bool {
        !self.is_plain && self.functions.iter().any(|function| function.not_known.is_none())
    }

    /// The name of the variable with the first type of a branch. Branches that share the type share the variable.
    fn variable(&self, hops: &OfHops, flavour: &str) -> String {
        let declared = hops.first().and_then(|hop| self.types.all.get(hop.declared));
        match declared.and_then(|declared| declared.name.strip_prefix(&declared.of)?.strip_prefix("___")) {
            Some(of_type) if self.types.joined => format!("v{of_type}"),
            _ => format!("v{flavour}"),
        }
    }

    pub fn declarations(&self) -> String {
        let mut out = String::new();
        if !self.is_plain {
            // The types are in the order that C needs: a type stands before the types that point to it.
            for (declared, seen) in self.types.all.iter().zip(&self.seen) {
                out.push_str(&declared.text(seen));
                out.push('\n');
            }
        }
        out
    }

    pub fn functions(&self) -> String {
        let mut out = String::new();
        for function in &self.functions {
            if let Some(name) = &function.not_known {
                let (value, note) = function.returns.not_known();
                let note = if note.is_empty() { String::new() } else { format!("/* {note} */\n") };
                out.push_str(&format!("{note}#define {name} {value}\n\n"));
            }
        }
        let functions: Vec<String> = self.functions.iter().map(|function| function.text(&self.types.all)).collect();
        out + &functions.join("\n")
    }
}

/// Declares the type to which the functions take a pointer: the headers of some kernels lack it.
pub(crate) fn forward(forms: &[Form]) -> String {
    match from(forms).as_str() {
        "void" => String::new(),
        name => format!("{name};\t/* not in every vmlinux.h */\n\n"),
    }
}

/// The type to which the functions take a pointer; `void` if forms begin at different types or at a typedef.
fn from(forms: &[Form]) -> String {
    let first = |form: &Form| form.way.hops.first().map(|hop| (hop.keyword, hop.root.clone()));
    let all: BTreeSet<_> = forms.iter().filter_map(first).collect();
    match all.into_iter().collect::<Vec<_>>().as_slice() {
        [(Keyword::Typedef, _)] => "void".to_owned(),
        [(keyword, name)] => format!("{} {name}", keyword.word()),
        _ => "void".to_owned(),
    }
}

/// Forms that one function can read.
struct Group<'a> {
    returns: Returns,
    forms: Vec<&'a Form>,
}

impl Group<'_> {
    fn kernels(&self) -> Vec<u32> {
        self.forms.iter().flat_map(|form| form.kernels.iter().copied()).collect()
    }
}

/// The forms grouped by function: one type of C must hold all values of a group.
fn groups(forms: &[Form]) -> Vec<Group<'_>> {
    let mut groups: Vec<Group<'_>> = Vec::new();
    for form in forms {
        let returns = Returns::of(form);
        // Bytes mean something only together with their type, so forms with other types are in other groups.
        let same_bytes = |group: &Group<'_>| {
            returns != Returns::Bytes || group.forms.first().is_some_and(|first| first.types == form.types)
        };
        let fits = groups
            .iter_mut()
            .filter(|group| same_bytes(group))
            .find_map(|group| Some((group.returns.join(returns)?, group)));
        match fits {
            Some((joined, group)) => {
                group.returns = joined;
                group.forms.push(form);
            }
            None => groups.push(Group { returns, forms: vec![form] }),
        }
    }
    groups
}

/// The indices of the hops that some kernel may lack: all but the first hops that every form shares.
fn guarded(form: &Form, forms: &[Form], all_read: bool) -> Vec<usize> {
    let hops = &form.way.hops;
    let common = |at: &usize| {
        // All forms have this hop, and their next hops start at types of the same name.
        all_read
            && hops.len() > at + 1
            && forms.iter().all(|other| {
                other.way.hops.get(..=*at) == hops.get(..=*at)
                    && other.way.hops.get(at + 1).map(|hop| &hop.root) == hops.get(at + 1).map(|hop| &hop.root)
            })
    };
    (0..hops.len()).filter(|at| !common(at)).collect()
}
