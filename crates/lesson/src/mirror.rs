//! Tells whether a type lies in the same bits of memory in both byte orders. Compilers give a bitfield the same bit
//! offset in both orders, but in big-endian code they count the bits of a byte from the most significant bit.

use std::collections::BTreeSet;

use btf::{Btf, TypeId};
use layout::{LayoutRow, Options, layout};

/// Whether each member of the type, and of the types that it contains, lies in the same bits of memory in both byte
/// orders. The order of the bytes within an int does not count. False for types other than structs and unions, and if
/// one of the types has no layout.
pub(crate) fn is_same(btf: &Btf, id: TypeId) -> bool {
    if !btf.resolved(id).is_some_and(|t| t.kind().is_composite()) {
        return false;
    }
    let mut seen = BTreeSet::new();
    let mut left = vec![id];
    while let Some(id) = left.pop() {
        let id = btf.resolve(id);
        let Some(t) = btf.get(id).filter(|_| seen.insert(id)) else { continue };
        if let Some(array) = t.array() {
            left.push(array.element);
        }
        if !t.kind().is_composite() {
            continue;
        }
        let Ok(layout) = layout(btf, id, &Options::default()) else { return false };
        for row in &layout.rows {
            let LayoutRow::Member(m) = row else { continue };
            if m.bitfield.is_some() && !covers_the_same(m.offset, m.bits) {
                return false;
            }
            left.push(m.type_id);
        }
    }
    true
}

/// Whether these bits have the same places in their bytes, counted from either end.
fn covers_the_same(offset: u64, bits: u64) -> bool {
    let (first, end) = (offset % 8, offset.saturating_add(bits));
    match first + bits <= 8 {
        true => first + first + bits == 8,
        false => first == 0 && end.is_multiple_of(8),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use scratch::{Bits, Target, compile};

    fn same(source: &str) -> bool {
        let blob = |endian| compile(source, Target { bits: Bits::B64, endian }).blob.expect("it compiles");
        let [little, big] = [btf::Endian::Little, btf::Endian::Big].map(|endian| {
            let btf = Btf::parse(blob(endian), None).expect("BTF");
            let id = btf.types().find(|t| t.name() == "s").expect("struct s").id();
            is_same(&btf, id)
        });
        assert_eq!(little, big, "{source}");
        little
    }

    #[test]
    fn only_bitfields_differ() {
        for source in [
            "struct s { int a; char b; long c; };",
            "struct s { unsigned int a : 8, b : 24; };",
            // The middle of a byte is its middle from both ends.
            "struct s { unsigned char : 2, a : 4; };",
            "struct s { struct { unsigned int a : 16; } in[2]; struct s *next; };",
        ] {
            assert!(same(source), "{source}");
        }
        for source in [
            "struct s { unsigned char a : 4, b : 4; };",
            "struct s { unsigned int a : 4, b : 28; };",
            "struct s { unsigned int a : 12; };",
            "struct flags { unsigned char a : 1; };\nstruct s { int first; struct flags in[2]; };",
        ] {
            assert!(!same(source), "{source}");
        }
    }
}
