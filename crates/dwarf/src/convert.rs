//! [`convert`]: makes a BTF blob of the debug information in files.

use std::collections::HashSet;
use std::ops::ControlFlow;
use std::sync::Arc;

use btf::{Btf, Kind, TypeId};
use container::{FileRange, Source};

use crate::dedup::dedup;
use crate::describe::Describer;
use crate::elf::{DataSections, Elf, OBJECT};
use crate::error::{Error, ErrorKind};
use crate::files::DebugFile;
use crate::funcs::table::Table;
use crate::funcs::{Functions, choose};
use crate::kfuncs::Kfuncs;
use crate::maker::{Maker, Names};
use crate::missing;
use crate::records::{MAX_ITEMS, Records, info};
use crate::report::{Report, Tally};
use crate::unit::cache::Key;
use crate::unit::{UnitKind, Units};
use crate::{base, emit, files, language, lower};

/// Records are deduplicated each time that this many were added, to bound the memory. libbpf does it once, at the end,
/// with the same result.
const BATCH: u32 = 1_000_000;

/// A file to read.
pub struct Input<'a> {
    /// Its name, for messages.
    pub name: &'a str,
    /// Its bytes, read by ranges; `.debug_info` unit by unit.
    pub source: &'a mut dyn Source,
}

/// How to convert.
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// The BTF that the new BTF continues, as a module's BTF continues its kernel's.
    pub base: Option<Arc<Btf>>,
}

/// The progress of a conversion.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Progress {
    /// Units that were converted.
    pub done: u32,
    /// All units of the file.
    pub total: u32,
}

/// Called before each unit of the file, and, after the last of them, before each unit of another file that is still
/// needed. A break ends the conversion with [`ErrorKind::Cancelled`].
pub type OnProgress<'p> = dyn FnMut(Progress) -> ControlFlow<()> + 'p;

/// Types made from debug information.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Converted {
    /// The BTF blob. With a base, it lacks the types that the base has; variables and their sections are always in it.
    pub blob: Vec<u8>,
    /// How much was read, and which parts were left out.
    pub report: Report,
    /// The origin of each tag that was made from an annotation entry, in the order of ids.
    pub tags: Vec<TagOrigin>,
}

/// The origin of a tag.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TagOrigin {
    /// The DECL_TAG or TYPE_TAG.
    pub id: TypeId,
    /// Its annotation entry (`DW_TAG_LLVM_annotation` or `DW_TAG_GNU_annotation`).
    pub annotation: EntryPlace,
    /// The annotated entry: the pointer, the member, the function.
    pub of: EntryPlace,
}

/// The place of an entry (DIE).
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct EntryPlace {
    /// The name of the file.
    pub file: String,
    /// The name of the section.
    pub section: &'static str,
    /// Its offset, in bytes from the section's start, as printed by readelf and llvm-dwarfdump.
    pub offset: u64,
    /// Its tag: `DW_TAG_pointer_type`. Empty if the entry was not read again: its unit cannot be read, or too much was
    /// read already.
    pub tag: String,
    /// Its attributes that matter for types: name and value. A reference is the offset of its entry in the section; if
    /// that entry is in the same unit, its kind and name follow in brackets. Empty if the entry was not read again.
    pub attributes: Vec<(String, String)>,
}

