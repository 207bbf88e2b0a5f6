//! Writes `ref/core` of a corpus: in this process, libbpf resolves and patches every relocation of the corpus's
//! objects. There is a table for each object with relocations and each kernel. `cargo xtask corpus` runs this program;
//! docs/corpus.md describes the columns.
//!
//! A record's place, kind and access string are as we read them. The results are libbpf's alone: the spec, the
//! candidates (searched once for each local type), the values, the patched instruction.

use std::collections::HashMap;
use std::error::Error;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::{env, fs, io, thread};

use bpf::{Insn, Object};
use btf::{Btf, Endian};
use libbpf_tests::LibbpfBtf;
use libbpf_tests::relocation::{CoreRelo, calc, candidates, patch, spec_text};
use relo::{COLUMNS, CoreKind, Record};

type Outcome<T> = Result<T, Box<dyn Error + Send + Sync>>;

/// libbpf reads objects only in this machine's byte order.
const MACHINE: Endian = if cfg!(target_endian = "little") { Endian::Little } else { Endian::Big };

fn main() -> ExitCode {
    let mut words = env::args().skip(1);
    let (Some(corpus), kernels) = (words.next(), words.collect::<Vec<_>>()) else {
        eprintln!("usage: core_reference CORPUS KERNEL... (files of the corpus, as INDEX.tsv has them)");
        return ExitCode::from(2);
    };
    match make(Path::new(&corpus), &kernels) {
        Ok((tables, rows)) => {
            println!("{tables} tables of {rows} relocations");
            ExitCode::SUCCESS
        }
        Err(e) => {
            eprintln!("core_reference: {e}");
            ExitCode::FAILURE
        }
    }
}

/// Writes all tables, with a thread for each kernel. Returns the number of tables and of rows.
fn make(corpus: &Path, kernels: &[String]) -> Outcome<(usize, usize)> {
    let index = fs::read_to_string(corpus.join("INDEX.tsv"))?;
    let files = index.lines().skip(1).filter_map(|line| line.split('\t').next());
    let objects: Vec<&str> = files.filter(|file| file.starts_with("objs/")).collect();
    let made: Vec<Outcome<(usize, usize)>> = thread::scope(|scope| {
        let threads: Vec<_> =
            kernels.iter().map(|kernel| scope.spawn(|| on_kernel(corpus, &objects, kernel))).collect();
        threads
            .into_iter()
            .map(|t| t.join().unwrap_or_else(|_| Err("libbpf's answer was not understood".into())))
            .collect()
    });
    let mut sum = (0, 0);
    for one in made {
        let (tables, rows) = one?;
        sum = (sum.0 + tables, sum.1 + rows);
    }
    Ok(sum)
}

/// Writes the tables of all objects on one kernel.
fn on_kernel(corpus: &Path, objects: &[&str], kernel: &str) -> Outcome<(usize, usize)> {
    let blob = fs::read(corpus.join("files").join(kernel))?;
    let target = LibbpfBtf::new(&blob, None).map_err(|errno| failed(kernel, errno))?;
    let name = Path::new(kernel).file_stem().unwrap_or_default().to_string_lossy();
    let mut sum = (0, 0);
    for file in objects {
        let object = Object::parse(fs::read(corpus.join("files").join(file))?).map_err(|e| format!("{file}: {e}"))?;
        let Some(rows) = table(&object, &target).map_err(|e| format!("{file} on {kernel}: {e}"))? else { continue };
        let folder: PathBuf = corpus.join("ref/core").join(file);
        fs::create_dir_all(&folder)?;
        let mut text = format!("#{}\n", COLUMNS.join("\t"));
        for row in &rows {
            text.push_str(&row.join("\t"));
            text.push('\n');
        }
        fs::write(folder.join(format!("{name}.tsv")), text)?;
        sum = (sum.0 + 1, sum.1 + rows.len());
    }
    Ok(sum)
}

fn failed(what: &str, errno: i32) -> String {
    format!("{what}: {}", io::Error::from_raw_os_error(errno))
}

/// The rows of an object on a kernel; `None` when the object has no relocations.
fn table(object: &Object, target: &LibbpfBtf) -> Outcome<Option<Vec<[String; 21]>>> {
    let (Some(local), Some(ext)) = (object.btf(), object.ext()) else { return Ok(None) };
    let records = relo::records(local, ext);
    if records.is_empty() {
        return Ok(None);
    }
    let theirs = LibbpfBtf::new(local.bytes(), None).map_err(|errno| failed("its types", errno))?;
    // The candidates of each type are searched once. libbpf shortens its list, so each relocation gets a copy.
    let mut found: HashMap<u32, Vec<u32>> = HashMap::new();
    let rows = records.iter().map(|record| row(object, local, record, &theirs, target, &mut found));
    rows.collect::<Outcome<_>>().map(Some)
}

fn row(
    object: &Object,
    local: &Btf,
    record: &Record,
    theirs: &LibbpfBtf,
    target: &LibbpfBtf,
    found: &mut HashMap<u32, Vec<u32>>,
) -> Outcome<[String; 21]> {
    let relo = CoreRelo {
        insn_off: record.insn_offset.0,
        type_id: record.type_id.0,
        access_str_off: record.access.0,
        kind: record.kind,
    };
    let kind = record.relo_kind().ok_or("a relocation of an unknown kind")?;
    let list = match kind {
        // The id of a local type needs no candidates, because it does not depend on the kernel.
        CoreKind::TypeIdLocal => Vec::new(),
        _ => found.entry(relo.type_id).or_insert_with(|| candidates(theirs, target, relo.type_id)).clone(),
    };
    let (errno, result) = calc(theirs, target, &relo, &mut list.clone());
    let (insn, second) = relo::insn_of(object, record).ok_or("a relocation without an instruction")?;
    let before = relo::slots(insn, second);
    let (after, patched) = if errno == 0 {
        let mut bytes = [0; 16];
        bytes[..8].copy_from_slice(&insn.encode(MACHINE));
        bytes[8..].copy_from_slice(&second.unwrap_or_default().encode(MACHINE));
        let errno = patch(&mut bytes, &relo, &result);
        let [first, next] = [&bytes[..8], &bytes[8..]].map(|b| Insn::decode(b.try_into().unwrap_or_default(), MACHINE));
        (relo::slots(first, first.is_ldimm64().then_some(next)), errno)
    } else {
        (before.clone(), -1)
    };
    let status = match errno {
        0 if result.poison => "poison".to_owned(),
        0 if result.fail_memsz_adjust => "ok-fail_memsz".to_owned(),
        0 => "ok".to_owned(),
        // `io::Error` appends the number in brackets; cut it off.
        errno => {
            let text = io::Error::from_raw_os_error(-errno).to_string();
            text.split(" (os error").next().unwrap_or_default().to_owned()
        }
    };
    let name = theirs.get(relo.type_id).map(|t| String::from_utf8_lossy(t.name).into_owned()).unwrap_or_default();
    Ok([
        record.section.to_string(),
        relo.insn_off.to_string(),
        record.index.to_string(),
        kind.long_str().to_owned(),
        relo.type_id.to_string(),
        name,
        record.access_str(local).to_owned(),
        spec_text(theirs, &relo).unwrap_or_default(),
        list.len().to_string(),
        list.iter().map(u32::to_string).collect::<Vec<_>>().join(","),
        status,
        result.original.to_string(),
        result.new.to_string(),
        u32::from(result.validate).to_string(),
        result.original_size.to_string(),
        result.new_size.to_string(),
        result.original_type.to_string(),
        result.new_type.to_string(),
        before,
        after,
        patched.to_string(),
    ])
}
