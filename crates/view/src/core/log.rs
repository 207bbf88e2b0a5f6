//! A pasted verifier or loader log: what in it is an instruction or a relocation of the open program.

use super::Core;
use crate::desk::wire::wire;

/// A line of a log that leads somewhere.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LogLink {
    /// The line, from 0.
    pub line: usize,
    /// What it is about, in words.
    pub about: String,
    /// The relocation, by its place among all of the object.
    pub relocation: Option<usize>,
    /// The function, by its place, and the instruction's slot in it.
    pub function: Option<usize>,
    /// The instruction's slot in the function.
    pub slot: Option<u32>,
}
wire!(struct LogLink { line, about, relocation, function, slot });

/// The most lines of a log that are read.
const MAX_LINES: usize = 100_000;

/// Reads a log. libbpf's lines name program and relocation (`prog 'p': relo #3: ...`), the verifier's count instructions of one program
/// (`29: (85) call unknown#195896080`): that which libbpf named last, or the only one.
pub fn links(core: &Core<'_>, text: &str) -> Vec<LogLink> {
    let mut out = Vec::new();
    let mut function = (core.program.all().len() == 1).then_some(0);
    for (line, text) in text.lines().take(MAX_LINES).enumerate() {
        let text = text.trim_start().trim_start_matches("libbpf: ");
        if let Some(name) = between(text, "prog '", "'") {
            function = core.program.all().iter().position(|f| f.name == name).or(function);
        }
        let Some(at) = function else { continue };
        if let Some(n) = between(text, "relo #", ":").and_then(|n| n.parse::<u32>().ok()) {
            if let Some(relocation) = of_function(core, at, |record, _| record.index == n) {
                let slot =
                    core.program.records().get(relocation).and_then(|r| core.function_of(r)).map(|(_, slot)| slot);
                let about = format!("relocation #{n}");
                out.push(LogLink { line, about, relocation: Some(relocation), function: Some(at), slot });
            }
            continue;
        }
        let number = text.split(':').next().and_then(|n| n.trim().parse::<u32>().ok());
        let Some(slot) = number.filter(|_| text.contains(": (") || text.contains("<invalid CO-RE relocation>")) else {
            let bad = text.contains("unknown#195896080") || text.contains("<invalid CO-RE relocation>");
            // The verifier's verdict has no number: it is about the instruction above.
            if let Some(last) = out.last().filter(|_| bad).cloned() {
                let relocation = of_function(core, at, |_, slot| Some(slot) == last.slot);
                let about = "a poisoned relocation".to_owned();
                out.push(LogLink { line, about, relocation, ..last });
            }
            continue;
        };
        let relocation = of_function(core, at, |_, s| s == slot);
        let about = match relocation {
            Some(_) => format!("instruction {slot}, which has a relocation"),
            None => format!("instruction {slot}"),
        };
        out.push(LogLink { line, about, relocation, function: Some(at), slot: Some(slot) });
    }
    out
}

/// The first relocation of a function that fits, given its record and the slot of its instruction.
fn of_function(core: &Core<'_>, function: usize, fits: impl Fn(&relo::Record, u32) -> bool) -> Option<usize> {
    let f = core.program.all().get(function)?;
    let section = core.program.object().section(f.section)?;
    let range = f.start..f.end();
    core.program.records().iter().position(|r| {
        let at = r.insn_offset.0;
        r.section == section.name && range.contains(&at) && fits(r, (at - f.start) / 8)
    })
}

fn between<'t>(text: &'t str, before: &str, after: &str) -> Option<&'t str> {
    let rest = text.get(text.find(before)? + before.len()..)?;
    rest.get(..rest.find(after)?)
}