/// Makes BTF from a file's debug information, as pahole does (`pahole --btf_encode_detached` with the feature of global
/// variables).
///
/// `beside` are the files that `file` needs: `.dwo` files or the `.dwp` of split debug information, the supplementary
/// file made by dwz. The report names files that are missing.
///
/// # Errors
/// When there is nothing to convert: the file is not an ELF file, it has no debug information, or its debug information
/// has no types; when a file of `beside` has no debug information; when a file cannot be read or does not fit the
/// others; when the base has another byte order; when the types take more than 4 GB; and when the caller cancels.
pub fn convert(
    file: Input<'_>,
    beside: Vec<Input<'_>>,
    options: &Options,
    on_progress: &mut OnProgress<'_>,
) -> Result<Converted, Error> {
    let name = file.name.to_owned();
    let mut elf = Elf::open(file.name, file.source)?;
    let symbols = elf.all_symbols()?;
    let (endian, machine, pointer) = (elf.endian, elf.machine, elf.pointer());
    if let Some(base) = options.base.as_ref().filter(|base| base.endian() != endian) {
        let (own, other) = (endian.as_str(), base.endian().as_str());
        let message =
            format!("it is {own}-endian and the base {other}-endian: a blob and its base have one byte order");
        return Err(Error::new(ErrorKind::WrongBase, &name, FileRange::default(), message));
    }
    let single = files::single(&mut elf)?;
    let mut single = single.as_deref();
    let mut parts = Vec::new();
    let mut files = vec![DebugFile::open(elf, 0, &mut parts)?];
    if let [main] = files.as_mut_slice()
        && parts.is_empty()
    {
        return Err(missing::no_dwarf(&mut main.elf));
    }
    for input in beside {
        let before = parts.len();
        let mut opened = DebugFile::open(Elf::open(input.name, input.source)?, files.len(), &mut parts)?;
        if parts.len() == before {
            return Err(missing::no_dwarf(&mut opened.elf));
        }
        if let Some(main) = files.first() {
            missing::check_supplement(main, &mut opened)?;
        }
        files.push(opened);
    }
    if let Some(bytes) = &mut single {
        files.push(DebugFile::open(Elf::open(&name, bytes)?, files.len(), &mut parts)?);
    }
    let mut tally = Tally::default();
    tally.missing_files.extend(missing::supplement(&files));
    let mut units = Units::new(files, parts, &mut tally)?;
    let table = Table::new(&symbols, &mut units.strings);
    let mut objects = HashSet::new();
    for symbol in symbols.iter().filter(|s| s.symbol_type == OBJECT && s.section != 0) {
        objects.insert((symbol.section, units.strings.intern(symbol.name)));
    }
    let strings = &mut units.strings;
    let (mut kfuncs, mut data_sections) = (Kfuncs::default(), DataSections::default());
    if let Some(main) = units.files.first_mut() {
        kfuncs = Kfuncs::read(&mut main.elf, &symbols, strings)?;
        data_sections = DataSections::new(&main.elf.sections);
        main.elf.forget_symbols();
    }
    drop(symbols);
    let names = Names {
        int: strings.intern(b"int"),
        decl_tag: strings.intern(b"btf_decl_tag"),
        type_tag: strings.intern(b"btf_type_tag"),
    };
    let mut records = Records::new();
    if let Some(base) = &options.base {
        base::load(base, &mut records, strings);
    }
    let first = records.len();
    let lists = units.files.iter().map(|f| (f.sections.loc.len() + f.sections.loclists.len()) as u64).sum();
    let functions = Functions::new(table, units.size(), lists);
    let chain_left = units.size();
    let mut maker = Maker {
        units,
        records,
        tally,
        names,
        int: None,
        made: Default::default(),
        pending: Vec::new(),
        wanted: Vec::new(),
        asked: HashSet::new(),
        origins: Vec::new(),
        variables: Vec::new(),
        functions,
        objects,
        data_sections,
        pointer,
        machine,
        chain_left,
    };
    all_units(&mut maker, first, &name, on_progress)?;
    let any = maker.records.len() > first;
    choose::functions(&mut maker, &kfuncs);
    if !any && maker.records.len() == first {
        return Err(missing::no_types(&maker, &name));
    }
    sections(&mut maker);
    finish(&mut maker, first, &name, options, endian)
}

/// Converts all units of the main file, in order, and units of other files when they are needed.
fn all_units(maker: &mut Maker<'_>, first: u32, name: &str, on_progress: &mut OnProgress<'_>) -> Result<(), Error> {
    let own = maker.units.own();
    let (total, mut kept, mut batch) = (own.end, first, BATCH);
    for number in own {
        if on_progress(Progress { done: number, total }).is_break() {
            return Err(cancelled(name));
        }
        unit(maker, number);
        while let Some(number) = maker.wanted.pop() {
            unit(maker, number);
        }
        if maker.records.len() - kept < batch {
            continue;
        }
        maker.settle(false);
        if !maker.pending.is_empty() {
            // Some references lead to units that are not converted yet. Records can be merged only when these units are
            // known: try again after twice as many records.
            batch = batch.saturating_mul(2);
            continue;
        }
        deduplicate(maker, first, false);
        kept = maker.records.len();
        batch = BATCH;
    }
    loop {
        maker.settle(false);
        if maker.wanted.is_empty() {
            break;
        }
        while let Some(number) = maker.wanted.pop() {
            if on_progress(Progress { done: total, total }).is_break() {
                return Err(cancelled(name));
            }
            unit(maker, number);
        }
    }
    maker.settle(true);
    Ok(())
}

fn cancelled(name: &str) -> Error {
    Error::new(ErrorKind::Cancelled, name, FileRange::default(), "the conversion was ended")
}

