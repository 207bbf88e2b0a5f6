//! The expressions for answers: questions to the decoder.

use btf::{Btf, Kind, MemberIndex, TypeId};
use layout::{Layout, MemberLayout, Options};
use verdict::Version;

use crate::answer::{Asked, Expected};
use crate::fault::{Fault, OfFault};
use crate::given::Given;
use crate::near;
use crate::place::{self, Place};
use crate::refer::{MemberRef, TypeRef, elf_place, label};
use crate::refusal::OfLog;
use model::access::access;
use model::elf::ReloRow;
use model::path::{self, Path};
use model::relocations::verdict_word;
use model::words::kind_word;

/// A question to the decoder.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Expr {
    /// About a type: its id, kind, name, number of items, a figure of its layout.
    Of(OfType, TypeRef),
    /// About a member (or a type as a whole): its size, offset, bits.
    At(OfMember, MemberRef),
    /// `value hdr_len of header`: the bytes as a number.
    Value(Place),
    /// `start strings`: the offset of the place's first byte from the start of the blob.
    Start(Place),
    /// `length header`: the number of bytes.
    Length(Place),
    /// `text access_str_off of core_relo 0`: the string whose offset the place holds.
    Text(Place),
    /// `types`: the number of the file's own types.
    Types,
    /// `first id`: the id of the file's first own type.
    FirstId,
    /// `relocations`: the number of the program's CO-RE relocations.
    Relocations,
    /// `relocation 2 on new.btf`: the relocation's value on this file.
    Relocation(usize, String),
    /// `verdict 2 on new.btf`: the relocation's result on this file, in a word.
    Verdict(usize, String),
    /// `read struct flow.ports on new.btf`: the result of a program's read of the member on this file, in a word.
    Read(MemberRef, String),
    /// `fault byte`: about the first fault of the file.
    Fault(OfFault),
    /// `log cause`: about the log that the step shows.
    Log(OfLog),
    /// `elf A 2 of .rel.text`: about an ELF relocation.
    Elf(OfElf, u32, String),
    /// `info_sz 1` (true), `elem_sz 4` (false): a size of a kind in the layout section.
    KindSizes(bool, u32),
    /// `errno on 6.12`: a kernel version's verdict on the file's types.
    Judged(OfVerdict, Version),
}

/// A question on a kernel's verdict.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum OfVerdict {
    /// The error number; 0 when the kernel accepts the file.
    Errno,
    /// The last line of the log.
    Words,
    /// How many faults there are.
    Faults,
}

btf::named! {
    /// A question on a type.
    #[derive(Clone, Copy, PartialEq, Eq, Debug)]
    pub(crate) enum OfType {
        Id = "id ";
        // This comes before `Kind`, because `kind ` is a prefix of its word.
        KindNumber = "kind number ";
        Kind = "kind ";
        Vlen = "vlen ";
        Name = "name ";
        Count = "count ";
        Holes = "holes ";
        HoleBytes = "hole bytes ";
        Padding = "padding ";
        CacheLines = "cache lines ";
        Encoding = "encoding ";
        Nelems = "elements ";
    }
    const ALL;
    /// The words that such a question begins with.
    fn word;
}

btf::named! {
    /// A question on an ELF relocation.
    #[derive(Clone, Copy, PartialEq, Eq, Debug)]
    pub(crate) enum OfElf {
        Offset = "elf offset ";
        Type = "elf type ";
        Symbol = "elf symbol ";
        Value = "elf S ";
        Addend = "elf A ";
        Result = "elf result ";
    }
    const ALL;
    /// The words that such a question begins with.
    fn word;
}

btf::named! {
    /// A question on a member.
    #[derive(Clone, Copy, PartialEq, Eq, Debug)]
    pub(crate) enum OfMember {
        Size = "size ";
        Bits = "bits ";
        Offset = "offset ";
        BitOffset = "bit offset ";
        Align = "align ";
        Line = "cache line ";
        Access = "access ";
        ShiftLeft = "shift left ";
        ShiftRight = "shift right ";
        Value = "enumerator ";
    }
    const ALL;
    /// The words that such a question begins with.
    fn word;
}

impl Expr {
    /// The file of the kernel that the question is about, by the lesson's name for it; none if it is about no kernel's
    /// file.
    pub(crate) fn kernel(&self) -> Option<&str> {
        match self {
            Expr::Relocation(_, on) | Expr::Verdict(_, on) | Expr::Read(_, on) => Some(on),
            _ => None,
        }
    }

