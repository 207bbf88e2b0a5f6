//! The log of BPF_BTF_LOAD, as libbpf or the kernel prints it: a line for each type and member, and the fault at the
//! end. The line of a fault is linked to the type and the bytes of the same fault in the verdict (crate `verdict`).
//!
//! Source: `btf_verifier_log_type`, `btf_verifier_log_member` and `__btf_verifier_log` in `kernel/bpf/btf.c`.

use btf::{BlobRange, Btf, Kind, TypeId};
use verdict::{Fault, Mode, Rule, Version, escape};
use wire::Wire;

use crate::LogLink;
use crate::errors::LogError;
use model::relocations::Core;
use model::verdict::{Case, FaultRow};

/// The target of a line of a BTF log.
#[derive(Clone, PartialEq, Eq, Debug, Wire)]
pub struct LogType {
    /// The type; `None` for a fault that is in no type.
    pub id: Option<TypeId>,
    /// The index of the type's member, parameter or other item.
    pub item: Option<u32>,
    /// The bytes in the blob.
    pub range: BlobRange,
}

/// Prefixes of lines of a BTF log that are not about a type.
const HEADER: [&str; 2] = ["magic: 0x", "btf_total_size: "];

/// Whether a line begins like a line about a type: `[8] STRUCT ..`.
pub(crate) fn is_type(line: &str) -> bool {
    type_of(line).is_some()
}

/// The id and the kind that a line about a type names, and the text behind them. The kind is `None` if the line says
/// that it is invalid.
fn type_of(line: &str) -> Option<(u32, Option<Kind>, &str)> {
    let (id, rest) = line.strip_prefix('[')?.split_once("] ")?;
    let id = id.parse().ok()?;
    if rest.starts_with("Invalid kind:") {
        return Some((id, None, ""));
    }
    let (word, behind) = rest.split_once(' ').unwrap_or((rest, ""));
    let kind = *Kind::ALL.iter().find(|kind| kind.as_str() == word)?;
    Some((id, Some(kind), behind))
}

/// The links of a BTF log's lines into a program, and the explanations of their faults.
pub(crate) fn read(core: Option<&Core<'_>>, lines: &[&str]) -> (Vec<LogLink>, Vec<LogError>) {
    let (mut links, mut errors) = (Vec::new(), Vec::new());
    let mut within = false;
    let mut faults: Option<Vec<Fault>> = None;
    // The type printed last, and its line so far: in the kernel's own log each piece is a line.
    let (mut current, mut pieces) = (None, String::new());
    for (number, line) in lines.iter().enumerate() {
        let text = line.strip_prefix("BPF:").map_or(*line, str::trim_start).trim_end();
        let begins =
            is_type(text) || HEADER.iter().any(|words| text.starts_with(words)) || text.contains("BEGIN BTF LOAD LOG");
        within = begins || within && !ends(text);
        if !within {
            continue;
        }
        let found = type_of(text);
        if let Some((id, ..)) = found {
            current = Some(id);
            pieces.clear();
        }
        if pieces.len() < 4096 {
            pieces.push_str(text);
            pieces.push(' ');
        }
        let rules: Vec<Rule> = Rule::ALL.iter().copied().filter(|rule| says(text, rule.words())).collect();
        if rules.is_empty() {
            links.extend(found.and_then(|(id, kind, behind)| plain(core?, number, id, kind?, behind)));
            continue;
        }
        let faults = faults.get_or_insert_with(|| core.map(judged).unwrap_or_default());
        let fits = |text: &str| {
            let same = |fault: &&Fault| words(&fault.words) == words(text);
            let of_type = |fault: &&Fault| FaultRow::from(*fault).id.map(|id| id.0) == current;
            faults.iter().filter(same).find(of_type).or_else(|| faults.iter().find(same))
        };
        let fault = fits(text).or_else(|| fits(&pieces));
        links.extend(fault.map(|fault| at_fault(number, fault)));
        let kind = found.and_then(|(_, kind, _)| kind);
        errors.push(refusal(number, text, current, kind, fault, &rules));
        current = None;
    }
    (links, errors)
}

/// Whether a BTF log ends with this line or before it.
fn ends(text: &str) -> bool {
    text.contains("END BTF LOAD LOG")
        || ["prog '", "processed ", "func#", "Error loading ", "failed to "].iter().any(|words| text.starts_with(words))
        || crate::lines::insn(text).is_some()
}

/// Whether a line ends with the message of a rule, in which `%u`, `%d` and `%x` stand for numbers.
fn says(text: &str, words: &str) -> bool {
    let wanted = words.split_whitespace().rev();
    let mut has = text.split_whitespace().rev();
    let fits = |want: &str, has: &str| match want.split_once('%') {
        None => want == has,
        Some((before, _)) => {
            has.strip_prefix(before).is_some_and(|n| !n.is_empty() && n.bytes().all(|b| b.is_ascii_hexdigit()))
        }
    };
    !words.is_empty() && wanted.into_iter().all(|want| has.next().is_some_and(|has| fits(want, has)))
}

