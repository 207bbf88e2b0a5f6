//! The step of the value: how it follows from the path, in the program and on the kernel.

use btf::{Btf, Endian};
use dump::type_name;
use layout::LoadUnit;
use relo::{CoreGroup, CoreKind, ReloVerdict, Spec};
use text::counted;

use super::{Asked, CoreStage, CoreStep, StepResult};
use crate::relocations::boxes::path_boxes;
use crate::relocations::detail::value_words;
use crate::relocations::is_signed;
use crate::tone::Tone;

/// The step.
pub(super) fn step(asked: &Asked<'_>) -> CoreStep {
    let (outcome, explained, on) = (&asked.answer.outcome, asked.explained, asked.on);
    let values = &outcome.values;
    let Some(kind) = asked.record.relo_kind() else {
        return CoreStep::new(CoreStage::Value, "value", explained.headline.clone(), StepResult::Bad);
    };
    let is_signed_here = outcome.local.as_ref().is_ok_and(|spec| is_signed(asked.btf, spec));
    let old = value_words(is_signed_here, values.original);
    let new = value_words(asked.answer.is_signed(asked.kernel), values.new);
    let order = asked.kernel.target().endian();
    let result = match on.verdict {
        ReloVerdict::Absent if Tone::of_verdict(on.verdict, on.loads, on.question) == Tone::Plain => StepResult::Plain,
        verdict if verdict.is_failing() || verdict == ReloVerdict::Absent => StepResult::Bad,
        ReloVerdict::Unreached => StepResult::Dim,
        _ => StepResult::Good,
    };
    let matched = outcome.matched().and_then(|t| Some((t, asked.kernel.target().btf(t.candidate.part)?)));
    let headline = match (&matched, values.poison) {
        (None, true) => "Nothing matches, so there is no value to write.".to_owned(),
        (None, false) if kind != CoreKind::TypeIdLocal => {
            "Nothing matches: the value is 0, and the program sees it.".to_owned()
        }
        _ if values.bad_size_change => explained.headline.clone(),
        _ if values.original == values.new => {
            format!("{}: {new}{}, the same as in the program.", kind.as_str(), unit(kind, values.new))
        }
        _ => {
            let (before, after) = (unit(kind, values.original), unit(kind, values.new));
            format!("{}: {old}{before} in the program, {new}{after} here.", kind.as_str())
        }
    };
    let mut step = CoreStep::new(CoreStage::Value, "value", headline, result);
    if let Ok(local) = &outcome.local {
        let ours = path_boxes(asked.btf, local);
        step.done = ours.len();
        // The last box is the end of the path.
        step.at = ours.len().checked_sub(1).filter(|_| kind.group() == CoreGroup::Field);
        step.rows.push(("in the program".to_owned(), said(asked.btf, local, &old, order)));
    }
    match matched {
        Some((t, there)) => {
            step.rows.push((format!("on {}", on.name), said(there, &t.spec, &new, order)));
            step.there = path_boxes(there, &t.spec);
        }
        None if values.poison => {
            step.done = 0;
            step.rows.push((format!("on {}", on.name), "none".to_owned()));
        }
        None => step.rows.push((format!("on {}", on.name), new)),
    }
    if values.bad_size_change {
        step.lines.extend(explained.details.iter().cloned());
    }
    step
}

/// The unit of a relocation's value, with a space before it; empty if the value has none.
fn unit(kind: CoreKind, value: u64) -> &'static str {
    match kind {
        CoreKind::FieldByteOffset | CoreKind::FieldByteSize | CoreKind::TypeSize => match value {
            1 => " byte",
            _ => " bytes",
        },
        CoreKind::FieldLShift | CoreKind::FieldRShift => match value {
            1 => " bit",
            _ => " bits",
        },
        CoreKind::FieldExists
        | CoreKind::FieldSigned
        | CoreKind::TypeIdLocal
        | CoreKind::TypeIdTarget
        | CoreKind::TypeExists
        | CoreKind::TypeMatches
        | CoreKind::EnumvalExists
        | CoreKind::EnumvalValue => "",
    }
}

/// How a value follows from a path: `24 = bit 192 / 8`.
fn said(btf: &Btf, spec: &Spec, value: &str, order: Endian) -> String {
    let root = || type_name(btf, spec.root);
    match spec.kind {
        CoreKind::FieldExists | CoreKind::TypeExists | CoreKind::TypeMatches | CoreKind::EnumvalExists => {
            format!("{value}: it is there")
        }
        CoreKind::TypeIdLocal | CoreKind::TypeIdTarget => format!("{value}, the id of {}", root()),
        CoreKind::TypeSize => format!("{value}, the bytes of {}", root()),
        CoreKind::EnumvalValue => format!("{value}, of {}{}", root(), spec.path(btf)),
        CoreKind::FieldByteOffset
        | CoreKind::FieldByteSize
        | CoreKind::FieldSigned
        | CoreKind::FieldLShift
        | CoreKind::FieldRShift => match field(btf, spec, order) {
            Some(why) => format!("{value} = {why}"),
            None => value.to_owned(),
        },
    }
}

/// The arithmetic of a field's value (libbpf `bpf_core_calc_field_relo`).
fn field(btf: &Btf, spec: &Spec, order: Endian) -> Option<String> {
    let bit = spec.bit_offset;
    let id = spec.field_type(btf);
    let size = btf.size_of(id).ok()?;
    let width = match spec.accessors.last().filter(|a| a.name.is_some()) {
        Some(a) => {
            let member = btf.get(a.type_id)?.members().from_index(u32::try_from(a.index).ok()?).next()?;
            Some(member.bitfield_size()).filter(|bits| *bits > 0)
        }
        None => None,
    };
    let unit = match width {
        Some(bits) => LoadUnit::of_bitfield(bit, bits, size).ok()?,
        None => LoadUnit { byte_offset: bit / 8, byte_size: size },
    };
    let bits = width.unwrap_or(size.wrapping_mul(8));
    let within = bit.wrapping_sub(unit.byte_offset.wrapping_mul(8));
    Some(match spec.kind {
        CoreKind::FieldByteOffset if width.is_some() => format!(
            "the byte where the smallest aligned load begins that holds bits {bit} to {}, {} wide",
            bit.wrapping_add(bits).wrapping_sub(1),
            counted(unit.byte_size, "byte")
        ),
        CoreKind::FieldByteOffset => format!("bit {bit} / 8"),
        CoreKind::FieldByteSize if width.is_some() => {
            format!("the bytes of the smallest aligned load that holds its {}", counted(bits, "bit"))
        }
        CoreKind::FieldByteSize => format!("the bytes of {}", type_name(btf, id)),
        CoreKind::FieldSigned => format!("the sign of {}", type_name(btf, id)),
        CoreKind::FieldLShift => match order {
            Endian::Little => format!("64 − {within} − {bits} (bits below the field in the load, and its own)"),
            Endian::Big => {
                format!("(8 − {}) × 8 + {within} (bits above the load, and above the field in it)", unit.byte_size)
            }
        },
        CoreKind::FieldRShift => format!("64 − {bits} (bits of the field)"),
        _ => return None,
    })
}
