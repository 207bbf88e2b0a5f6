//! A trace of the matching, step by step: [`Event`]s, and the [`Rule`] that failed.

use btf::{Btf, Kind, TypeId};

use crate::problem::{Errno, Problem, Reason};

/// A rule by which two types are not compatible. Where it has `local` and `target`, these are the values of the object
/// and of the target. Ids are those behind qualifiers and typedefs, except where the kinds of the root types differ.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Rule {
    /// The types' kinds differ.
    Kinds {
        /// The type in the object.
        local: TypeId,
        /// The type in the target.
        target: TypeId,
    },
    /// An INT has a bit offset: an old-style bitfield.
    IntOffset {
        /// The type in the object.
        local: TypeId,
        /// The type in the target.
        target: TypeId,
    },
    /// Different names, flavours aside: of enums or forward declarations, and with `type_matches` of any types.
    Names {
        /// The type in the object.
        local: TypeId,
        /// The type in the target.
        target: TypeId,
    },
    /// A kind that never matches: FUNC, VAR, DATASEC and others always; FLOAT when whole types are compared; void and
    /// FUNC_PROTO when the types of fields are compared.
    Never {
        /// The kind; `None` stands for void.
        kind: Option<Kind>,
    },
    /// Prototypes with different numbers of parameters.
    Params {
        /// The number of parameters in the object.
        local: u32,
        /// The number of parameters in the target.
        target: u32,
    },
    /// `type_matches`: integers of different size or signedness.
    Ints {
        /// The type in the object.
        local: TypeId,
        /// The type in the target.
        target: TypeId,
    },
    /// `type_matches`: arrays of different length.
    Lengths {
        /// The array's length in the object.
        local: u32,
        /// The array's length in the target.
        target: u32,
    },
    /// `type_matches`: enums of different size, in bytes.
    EnumSizes {
        /// The enum's size in the object.
        local: u32,
        /// The enum's size in the target.
        target: u32,
    },
    /// `type_matches`: the target has fewer members or enumerators.
    Fewer {
        /// The number of members or enumerators in the object.
        local: u32,
        /// The number of members or enumerators in the target.
        target: u32,
    },
    /// `type_matches`: no member of the target matches this one.
    Member {
        /// The local struct or union.
        within: TypeId,
        /// The member's index.
        index: u32,
        /// The rule by which the target's last member of that name failed; none when no member has that name.
        why: Option<Box<Rule>>,
    },
    /// `type_matches`: the target has no such enumerator.
    Enumerator {
        /// The local enum.
        within: TypeId,
        /// The enumerator's index.
        index: u32,
    },
    /// `type_matches`: the target has a forward declaration of the other kind, struct or union.
    Forward {
        /// The type in the object.
        local: TypeId,
        /// The type in the target.
        target: TypeId,
    },
}

/// Whether two types are compatible; if not, the rule that failed.
pub(crate) type Fit = Result<(), Rule>;

/// A step of matching a candidate. Ids are the target's, except those in a [`Rule`].
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Event {
    /// The next accessor of the local path (a named member or an array index) is looked for.
    Step {
        /// Its index in [`crate::Spec::accessors`] of the local spec.
        accessor: usize,
        /// The type that is searched.
        within: TypeId,
    },
    /// A member's name was compared, and differs.
    Compared {
        /// The struct or union.
        within: TypeId,
        /// The member's index.
        index: u32,
    },
    /// An unnamed member is searched.
    Entered {
        /// The struct or union.
        within: TypeId,
        /// The member's index.
        index: u32,
    },
    /// The unnamed member entered last has no member that matches.
    Left,
    /// The member of that name was found.
    Found {
        /// The struct or union.
        within: TypeId,
        /// The member's index.
        index: u32,
    },
    /// The member of that name has an incompatible type: the search of its struct ends.
    Misfit {
        /// The struct or union.
        within: TypeId,
        /// The member's index.
        index: u32,
        /// The rule that failed.
        rule: Rule,
    },
    /// No member has that name.
    Missing {
        /// The struct or union.
        within: TypeId,
    },
    /// A member is looked for in a type that is neither struct nor union.
    NotComposite {
        /// The type.
        id: TypeId,
    },
    /// An element is looked for in a type that is not an array.
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
        /// How many elements it has.
        nelems: u32,
    },
    /// The element is in the array; a flexible array has every element.
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
    /// The enumerator of that name was found.
    Enumerator {
        /// The enum.
        id: TypeId,
        /// Its index.
        index: u32,
    },
    /// No enumerator has that name.
    NoEnumerator {
        /// The enum.
        id: TypeId,
    },
}

/// The most names and types that are compared for one candidate. `struct task_struct` needs some hundreds; a file made
/// to waste time could need billions.
const MAX_STEPS: u32 = 1 << 20;

/// How many bytes of two names are compared in one step, on top of the first ones. Names of real files, which are
/// shorter, never cost a step of their own.
const BYTES_PER_STEP: usize = 256;

/// The state of matching: both sides, the steps left, and the trace if one is wanted.
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
        self.steps(1)
    }

    /// Counts the bytes of two names that are compared, if the names are long.
    pub fn names(&mut self, local: &[u8], target: &[u8]) -> Result<(), Problem> {
        self.steps(((local.len() + target.len()) / BYTES_PER_STEP) as u32)
    }

    fn steps(&mut self, count: u32) -> Result<(), Problem> {
        match self.left.checked_sub(count) {
            Some(left) => {
                self.left = left;
                Ok(())
            }
            None => Err(Problem::new(Errno::TooBig, Reason::TooManySteps)),
        }
    }

    /// Adds an event to the trace.
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
