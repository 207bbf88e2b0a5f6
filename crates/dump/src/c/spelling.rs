//! Names in C: those that are not identifiers are respelled.

use std::borrow::Cow;

use btf::Kind::*;
use btf::{Btf, Type, TypeId, unescaped};

/// C's reserved words (C11 6.4.1) that begin with a letter. `bool` and the like are macros or typedefs, which a
/// kernel's BTF has as names.
const RESERVED: [&str; 34] = [
    "auto", "break", "case", "char", "const", "continue", "default", "do", "double", "else", "enum", "extern", "float",
    "for", "goto", "if", "inline", "int", "long", "register", "restrict", "return", "short", "signed", "sizeof",
    "static", "struct", "switch", "typedef", "union", "unsigned", "void", "volatile", "while",
];

/// Whether a text is letters, digits and underscores, and does not begin with a digit.
fn is_word(name: &str) -> bool {
    !name.starts_with(|c: char| c.is_ascii_digit()) && name.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'_')
}

fn is_reserved(name: &str) -> bool {
    // A name longer than the longest reserved words needs no search.
    name.len() <= 8 && RESERVED.contains(&name)
}

/// A name as an identifier of C: itself, or respelled. Each byte that is not allowed becomes its number in hexadecimal
/// (`_x3c_` for `<`). A `_` is put before a leading digit and behind a reserved word. Different names get different
/// spellings, unless one of them looks like a respelled name already.
pub(crate) fn identifier(name: &str) -> Cow<'_, str> {
    if is_word(name) && !is_reserved(name) {
        return Cow::Borrowed(name);
    }
    let mut spelled = String::with_capacity(name.len() + 8);
    for &b in unescaped(name).iter() {
        match b {
            b'_' | b'0'..=b'9' | b'a'..=b'z' | b'A'..=b'Z' => {
                if spelled.is_empty() && b.is_ascii_digit() {
                    spelled.push('_');
                }
                spelled.push(b as char);
            }
            _ => spelled.push_str(&format!("_x{b:02x}_")),
        }
    }
    if is_reserved(&spelled) {
        spelled.push('_');
    }
    Cow::Owned(spelled)
}

/// The name of a type that the compiler has built in: words with blanks between them (`long unsigned int`), or an
/// identifier.
pub(crate) fn built_in(name: &str) -> Cow<'_, str> {
    let is_fine = |word: &str| !word.is_empty() && is_word(word);
    if name.is_empty() || name.split(' ').all(is_fine) { Cow::Borrowed(name) } else { identifier(name) }
}

/// The text of a tag as the inside of a string literal.
pub(crate) fn in_quotes(text: &str) -> Cow<'_, str> {
    if !text.contains(['"', '\\']) {
        return Cow::Borrowed(text);
    }
    let mut quoted = String::with_capacity(text.len() + 8);
    for &b in unescaped(text).iter() {
        match b {
            b'"' | b'\\' => quoted.extend(['\\', b as char]),
            b' '..=b'~' => quoted.push(b as char),
            // An octal escape ends after three digits; a hexadecimal one takes all digits that follow.
            _ => quoted.push_str(&format!("\\{b:03o}")),
        }
    }
    Cow::Owned(quoted)
}

/// The text of a tag that is a whole list of attributes: words, with arguments in parentheses.
pub(crate) fn whole_attribute(text: &str) -> Cow<'_, str> {
    let is_plain = |b: u8| b.is_ascii_alphanumeric() || b"_ ,.+-*()\"".contains(&b);
    // The nesting depth of parentheses. A text that closes more than it opens would end the attribute around it.
    let depth = text.bytes().try_fold(0u32, |depth, b| match b {
        b'(' => depth.checked_add(1),
        b')' => depth.checked_sub(1),
        _ => Some(depth),
    });
    let quotes = text.bytes().filter(|&b| b == b'"').count();
    let fits = text.bytes().all(is_plain) && depth == Some(0) && quotes % 2 == 0;
    if fits { Cow::Borrowed(text) } else { identifier(text) }
}