/// The words of a line, without tabs and without bytes that are not ASCII: loggers may change these.
fn words(text: &str) -> String {
    // In the verdict's notation: `\t` and `\xNN`.
    let text = escape(text.as_bytes());
    let mut out = String::with_capacity(text.len());
    let mut rest = text.as_str();
    while let Some((before, behind)) = rest.split_once('\\') {
        out.push_str(before);
        out.push(' ');
        let skip = if behind.starts_with('x') { 3 } else { usize::from(behind.starts_with('t')) };
        rest = behind.get(skip..).unwrap_or_default();
    }
    out.push_str(rest);
    out.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// The faults, with their messages, that kernels find in the program's BTF, both as libbpf passes it on and as it is in
/// the file.
fn judged(core: &Core<'_>) -> Vec<Fault> {
    let object = core.program.object();
    let Some(btf) = object.btf() else { return Vec::new() };
    let mut all: Vec<Fault> = Vec::new();
    for handed_over in [Some(object), None] {
        let bytes = btf.bytes();
        let case = Case { bytes, base: None, mode: Mode::Load, object: handed_over, lone_module: false };
        for version in Version::OFFERED.iter().rev() {
            let found = case.judge(*version, None, false).map(|judged| judged.verdict.faults).unwrap_or_default();
            all.extend(found.into_iter().filter(|fault| !fault.words.is_empty()));
        }
    }
    all
}

/// The link for a fault of the verdict.
fn at_fault(line: usize, fault: &Fault) -> LogLink {
    let row = FaultRow::from(fault);
    LogLink {
        about: fault.place.to_string(),
        wrong: true,
        why: row.rule,
        at: Some(LogType { id: row.id, item: row.item, range: row.range }),
        ..LogLink::at(line)
    }
}

/// The link for a line about a type without a fault, if the program's type with this id has the same kind and name.
fn plain(core: &Core<'_>, line: usize, id: u32, kind: Kind, behind: &str) -> Option<LogLink> {
    let btf: &Btf = core.btf()?;
    let ty = btf.get(TypeId(id))?;
    let name = if ty.name().is_empty() { "(anon)" } else { ty.name() };
    let same =
        ty.kind() == kind && behind.strip_prefix(name).is_some_and(|rest| rest.is_empty() || rest.starts_with(' '));
    let at = Some(LogType { id: Some(TypeId(id)), item: None, range: ty.record() });
    same.then(|| LogLink { about: format!("type [{id}]"), at, ..LogLink::at(line) })
}

/// The explanation of a fault: by the rule of the verdict's fault. If there is none, because the log is about another
/// program's BTF or read without a program, by the rules with this message that can be meant ([`can_be`]).
fn refusal(
    line: usize,
    text: &str,
    id: Option<u32>,
    kind: Option<Kind>,
    fault: Option<&Fault>,
    rules: &[Rule],
) -> LogError {
    let mut says: Vec<String> = match fault {
        Some(fault) => vec![format!("{} (btf.rst {})", fault.rule.says(), fault.reference())],
        None => rules.iter().filter(|rule| can_be(**rule, text, kind)).map(|rule| rule.says().to_owned()).collect(),
    };
    says.dedup();
    let of = id.map_or_else(String::new, |id| format!(" because of type [{id}]"));
    let means = format!("The kernel refuses the program's type information{of}. Its rule: {}.", says.join("; or: "));
    LogError::of(line, "btf-refused", means)
}

/// Whether the fault may be of this rule, one of several with the same message. The kind and the name in the line
/// decide.
fn can_be(rule: Rule, text: &str, kind: Option<Kind>) -> bool {
    let Some(kind) = kind else { return true };
    let anonymous = text.contains(" (anon) ");
    let unnamed =
        matches!(kind, Kind::Ptr | Kind::Array | Kind::Const | Kind::Volatile | Kind::Restrict | Kind::FuncProto);
    match rule {
        Rule::NameMissing => anonymous && !unnamed,
        Rule::NameUnwanted => unnamed,
        Rule::SectionName => kind == Kind::DataSec,
        Rule::TypeTagEmpty => kind == Kind::TypeTag,
        Rule::NotIdentifier => !anonymous && !unnamed && kind != Kind::DataSec,
        _ => true,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_of_types_are_known() {
        assert_eq!(type_of("[8] STRUCT []const u8 size=16"), Some((8, Some(Kind::Struct), "[]const u8 size=16")));
        assert_eq!(type_of("[1] Invalid kind:25"), Some((1, None, "")));
        for line in ["[8] struct x", "[ 12.5] STRUCT x", "[x] INT", "[1]INT", "[33m0: (bf)"] {
            assert_eq!(type_of(line), None, "{line}");
        }
    }

    #[test]
    fn rules_are_found_by_their_words() {
        assert!(
            says("[1] Invalid kind:25", "Invalid kind:%u") && says("[8] STRUCT s size=4 Invalid name", "Invalid name")
        );
        assert!(
            !says("[1] Invalid kind:", "Invalid kind:%u") && !says("Invalid name of", "Invalid name") && !says("x", "")
        );
        assert_eq!(words("\\t\\xd7a type_id=9  Invalid member"), words("\t\u{fffd}a type_id=9 Invalid member"));
    }
}