    /// The answer in words, for a condition that is not met: `24 bytes`, `at bit 8`, `22 (EINVAL)` with the kernel's
    /// last line, `poisoned` with the reason.
    pub(crate) fn shown(&self, answer: &Expected, given: &Given<'_>) -> String {
        let reason = match self {
            Expr::At(OfMember::Offset, _) | Expr::Start(_) => return format!("at byte {}", answer.text),
            Expr::At(OfMember::BitOffset, _) => return format!("at bit {}", answer.text),
            Expr::Judged(OfVerdict::Errno, version) => {
                given.judged(*version).ok().map(|verdict| String::from_utf8_lossy(verdict.last_line()).into_owned())
            }
            Expr::Read(of, on) => given.read(of, on).ok().map(|read| read.why.trim_end_matches('.').to_owned()),
            _ => None,
        };
        let reason = reason.filter(|reason| !reason.is_empty()).map(|reason| format!(": {reason}"));
        format!("{}{}", answer.shown(), reason.unwrap_or_default())
    }

    /// Parses a question.
    pub(crate) fn parse(text: &str) -> Result<Expr, String> {
        let text = text.trim();
        match text {
            "types" => return Ok(Expr::Types),
            "first id" => return Ok(Expr::FirstId),
            "relocations" => return Ok(Expr::Relocations),
            _ => {}
        }
        if let Some(what) = OfFault::ALL.into_iter().find(|what| what.word() == text) {
            return Ok(Expr::Fault(what));
        }
        if let Some(what) = OfLog::ALL.into_iter().find(|what| what.word() == text) {
            return Ok(Expr::Log(what));
        }
        if let Some(rest) = text.strip_prefix("read ") {
            let (of, on) = rest.rsplit_once(" on ").ok_or_else(|| format!("{text:?}: write read MEMBER on FILE"))?;
            return Ok(Expr::Read(MemberRef::parse(of)?, on.trim().into()));
        }
        for (word, make) in [
            ("value ", Expr::Value as fn(Place) -> Expr),
            ("start ", Expr::Start),
            ("length ", Expr::Length),
            ("text ", Expr::Text),
        ] {
            if let Some(rest) = text.strip_prefix(word) {
                return Place::parse(rest).map(make);
            }
        }
        for (word, make) in
            [("relocation ", Expr::Relocation as fn(usize, String) -> Expr), ("verdict ", Expr::Verdict)]
        {
            if let Some(rest) = text.strip_prefix(word) {
                let found = rest.split_once(" on ").and_then(|(n, on)| Some((n.trim().parse().ok()?, on.trim())));
                let (number, on) = found.ok_or_else(|| format!("{text:?}: write {word}NUMBER on FILE"))?;
                return Ok(make(number, on.into()));
            }
        }
        if let Some((rest, what)) = after(text, OfElf::ALL, OfElf::word) {
            return elf_place(rest).map(|(place, section)| Expr::Elf(what, place, section));
        }
        for (word, what) in
            [("errno on ", OfVerdict::Errno), ("words on ", OfVerdict::Words), ("faults on ", OfVerdict::Faults)]
        {
            if let Some(rest) = text.strip_prefix(word) {
                let version = rest.trim().parse().map_err(|_| format!("{rest:?} is no version of a kernel"))?;
                return Ok(Expr::Judged(what, version));
            }
        }
        for (word, once) in [("info_sz ", true), ("elem_sz ", false)] {
            if let Some(rest) = text.strip_prefix(word) {
                let kind = rest.trim().parse().map_err(|_| format!("{rest:?} is no kind's number"))?;
                return Ok(Expr::KindSizes(once, kind));
            }
        }
        if let Some((rest, what)) = after(text, OfType::ALL, OfType::word) {
            return Ok(Expr::Of(what, TypeRef::parse(rest)?));
        }
        if let Some((rest, what)) = after(text, OfMember::ALL, OfMember::word) {
            return Ok(Expr::At(what, MemberRef::parse(rest)?));
        }
        Err(format!(
            "{text:?} is no question to the decoder: docs/lessons/README.md lists them (size, offset, value, …)"
        ))
    }

