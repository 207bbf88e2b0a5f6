//! The elements of a member that is an array.

use btf::{Btf, Kind, MAX_RESOLVE_STEPS, TypeId};

/// The most elements of an expanded array that have a row each; the rest is one row, or one segment of the map.
pub(crate) const MAX_ELEMENTS: u64 = 256;

/// The elements of an array; of an array of arrays the innermost elements, in the order of memory.
#[derive(Clone, Debug)]
pub(crate) struct Elements {
    /// The number of elements in each dimension, the outermost dimension first.
    lengths: Vec<u64>,
    /// The type of an element.
    pub(crate) of: TypeId,
    /// The size of an element in bits.
    pub(crate) each: u64,
    /// The number of elements in all dimensions together.
    pub(crate) count: u64,
}

impl Elements {
    /// The elements of a member with this type and this size in bits. None if the member is no array, if its elements
    /// have no size, or if `bits` is less than one element.
    pub(crate) fn new(btf: &Btf, type_id: TypeId, bits: u64) -> Option<Elements> {
        let mut lengths = Vec::new();
        let mut element = btf.resolved(type_id)?;
        for _ in 0..MAX_RESOLVE_STEPS {
            let Some(array) = element.array() else { break };
            lengths.push(u64::from(array.nelems));
            element = btf.resolved(array.element)?;
        }
        if lengths.is_empty() || element.kind() == Kind::Array {
            return None;
        }
        let each = btf.size_of(element.id()).map_or(0, |size| u64::from(size) * 8);
        let count = bits.checked_div(each).filter(|&count| count > 0)?;
        Some(Elements { lengths, of: element.id(), each, count })
    }

    /// The C subscripts of the `n`th element in memory: `[1][2]`.
    pub(crate) fn subscripts(&self, n: u64) -> String {
        let mut parts = Vec::new();
        let mut rest = n;
        for &length in self.lengths.iter().rev() {
            parts.push(format!("[{}]", rest % length.max(1)));
            rest /= length.max(1);
        }
        parts.reverse();
        parts.concat()
    }
}

#[cfg(test)]
mod tests {
    use btf::Btf;
    use scratch::Target;

    use super::*;

    #[test]
    fn elements_have_cs_names_in_the_order_of_memory() {
        let compiled = scratch::compile("struct s { short m[2][3]; int none[0]; char *p; };", Target::default());
        let btf = Btf::parse(compiled.blob.expect("a blob"), None).expect("a header");
        let s = btf.types().find(|t| t.name() == "s").expect("s");
        let mut members = s.members();
        let m = members.next().expect("m");
        let elements = Elements::new(&btf, m.type_id, 96).expect("an array");
        assert_eq!((elements.each, elements.count), (16, 6));
        let names: Vec<String> = (0..6).map(|n| elements.subscripts(n)).collect();
        assert_eq!(names, ["[0][0]", "[0][1]", "[0][2]", "[1][0]", "[1][1]", "[1][2]"]);
        for other in members {
            assert!(Elements::new(&btf, other.type_id, 0).is_none(), "{}", other.name());
        }
    }
}
