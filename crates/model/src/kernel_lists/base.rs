//! The table of a distilled base: for each of its types the counterpart in a kernel.

use btf::{Btf, Kind};
use relate::{RelocateError, Relocated, relocate_base};

use super::Table;

/// The table, and the result that it shows.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BaseTable {
    /// The table.
    pub table: Table,
    /// The result of relocating the module's BTF onto the kernel's types; none without a kernel.
    pub relocated: Option<Relocated>,
}

/// For each type in the distilled base of `split`, its counterpart in the kernel, as libbpf's `btf__relocate` finds
/// it.
///
/// # Errors
/// `split` has no base, or the kernel has the other byte order.
pub fn base_table(split: &Btf, kernel: Option<(&str, &Btf)>) -> Result<BaseTable, RelocateError> {
    let base = split.base().ok_or(RelocateError::NotSplit)?;
    let columns = [
        ("id", "id", true),
        ("kind", "kind", false),
        ("name", "distilled type", false),
        ("size", "size", true),
        ("held", "held", false),
        ("real_id", "its id", true),
        ("real", "in the kernel", false),
        ("problem", "problem", false),
    ];
    let mut table = Table::new("Distilled base", &columns, if kernel.is_some() { 6 } else { 2 });
    table.of_kernel = kernel.is_some();
    table.about.push(
        "The module was built out of tree: .BTF.base keeps the types of its kernel that it needs, and structs there have no members."
            .to_owned(),
    );
    let relocated = kernel.map(|(_, kernel)| relocate_base(split, kernel)).transpose()?;
    let mut failed = 0u32;
    for (i, t) in base.all_types().enumerate() {
        let mapping = relocated.as_ref().and_then(|r| r.table.get(i));
        let held = if mapping.is_some_and(|m| m.embedded) { "by value" } else { "" };
        let (real_id, real, problem) = match (mapping.map(|m| &m.real), kernel) {
            (Some(Ok(id)), Some((_, kernel))) => (id.0.to_string(), dump::type_name(kernel, *id), String::new()),
            (Some(Err(why)), _) => (String::new(), String::new(), why.to_string()),
            _ => Default::default(),
        };
        let size = if t.kind() == Kind::Fwd { String::new() } else { t.size_or_type().to_string() };
        let cells = vec![
            t.id().0.to_string(),
            crate::words::kind_word(&t).to_owned(),
            t.name().to_owned(),
            size,
            held.to_owned(),
            real_id,
            real,
            problem,
        ];
        let go = mapping.map_or(Some(t.id()), |m| m.real.as_ref().ok().copied());
        let warn = mapping.is_some_and(|m| m.real.is_err());
        failed += u32::from(warn);
        table.push(cells, go, warn);
    }
    if let (Some((name, _)), Some(relocated)) = (kernel, &relocated) {
        table.about.push(verdict(name, failed, relocated));
        table.fits = relocated.blob.is_some();
    }
    Ok(BaseTable { table, relocated })
}

/// The result, in a sentence.
fn verdict(kernel: &str, failed: u32, relocated: &Relocated) -> String {
    let all = relocated.table.len();
    match (failed, relocated.names.len()) {
        (0, 0) => {
            format!("All {all} types have their counterpart in {kernel}: the module's BTF can be relocated onto it.")
        }
        (0, names) => format!("{names} names that the module takes from its base belong to no type of {kernel}."),
        (failed, _) => {
            let have = if failed == 1 { "has" } else { "have" };
            format!("{failed} of {all} types {have} no counterpart in {kernel}: such a kernel would refuse the module.")
        }
    }
}
