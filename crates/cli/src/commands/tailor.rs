//! `tailor`: BTF cut down to the types that programs read, for given kernels or for the kernels of an atlas.

use std::collections::{BTreeSet, HashMap};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use bpf::Object;
use btf::Btf;
use json::Count;
use json::tailored::{Refused, Tailored, TailoredFile};
use model::words::many;
use tailor::Tailor;
use text::tsv_cell;

use crate::atlases::kernels::{Chosen, Where};
use crate::atlases::ours;
use crate::fail::Failure;
use crate::files::AsText;
use crate::files::{Folder, Target, save};
use crate::out::{Out, out};
use crate::with_base::{Which, open_all};

/// Cut kernels' BTF down to what programs read, for kernels that have none
#[derive(clap::Args, Debug)]
#[command(after_help = "\
The files hold what bpftool gen min_core_btf keeps: the types and members that the CO-RE relocations
of the programs find. A program opens that of its kernel by btf_custom_path of libbpf.

Of several kernels, or with a folder as OUT, each distinct result is written once, by the name of the
first kernel that takes it; the table says which kernel takes which file. A kernel of an atlas has its
types in another order than the kernel's own BTF, so the files have, too.

Exit status: 0; 1 when a relocation cannot be resolved on a kernel, which then gets no file; 2 on bad
use, and on files that cannot be read or written.

Examples:
  btfscope tailor prog.bpf.o --target vmlinux -o prog.btf
  btfscope tailor *.bpf.o --atlas debian.atlas -o btfs --json > btfs/kernels.json
  btfscope tailor prog.bpf.o --atlas debian.atlas --where 'distribution:debian version:<5.11' -o btfs")]
pub struct Args {
    /// BPF program objects
    #[arg(value_name = "PROG", required = true)]
    files: Vec<PathBuf>,
    /// A kernel. Can be repeated
    #[arg(long, short, value_name = "KERNEL")]
    target: Vec<PathBuf>,
    /// The kernels of an atlas; without this and --target, the atlas in BTFSCOPE_ATLAS, or debian.atlas beside btfscope
    /// or inside of it
    #[arg(long, value_name = "ATLAS", conflicts_with = "target")]
    atlas: Option<PathBuf>,
    #[command(flatten)]
    only: Where,
    /// The folder to write into; of one --target, a file if there is no such folder
    #[arg(long, short, value_name = "OUT")]
    out: Target,
    /// The table as JSON: {files: [{file, types, bytes, kernels}], refused: [{kernel, why}]}
    #[arg(long)]
    json: bool,
}

/// The distinct results, and the kernels that got none.
#[derive(Default)]
struct Results {
    files: Vec<File>,
    /// The index in `files`, by content.
    known: HashMap<Vec<u8>, usize>,
    refused: Vec<Refused>,
}

struct File {
    /// Its name below the folder.
    name: String,
    types: u32,
    bytes: usize,
    kernels: Vec<String>,
}

/// A program object with its relocations.
struct Program {
    name: String,
    object: Object,
}

/// Runs the command.
///
/// # Errors
/// When a file or a condition cannot be read, when an object has no `.BTF.ext`, when no kernel is given or found, and
/// when a file cannot be written.
pub fn run(args: &Args, out: &mut Out) -> Result<u8, Failure> {
    args.out.not_stdout("the table")?;
    let mut programs = Vec::new();
    for file in &args.files {
        let input = Which::of(file, None).open()?;
        programs.push(Program { object: input.program()?, name: input.name });
    }
    let mut results = Results::default();
    let ours = || ours::given_or_ours(args.atlas.as_deref(), "a kernel by --target, or ");
    let atlas = args.target.is_empty().then(ours).transpose()?;
    match &atlas {
        Some(path) => {
            let chosen = Chosen::open(path, &args.only.select()?)?;
            for (number, name, _) in chosen.about() {
                results.add(name, &programs, chosen.take(number, name)?);
            }
        }
        None if args.only.is_given() => {
            return Err(Failure::Bad("--where chooses kernels of an atlas: name it by --atlas".to_owned()));
        }
        None => {
            for (input, path) in open_all(&args.target, None)?.into_iter().zip(&args.target) {
                let name = path.file_name().map_or(input.name, |n| Path::new(n).as_text());
                results.add(&name, &programs, input.btf);
            }
        }
    }
    let one = atlas.is_none() && args.target.len() == 1 && !args.out.path().is_dir();
    let paths = results.write(&args.out, one)?;
    let rows = results.files.iter().zip(&paths).map(|(f, path)| TailoredFile {
        file: path.as_text(),
        types: f.types,
        bytes: Count::of(f.bytes),
        kernels: &f.kernels,
    });
    let table = Tailored { files: rows.collect(), refused: &results.refused };
    match args.json {
        true => json::print(&table, out),
        false => text(&table, out),
    }
    Ok(u8::from(!results.refused.is_empty()))
}

