//! Code that tests whether a kernel has a type, and code that gives the value of an enumerator.

use std::collections::{BTreeMap, BTreeSet};

use atlas::{Atlas, AtlasKernel, Partial, Ranges};
use btf::Kind;
use text::grouped;

use crate::form::all_in_c;
use crate::kernels::Asked;
use crate::{Code, Failed};

/// Code that gives the value of an enumerator on the kernels of an atlas that `keep` takes.
///
/// # Errors
/// When no kernel has the enum or the enumerator, a name is not one of C, or the atlas is damaged or not at hand.
pub fn value<R: Ranges>(
    atlas: &Atlas<R>,
    of: &str,
    name: &str,
    keep: &dyn Fn(&AtlasKernel) -> bool,
) -> Result<Code, Failed> {
    all_in_c([of, name])?;
    let asked = Asked::of(atlas, keep);
    let mut partial = Partial::new(atlas);
    partial.want(of.as_bytes(), Some(Kind::Enum), 0)?;
    partial.want(of.as_bytes(), Some(Kind::Enum64), 0)?;
    let mut values: BTreeMap<i128, Vec<u32>> = BTreeMap::new();
    let mut any = false;
    for &k in &asked.chosen {
        let btf = partial.take(k)?.btf;
        let enums = btf.types().filter(|t| t.kind().is_any_enum() && t.name() == of);
        for t in enums {
            any = true;
            if let Some(found) = t.enumerators().find(|e| e.name() == name) {
                values.entry(found.value()).or_default().push(k);
                break;
            }
        }
    }
    if values.is_empty() {
        return Err(if any { Failed::NoField } else { Failed::NoType });
    }
    let has: BTreeSet<u32> = values.values().flatten().copied().collect();
    let without: Vec<u32> = asked.chosen.iter().copied().filter(|k| !has.contains(k)).collect();
    let (not_known, guard) = (format!("{}_NOT_KNOWN", name.to_ascii_uppercase()), !without.is_empty());
    let typed = format!("enum {of}___any");
    let mut functions = String::new();
    if guard {
        functions += &format!("#define {not_known} (-0x7fffffffffffffffLL - 1)\n\n");
    }
    functions += &format!("static __always_inline __s64\nvalue_of_{name}(void)\n{{\n");
    let read = format!("return bpf_core_enum_value({typed}, {name}___any);\n");
    match guard {
        true => {
            functions +=
                &format!("\tif (bpf_core_enum_value_exists({typed}, {name}___any))\n\t\t{read}\treturn {not_known};\n");
        }
        false => functions += &format!("\t{read}"),
    }
    functions += "}\n";
    let mut code = Code {
        title: format!("{of}.{name}"),
        types: format!("{typed} {{\n\t{name}___any\t/* the loader writes the kernel's value */\n}};\n\n"),
        functions,
        includes: crate::INCLUDES.to_owned(),
        nothing: asked.nothing("It is not there", &without),
        forms: values.len() as u32,
        kernels: asked.chosen.len() as u32,
        big_endian: asked.big_endian(),
        ..Code::default()
    };
    let each = values.iter().map(|(value, kernels)| format!("{value} on {}", asked.words(kernels)));
    let first = format!("{}: {}.", code.title, each.collect::<Vec<_>>().join("; "));
    code.comment = crate::comment(std::iter::once(first.as_str()).chain(code.said()));
    Ok(code)
}

/// Code that tests whether a kernel has a type.
///
/// # Errors
/// When no kernel has it, its name is not one of C, or the atlas is damaged or not at hand.
pub fn type_there<R: Ranges>(
    atlas: &Atlas<R>,
    kind: Option<Kind>,
    name: &str,
    keep: &dyn Fn(&AtlasKernel) -> bool,
) -> Result<Code, Failed> {
    all_in_c([name])?;
    let asked = Asked::of(atlas, keep);
    let forms = atlas.forms_of(name.as_bytes(), kind)?;
    let with = |wanted: Kind| -> BTreeSet<u32> {
        let of = forms.iter().filter(|form| form.kind == wanted).flat_map(|form| form.kernels.iter());
        of.filter(|k| asked.chosen.binary_search(k).is_ok()).collect()
    };
    let kinds = [Kind::Struct, Kind::Union, Kind::Enum, Kind::Enum64, Kind::Typedef];
    let found = kinds.into_iter().map(|kind| (kind, with(kind))).max_by_key(|(_, with)| with.len());
    let Some((kind, has)) = found.filter(|(_, has)| !has.is_empty()) else { return Err(Failed::NoType) };
    let without: Vec<u32> = asked.chosen.iter().copied().filter(|k| !has.contains(k)).collect();
    let has: Vec<u32> = has.into_iter().collect();
    // CO-RE compares only name and kind (libbpf `bpf_core_types_are_compat`).
    let (declared, named, title) = match kind {
        Kind::Enum | Kind::Enum64 => {
            let named = format!("enum {name}___any");
            (format!("{named} {{ {name}___any_value }};\n\n"), named, format!("enum {name}"))
        }
        Kind::Typedef => (format!("typedef int {name}___any;\n\n"), format!("{name}___any"), name.to_owned()),
        kind => {
            let word = if kind == Kind::Union { "union" } else { "struct" };
            let named = format!("{word} {name}___any");
            (format!("{named} {{}};\n\n"), named, format!("{word} {name}"))
        }
    };
    let mut code = Code {
        title,
        types: declared,
        functions: format!(
            "static __always_inline bool\nhas_{name}(void)\n{{\n\treturn bpf_core_type_exists({named});\n}}\n"
        ),
        includes: crate::INCLUDES.to_owned(),
        nothing: asked.nothing("It is not there", &without),
        forms: 1,
        kernels: asked.chosen.len() as u32,
        big_endian: asked.big_endian(),
        ..Code::default()
    };
    let first = match without.is_empty() {
        true => format!("{}: on all {} kernels.", code.title, grouped(u64::from(code.kernels))),
        false => format!("{}: on {}.", code.title, asked.words(&has)),
    };
    code.comment = crate::comment(std::iter::once(first.as_str()).chain(code.said()));
    Ok(code)
}
