//! Questions for an offset in the command box: `sock+0x4c`, or a line that contains one.

use btf::TypeId;
use text::counted;

use crate::at::{Asked, What, ask, at, roots};
use crate::columns::Columns;
use crate::goto::Target;
use crate::kinds::kind_info;
use crate::words::{bits_text, grouped, offset_text};

/// The answers for an offset.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct AtTargets {
    /// The members and gaps at the offset.
    pub targets: Vec<Target>,
    /// The name of the type that was searched; empty if none.
    pub of: String,
    /// Why nothing was found.
    pub problem: Option<String>,
}

/// Examples of questions.
const FORMS: &str = "0x4c · 76 · *(u64 *)(r6 +1936) · a line of an oops, of the verifier or of a disassembly";

impl Columns {
    /// The answers to a typed or pasted line, and a sentence about them. A type in the line takes precedence over the
    /// type `of`, which was typed beside the line.
    pub fn at_line(&self, of: &str, line: &str) -> (Vec<Target>, String) {
        if line.trim().is_empty() {
            return (Vec::new(), FORMS.to_owned());
        }
        let Some(asked) = ask(line) else { return (Vec::new(), format!("That contains no offset. {FORMS}")) };
        let of = asked.of.clone().or_else(|| Some(of.trim().to_owned()).filter(|of| !of.is_empty()));
        let asked = Asked { of, ..asked };
        let there = self.at(&asked, None);
        let read = asked.size.map(|size| format!("{} read ", counted(size, "byte"))).unwrap_or_default();
        let register = asked.register.map(|r| format!("; {r} is assumed to point to it")).unwrap_or_default();
        let said = there.problem.unwrap_or_else(|| format!("{read}at {:#x} of {}{register}", asked.offset, there.of));
        (there.targets, said)
    }

    /// The members and gaps at the offset, in the type that the question names, or else in `open`.
    pub fn at(&self, asked: &Asked, open: Option<TypeId>) -> AtTargets {
        let btf = self.btf();
        let ids = match &asked.of {
            Some(name) => roots(btf, name),
            None => open.into_iter().collect(),
        };
        let of = match (&asked.of, open) {
            (Some(name), _) => name.clone(),
            (None, Some(id)) => self.name(id),
            (None, None) => String::new(),
        };
        let mut found = AtTargets { of, ..AtTargets::default() };
        if ids.is_empty() {
            found.problem = Some(match &asked.of {
                Some(name) => format!("No struct or union is called “{name}” here."),
                None => match &asked.register {
                    Some(r) => {
                        format!("Put the type that {r} points to before the line: task_struct *(u64 *)(r6 +1936)")
                    }
                    None => format!("Say the type: sock+{:#x}", asked.offset),
                },
            });
        }
        for id in ids {
            match at(btf, id, asked.offset, asked.size) {
                Ok(there) => found.targets.extend(there.places.iter().map(|place| {
                    let dot = if place.names.is_empty() { "" } else { "." };
                    let (letter, class) = match btf.get(btf.skip_qualifiers(place.type_id)) {
                        _ if place.bitfield.is_some() => ("bit", "bit"),
                        Some(t) if place.what == What::Member => {
                            (kind_info(t.kind()).letter, kind_info(t.kind()).class)
                        }
                        _ => ("", "other"),
                    };
                    let mut label = format!("{}{dot}{}", self.name(id), place.names);
                    let mut detail = format!("+{} ", offset_text(place.bit_offset, place.bitfield.is_some()));
                    match (place.what, place.bitfield) {
                        (What::Member, Some(bits)) => detail.push_str(&bits_text(bits.into())),
                        (What::Member, None) => {
                            let bytes = grouped(place.bits / 8);
                            detail.push_str(&format!("{}, {bytes} B", dump::type_name(btf, place.type_id)));
                        }
                        (what, _) => {
                            label = format!("{} in {label}", what.word());
                            detail.push_str(&match place.bits % 8 {
                                0 => format!("{} B", place.bits / 8),
                                _ => bits_text(place.bits),
                            });
                        }
                    }
                    if place.into > 0 {
                        detail.push_str(&format!(", byte {} of it", place.into));
                    }
                    Target { letter, class, label, detail, id, path: place.path.0.clone() }
                })),
                Err(why) => found.problem = Some(format!("Nothing is at {:#x} of {}: {why}.", asked.offset, found.of)),
            }
        }
        if !found.targets.is_empty() {
            found.problem = None;
        }
        found
    }
}
