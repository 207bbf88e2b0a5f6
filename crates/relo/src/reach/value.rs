//! The known value of a register.

/// The known value of a register.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) enum Value {
    /// Anything.
    #[default]
    Any,
    /// Anything, depending on an unknown fact of the kernel, such as a `CONFIG_` value.
    Unsure,
    /// Anything but 0: a number, or an address that is not followed.
    NonZero,
    /// A number with this value.
    Const(u64),
    /// A pointer into the program's context, in bytes from its start.
    Context(i64),
    /// The eight bytes at this offset of the program's context: a pointer, where the kernel passes one.
    Argument(i64),
    /// A pointer into the stack, in bytes from its top.
    Stack(i64),
    /// A pointer into a read-only section of the object: its index, and bytes from its start.
    Data(u32, i64),
    /// A pointer to a `.kconfig` extern: its symbol, and bytes from its start.
    Config(u32, i64),
}

impl Value {
    /// The value that is known where two paths meet.
    pub(crate) fn join(self, other: Value) -> Value {
        match (self, other) {
            (a, b) if a == b => a,
            (Value::Unsure, _) | (_, Value::Unsure) => Value::Unsure,
            (a, b) if a.is_nonzero_number() && b.is_nonzero_number() => Value::NonZero,
            _ => Value::Any,
        }
    }

    fn is_nonzero_number(self) -> bool {
        matches!(self, Value::NonZero | Value::Const(1..))
    }

    /// The pointer moved by `by` bytes; none if it is not a known pointer.
    pub(crate) fn moved(self, by: i64) -> Option<Value> {
        Some(match self {
            Value::Context(at) => Value::Context(at.checked_add(by)?),
            Value::Stack(at) => Value::Stack(at.checked_add(by)?),
            Value::Data(section, at) => Value::Data(section, at.checked_add(by)?),
            Value::Config(symbol, at) => Value::Config(symbol, at.checked_add(by)?),
            _ => return None,
        })
    }
}

/// Registers r0 to r10.
pub(crate) const REGISTERS: usize = 11;

/// The most values on the stack that are followed at once.
const MAX_SPILLS: usize = 16;

/// The values known before an instruction.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct State {
    registers: [Value; REGISTERS],
    /// Pointers into the context, and values loaded from it, that were stored on the stack: offset and value, by rising
    /// offset.
    spills: Vec<(i64, Value)>,
}

impl State {
    /// The state at a function's start. Pointers into the caller's stack are unknown, because the function has a stack
    /// of its own.
    pub(crate) fn at_entry(arguments: [Value; 5]) -> State {
        let mut state = State::default();
        let own = |v| if matches!(v, Value::Stack(_)) { Value::Any } else { v };
        for (register, value) in (1..).zip(arguments) {
            state.set(register, own(value));
        }
        state.set(10, Value::Stack(0));
        state
    }

    /// A register's value; anything for a register that does not exist.
    pub(crate) fn get(&self, register: u8) -> Value {
        self.registers.get(usize::from(register)).copied().unwrap_or_default()
    }

    /// Sets a register.
    pub(crate) fn set(&mut self, register: u8, value: Value) {
        if let Some(r) = self.registers.get_mut(usize::from(register)) {
            *r = value;
        }
    }

    /// r1 to r5.
    pub(crate) fn arguments(&self) -> [Value; 5] {
        [1, 2, 3, 4, 5].map(|r| self.get(r))
    }

    /// The state after a call: r0 is `result`, r1 to r5 are unknown, and so is the stack from each passed pointer on.
    pub(crate) fn call(&mut self, result: Value) {
        let lowest =
            self.arguments().into_iter().filter_map(|v| if let Value::Stack(at) = v { Some(at) } else { None }).min();
        if let Some(lowest) = lowest {
            self.spills.retain(|&(at, _)| at.saturating_add(8) <= lowest);
        }
        for r in 1..=5 {
            self.set(r, Value::Any);
        }
        self.set(0, result);
    }

    /// A store of `bytes` bytes at a stack offset. A value is kept only if all its 8 bytes are stored, and if it is a
    /// pointer into the context or was loaded from the context.
    pub(crate) fn store(&mut self, at: i64, bytes: u32, value: Value) {
        let end = at.saturating_add(i64::from(bytes));
        self.spills.retain(|&(old, _)| old.saturating_add(8) <= at || old >= end);
        if bytes == 8 && matches!(value, Value::Context(_) | Value::Argument(_)) && self.spills.len() < MAX_SPILLS {
            let place = self.spills.partition_point(|&(old, _)| old < at);
            self.spills.insert(place, (at, value));
        }
    }

    /// The value that a load of eight bytes at a stack offset gives.
    pub(crate) fn load(&self, at: i64) -> Value {
        self.spills
            .binary_search_by_key(&at, |&(old, _)| old)
            .ok()
            .and_then(|i| self.spills.get(i))
            .map_or(Value::Any, |s| s.1)
    }

    /// Merges the state of another path to the same instruction. Returns whether anything changed.
    pub(crate) fn join(&mut self, other: &State) -> bool {
        let mut changed = false;
        for (mine, theirs) in self.registers.iter_mut().zip(other.registers) {
            let joined = mine.join(theirs);
            changed |= joined != *mine;
            *mine = joined;
        }
        let before = self.spills.len();
        self.spills.retain(|s| {
            other.spills.binary_search_by_key(&s.0, |o| o.0).ok().and_then(|i| other.spills.get(i)) == Some(s)
        });
        changed | (self.spills.len() != before)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_keep_what_is_equal() {
        assert_eq!(Value::Const(1).join(Value::Const(1)), Value::Const(1));
        assert_eq!(Value::Const(1).join(Value::Const(2)), Value::NonZero);
        assert_eq!(Value::Const(0).join(Value::Const(2)), Value::Any);
        assert_eq!(Value::Const(0).join(Value::Unsure), Value::Unsure);
        assert_eq!(Value::Context(0).join(Value::Context(8)), Value::Any);
    }

    #[test]
    fn a_spilled_context_is_found_again_until_it_is_overwritten() {
        let mut state = State::at_entry([Value::Context(0), Value::Any, Value::Any, Value::Any, Value::Any]);
        state.store(-8, 8, state.get(1));
        assert_eq!(state.load(-8), Value::Context(0));
        let mut other = state.clone();
        other.store(-4, 1, Value::Any);
        assert_eq!(other.load(-8), Value::Any);
        assert!(state.join(&other));
        assert_eq!(state.load(-8), Value::Any);
    }

    #[test]
    fn a_helper_may_write_behind_a_pointer_into_the_stack() {
        let mut state = State::default();
        state.store(-8, 8, Value::Context(0));
        state.store(-24, 8, Value::Context(0));
        state.set(2, Value::Stack(-16));
        state.call(Value::Any);
        assert_eq!((state.load(-8), state.load(-24)), (Value::Any, Value::Context(0)));
    }
}
