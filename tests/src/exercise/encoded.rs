//! Converts any bytes as a file with debug information.

use std::ops::ControlFlow;
use std::sync::Arc;

use btf::{Btf, ErrorKind as K, Kind};
use dwarf::{Converted, Input, Options, convert};

/// Converts a file, with other files beside it and on a base. Checks that the result is valid BTF, and that the report
/// agrees with it.
///
/// # Panics
/// When one of these does not hold.
pub fn encoded(file: &[u8], beside: &[&[u8]], base: Option<Arc<Btf>>) -> Option<Converted> {
    let mut main = file;
    let mut others = beside.to_vec();
    let inputs = others.iter_mut().map(|source| Input { name: "beside", source });
    let options = Options { base: base.clone() };
    let file = Input { name: "file", source: &mut main };
    let made = match convert(file, inputs.collect(), &options, &mut |_| ControlFlow::Continue(())) {
        Ok(made) => made,
        Err(e) => {
            assert!(!e.to_string().is_empty());
            return None;
        }
    };
    let btf = Btf::parse(made.blob.clone(), base).unwrap_or_else(|e| panic!("{e}"));
    // The debug information itself may have these faults, and the conversion keeps them: bad names, members outside of
    // their struct, variables outside of their section, bad sizes of enums. `More` counts the errors that are not
    // listed.
    let unexpected = |e: &&btf::Error| {
        !matches!(
            e.kind,
            K::LongString { .. }
                | K::NotUtf8
                | K::MemberOutside { .. }
                | K::VariableOutside { .. }
                | K::BadSize(_)
                | K::More { .. }
        )
    };
    assert_eq!(btf.diagnostics().iter().filter(unexpected).collect::<Vec<_>>(), Vec::<&btf::Error>::new());
    assert_eq!(btf.own_type_count(), made.report.types);
    assert!(made.tags.is_sorted_by_key(|tag| tag.id.0));
    for tag in &made.tags {
        let kind = btf.get(tag.id).map(|t| t.kind());
        assert!(matches!(kind, Some(Kind::DeclTag | Kind::TypeTag)), "{tag:?} is {kind:?}");
    }
    for counted in [&made.report.functions, &made.report.variables, &made.report.diagnostics].into_iter().flatten() {
        assert!(counted.count > 0 && counted.places.len() as u64 <= counted.count, "{counted:?}");
    }
    Some(made)
}