impl Results {
    fn add(&mut self, kernel: &str, programs: &[Program], btf: Arc<Btf>) {
        let mut cut = Tailor::new(btf);
        for program in programs {
            let (Some(btf), Some(ext)) = (program.object.btf(), program.object.ext()) else { continue };
            if let Err(refused) = cut.add(btf, ext) {
                let why = format!("{}: {refused}", program.name);
                return self.refused.push(Refused { kernel: kernel.to_owned(), why });
            }
        }
        let cut = cut.finish();
        let bytes = cut.bytes.len();
        let place = *self.known.entry(cut.bytes).or_insert(self.files.len());
        if place == self.files.len() {
            // The endings of compression and format are left out of the name.
            let name = self.unused(&release::stem(kernel).replace(['/', '\\'], "_"));
            self.files.push(File { name, types: cut.types, bytes, kernels: Vec::new() });
        }
        if let Some(file) = self.files.get_mut(place) {
            file.kernels.push(kernel.to_owned());
        }
    }

    /// An unused file name: kernels in two folders may have the same name.
    fn unused(&self, stem: &str) -> String {
        let used: BTreeSet<&str> = self.files.iter().map(|f| f.name.as_str()).collect();
        let first = format!("{stem}.btf");
        let others = (2..).map(|n: u32| format!("{stem}-{n}.btf"));
        std::iter::once(first.clone()).chain(others).find(|name| !used.contains(name.as_str())).unwrap_or(first)
    }

    /// Writes the files: with `one`, `out` is the path of the only file, else the folder for all of them. Returns their
    /// paths.
    fn write(&self, out: &Target, one: bool) -> Result<Vec<PathBuf>, Failure> {
        let mut contents: Vec<(usize, &[u8])> = self.known.iter().map(|(bytes, &at)| (at, bytes.as_slice())).collect();
        contents.sort_unstable();
        if one {
            contents.iter().try_for_each(|(_, bytes)| save(out, bytes))?;
            return Ok(contents.iter().map(|_| out.path().to_owned()).collect());
        }
        let mut folder = Folder::new(out)?;
        let mut paths = Vec::with_capacity(contents.len());
        for (File { name, .. }, (_, bytes)) in self.files.iter().zip(contents) {
            let path = folder.path_of(name);
            let written = folder.file(name)?.write_all(bytes);
            written.map_err(|e| path.bad(e))?;
            paths.push(path);
        }
        folder.finish()?;
        Ok(paths)
    }
}

fn text(table: &Tailored<'_>, out: &mut Out) {
    for file in &table.files {
        for kernel in file.kernels {
            out!(out, "{}\t{}\n", tsv_cell(kernel), tsv_cell(&file.file));
        }
    }
    for refused in table.refused {
        out!(out, "{}\t- {}\n", tsv_cell(&refused.kernel), tsv_cell(&refused.why));
    }
    let kernels: usize = table.files.iter().map(|f| f.kernels.len()).sum();
    let bytes: u64 = table.files.iter().map(|f| f.bytes.0).sum();
    let (files, refused) = (table.files.len(), table.refused.len());
    out!(out, "# {} in {} of {bytes} bytes", many(kernels as u64, "kernel"), many(files as u64, "file"));
    if refused > 0 {
        out!(out, "; none for {refused}");
    }
    out!(out, "\n");
}
