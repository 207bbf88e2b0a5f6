//! A section as `llvm-objdump -dr` prints it.

use std::collections::BTreeMap;

use btf::CoreRelo;

use crate::core_text::core_text;
use crate::disasm::llvm;
use crate::elf::Section;
use crate::insn::Insn;
use crate::object::Object;
use crate::symbol::{Symbol, SymbolType};
use crate::token::{AsmKind, AsmSink};

/// The CO-RE relocations of a section by the byte offset of their instruction. If an instruction has several, the first
/// counts.
pub(crate) fn core_relos(object: &Object, section: &Section) -> BTreeMap<u32, CoreRelo> {
    let (Some(btf), Some(ext)) = (object.btf(), object.ext()) else { return BTreeMap::new() };
    let mut relos = BTreeMap::new();
    for (block, relo) in ext.core_relos() {
        if btf.string(block.name_offset) == Some(section.name.as_str()) {
            relos.entry(relo.insn_offset.0).or_insert(relo);
        }
    }
    relos
}

/// The labels of a section by offset: at each offset, the named symbol that llvm-objdump shows. Without a symbol at
/// offset 0, the section's name is the label there.
fn labels<'a>(object: &'a Object, section: &'a Section) -> BTreeMap<u64, &'a str> {
    let mut labels: BTreeMap<u64, &Symbol> = BTreeMap::new();
    for symbol in object.symbols_in(section) {
        if matches!(symbol.symbol_type, SymbolType::Section | SymbolType::File) || symbol.name.is_empty() {
            continue;
        }
        // A function is preferred to other symbols. Among several functions, or several other symbols, the last by name
        // is preferred.
        let rank = |s: &Symbol| (s.symbol_type == SymbolType::Func, s.name.clone());
        let known = labels.entry(symbol.value).or_insert(symbol);
        if rank(symbol) > rank(known) {
            *known = symbol;
        }
    }
    let mut names: BTreeMap<u64, &str> = labels.into_iter().map(|(at, s)| (at, s.name.as_str())).collect();
    names.entry(0).or_insert(&section.name);
    names
}

/// Writes a section as `llvm-objdump -dr` does: labels, instructions with their bytes, ELF and CO-RE relocations. Names
/// of symbols are [`AsmKind::Function`], slot numbers and bytes [`AsmKind::Number`]; the rest of a label or relocation
/// is [`AsmKind::Punct`].
pub fn llvm_listing(object: &Object, section: &Section, out: &mut dyn AsmSink) {
    let labels = labels(object, section);
    let core = core_relos(object, section);
    let mut relos = object.resolved_relos(section).peekable();
    out.put(AsmKind::Punct, &format!("\nDisassembly of section {}:\n", section.name));
    let mut insns = object.insns(section).peekable();
    let mut at: u64 = 0;
    while let Some(insn) = insns.next() {
        if let Some(name) = labels.get(&at) {
            out.put(AsmKind::Punct, &format!("\n{at:016x} <"));
            out.put(AsmKind::Function, name);
            out.put(AsmKind::Punct, ">:\n");
        }
        let second = if insn.is_ldimm64() { insns.next() } else { None };
        let slots = 1 + u64::from(second.is_some());
        out.put(AsmKind::Number, &format!("{:8}:", at / 8));
        out.put(AsmKind::Punct, "\t");
        for insn in [Some(insn), second].into_iter().flatten() {
            for byte in insn.encode(object.endian()) {
                out.put(AsmKind::Number, &format!("{byte:02x} "));
            }
        }
        out.put(AsmKind::Punct, "\t");
        llvm(insn, second, out);
        if let Some(jump) = insn.jump() {
            jump_label(&labels, at, jump, out);
        }
        out.put(AsmKind::Punct, "\n");
        let end = at + slots * u64::from(Insn::SIZE);
        if let (Some(relo), Some(btf)) = (u32::try_from(at).ok().and_then(|at| core.get(&at)), object.btf()) {
            out.put(AsmKind::Punct, &format!("\t\t{at:016x}:  CO-RE {}\n", core_text(btf, relo)));
        }
        while let Some(relo) = relos.next_if(|r| r.raw.offset < end) {
            let name = object
                .symbol(relo.raw.symbol)
                .map_or("", |s| if s.name.is_empty() { section_of(object, s) } else { &s.name });
            let addend = match relo.raw.addend {
                None | Some(0) => String::new(),
                Some(a) if a < 0 => format!("-{:#x}", a.unsigned_abs()),
                Some(a) => format!("+{a:#x}"),
            };
            let kind = relo.kind.as_str();
            out.put(AsmKind::Punct, &format!("\t\t{:016x}:  {kind}\t", relo.raw.offset));
            out.put(AsmKind::Function, name);
            out.put(AsmKind::Punct, &format!("{addend}\n"));
        }
        at = end;
    }
}

fn section_of<'a>(object: &'a Object, symbol: &Symbol) -> &'a str {
    match symbol.place {
        crate::symbol::SymbolPlace::Section(index) => object.section(index).map_or("", |s| s.name.as_str()),
        _ => "",
    }
}

/// Writes the target of a jump, relative to the label before the target: ` <main+0x50>`.
fn jump_label(labels: &BTreeMap<u64, &str>, at: u64, jump: i64, out: &mut dyn AsmSink) {
    let slot = i64::from(Insn::SIZE);
    let Ok(target) = u64::try_from((at as i64).saturating_add(slot).saturating_add(jump.saturating_mul(slot))) else {
        return;
    };
    if let Some((start, name)) = labels.range(..=target).next_back() {
        let into = match target - start {
            0 => String::new(),
            into => format!("+{into:#x}"),
        };
        out.put(AsmKind::Punct, " <");
        out.put(AsmKind::Function, name);
        out.put(AsmKind::Punct, &format!("{into}>"));
    }
}
