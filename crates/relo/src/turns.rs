//! The comparisons with each candidate in sentences, one group for each turning point of the path. A turning point is
//! one of [`Spec::accessors`]: the root, a named member, an element of an array.

use btf::Btf;
use dump::type_name;

use crate::CoreGroup;
use crate::resolve::{Fate, Outcome, Tried};
use crate::spec::Spec;
use crate::target::Target;
use crate::trace::Event;

/// The comparisons with one candidate.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CandidateSteps {
    /// The candidate: `struct task_struct [192]`.
    pub candidate: String,
    /// Its result.
    pub fate: String,
    /// The comparisons, one turn for each turning point of the path; for types and enumerators a single turn. Empty if
    /// the candidate was not tried.
    pub turns: Vec<Turn>,
}

impl CandidateSteps {
    /// All sentences.
    pub fn steps(&self) -> impl Iterator<Item = &str> {
        self.turns.iter().flat_map(|turn| &turn.steps).map(String::as_str)
    }
}

/// The search for one turning point of the path in a candidate.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Turn {
    /// Its index in [`Spec::accessors`] of the local spec; none where whole types or the names of enumerators are
    /// compared.
    pub accessor: Option<usize>,
    /// The comparisons, a sentence each without its full stop. Names that were compared and differ are counted, not
    /// listed.
    pub steps: Vec<String>,
}

/// Words for each turning point of the local path.
fn path_words(local: &Btf, spec: &Spec) -> Vec<String> {
    let one = |a: &crate::Accessor| match a.name.and_then(|n| local.string(n)) {
        Some(name) => format!("“{name}”"),
        None => format!("element {}", a.index),
    };
    spec.accessors.iter().map(one).collect()
}

/// The comparisons of an outcome that was resolved with a trace, for each candidate.
pub(crate) fn steps(local: &Btf, target: &Target, outcome: &Outcome) -> Vec<CandidateSteps> {
    let path = outcome.local.as_ref().map(|s| path_words(local, s)).unwrap_or_default();
    let is_enum = outcome.local.as_ref().is_ok_and(|s| s.kind.group() == CoreGroup::Enum);
    let one = |t: &Tried| {
        let btf = target.btf(t.candidate.part)?;
        let mut turns: Vec<Turn> = Vec::new();
        let mut passed = 0;
        for event in &t.events {
            match event {
                Event::Step { accessor, .. } => turns.push(Turn { accessor: Some(*accessor), steps: Vec::new() }),
                _ if turns.is_empty() => turns.push(Turn::default()),
                _ => {}
            }
            let Some(turn) = turns.last_mut() else { continue };
            match event.words(local, btf, &path) {
                None => passed += 1,
                Some(words) => {
                    if passed > 0 {
                        turn.steps
                            .push(format!("passes {passed} other {}", if passed == 1 { "name" } else { "names" }));
                    }
                    passed = 0;
                    turn.steps.push(words);
                }
            }
        }
        let fate = match &t.fate {
            Fate::Match if is_enum => "has the enumerator".to_owned(),
            Fate::Match => "matches".to_owned(),
            Fate::NoMatch => "does not match".to_owned(),
            Fate::Error(problem) => problem.to_string(),
            Fate::NotTried => "not tried".to_owned(),
        };
        let candidate = format!("{} [{}]", type_name(btf, t.candidate.id), t.candidate.id);
        Some(CandidateSteps { candidate, fate, turns })
    };
    outcome.tried.iter().filter_map(one).collect()
}