/// A name as it may stand in a C comment: without the characters that would end the comment.
pub(crate) fn in_comment(name: &str) -> Cow<'_, str> {
    if name.contains("*/") { Cow::Owned(name.replace("*/", "*\\x2f")) } else { Cow::Borrowed(name) }
}

/// Names of a BTF that are not identifiers of C.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct UnfitNames {
    /// How many types, members, enumerators and parameters have such a name.
    pub count: u64,
    /// The first type that has such a name, or an item with such a name.
    pub first: Option<TypeId>,
}

/// Counts the names of this blob's own types that C must spell otherwise: those of structs, unions, enums, typedefs,
/// forward declarations and built-in types, and of members, enumerators and parameters. Functions, variables and
/// sections are not counted: compilers give them names such as `f.isra.0` and `.rodata`, and a whole file of C declares
/// none of them but kfuncs.
pub fn unfit_names(btf: &Btf) -> UnfitNames {
    let mut unfit = UnfitNames::default();
    for t in btf.types() {
        let items = unfit_items(&t);
        let own = match t.kind() {
            Struct | Union | Enum | Enum64 | Typedef | Fwd => is_changed(identifier(t.name())),
            Int | Float => is_changed(built_in(t.name())),
            Ptr | Array | Volatile | Const | Restrict | Func | FuncProto | Var | DataSec | DeclTag | TypeTag
            | LocParam | LocProto | LocSec | Unknown(_) => false,
        };
        let count = items.saturating_add(own.into());
        unfit.count = unfit.count.saturating_add(count);
        unfit.first = unfit.first.or((count > 0).then(|| t.id()));
    }
    unfit
}

fn unfit_items(t: &Type<'_>) -> u64 {
    let unfit = |name: &str| is_changed(identifier(name));
    (match t.kind() {
        Struct | Union => t.members().filter(|m| unfit(m.name())).count(),
        Enum | Enum64 => t.enumerators().filter(|e| unfit(e.name())).count(),
        FuncProto => t.params().filter(|p| unfit(p.name())).count(),
        Int | Ptr | Array | Fwd | Typedef | Volatile | Const | Restrict | Func | Var | DataSec | Float | DeclTag
        | TypeTag | LocParam | LocProto | LocSec | Unknown(_) => 0,
    }) as u64
}

fn is_changed(spelled: Cow<'_, str>) -> bool {
    matches!(spelled, Cow::Owned(_))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn other_names_are_spelled_as_identifiers() {
        for (name, spelled) in [
            ("task_struct", "task_struct"),
            ("", ""),
            ("Option<u32>", "Option_x3c_u32_x3e_"),
            ("a\\x0ab", "a_x0a_b"),
            ("bad\\xff", "bad_xff_"),
            ("na\u{ef}ve", "na_xc3__xaf_ve"),
            ("9p", "_9p"),
            ("int", "int_"),
            ("bool", "bool"),
            ("a b", "a_x20_b"),
        ] {
            assert_eq!(identifier(name), spelled);
        }
        assert_eq!(built_in("long unsigned int"), "long unsigned int");
        assert_eq!(built_in("int"), "int");
        assert_eq!(built_in("int; evil"), "int_x3b__x20_evil");
        assert_eq!(built_in("a  b"), "a_x20__x20_b");
    }

    #[test]
    fn a_tag_stays_between_its_quotes() {
        for (text, quoted) in [("user", "user"), ("a\")))", "a\\\")))"), ("a\\x0a1", "a\\0121"), ("a\\n", "a\\\\n")] {
            assert_eq!(in_quotes(text), quoted);
        }
        for (text, attribute) in [
            ("preserve_access_index", "preserve_access_index"),
            ("deprecated, aligned(8)", "deprecated, aligned(8)"),
            ("section(\".ksyms\")", "section(\".ksyms\")"),
            ("a)) evil((", "a_x29__x29__x20_evil_x28__x28_"),
        ] {
            assert_eq!(whole_attribute(text), attribute);
        }
        assert_eq!(in_comment("a*/b"), "a*\\x2fb");
    }
}
