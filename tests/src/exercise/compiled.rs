//! Compiles any text as C declarations.

use btf::{Btf, Endian};
use scratch::{Bits, Target, compile};

/// Compiles `source` for two targets. Checks that the result is valid BTF or has an error, and that marks and declared
/// types have places inside the source.
///
/// # Panics
/// When one of these does not hold.
pub fn compiled(source: &str) {
    for (bits, endian) in [(Bits::B64, Endian::Little), (Bits::B32, Endian::Big)] {
        let compiled = compile(source, Target { bits, endian });
        for m in &compiled.marks {
            let (start, end) = (m.range.start as usize, m.range.end as usize);
            assert!(start <= end && source.get(start..end).is_some(), "{m:?}\n{source}");
            assert_eq!(m.line as usize, source[..start].matches('\n').count() + 1, "{m:?}\n{source}");
        }
        assert!(compiled.marks.is_sorted_by_key(|m| m.range.start));
        let Some(blob) = compiled.blob else {
            assert!(compiled.marks.iter().any(|m| m.severity == scratch::Severity::Error));
            continue;
        };
        let btf = Btf::parse(blob, None).unwrap_or_else(|e| panic!("{e}\n{source}"));
        assert_eq!(btf.diagnostics(), [], "{source}");
        for p in &compiled.declared {
            assert!(btf.get(p.id).is_some(), "{p:?}\n{source}");
            assert!(source.get(p.range.start as usize..p.range.end as usize).is_some(), "{p:?}\n{source}");
        }
    }
}
