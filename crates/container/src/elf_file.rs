//! Opens an ELF file: finds `.BTF` and the sections that belong to it (`.BTF.ext`, `.BTF.base`, `.BTF_ids`,
//! `.BTF.inline`), and the role of the file.

use std::sync::Arc;

use btf::Endian;

use crate::FileRange;
use crate::compiler::compiler;
use crate::elf::{self, Lookup, Table};
use crate::elf_facts::{EM_BPF, ElfFacts, ModInfo};
use crate::error::{OpenError, OpenErrorKind};
use crate::id_symbols::id_symbols;
use crate::notes::{self, Notes};
use crate::opened::{BaseNeed, Format, Opened, Role};
use crate::piece::{Piece, piece};
use crate::role::{Detected, detect};
use crate::shape::Wrapping;
use crate::sparse::{Sparse, Stop};

/// The most bytes of a program object whose instructions are read: the whole object is kept in memory.
const MAX_PROGRAM: u64 = 64 << 20;

/// The most bytes that are read of `.modinfo` and of each section of notes.
const MAX_SMALL_SECTION: u64 = 1 << 20;

/// A BTF without types, which stands for a missing one.
fn no_types(order: Endian) -> Piece {
    const HEADER: u32 = 24;
    let [first, second] = order.magic();
    // The magic, the version, no flags.
    let magic = [first, second, 1, 0];
    // hdr_len, type_off, type_len, str_off, str_len: the empty string alone.
    let words = [HEADER, 0, 0, 0, 1].map(|n| order.bytes(n));
    let bytes: Vec<u8> = [magic].into_iter().chain(words).flatten().chain([0]).collect();
    Piece { bytes: bytes.into(), file_range: FileRange::default() }
}

/// Opens an ELF file. A program without BTF is opened only if `bare_programs` is set.
pub(crate) fn elf_file(data: &Sparse<'_>, name: &str, bare_programs: bool) -> Result<Opened, Stop> {
    // A file that was cut off, or stripped of its section table, may still have all of its BTF.
    let table = elf::table(data, name).map_err(|stop| match stop {
        Stop::Fail(error) if error.kind == OpenErrorKind::BadElf => Stop::Unpack(Wrapping::Unknown, error),
        other => other,
    })?;
    let mut notes = Vec::new();
    let btf = match table.section(data, name, ".BTF") {
        Lookup::Found(range) => piece(data, name, range)?,
        Lookup::Unusable(error) => return Err(error.into()),
        Lookup::Missing if bare_programs && table.facts.machine == EM_BPF => no_types(table.facts.endian),
        Lookup::Missing => {
            let names = table.some_names();
            let found =
                if names.is_empty() { "sections without names".to_owned() } else { format!("the sections {names}") };
            let kind = OpenErrorKind::NoBtf;
            let expected = match table.facts.machine {
                EM_BPF => "a section .BTF, which clang -g -target bpf writes",
                _ => "a section .BTF",
            };
            let error = OpenError::new(kind, name, table.range, expected, found);
            // A file that is not a BPF program may contain BTF without a section for it: the ppc64 boot wrapper
            // contains a compressed kernel, and a tool and its object files contain BPF programs. In an object file,
            // the search is for BPF programs only.
            const RELOCATABLE: u16 = object::elf::ET_REL.0;
            return Err(match (table.facts.machine, table.facts.file_type) {
                (EM_BPF, _) => error.into(),
                (_, RELOCATABLE) => Stop::Unpack(Wrapping::Binary, Box::new(error)),
                _ => Stop::Unpack(Wrapping::Unknown, Box::new(error)),
            });
        }
    };
    let mut other = |section: &str| match table.section(data, name, section) {
        Lookup::Found(range) => Ok(Some(piece(data, name, range)?)),
        Lookup::Missing => Ok(None),
        Lookup::Unusable(error) => {
            notes.push(format!("{section} was passed over: found {}; expected {}", error.found, error.expected));
            Ok::<_, Stop>(None)
        }
    };
    let btf_ext = other(".BTF.ext")?;
    let btf_base = other(".BTF.base")?;
    let btf_ids = other(".BTF_ids")?;
    let btf_inline = other(".BTF.inline")?;
    let id_symbols = if btf_ids.is_some() { id_symbols(data, &table, ".BTF_ids")? } else { None };
    let modinfo = modinfo(data, &table)?;
    let elf_notes = elf_notes(data, &table)?;

    let detected = detect(Arc::clone(&btf.bytes)).map_err(|e| OpenError::bad_header(name, btf.file_range.start, &e))?;
    let (role, needs_base) = role_in_elf(&table, detected, modinfo.as_ref(), btf_base.is_some());
    let program = if role != Role::Program {
        None
    } else if data.len() > MAX_PROGRAM {
        notes.push(format!("a program of more than {MAX_PROGRAM} bytes: its instructions are not read"));
        None
    } else {
        Some(Piece::new(data.share(FileRange::new(0, data.len()))?, 0))
    };
    let core_relos = btf_ext
        .as_ref()
        .filter(|_| role == Role::Program)
        .and_then(|piece| btf::Ext::parse(piece.bytes.clone()).ok())
        .map(|ext| u32::try_from(ext.core_relos().count()).unwrap_or(u32::MAX));
    let from_module = modinfo.as_ref().and_then(ModInfo::release).map(str::to_owned);
    let kernel_release = from_module.or(elf_notes.build_salt.filter(|_| role == Role::Kernel));
    let kernel_release = kernel_release.map(|release| btf::visible(release.as_bytes()).into_owned());
    let compiler = compiler(data, &table, role == Role::Kernel)?;
    let facts = ElfFacts { build_id: elf_notes.build_id, compiler, modinfo, core_relos, ..table.facts };
    Ok(Opened {
        name: name.to_owned(),
        file_len: data.len(),
        layers: Vec::new(),
        format: Format::Elf(facts),
        role,
        btf,
        btf_ext,
        btf_base,
        btf_ids,
        id_symbols,
        btf_inline,
        program,
        kernel_release,
        needs_base,
        damage: None,
        notes,
    })
}

