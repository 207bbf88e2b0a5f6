//! Elements of an array that repeat, folded.

use super::{Group, Node, Record, Shape};
use btf::Kind;

/// Adjacent elements of an array whose bytes are equal, or that all lie behind the end of the bytes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Run {
    /// The first element.
    pub start: u64,
    /// How many elements.
    pub count: u64,
}

/// How many bytes are compared at once.
const BLOCK: usize = 1 << 10;

/// How many elements at the start of `bytes` equal the first; each has this many bytes. They do as long as each byte
/// equals the one an element further on, which is compared in blocks: arrays may have a million elements.
fn equal(bytes: &[u8], each: usize) -> usize {
    let next = bytes.get(each..).unwrap_or_default();
    let mut same = 0;
    for (here, there) in bytes.chunks(BLOCK).zip(next.chunks(BLOCK)) {
        // The last block of `next` may be shorter.
        let here = here.get(..there.len()).unwrap_or_default();
        if here != there {
            same += here.iter().zip(there).take_while(|(here, there)| here == there).count();
            break;
        }
        same += there.len();
    }
    same.checked_div(each).unwrap_or(0) + 1
}

impl Record<'_> {
    /// The elements of an array as runs of equal elements, at most `most` runs. If there would be more runs, the last
    /// one has all remaining elements, equal or not. For any other value, a run for each of its first `most` parts.
    ///
    /// The number of comparisons depends on the bytes, not on the number of elements in the type.
    pub fn runs(&self, node: &Node, most: usize) -> Vec<Run> {
        let len = node.len();
        let array = self.target(node.type_id).filter(|t| t.kind() == Kind::Array).and_then(|t| t.array());
        let mut runs: Vec<Run> = Vec::new();
        let (Some(array), Shape::Group(Group::Array | Group::Flexible, _)) = (array, node.shape) else {
            runs.extend((0..len.min(most as u64)).map(|start| Run { start, count: 1 }));
            return runs;
        };
        let each = self.element_bits(array.element) / 8;
        let first = node.bit_offset / 8;
        // The number of elements whose bytes all exist.
        let there = (self.bytes.len() as u64).saturating_sub(first).checked_div(each).unwrap_or(0).min(len);
        // These elements are inside of the bytes, so that their size and place fit a usize.
        let range = first as usize..(first + there * each) as usize;
        let mut bytes = self.bytes.get(range).unwrap_or_default();
        let mut done = 0;
        while !bytes.is_empty() && runs.len() < most {
            let count = equal(bytes, each as usize);
            runs.push(Run { start: done, count: count as u64 });
            bytes = bytes.get(count.saturating_mul(each as usize)..).unwrap_or_default();
            done += count as u64;
        }
        // The first incomplete element gets a run of its own: some of its parts may exist.
        if done == there && done + 1 < len && each > 0 && runs.len() + 1 < most {
            runs.push(Run { start: done, count: 1 });
            done += 1;
        }
        if done < len && runs.len() < most && done >= there {
            runs.push(Run { start: done, count: len - done });
        } else if let Some(last) = runs.last_mut() {
            last.count += len - done;
        }
        runs
    }
}

#[cfg(test)]
mod tests {
    use super::{BLOCK, equal};

    /// Elements that are equal up to each byte in turn, in arrays around the size of a block.
    #[test]
    fn equal_elements_are_counted_as_one_by_one() {
        for each in [1, 3, 4, 700] {
            let first: Vec<u8> = (0..each).map(|i| i as u8).collect();
            for elements in [1, 2, BLOCK / each + 1, 3 * BLOCK / each + 2] {
                let whole = first.repeat(elements);
                assert_eq!(equal(&whole, each), elements, "{elements} of {each}");
                for at in (0..whole.len()).step_by(whole.len().div_ceil(50)).chain([whole.len() - 1]) {
                    let mut bytes = whole.clone();
                    bytes[at] ^= 1;
                    let one_by_one = bytes.chunks(each).take_while(|element| *element == &bytes[..each]).count();
                    assert_eq!(equal(&bytes, each), one_by_one, "{elements} of {each}, byte {at}");
                }
            }
        }
    }
}
