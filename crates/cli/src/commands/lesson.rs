//! `lesson`: a lesson as one HTML file, as the page saves it.

use std::path::PathBuf;

use btf::Btf;
use desk::{AskPage, FileId, Keep, ToDesk};
use lesson::{Lesson, LessonFile, parse};
use text::counted;
use work::{Desk, Work};

use crate::args::OutFile;
use crate::fail::Failure;
use crate::files::AsText;
use crate::files::{self, save_and_say};
use crate::out::Out;
use crate::with_base::{Input, Which};

/// Write a lesson as one HTML file: its text, what its steps show, its answers, and its files
#[derive(clap::Args, Debug)]
#[command(after_help = "\
The file has no script and loads nothing: a learning platform shows it as it is. Answers are folded away below their
questions. The files of the lesson are found by their names in the folders of --files or, without --files, in the
folder of the lesson. A kernel of the atlas (`kernel: RELEASE`) is taken from --atlas. docs/lessons/README.md says how
a lesson is written.

Examples:
  btfscope lesson docs/lessons/blob.md --files static/samples --files static/samples/lessons -o blob.html
  btfscope lesson mine.md -o mine.html
  btfscope lesson whole.md --atlas static/atlas/debian.atlas -o whole.html")]
pub struct Args {
    /// The lesson, a Markdown file
    #[arg(value_name = "LESSON")]
    lesson: PathBuf,
    #[command(flatten)]
    to: OutFile,
    /// A folder with files of the lesson, by default that of the lesson itself. Can be repeated
    #[arg(long, value_name = "DIR")]
    files: Vec<PathBuf>,
    /// The atlas with the kernels that the lesson names
    #[arg(long, value_name = "FILE")]
    atlas: Option<PathBuf>,
}

/// The most bytes of a lesson.
const LONGEST: u64 = 4 << 20;

/// Runs the command.
///
/// # Errors
/// When the lesson, or a file that it names, is missing or cannot be read, and when the page cannot be written. A step
/// that does not fit its file is no error: the page then says so where the step would be.
pub fn run(args: &Args, _: &mut Out) -> Result<u8, Failure> {
    let shown = args.lesson.as_text();
    let source = files::text(&args.lesson, LONGEST).map_err(|e| Failure::Bad(format!("{shown}: {e}")))?;
    let lesson = parse(&source).map_err(|e| Failure::Bad(format!("{shown}: {e}")))?;
    let mut desk = Desk::new(Box::new(|_, _| {}));
    let files = take_in(&mut desk, args, &lesson)?;
    let name = args.lesson.file_stem().map_or_else(|| "lesson".to_owned(), |stem| stem.to_string_lossy().into_owned());
    let page = AskPage { name, source, files }.answer(&desk);
    let page = page.map_err(|problem| Failure::Bad(format!("{shown}: {}", problem.message)))?;
    let steps = counted(lesson.steps.len(), "step");
    save_and_say(&args.to.out, &page, &format!("the lesson “{}”, {steps}", lesson.title))?;
    Ok(0)
}

/// Opens the lesson's files in their order and puts them into the desk. A module without a base of its own gets one:
/// the nearest file before it in the lesson that needs no base and brings none.
fn take_in(desk: &mut Desk, args: &Args, lesson: &Lesson) -> Result<Vec<(String, FileId)>, Failure> {
    let mut taken = Vec::new();
    // The base for the next module.
    let mut kernel: Option<PathBuf> = None;
    for (n, file) in lesson.files.iter().enumerate() {
        let path = path_of(args, file)?;
        let opened = Which::of(&path, None).bare()?;
        let needs = opened.needs_base.is_some();
        let base = kernel.clone().filter(|_| needs);
        let id = FileId(u32::try_from(n).unwrap_or(u32::MAX));
        let own = opened.btf_base.is_some();
        let input = Which::of(&path, base.as_deref()).open_read(opened)?;
        if !needs && !own {
            kernel = Some(path);
        }
        desk.take(ToDesk::Keep(keep(id, &file.name, input)));
        taken.push((file.name.clone(), id));
    }
    Ok(taken)
}

/// The path of a file of the lesson.
fn path_of(args: &Args, file: &LessonFile) -> Result<PathBuf, Failure> {
    if file.atlas {
        return match &args.atlas {
            Some(atlas) => Ok(PathBuf::from(format!("{}#{}", atlas.display(), file.name))),
            None => Err(Failure::Bad(format!("{} is a kernel of the atlas: give the atlas with --atlas", file.name))),
        };
    }
    let beside = args.lesson.parent().map(PathBuf::from).unwrap_or_default();
    let folders = if args.files.is_empty() { vec![beside] } else { args.files.clone() };
    // The sample `KERNEL.atlas` is an atlas. The lesson's file is the kernel KERNEL in it.
    let kernel = file.name.strip_suffix(".atlas").filter(|_| file.sample);
    // Lessons call the page's own sample program `program`, but the sample's file has another name.
    let name = if file.sample && file.name == "program" { "sample.bpf.o" } else { &file.name };
    let found = folders.iter().map(|folder| folder.join(name)).find(|path| path.is_file());
    let found = found.map(|path| match kernel {
        Some(kernel) => PathBuf::from(format!("{}#{kernel}", path.display())),
        None => path,
    });
    found.ok_or_else(|| {
        Failure::Bad(format!("the lesson's file {} is not there: name its folder by --files", file.name))
    })
}

/// An open file as the desk keeps it. Bases are not kept as files of their own: `blobs` begins with the bytes of the
/// innermost base (which has no base itself), then come those of each base on top of it, and last those of the file.
fn keep(id: FileId, name: &str, input: Input) -> Keep {
    let Input { opened, btf, .. } = input;
    let mut blobs = Vec::new();
    let mut at: Option<&Btf> = Some(&btf);
    while let Some(btf) = at {
        blobs.insert(0, btf.shared_bytes());
        at = btf.base().map(|base| &**base);
    }
    let distilled = opened.btf_base.is_some();
    let input = desk::open::input(opened);
    Keep {
        id,
        name: name.to_owned(),
        kind: input.kind,
        base: None,
        blobs,
        ext: input.ext,
        object: input.digest_of,
        pointer_size: btf.pointer_size(),
        extras: input.extras,
        distilled,
        atlas: None,
    }
}
