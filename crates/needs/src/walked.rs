//! [`Walked`]: the results of walks through an object's programs, which are kept from one kernel to the next.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use relo::followed::{Argument, Why};
use relo::reach::Facts;

/// All that decides whether a program of an object is refused for an access. In order: the program's index, the facts
/// about the kernel, the first two numbers of the kernel's version, whether the kernel is for x86-64, the arguments,
/// and the hook that returns an int.
pub(crate) type On = (usize, Facts, Option<(u8, u8)>, bool, Vec<Argument>, Option<String>);

/// The instructions for which a program is refused, with the reasons.
type Refused = Vec<(u32, Why)>;

/// The most results that are kept for an object.
const MOST: usize = 1 << 12;

/// The instructions for which a program is refused, by [`On`]: kernels with an equal key share a result. Without this,
/// the walks take most of the time of a check on many kernels.
#[derive(Clone, Debug, Default)]
pub(crate) struct Walked(Arc<Mutex<HashMap<On, Refused>>>);

impl Walked {
    /// The result that is known, or else that of `walk`.
    pub(crate) fn get_or(&self, on: On, walk: impl FnOnce(&On) -> Refused) -> Refused {
        let mut known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(refused) = known.get(&on) {
            return refused.clone();
        }
        let refused = walk(&on);
        if known.len() >= MOST {
            known.clear();
        }
        known.insert(on, refused.clone());
        refused
    }
}
