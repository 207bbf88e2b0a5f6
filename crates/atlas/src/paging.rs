//! Distributes kernel sets to pages when an atlas is written.

use std::collections::HashMap;

use crate::names::Names;
use crate::pages::{Lanes, SetPage};
use crate::sets::KernelSet;

/// A set that at least this many blocks have is in a page that all blocks share. Any other set is stored with each
/// block that has it, in that block's own page, so that a question about a name reads only one page besides the shared
/// pages.
const SHARED: u32 = 8;

/// A page that blocks share takes no further set once it has this many bytes, unpacked.
const PAGE: usize = 64 << 10;

/// The sets of each page.
pub(crate) struct Paging {
    /// The pages that blocks share, the sets of most blocks first.
    pub(crate) shared: Vec<Vec<KernelSet>>,
    /// The sets of each block's own page, in the order in which the block's names first use them.
    own: Vec<Vec<KernelSet>>,
}

impl Paging {
    /// Distributes the sets. The sets in `names` are indices into `sets`; they are replaced by the numbers that the
    /// block stores.
    pub(crate) fn new(sets: &[KernelSet], names: &mut [Names], lanes: &Lanes) -> Paging {
        let mut blocks = vec![(0u32, u32::MAX); sets.len()];
        for (block, names) in (0u32..).zip(names.iter()) {
            for place in &names.places {
                if let Some((count, last)) = blocks.get_mut(place.set as usize).filter(|(_, last)| *last != block) {
                    (*count, *last) = (*count + 1, block);
                }
            }
        }
        let mut common: Vec<u32> = (0..sets.len() as u32).collect();
        common.retain(|set| blocks.get(*set as usize).is_some_and(|(count, _)| *count >= SHARED));
        // Sets of equally many blocks stay in their order.
        common.sort_by_key(|set| std::cmp::Reverse(blocks.get(*set as usize).map_or(0, |(count, _)| *count)));
        let placed = |set: u32| sets.get(set as usize).map(|set| lanes.places(set)).unwrap_or_default();
        let numbers: HashMap<u32, u32> = common.iter().copied().zip(0..).collect();
        let (mut shared, mut page, mut len) = (Vec::new(), Vec::new(), 0);
        for set in common {
            let set = placed(set);
            len += set.encoded_len();
            page.push(set);
            if len >= PAGE {
                shared.push(std::mem::take(&mut page));
                len = 0;
            }
        }
        if !page.is_empty() {
            shared.push(page);
        }
        let own = names.iter_mut().map(|names| {
            let (mut own, mut known) = (Vec::new(), HashMap::new());
            for place in &mut names.places {
                place.set = match numbers.get(&place.set) {
                    Some(number) => number << 1,
                    None => {
                        let next = own.len() as u32;
                        let number = *known.entry(place.set).or_insert(next);
                        if number == next {
                            own.push(placed(place.set));
                        }
                        number << 1 | 1
                    }
                };
            }
            own
        });
        Paging { own: own.collect(), shared }
    }

    fn all(&self) -> impl Iterator<Item = &Vec<KernelSet>> {
        self.shared.iter().chain(&self.own)
    }

    /// How many sets each page has.
    pub(crate) fn counts(&self) -> Vec<u32> {
        self.all().map(|sets| sets.len() as u32).collect()
    }

    /// The bytes of the pages.
    pub(crate) fn parts(&self) -> Vec<Vec<u8>> {
        self.all().map(|sets| SetPage::encode(sets)).collect()
    }
}
