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
        let element = |i: u64| {
            let from = usize::try_from(first + i * each).ok()?;
            self.bytes.get(from..from.checked_add(each as usize)?)
        };
        for i in 0..there {
            let full = runs.len() >= most;
            match runs.last_mut() {
                Some(last) if element(last.start) == element(i) => last.count += 1,
                _ if full => break,
                _ => runs.push(Run { start: i, count: 1 }),
            }
        }
        let mut done = runs.last().map_or(0, |last| last.start + last.count);
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
