//! How a lesson names types and members, and how to find them in a file.

use btf::{Btf, Kind, Type, TypeId};

use model::focus::BlobId;
use model::path::{self, Path};
use model::words::{kind_name, kind_word};

/// A type named by a lesson.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum TypeRef {
    /// `#12`: by its id.
    Id(u32),
    /// `struct task`: by kind and name.
    Named(&'static str, String),
    /// `type at struct task.mm`: the member's type, before qualifiers and typedefs are resolved.
    At(Box<MemberRef>),
    /// `target of typedef pid_t`: the type that the typedef refers to.
    Target(Box<TypeRef>),
}

/// A type, and a member path in it; the empty path is the type itself.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct MemberRef {
    pub of: TypeRef,
    pub path: String,
}

/// The words for kinds with names, as in headings; kinds of two words come first.
fn words() -> impl Iterator<Item = &'static str> {
    const TWO: [Kind; 3] = [Kind::DeclTag, Kind::TypeTag, Kind::Unknown(0)];
    const ONE: [Kind; 9] = [
        Kind::Struct,
        Kind::Union,
        Kind::Enum,
        Kind::Int,
        Kind::Typedef,
        Kind::Func,
        Kind::Var,
        Kind::DataSec,
        Kind::Float,
    ];
    ["forward struct", "forward union"].into_iter().chain(TWO.into_iter().chain(ONE).map(kind_name))
}

/// The most levels of nested `target of …` and `type at …`.
const MAX_DEPTH: u32 = 16;

impl MemberRef {
    /// Parses `struct task.mm.pgd`.
    pub(crate) fn parse(text: &str) -> Result<MemberRef, String> {
        MemberRef::read(text.trim(), 0)
    }

    fn read(text: &str, depth: u32) -> Result<MemberRef, String> {
        if depth > MAX_DEPTH {
            return Err("that is nested too deeply".into());
        }
        if let Some(rest) = text.strip_prefix("target of ") {
            let inner = TypeRef::read(rest.trim(), depth + 1)?;
            return Ok(MemberRef { of: TypeRef::Target(Box::new(inner)), path: String::new() });
        }
        if let Some(rest) = text.strip_prefix("type at ") {
            let inner = MemberRef::read(rest.trim(), depth + 1)?;
            return Ok(MemberRef { of: TypeRef::At(Box::new(inner)), path: String::new() });
        }
        if let Some(rest) = text.strip_prefix('#') {
            let (id, path) = rest.split_once('.').unwrap_or((rest, ""));
            let id = id.parse().map_err(|_| format!("{text:?}: a # is followed by a type id"))?;
            return Ok(MemberRef { of: TypeRef::Id(id), path: path.into() });
        }
        let found = words().find_map(|w| Some((w, text.strip_prefix(w)?.strip_prefix(' ')?.trim())));
        let Some((word, name)) = found.filter(|(_, name)| !name.is_empty()) else {
            return Err(format!(
                "{text:?} names no type: write its kind and name (struct task), its id (#12), or type at struct task.mm"
            ));
        };
        // Names of sections contain dots themselves.
        let (name, path) = match word {
            "section" => (name, ""),
            _ => name.split_once('.').unwrap_or((name, "")),
        };
        Ok(MemberRef { of: TypeRef::Named(word, name.into()), path: path.into() })
    }

    /// Finds the type and the path.
    pub(crate) fn find(&self, btf: &Btf) -> Result<(TypeId, Path), String> {
        let t = self.of.find(btf)?;
        let path = path::from_names(btf, t.id(), &self.path)
            .ok_or_else(|| format!("{} has no member {:?}", label(&t), self.path))?;
        Ok((t.id(), path))
    }
}

/// The message about a type that is not there. If a flavour of the type is there, the message names the flavour: libbpf
/// ignores the end of a name from `___` on.
fn missing(btf: &Btf, word: &str, name: &str) -> String {
    let is_flavour =
        |t: &Type<'_>| kind_word(t) == word && t.name().strip_prefix(name).is_some_and(|rest| rest.starts_with("___"));
    match btf.all_types().find(is_flavour) {
        Some(flavour) => format!(
            "there is no {word} {name}, only its flavour {}; libbpf takes that for {name}, too, but the task asks for the plain name",
            flavour.name()
        ),
        None => format!("there is no {word} {name}"),
    }
}

impl TypeRef {
    /// Parses a type without a member path.
    pub(crate) fn parse(text: &str) -> Result<TypeRef, String> {
        TypeRef::read(text.trim(), 0)
    }

    fn read(text: &str, depth: u32) -> Result<TypeRef, String> {
        let read = MemberRef::read(text, depth)?;
        match read.path.as_str() {
            "" => Ok(read.of),
            _ => Err(format!("{text:?} is a member, and a type is needed here: write type at {text}")),
        }
    }

    /// Finds the type in a file.
    pub(crate) fn find<'a>(&self, btf: &'a Btf) -> Result<Type<'a>, String> {
        match self {
            TypeRef::Id(id) => btf.get(TypeId(*id)).ok_or_else(|| format!("there is no type #{id}")),
            TypeRef::Named(word, name) => btf
                .all_types()
                .find(|t| kind_word(t) == *word && t.name() == name)
                .ok_or_else(|| missing(btf, word, name)),
            TypeRef::At(member) => {
                let (id, path) = member.find(btf)?;
                path::type_at(btf, id, &path)
                    .and_then(|id| btf.get(id))
                    .ok_or_else(|| format!("{} has no type there", member.path))
            }
            TypeRef::Target(inner) => {
                let t = inner.find(btf)?;
                let next = t.type_ref().or(t.array().map(|a| a.element));
                next.and_then(|id| btf.get(id)).ok_or_else(|| match t.kind() {
                    Kind::Ptr => "a pointer to void".to_owned(),
                    _ => format!("{} leads to no other type", label(&t)),
                })
            }
        }
    }
}

/// The name of a type in messages.
pub(crate) fn label(t: &Type<'_>) -> String {
    match t.name() {
        "" => format!("{} #{}", kind_word(t), t.id()),
        // `int`, not `int int`.
        name if name == kind_word(t) => name.to_owned(),
        name => format!("{} {name}", kind_word(t)),
    }
}

/// The blob with a type's record: the file's own blob, or the blob of a base.
pub(crate) fn blob_of(btf: &Btf, id: TypeId) -> BlobId {
    let (mut at, mut n) = (btf, 0);
    while id < at.first_id() {
        let Some(base) = at.base() else { break };
        at = base;
        n += 1;
    }
    if n == 0 { BlobId::Own } else { BlobId::Base(n) }
}

/// Parses `2 of .rel.text`.
pub(crate) fn elf_place(text: &str) -> Result<(u32, String), String> {
    let found =
        text.split_once(" of ").and_then(|(n, section)| Some((n.trim().parse().ok()?, section.trim().to_owned())));
    found.ok_or_else(|| format!("{text:?}: write NUMBER of SECTION, such as 0 of .rel.text"))
}
