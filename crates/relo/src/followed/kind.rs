//! The kind of value that the verifier surely sees in a register, and the state before an instruction.

/// The kind of value that the verifier surely sees.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) enum Kind {
    /// Anything, even a pointer to the context.
    #[default]
    Unknown,
    /// Anything but a pointer to the context or the stack.
    Other,
    /// A pointer to a map's value or a global variable, whose bytes are all numbers; or null.
    Value,
    /// A pointer to a map's value, or null, returned by the call in this slot and not compared with anything yet.
    Found(u32),
    /// A number.
    Number,
    /// A number with this value.
    Const(u64),
    /// A number from the load or call in this slot, not compared with anything yet; true if all its 64 bits are unknown
    /// to the verifier.
    Fresh(u32, bool),
    /// A pointer into the context, in bytes from its start.
    Context(i64),
    /// A pointer into this function's stack, in bytes from its top.
    Stack(i64),
}

impl Kind {
    pub(super) fn is_number(self) -> bool {
        matches!(self, Kind::Number | Kind::Const(_) | Kind::Fresh(..))
    }

    pub(super) fn join(self, other: Kind) -> Kind {
        match (self, other) {
            (a, b) if a == b => a,
            (a, b) if a.is_number() && b.is_number() => Kind::Number,
            (Kind::Value | Kind::Found(_), Kind::Value | Kind::Found(_)) => Kind::Value,
            (a, b) if a.is_not_context() && b.is_not_context() => Kind::Other,
            _ => Kind::Unknown,
        }
    }

    fn is_not_context(self) -> bool {
        self.is_number() || matches!(self, Kind::Other | Kind::Value | Kind::Found(_))
    }

    /// The value plus `by` bytes: a pointer moves, and becomes unknown if its offset overflows; any other kind stays.
    pub(super) fn moved(self, by: i64) -> Kind {
        let to = |at: i64, of: fn(i64) -> Kind| at.checked_add(by).map_or(Kind::Unknown, of);
        match self {
            Kind::Context(at) => to(at, Kind::Context),
            Kind::Stack(at) => to(at, Kind::Stack),
            other => other,
        }
    }
}

/// The most stack slots that are followed at once.
const MAX_SLOTS: usize = 64;

/// The registers and stack before an instruction.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct State {
    registers: [Kind; 11],
    /// Aligned stack slots of 8 bytes, by rising offset, with the kind that a load of the whole slot gives.
    slots: Vec<(i64, Kind)>,
}

impl State {
    /// The state at a function's start.
    pub(super) fn at_entry(arguments: [Kind; 5]) -> State {
        let mut state = State::default();
        for (register, kind) in (1..).zip(arguments) {
            // This function has a stack of its own, so pointers into the caller's stack are unknown here.
            state.set(register, if matches!(kind, Kind::Stack(_)) { Kind::Unknown } else { kind });
        }
        state.set(10, Kind::Stack(0));
        state
    }

    pub(super) fn get(&self, register: u8) -> Kind {
        self.registers.get(usize::from(register)).copied().unwrap_or_default()
    }

    pub(super) fn set(&mut self, register: u8, kind: Kind) {
        if let Some(r) = self.registers.get_mut(usize::from(register)) {
            *r = kind;
        }
    }

    pub(super) fn arguments(&self) -> [Kind; 5] {
        [1, 2, 3, 4, 5].map(|r| self.get(r))
    }

    /// Forgets all stack slots.
    pub(super) fn forget_stack(&mut self) {
        self.slots.clear();
    }

    /// A store of `bytes` bytes to the stack. If a store overwrites a slot in part, the verifier either takes the
    /// slot's content for a number or refuses a load of the slot.
    pub(super) fn store(&mut self, at: i64, bytes: u32, kind: Kind) {
        if bytes == 8 && at.rem_euclid(8) == 0 {
            return self.put(at, kind);
        }
        self.numbers(at, bytes.into());
    }

    /// Marks the stack slots that contain these bytes as numbers.
    pub(super) fn numbers(&mut self, at: i64, bytes: i64) {
        let end = at.saturating_add(bytes.clamp(0, 512));
        let mut slot = at.saturating_sub(at.rem_euclid(8));
        while slot < end {
            self.put(slot, Kind::Number);
            slot = slot.saturating_add(8);
        }
    }

    fn put(&mut self, at: i64, kind: Kind) {
        match self.slots.binary_search_by_key(&at, |s| s.0) {
            Ok(i) => {
                if let Some(s) = self.slots.get_mut(i) {
                    s.1 = kind;
                }
            }
            Err(i) if self.slots.len() < MAX_SLOTS => self.slots.insert(i, (at, kind)),
            Err(_) => {}
        }
    }

    /// The kind that a load of eight bytes of the stack gives.
    pub(super) fn load(&self, at: i64) -> Kind {
        let found = self.slots.binary_search_by_key(&at, |s| s.0).ok().and_then(|i| self.slots.get(i));
        found.map_or(Kind::Unknown, |s| s.1)
    }

    /// Makes the result of the instruction in slot `origin` an ordinary number or value, for example because it was
    /// compared with something, or because slot `origin` is executed again.
    pub(super) fn stale(&mut self, origin: u32) {
        self.stale_if(|o| o == origin);
    }

    /// Does the same as [`State::stale`] for all results: a called function may have compared any of them.
    pub(super) fn all_stale(&mut self) {
        self.stale_if(|_| true);
    }

    fn stale_if(&mut self, is: impl Fn(u32) -> bool) {
        for kind in self.registers.iter_mut().chain(self.slots.iter_mut().map(|s| &mut s.1)) {
            match *kind {
                Kind::Fresh(origin, _) if is(origin) => *kind = Kind::Number,
                Kind::Found(origin) if is(origin) => *kind = Kind::Value,
                _ => {}
            }
        }
    }

    /// Merges the state of another path. Returns whether anything changed.
    pub(super) fn join(&mut self, other: &State) -> bool {
        let before = self.clone();
        for (mine, theirs) in self.registers.iter_mut().zip(other.registers) {
            *mine = mine.join(theirs);
        }
        for slot in &mut self.slots {
            slot.1 = slot.1.join(other.load(slot.0));
        }
        self.slots.retain(|s| s.1 != Kind::Unknown);
        *self != before
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_slot_written_in_part_holds_a_number() {
        let mut state = State::default();
        state.store(-8, 8, Kind::Context(0));
        assert_eq!(state.load(-8), Kind::Context(0));
        state.store(-4, 1, Kind::Number);
        assert_eq!(state.load(-8), Kind::Number);
        state.forget_stack();
        assert_eq!(state.load(-8), Kind::Unknown);
    }

    #[test]
    fn paths_that_differ_leave_no_claim() {
        assert_eq!(Kind::Const(1).join(Kind::Fresh(3, true)), Kind::Number);
        assert_eq!(Kind::Number.join(Kind::Other), Kind::Other);
        assert_eq!(Kind::Value.join(Kind::Number), Kind::Other);
        assert_eq!(Kind::Found(1).join(Kind::Found(2)), Kind::Value);
        assert_eq!(Kind::Number.join(Kind::Context(0)), Kind::Unknown);
        assert_eq!(Kind::Number.join(Kind::Stack(-8)), Kind::Unknown);
    }
}
