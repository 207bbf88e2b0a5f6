//! Checks that a message writes the address at most once and asks at most one question in each lane.

use desk::Lane;

use crate::msg::Effect;

/// Whether the address is written at most once, and at most one question is asked in each lane.
pub(crate) fn is_once(effects: &[Effect]) -> bool {
    let addresses = effects.iter().filter(|e| matches!(e, Effect::Address(..))).count();
    let lane = |e: &Effect| if let Effect::Ask(job) = e { Some(job.lane()) } else { None };
    let lanes: Vec<Lane> = effects.iter().filter_map(lane).collect();
    let twice = (0..).zip(&lanes).any(|(at, lane)| lanes.iter().take(at).any(|before| before == lane));
    addresses <= 1 && !twice
}

#[cfg(test)]
mod tests {
    use desk::{Digest, FileId, ReadProgram};

    use super::is_once;
    use crate::{BrowserHistory, Effect};

    #[test]
    fn two_addresses_or_two_questions_in_one_lane_are_too_many() {
        let address = || Effect::Address("#v=1".into(), BrowserHistory::Push);
        let digest = |id| Effect::Ask(Digest { file: FileId(id) }.into());
        let program = Effect::Ask(ReadProgram { file: FileId(1) }.into());
        assert!(is_once(&[address(), digest(1), digest(2), program]));
        assert!(!is_once(&[address(), digest(1), address()]));
        assert!(!is_once(&[digest(1), address(), digest(1)]));
    }
}
