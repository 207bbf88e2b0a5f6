//! Checks that a message writes the address at most once and asks at most one question in each lane.

use crate::msg::Effect;

/// Whether the address is written at most once, and at most one question is asked in each lane.
pub(crate) fn is_once(effects: &[Effect]) -> bool {
    let addresses = effects.iter().filter(|e| matches!(e, Effect::Address(..))).count();
    let mut kinds = Vec::new();
    let twice = effects.iter().any(|e| match e {
        Effect::Ask(job) if kinds.contains(&job.lane()) => true,
        Effect::Ask(job) => {
            kinds.push(job.lane());
            false
        }
        _ => false,
    });
    addresses <= 1 && !twice
}

#[cfg(test)]
mod tests {
    use desk::{Digest, FileId, ReadProgram};

    use super::is_once;
    use crate::{BrowserHistory, Effect};

    #[test]
    fn two_addresses_or_two_jobs_of_a_kind_are_too_many() {
        let address = || Effect::Address("#v=1".into(), BrowserHistory::Push);
        let digest = |id| Effect::Ask(Digest { file: FileId(id) }.into());
        let program = Effect::Ask(ReadProgram { file: FileId(1) }.into());
        assert!(is_once(&[address(), digest(1), digest(2), program]));
        assert!(!is_once(&[address(), digest(1), address()]));
        assert!(!is_once(&[digest(1), address(), digest(1)]));
    }
}