/// Converts a unit, or the unit of a .dwo file that it stands for. A damaged unit is left out.
fn unit(maker: &mut Maker<'_>, number: u32) {
    let key = Key { unit: number, offset: 0 };
    let tree = match maker.units.tree(number) {
        Ok(tree) => tree,
        Err(why) => {
            let units = &maker.units;
            let place = || format!("{}: {why}", units.place(key));
            maker.tally.diagnostics.add("a unit is damaged: it was left out", place);
            maker.made.insert(number, Vec::new());
            return;
        }
    };
    let kind = maker.units.units.get(number as usize).map(|u| u.kind);
    let id = match kind {
        Some(UnitKind::Skeleton(id)) => Some(id),
        Some(UnitKind::Compile) => tree.root.dwo_id,
        _ => None,
    };
    if let Some(id) = id {
        maker.made.insert(number, Vec::new());
        let parent = (maker.units.file_of(number), tree.root.address_base);
        match maker.units.split.get(&id).copied() {
            Some(split) if !maker.units.parents.contains_key(&split) => {
                maker.units.parents.insert(split, parent);
                maker.units.forget(split);
                unit(maker, split);
            }
            Some(_) => {}
            None => missing::dwo(maker, &tree),
        }
        return;
    }
    maker.tally.units += 1;
    if let Some(language) = tree.root.language {
        *maker.tally.languages.entry(language).or_insert(0) += 1;
    }
    maker.tally.entries += tree.dies.len() as u64;
    let before = maker.records.len();
    lower::unit(maker, &tree);
    maker.tally.records += u64::from(maker.records.len() - before);
}

/// Adds a DATASEC for each section that has variables.
fn sections(maker: &mut Maker<'_>) {
    let mut variables = std::mem::take(&mut maker.variables);
    variables.sort_by_key(|v| (v.section, v.offset));
    for group in variables.chunk_by(|a, b| a.section == b.section) {
        let group = group.get(..MAX_ITEMS as usize).unwrap_or(group);
        let words: Vec<u32> = group.iter().flat_map(|v| [v.id, v.offset, v.size]).collect();
        let size = group.last().map_or(0, |v| v.offset.saturating_add(v.size));
        let section = group.first().map_or(0, |v| v.section);
        let name = maker.units.files.first().and_then(|f| f.elf.sections.get(section as usize));
        let name = name.map(|s| s.name.clone()).unwrap_or_default();
        let name = maker.units.strings.intern(name.as_bytes());
        maker.records.push(name, info(Kind::DataSec, false, group.len() as u32), size, &words);
    }
}

fn deduplicate(maker: &mut Maker<'_>, first: u32, last: bool) {
    let map = dedup(&mut maker.records, first, last);
    maker.renumber(&map);
    for _ in 0..map.loops {
        let reason = "a type that refers to itself without a type between: void";
        maker.tally.diagnostics.add(reason, String::new);
    }
    if map.gave_up {
        let reason = "types that are too much alike to be compared in time: some are there twice";
        maker.tally.diagnostics.add(reason, String::new);
    }
}

fn finish(
    maker: &mut Maker<'_>,
    first: u32,
    name: &str,
    options: &Options,
    endian: btf::Endian,
) -> Result<Converted, Error> {
    deduplicate(maker, first, true);
    if maker.records.words_len() as u64 * 4 > u64::from(u32::MAX) {
        let message = "its types take more than the 4 GB that BTF can have";
        return Err(Error::new(ErrorKind::BadSection, name, FileRange::default(), message));
    }
    let blob = emit::blob(&maker.records, &maker.units.strings, first, endian, options.base.as_deref());
    let tally = std::mem::take(&mut maker.tally);
    let refused = maker.units.strings.refused;
    let mut diagnostics = tally.diagnostics;
    for _ in 0..refused {
        diagnostics.add("a name that is too long, or overlaps too many others: left empty", String::new);
    }
    let languages = tally.languages.iter().map(|(number, count)| (language::name(*number), *count)).collect();
    let report = Report {
        units: tally.units,
        units_elsewhere: tally.units_elsewhere,
        entries: tally.entries,
        records: tally.records,
        types: maker.records.len() - first,
        languages,
        missing_files: tally.missing_files,
        functions: tally.functions.finish(),
        variables: tally.variables.finish(),
        diagnostics: diagnostics.finish(),
    };
    let mut describe = Describer::new(&mut maker.units);
    let tags = maker.origins.iter().map(|o| TagOrigin {
        id: TypeId(o.id),
        annotation: describe.entry(o.annotation),
        of: describe.entry(o.of),
    });
    Ok(Converted { blob, report, tags: tags.collect() })
}
