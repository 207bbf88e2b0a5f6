//! `__attribute__((...))`.

use super::{Fault, In, Parsed, eat, expr, found, here, need, next, peek, skip_group, text};
use crate::syntax::{Attr, AttrKind};
use crate::token::TokenKind;

/// Attributes that would change the blob and that are not supported.
const CHANGES: [&str; 3] = ["ms_struct", "scalar_storage_order", "transparent_union"];

/// Attributes that do not affect types.
const SILENT: [&str; 31] = [
    "preserve_access_index",
    "unused",
    "used",
    "maybe_unused",
    "always_inline",
    "noinline",
    "noreturn",
    "deprecated",
    "format",
    "nonnull",
    "weak",
    "visibility",
    "pure",
    "const",
    "malloc",
    "warn_unused_result",
    "cold",
    "hot",
    "may_alias",
    "designated_init",
    "randomize_layout",
    "no_randomize_layout",
    "gcc_struct",
    "alloc_size",
    "alias",
    "externally_visible",
    "error",
    "warning",
    "counted_by",
    "noderef",
    // An attribute of the type that a pointer leads to: in clang for BPF it changes neither the size nor the BTF.
    "address_space",
];

/// Reads the attributes that come next, if there are any, and appends them to `into`. Skips `__extension__` and the
/// assembler's name of a symbol.
pub(super) fn attrs<'s>(i: &mut In<'_, 's>, into: &mut Vec<Attr<'s>>) -> Parsed<()> {
    while let Some(t) = peek(i) {
        let start = t.start;
        if t.is("[") && super::peek_second(i).is_some_and(|t| t.is("[")) {
            let message = "attributes in `[[ ]]` are not taken here: write __attribute__((...))".to_owned();
            return Err(Fault { at: t.range(), message });
        }
        match t.text {
            "__attribute__" | "__attribute" if t.kind == TokenKind::Word => {
                next(i)?;
                need(i, "(", "__attribute__ has two of them")?;
                need(i, "(", "__attribute__ has two of them")?;
                into.extend(one(i)?);
                while eat(i, ",") {
                    into.extend(one(i)?);
                }
                need(i, ")", "at the end of __attribute__")?;
                need(i, ")", "at the end of __attribute__")?;
            }
            "_Alignas" | "alignas" if t.kind == TokenKind::Word => {
                next(i)?;
                need(i, "(", "after _Alignas")?;
                let value = match expr::type_name_next(i) {
                    true => expr::align_of_type(i)?,
                    false => expr::expr(i)?,
                };
                need(i, ")", "at the end of _Alignas")?;
                into.push(Attr { kind: AttrKind::Aligned(Some(value)), range: super::since(i, start) });
            }
            "__extension__" | "__asm__" | "asm" | "__asm" if t.kind == TokenKind::Word => {
                next(i)?;
                if peek(i).is_some_and(|t| t.is("(")) {
                    skip_group(i);
                }
            }
            _ => return Ok(()),
        }
    }
    Ok(())
}

/// One attribute of a list. `None` for an empty place in the list, and for an attribute that is not known or does not
/// affect types.
fn one<'s>(i: &mut In<'_, 's>) -> Parsed<Option<Attr<'s>>> {
    let Some(t) = peek(i).filter(|t| t.kind == TokenKind::Word) else {
        // An empty place in the list is allowed.
        return match peek(i).is_some_and(|t| t.is(")") || t.is(",")) {
            true => Ok(None),
            false => Err(Fault { at: here(i), message: format!("{} where an attribute belongs", found(i)) }),
        };
    };
    next(i)?;
    let start = t.start;
    // `__packed__` means `packed`: GNU C has both so that a macro named `packed` does no harm.
    let name = t.text.strip_prefix("__").and_then(|n| n.strip_suffix("__")).unwrap_or(t.text);
    let kind = match name {
        "packed" => AttrKind::Packed,
        "aligned" => match eat(i, "(") {
            false => AttrKind::Aligned(None),
            true => {
                let value = expr::expr(i)?;
                need(i, ")", "after the alignment")?;
                AttrKind::Aligned(Some(value))
            }
        },
        "vector_size" => {
            need(i, "(", "this attribute takes a size")?;
            let value = expr::expr(i)?;
            need(i, ")", "after the size")?;
            AttrKind::Vector(value)
        }
        "mode" => {
            need(i, "(", "this attribute takes a word")?;
            let word = super::name(i)?;
            need(i, ")", "after the word")?;
            let bytes = match word.text.trim_matches('_') {
                "QI" | "byte" => Some(1),
                "HI" => Some(2),
                "SI" => Some(4),
                "DI" => Some(8),
                "word" | "pointer" => None,
                _ => {
                    return Err(Fault {
                        at: word.range,
                        message: format!("the mode `{}` is not known here", word.text),
                    });
                }
            };
            AttrKind::Mode(bytes)
        }
        "btf_type_tag" | "btf_decl_tag" | "section" => {
            need(i, "(", "this attribute takes a string")?;
            let says = text(i)?;
            need(i, ")", "after the string")?;
            match name {
                "btf_type_tag" => AttrKind::TypeTag(says),
                "btf_decl_tag" => AttrKind::DeclTag(says),
                _ => AttrKind::Section(says),
            }
        }
        _ if CHANGES.contains(&name) => {
            return Err(Fault { at: t.range(), message: format!("the attribute `{name}` is not supported") });
        }
        _ => {
            if !SILENT.contains(&name) {
                i.state.marks.note(t.range(), format!("the attribute `{name}` is left out"));
            }
            if peek(i).is_some_and(|t| t.is("(")) {
                skip_group(i);
            }
            return Ok(None);
        }
    };
    Ok(Some(Attr { kind, range: super::since(i, start) }))
}

/// Skips attributes at a place where they cannot affect types.
pub(super) fn skip<'s>(i: &mut In<'_, 's>) -> Parsed<()> {
    let mut ignored: Vec<Attr<'s>> = Vec::new();
    attrs(i, &mut ignored)?;
    for attr in ignored {
        i.state.marks.note(attr.range, "this attribute has no effect here");
    }
    Ok(())
}
