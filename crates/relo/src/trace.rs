//! What was tried, step by step: [`Event`]s, and the rule that failed: [`Rule`].

use btf::{Btf, Kind, TypeId};

use crate::problem::{Errno, Problem, Reason};

/// A rule by which two types do not go together. Local first, then target; ids with qualifiers and typedefs passed over.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Rule {
    /// Their kinds differ.
    Kinds {
        /// In the object.
        local: TypeId,
        /// In the target.
        target: TypeId,
    },
    /// An INT starts within its bytes: a bitfield of the old form.
    IntOffset {
        /// In the object.
        local: TypeId,
        /// In the target.
        target: TypeId,
    },
    /// Enums or forward declarations of different names.
    Names {
        /// In the object.
        local: TypeId,
        /// In the target.
        target: TypeId,
    },
    /// A kind that never matches: FLOAT, FUNC, VAR, DATASEC, or void and prototypes as a field.
    Never {
        /// The kind; none is void.
        kind: Option<Kind>,
    },
    /// Prototypes with different numbers of parameters.
    Params {
        /// In the object.
        local: u32,
        /// In the target.
        target: u32,
    },
    /// `type_matches`: integers of different size or signedness.
    Ints {
        /// In the object.
        local: TypeId,
        /// In the target.
        target: TypeId,
    },
    /// `type_matches`: arrays of different length.
    Lengths {
        /// In the object.
        local: u32,
        /// In the target.
        target: u32,
    },
    /// `type_matches`: enums of different size, in bytes.
    EnumSizes {
        /// In the object.
        local: u32,
        /// In the target.
        target: u32,
    },
    /// `type_matches`: the target has fewer members or enumerators.
    Fewer {
        /// In the object.
        local: u32,
        /// In the target.
        target: u32,
    },
    /// `type_matches`: the target has no member that matches this one. With the rule by which the last one of its name failed.
    Member {
        /// The local struct or union.
        within: TypeId,
        /// The member's place.
        index: u32,
        /// Why the target's member of that name does not match; none when there is none of that name.
        why: Option<Box<Rule>>,
    },
    /// `type_matches`: the target has no such enumerator.
    Enumerator {
        /// The local enum.
        within: TypeId,
        /// The enumerator's place.
        index: u32,
    },
    /// `type_matches`: a forward declaration of the other kind, or one where the whole is wanted.
    Forward {
        /// In the object.
        local: TypeId,
        /// In the target.
        target: TypeId,
    },
}

/// Whether two types go together, and if not, by which rule.
pub(crate) type Fit = Result<(), Rule>;

/// A step of matching a candidate. Ids are the target's unless a field says `local`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Event {
    /// The next turning point of the local path is looked for in this type.
    Step {
        /// Its place in [`crate::Spec::accessors`] of the local spec.
        accessor: usize,
        /// Where.
        within: TypeId,
    },
    /// A member's name was compared, and is another one.
    Compared {
        /// The struct or union.
        within: TypeId,
        /// The member's place.
        index: u32,
    },
    /// A member without a name is searched.
    Entered {
        /// The struct or union.
        within: TypeId,
        /// The member's place.
        index: u32,
    },
    /// What was entered last has no such member.
    Left,
    /// The member of that name.
    Found {
        /// The struct or union.
        within: TypeId,
        /// The member's place.
        index: u32,
    },
    /// The member of that name has a type that does not go with the local one: the search of its struct ends.
    Misfit {
        /// The struct or union.
        within: TypeId,
        /// The member's place.
        index: u32,
        /// The rule.
        rule: Rule,
    },
    /// No member has that name.
    Missing {
        /// The struct or union.
        within: TypeId,
    },
    /// Members are looked for in what is neither struct nor union.
    NotComposite {
        /// The type.
        id: TypeId,
    },
    /// An element is looked for in what is not an array.
    NotArray {
        /// The type.
        id: TypeId,
    },
    /// The array ends before the element.
    Beyond {
        /// The array.
        id: TypeId,
        /// The element.
        index: i32,
        /// How many there are.
        nelems: u32,
    },
    /// The element is in the array; of a flexible one, every element is.
    Element {
        /// The array.
        id: TypeId,
        /// The element.
        index: i32,
        /// Whether the array is a flexible one.
        flexible: bool,
    },
    /// The whole types were compared.
    Types {
        /// The rule that failed, if any.
        rule: Option<Rule>,
    },
    /// The candidate is not an enum.
    NotEnum {
        /// The type behind its qualifiers and typedefs.
        id: TypeId,
    },
    /// The enumerator of that name.
    Enumerator {
        /// The enum.
        id: TypeId,
        /// Its place.
        index: u32,
    },
    /// No enumerator has that name.
    NoEnumerator {
        /// The enum.
        id: TypeId,
    },
}

/// How many names and types are compared for one candidate, before it is taken for a file made to keep us busy. `struct task_struct`
/// needs some hundreds.
const MAX_STEPS: u32 = 1 << 20;

/// What matching works on: both sides, what is left of its steps, and the trace if one is wanted.
pub(crate) struct Search<'a> {
    pub local: &'a Btf,
    pub target: &'a Btf,
    left: u32,
    events: Option<Vec<Event>>,
}

impl<'a> Search<'a> {
    pub fn new(local: &'a Btf, target: &'a Btf, traced: bool) -> Search<'a> {
        Search { local, target, left: MAX_STEPS, events: traced.then(Vec::new) }
    }

    /// Counts one step.
    pub fn step(&mut self) -> Result<(), Problem> {
        match self.left.checked_sub(1) {
            Some(left) => {
                self.left = left;
                Ok(())
            }
            None => Err(Problem::new(Errno::TooBig, Reason::TooManySteps)),
        }
    }

    /// Notes an event.
    pub fn note(&mut self, event: Event) {
        if let Some(events) = &mut self.events {
            events.push(event);
        }
    }

    /// The trace.
    pub fn into_events(self) -> Vec<Event> {
        self.events.unwrap_or_default()
    }
}