/// The role of an ELF file: a program by its machine, a module by `vermagic` in its `.modinfo`, else as its BTF shows.
/// Beside it, the need for a base if the BTF is split and the file has no base.
fn role_in_elf(
    table: &Table,
    detected: Detected,
    modinfo: Option<&ModInfo>,
    has_base: bool,
) -> (Role, Option<BaseNeed>) {
    let role = match detected.role {
        _ if table.facts.machine == EM_BPF => Role::Program,
        _ if modinfo.is_some_and(|info| info.vermagic.is_some()) => Role::Module,
        role => role,
    };
    let need = detected.split.filter(|_| !has_base).map(|why| BaseNeed {
        why,
        module_name: modinfo.and_then(|info| info.name.clone()),
        vermagic: modinfo.and_then(|info| info.vermagic.clone()),
    });
    (role, need)
}

fn modinfo(data: &Sparse<'_>, table: &Table) -> Result<Option<ModInfo>, Stop> {
    let section = table.facts.sections.iter().find(|s| s.name == ".modinfo" && !s.file_range.is_empty());
    let Some(section) = section else { return Ok(None) };
    let range = FileRange::at(section.file_range.start, section.file_range.len().min(MAX_SMALL_SECTION));
    Ok(Some(ModInfo::parse(data.get(range)?)))
}

/// The notes of the first 16 sections of notes: a kernel has one such section, `.notes`; a module has several.
fn elf_notes(data: &Sparse<'_>, table: &Table) -> Result<Notes, Stop> {
    const NOTE: u32 = object::elf::SHT_NOTE.0;
    const MANY: usize = 16;
    let mut all = Notes::default();
    let sections = table.facts.sections.iter().filter(|s| s.section_type == NOTE || s.name == ".notes");
    for section in sections.take(MANY).filter(|s| !s.file_range.is_empty()) {
        let range = FileRange::at(section.file_range.start, section.file_range.len().min(MAX_SMALL_SECTION));
        let found = notes::parse(data.get(range)?, table.facts.endian);
        all.build_id = all.build_id.or(found.build_id);
        all.build_salt = all.build_salt.or(found.build_salt);
    }
    Ok(all)
}
