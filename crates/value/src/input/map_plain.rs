//! `bpftool map dump` of a map without a BTF (`print_entry_plain` of its `map.c`).

use super::error::{InputError, InputErrorKind};
use super::hex::push;
use super::lines::words;
use super::{MapEntry, MapValue};

pub(super) fn looks_like(text: &str) -> bool {
    text.starts_with("key:") || text.starts_with("value:") || text.starts_with("value (CPU")
}

/// The part that is being read.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Part {
    Nothing,
    Key,
    Value,
    Cpu,
}

/// The entries. Line breaks do not matter: bpftool chooses them by the sizes.
pub(super) fn read(text: &str) -> Result<Vec<MapEntry>, InputError> {
    let mut entries: Vec<MapEntry> = Vec::new();
    let mut part = Part::Nothing;
    let mut has_key = false;
    let mut words = words(text).peekable();
    while let Some((at, word)) = words.next() {
        let fail = |kind| InputError::at(text, at..at + word.len(), kind);
        match word {
            "key:" => {
                entries.push(MapEntry { key: Vec::new(), value: None });
                (part, has_key) = (Part::Key, true);
            }
            "value:" => {
                // A map without keys has only values.
                if !has_key {
                    entries.push(MapEntry { key: Vec::new(), value: None });
                }
                part = Part::Value;
                has_key = false;
                if let Some(entry) = entries.last_mut() {
                    entry.value = Some(MapValue::One(Vec::new()));
                }
            }
            "value" => {
                let cpu = match (words.next(), words.next()) {
                    (Some((_, "(CPU")), Some((_, number))) => {
                        number.strip_suffix("):").and_then(|number| number.parse::<u32>().ok())
                    }
                    _ => None,
                };
                let cpu = cpu.ok_or_else(|| fail(InputErrorKind::MapDump))?;
                if entries.is_empty() || !has_key && part != Part::Cpu {
                    entries.push(MapEntry { key: Vec::new(), value: None });
                }
                part = Part::Cpu;
                has_key = false;
                let Some(entry) = entries.last_mut() else { continue };
                match &mut entry.value {
                    Some(MapValue::PerCpu(each)) => each.push((cpu, Vec::new())),
                    value => *value = Some(MapValue::PerCpu(vec![(cpu, Vec::new())])),
                }
            }
            "<no" => {
                words.next_if(|(_, word)| *word == "entry>");
                if let Some(entry) = entries.last_mut() {
                    entry.value = None;
                }
                part = Part::Nothing;
            }
            "Found" => break,
            digits => {
                let to = match (part, entries.last_mut()) {
                    (Part::Key, Some(entry)) => Some(&mut entry.key),
                    (Part::Value, Some(MapEntry { value: Some(MapValue::One(value)), .. })) => Some(value),
                    (Part::Cpu, Some(MapEntry { value: Some(MapValue::PerCpu(each)), .. })) => {
                        each.last_mut().map(|(_, value)| value)
                    }
                    _ => None,
                };
                let to = to.ok_or_else(|| fail(InputErrorKind::MapDump))?;
                push(text, at, digits, to)?;
            }
        }
    }
    if entries.is_empty() {
        return Err(InputError::at(text, 0..text.len(), InputErrorKind::Empty));
    }
    Ok(entries)
}
