//! The words of a query: each is one condition, and all must hold.

use btf::Kind;
use names::Needle;

use crate::glob::Pattern;
use crate::kinds::{KindSet, kind_meant, kinds_called};
use crate::number::Span;
use crate::regex::Regex;

/// One condition.
#[derive(Clone, Debug)]
pub(crate) enum Word {
    /// The name contains this text.
    Text(Needle),
    /// The name matches this regex.
    Regex(Regex),
    /// `kind:struct,union`.
    Kind(KindSet),
    /// `size:>4096`, in bytes.
    Size(Span),
    /// `holes:>0`.
    Holes(Span),
    /// `id:123`, `#123`.
    Id(Span),
    /// `flexible:yes` or `flexible:no`: whether the struct ends in a flexible array.
    Flexible(bool),
    /// Finds nothing. Stands for an invalid regex: without it, too much would be found.
    Nothing,
    /// The type has a part with a matching name. The relation says which part: a member, an enumerator, ..
    Has(Relation, Pattern),
}

/// The kind of thing that `member:`, `value:`, `type:` or `tag:` asks for by its name.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Relation {
    /// A member.
    Member,
    /// An enumerator.
    Value,
    /// The type of a member, parameter, return value, element or variable; pointers, arrays and qualifiers before
    /// that type do not matter.
    Type,
    /// A declaration tag on the type or on a part of it, or a type tag in the type of a part or in the type that it
    /// refers to.
    Tag,
}

/// Parses a word with a key. None if there is no such key: then the word is plain text. The error is a message about
/// the value.
pub(crate) fn keyed(key: &str, value: &str) -> Option<Result<Word, String>> {
    let key = key.to_ascii_lowercase();
    let has = |relation, example: &str| match value {
        "" => Err(format!("{key}: takes a name, such as {key}:{example}, or a pattern, such as {key}:*{example}*")),
        value => Ok(Word::Has(relation, Pattern::parse(value))),
    };
    let span = |word: fn(Span) -> Word, what: &str| match Span::parse(value) {
        Some(span) => Ok(word(span)),
        None => Err(format!("{key}: takes {what}: {key}:64, {key}:>64, {key}:<=64 or {key}:16..32")),
    };
    Some(match &key[..] {
        "kind" => kinds(value).map(Word::Kind),
        "size" => span(Word::Size, "bytes"),
        "holes" => span(Word::Holes, "a number"),
        "id" => span(Word::Id, "type ids"),
        "member" => has(Relation::Member, "pid"),
        "value" => has(Relation::Value, "TASK_DEAD"),
        "type" => has(Relation::Type, "list_head"),
        "tag" => has(Relation::Tag, "rcu"),
        "flexible" => match value {
            "" | "yes" => Ok(Word::Flexible(true)),
            "no" => Ok(Word::Flexible(false)),
            _ => Err("flexible: takes yes or no: structs that end in a flexible array, or all others".to_string()),
        },
        _ => return None,
    })
}

/// Examples of words with their meanings, for the help; each is a query.
pub const WORDS: &[(&str, &str)] = &[
    ("skb", "names that contain skb; a capital letter makes the search case-sensitive"),
    ("/^tcp_.*sk$/", "names that match a regular expression"),
    ("kind:struct", "types of this kind: struct, union, enum, typedef, func, var, …"),
    ("size:>4096", "types by size in bytes; also size:64, size:<=8, size:16..32"),
    ("member:pid", "types with a member of this name; member:*pid* for names that contain pid"),
    ("type:list_head", "types with a member, parameter or element of that type"),
    ("value:TASK_DEAD", "enums with an enumerator of this name"),
    ("flexible:", "structs that end in a flexible array; flexible:no all others"),
    ("tag:rcu", "types with this declaration or type tag"),
    ("holes:>0", "structs by their number of holes"),
    ("#123", "the type with this id"),
];

/// The keys of words, for messages.
const KEYS: &str = "kind:, size:, holes:, member:, value:, type:, tag:, flexible:, id:";

/// The problem of a word whose key is unknown; none for names with a colon, such as `std::string` and
/// `contains:node:rb`.
pub(crate) fn unknown(text: &str) -> Option<String> {
    let (key, value) = text.split_once(':')?;
    let is_key = key.len() > 1 && key.bytes().all(|b| b.is_ascii_alphabetic());
    (is_key && !value.contains(':') && key != "contains")
        .then(|| format!("there is no word “{key}:”, so it is taken for a name. Words are {KEYS}"))
}

fn kinds(list: &str) -> Result<KindSet, String> {
    let mut set = KindSet::default();
    for name in list.split(',').filter(|name| !name.is_empty()) {
        match kinds_called(name) {
            Some(more) => set = set.union(more),
            None => {
                let meant = kind_meant(name).map_or(String::new(), |word| format!("did you mean {word}? "));
                return Err(format!(
                    "kind: does not know “{name}”: {meant}It knows struct, union, enum, typedef, func, var, int, …"
                ));
            }
        }
    }
    if set == KindSet::default() {
        return Err("kind: takes a kind or several: kind:struct, kind:struct,union".to_string());
    }
    Ok(set)
}

/// `#123`.
pub(crate) fn hash_id(text: &str) -> Option<Word> {
    let id = text.strip_prefix('#').filter(|id| id.bytes().all(|b| b.is_ascii_digit()))?;
    Span::parse(id).map(Word::Id)
}

/// The kinds that a keyword of C before a name asks for: `struct sk_buff`. For `struct` and for `union`, also all
/// forward declarations.
pub(crate) fn keyword(text: &str) -> Option<KindSet> {
    match text {
        "struct" => Some(KindSet::of(&[Kind::Struct, Kind::Fwd])),
        "union" => Some(KindSet::of(&[Kind::Union, Kind::Fwd])),
        "enum" => Some(KindSet::of(&[Kind::Enum, Kind::Enum64])),
        _ => None,
    }
}