    /// Answers the question.
    pub(crate) fn ask(&self, given: &Given<'_>) -> Result<Expected, String> {
        let (btf, ext) = (given.btf(), given.ext());
        let number = |n: u64| {
            i64::try_from(n).map(Expected::number).map_err(|_| "that number is too large to be asked for".to_string())
        };
        match self {
            Expr::Of(what, of) => of_type(btf, *what, of),
            Expr::At(what, of) => of_member(btf, *what, of),
            Expr::Value(at) => {
                let mark = at.find(btf, ext)?;
                let value = place::value(btf, ext, &mark).ok_or("more than 8 bytes are no number")?;
                let asked = if at.counts_bytes() { Asked::Bytes } else { Asked::Number };
                Ok(Expected { asked, text: both(value), ..number(value)? })
            }
            Expr::Start(at) => {
                let start = at.find(btf, ext)?.range.start.into();
                Ok(Expected { text: both(start), ..number(start)? })
            }
            Expr::Length(at) => Ok(Expected::bytes(at.find(btf, ext)?.range.len().into())),
            Expr::Text(at) => {
                let mark = at.find(btf, ext)?;
                let offset = place::value(btf, ext, &mark).and_then(|v| u32::try_from(v).ok());
                let text = offset.and_then(|offset| btf.string(btf::StringOffset(offset)));
                text.map(Expected::text).ok_or_else(|| "no string is there".into())
            }
            Expr::Types => number(btf.own_type_count().into()),
            Expr::FirstId => number(btf.first_id().0.into()),
            Expr::Relocations => number(given.relocations()?),
            Expr::Relocation(index, on) => number(given.relocation(*index, on)?.0),
            Expr::Verdict(index, on) => given.relocation(*index, on).map(|(_, said)| verdict(said)),
            Expr::Read(of, on) => given.read(of, on).map(|read| verdict((read.verdict, read.loads))),
            Expr::Fault(what) => Fault::of(btf)?.answer(*what),
            Expr::Log(_) => Err("only a step that shows a log can ask about it".to_owned()),
            Expr::Elf(what, place, section) => of_elf(&given.elf(section, *place)?, *what),
            Expr::KindSizes(once, kind) => {
                let entry =
                    place::layout_sizes(btf, *kind).ok_or_else(|| format!("the layout section has no kind {kind}"))?;
                Ok(Expected::bytes(if *once { entry.info_sz } else { entry.elem_sz }.into()))
            }
            Expr::Judged(what, version) => {
                let verdict = given.judged(*version)?;
                match (what, verdict.errno) {
                    (OfVerdict::Errno, Some(errno)) => {
                        let (name, errno) = (errno.name(), i64::from(errno.0));
                        let near = near::of_errno(name);
                        let expected = Expected::number(errno).or(name).or(format!("-{name}")).or(format!("-{errno}"));
                        Ok(Expected { near, ..expected })
                    }
                    (OfVerdict::Errno, None) => Ok(Expected::number(0).or("accepted")),
                    (OfVerdict::Words, _) => {
                        Ok(Expected::text(String::from_utf8_lossy(verdict.last_line()).into_owned()))
                    }
                    (OfVerdict::Faults, _) => number(verdict.faults.len() as u64),
                }
            }
        }
    }
}

/// The word of `all` that the text begins with, and the text behind it; none if there is no such word.
fn after<W: Copy, const N: usize>(text: &str, all: [W; N], word: fn(W) -> &'static str) -> Option<(&str, W)> {
    all.into_iter().find_map(|what| Some((text.strip_prefix(word(what))?, what)))
}

/// A verdict's word as an answer. For an instruction that is never reached in a program that loads, `poisoned` is
/// right, too.
fn verdict((verdict, loads): (relo::ReloVerdict, bool)) -> Expected {
    use relo::ReloVerdict::{Changed, Same, Unreached};
    let others: &[&str] = match verdict {
        Unreached if loads => &["poisoned"],
        Same | Changed if loads => &[verdict.as_str()],
        _ => &[],
    };
    let near = if loads { near::of_result(verdict) } else { Vec::new() };
    Expected { near, ..Expected::word(verdict_word(verdict, loads), others) }
}

/// A number in decimal and hexadecimal, `24 (0x18)`; below 10 only in decimal.
fn both(n: u64) -> String {
    if n < 10 { n.to_string() } else { format!("{n} ({n:#x})") }
}

fn number(n: impl Into<i64>) -> Result<Expected, String> {
    Ok(Expected::number(n.into()))
}

fn of_elf(row: &ReloRow, what: OfElf) -> Result<Expected, String> {
    let number = match what {
        OfElf::Offset => i64::try_from(row.offset).ok(),
        OfElf::Type => Some(row.type_number.into()),
        OfElf::Symbol => Some(row.symbol.into()),
        OfElf::Value => row.symbol_value.and_then(|value| i64::try_from(value).ok()),
        OfElf::Addend => row.addend,
        OfElf::Result => row.result,
    };
    number.map(Expected::number).ok_or_else(|| row.formula.clone())
}

fn layout_of(btf: &Btf, id: TypeId) -> Result<Layout, String> {
    layout::layout(btf, model::table::table_type(btf, id), &Options::default()).map_err(|e| e.to_string())
}

