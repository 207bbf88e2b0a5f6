//! A program of a log: its functions in the order in which they are loaded, with their instructions and source lines.

use std::collections::BTreeMap;

use bpf::LoadedFunction;

use crate::agree::{Distances, Ours, agrees};
use crate::lines::{LogInsn, LogSource};
use model::program::ListingRow;
use model::relocations::Core;

/// The target of a source line: the function's index, the slot of the line's first instruction, and the line in words
/// (`p.bpf.c:12`).
pub(crate) type Place = (usize, u32, String);

/// An instruction or a source line of the program.
pub(crate) enum Token {
    Source(String),
    Insn(Ours),
}

/// A program of the log.
#[derive(Default)]
pub(crate) struct Loaded {
    parts: Vec<LoadedFunction>,
    /// The source lines by file and line.
    places: BTreeMap<(String, u32), Place>,
    /// The source lines by file, line and column.
    columns: BTreeMap<(String, u32, u32), Place>,
    /// The source lines by their text.
    texts: BTreeMap<String, Place>,
    pub(crate) tokens: Vec<Token>,
    /// For each of the verifier's numbers, the index of the instruction among the tokens.
    by_slot: BTreeMap<u32, usize>,
}

impl Loaded {
    pub(crate) fn new(core: &Core<'_>, program: usize) -> Loaded {
        let parts = core.program.object().load(core.program.all(), program).functions;
        let mut loaded = Loaded::default();
        for part in &parts {
            let mut before = Vec::new();
            for row in core.program.listing(part.function).rows {
                match row {
                    ListingRow::Source(source) => {
                        loaded.tokens.push(Token::Source(source.text.trim().to_owned()));
                        before.push(source);
                    }
                    ListingRow::Insn(insn) => {
                        for s in before.drain(..) {
                            let place = (part.function, insn.slot, format!("{}:{}", s.file, s.line));
                            loaded.texts.entry(s.text.trim().to_owned()).or_insert_with(|| place.clone());
                            loaded.columns.entry((s.file.clone(), s.line, s.column)).or_insert_with(|| place.clone());
                            loaded.places.entry((s.file, s.line)).or_insert(place);
                        }
                        let number = part.at.saturating_add(insn.slot);
                        loaded.by_slot.insert(number, loaded.tokens.len());
                        loaded.tokens.push(Token::Insn(Ours {
                            number,
                            code: insn.insn.code,
                            text: insn.text(),
                            core: core.program.core_at(part.function, insn.slot).is_some(),
                            elf: !insn.relos.is_empty(),
                        }));
                    }
                }
            }
        }
        loaded.parts = parts;
        loaded
    }

    /// The function and slot of an instruction, by the verifier's number.
    pub(crate) fn find(&self, slot: u32) -> Option<(usize, u32)> {
        let part = self.parts.iter().rev().find(|p| p.at <= slot)?;
        let slot = slot - part.at;
        (slot < part.slots).then_some((part.function, slot))
    }

    /// The target of a source line.
    pub(crate) fn source(&self, source: &LogSource<'_>) -> Option<&Place> {
        match &source.place {
            Some((file, number)) => {
                let file = file.as_ref().to_owned();
                let exact = source.column.and_then(|column| self.columns.get(&(file.clone(), *number, column)));
                exact.or_else(|| self.places.get(&(file, *number)))
            }
            // In a log that was quoted, each quotation mark has a backslash before it.
            None => {
                let plain = || self.texts.get(&source.text.replace("\\\"", "\""));
                self.texts.get(source.text).or_else(plain)
            }
        }
    }

    /// Whether the program has this instruction with this number.
    pub(crate) fn agrees(&self, insn: &LogInsn<'_>) -> bool {
        let token = self.by_slot.get(&insn.slot).and_then(|&at| self.tokens.get(at));
        matches!(token, Some(Token::Insn(ours)) if agrees(ours, insn, Distances::Same))
    }
}
