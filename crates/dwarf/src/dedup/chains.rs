//! Cuts chains of typedefs and qualifiers that come back to themselves, as only damaged files have them: following them
//! would never end.

use btf::Kind;

use crate::records::Records;

/// Cuts each circle of the records from `first` on; returns how many circles there were.
pub(super) fn cut(records: &mut Records, first: u32) -> u32 {
    // A record is on the current chain (HERE), or its chain is known to end (ENDS).
    const HERE: u8 = 1;
    const ENDS: u8 = 2;
    let mut state = vec![0_u8; records.len() as usize];
    let mut path = Vec::new();
    let mut found = 0;
    for start in first..records.len() {
        let mut at = start;
        loop {
            let is_chain = matches!(
                records.kind(at),
                Kind::Typedef | Kind::Const | Kind::Volatile | Kind::Restrict | Kind::TypeTag
            );
            match state.get_mut(at as usize) {
                Some(state @ 0) if is_chain && at >= first => *state = HERE,
                Some(&mut HERE) => {
                    if let Some(&last) = path.last() {
                        records.set_word(records.word_at(last, 2), 0);
                        found += 1;
                    }
                    break;
                }
                _ => break,
            }
            path.push(at);
            at = records.third(at);
        }
        for at in path.drain(..) {
            if let Some(state) = state.get_mut(at as usize) {
                *state = ENDS;
            }
        }
    }
    found
}