fn of_type(btf: &Btf, what: OfType, of: &TypeRef) -> Result<Expected, String> {
    let t = of.find(btf)?;
    let figures = || layout_of(btf, t.id()).map(|l| l.figures);
    let bytes = |n: u64| i64::try_from(n).map(Expected::bytes).map_err(|e| e.to_string());
    match what {
        OfType::Id => number(t.id().0),
        OfType::Kind => {
            let near = near::of_kind(t.kind());
            Ok(Expected { near, ..Expected::word(kind_word(&t), &[t.kind().as_str()]) })
        }
        OfType::KindNumber => Ok(Expected { near: near::of_kind_number(t.kind()), ..number(t.kind().number())? }),
        OfType::Vlen => number(t.vlen()),
        OfType::Name => Ok(Expected::text(t.name())),
        OfType::Count => match t.kind() {
            Kind::Ptr | Kind::Const | Kind::Volatile | Kind::Restrict | Kind::TypeTag | Kind::Int | Kind::Float => {
                Err(format!("{} has no members", label(&t)))
            }
            _ => number(t.item_count()),
        },
        OfType::Holes => number(figures()?.holes),
        OfType::HoleBytes => bytes(figures()?.hole_bytes),
        OfType::Padding => bytes(figures()?.padding),
        OfType::CacheLines => number(figures()?.cache_lines),
        OfType::Encoding => {
            let int = t.int().ok_or_else(|| format!("{} is no int", label(&t)))?;
            number(int.encoding)
        }
        OfType::Nelems => {
            let array = t.array().ok_or_else(|| format!("{} is no array", label(&t)))?;
            number(array.nelems)
        }
    }
}

/// The last member of a path, and the layout of the struct or union that it is in.
fn member_of(btf: &Btf, id: TypeId, path: &Path) -> Result<(Layout, MemberLayout), String> {
    let steps = path::walk(btf, id, path).ok_or("no such member")?;
    let last = steps.last().ok_or("a member is needed here: struct task.mm")?;
    let layout = layout_of(btf, last.parent.id())?;
    let member = layout.member(MemberIndex(last.item.index)).copied().ok_or("no such member")?;
    Ok((layout, member))
}

fn of_member(btf: &Btf, what: OfMember, of: &MemberRef) -> Result<Expected, String> {
    let (id, path) = of.find(btf)?;
    let exact = |n: u64| i64::try_from(n).map_err(|e| e.to_string());
    let (bytes, bits) = (|n: u64| exact(n).map(Expected::bytes), |n: u64| exact(n).map(Expected::bits));
    let last_type = || path::type_at(btf, id, &path).ok_or_else(|| "no such member".to_string());
    let offset = || {
        let steps = path::walk(btf, id, &path).unwrap_or_default();
        match steps.last() {
            Some(step) => step.offset.ok_or_else(|| "that has no offset".to_string()),
            None => Ok(0),
        }
    };
    let load = || {
        let (_, member) = member_of(btf, id, &path)?;
        member.bitfield.and_then(|b| b.load).ok_or_else(|| "that is no bitfield which CO-RE reads".to_string())
    };
    match what {
        OfMember::Size => bytes(btf.size_of(last_type()?).map_err(|e| e.to_string())?.into()),
        OfMember::Bits if path.is_root() => bits(u64::from(btf.size_of(id).map_err(|e| e.to_string())?) * 8),
        OfMember::Bits => bits(member_of(btf, id, &path)?.1.bits),
        OfMember::Offset => bytes(offset()? / 8),
        OfMember::BitOffset => bits(offset()?),
        OfMember::Align => bytes(layout::align_of(btf, last_type()?).map_err(|e| e.to_string())?.into()),
        OfMember::Line => exact(offset()? / 8 / 64).map(Expected::number),
        OfMember::Access => {
            let access = access(btf, id, &path).ok_or("that has no access string")?;
            let read = access.reads.last().ok_or("that has no access string")?;
            Ok(Expected::text(read.access.clone()))
        }
        OfMember::ShiftLeft => bits(load()?.lshift.into()),
        OfMember::ShiftRight => bits(load()?.rshift.into()),
        OfMember::Value => {
            let steps = path::walk(btf, id, &path).unwrap_or_default();
            let value = steps.last().filter(|s| matches!(s.parent.kind(), Kind::Enum | Kind::Enum64));
            let value = value.and_then(|s| i64::try_from(s.item.value?).ok());
            value.map(Expected::number).ok_or_else(|| "that is no enumerator".into())
        }
    }
}
