//! The open files of a lesson, and what its steps ask about them.

use std::sync::Arc;

use btf::{Btf, Ext};
use model::access::access;
use model::elf::{ReloRow, relo_rows, relo_sections};
use model::kernel_lists::Listed;
use model::program::Program;
use model::relocations::{Core, NamedKernel};
use model::verdict::{Case, Ruling};
use relo::{CoreKind, Options, ReloVerdict, Resolver};
use text::counted;
use verdict::{Mode, Verdict, Version};

use crate::LessonScreen;
use crate::refer::MemberRef;

/// An open file of a lesson.
pub trait GivenFile {
    /// Its types.
    fn btf(&self) -> &Arc<Btf>;

    /// Its `.BTF.ext`.
    fn ext(&self) -> Option<&Ext>;

    /// The program in it; none if the file has no program, or a damaged one.
    fn program(&self) -> Option<&Program>;

    /// The file as a kernel, on which relocations can be resolved.
    fn kernel(&self) -> &needs::Kernel;

    /// Its bytes: for a program the whole object, else the types.
    fn bytes(&self) -> Arc<[u8]>;

    /// Its lists besides the types: the names of all, and the rows of the list with index `at`.
    fn lists(&self, at: u32) -> Listed;

    /// The verdicts of all kernel versions on the file, newest version first, with the details of the verdict with
    /// index `at`; or why there are no verdicts.
    fn ruling(&self, at: u32) -> Result<Ruling, String>;
}

/// The files of a lesson, and the file that the step is about.
pub struct Given<'a> {
    /// All files, each with the name that the lesson gives it.
    pub files: &'a [(&'a str, &'a dyn GivenFile)],
    /// The index of the step's own file.
    pub at: usize,
}

impl std::fmt::Debug for Given<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Given").field("files", &self.files.len()).field("at", &self.at).finish()
    }
}

/// The result of a read of a member on another file.
pub(crate) struct Read {
    /// The result.
    pub verdict: ReloVerdict,
    /// Whether the program can load there.
    pub loads: bool,
    /// The reason why the read fails, in a sentence; empty if it does not fail.
    pub why: String,
}

impl<'a> Given<'a> {
    /// The types of the step's file.
    pub(crate) fn btf(&self) -> &'a Arc<Btf> {
        self.files[self.at].1.btf()
    }

    /// Its `.BTF.ext`.
    pub(crate) fn ext(&self) -> Option<&'a Ext> {
        self.files[self.at].1.ext()
    }

    /// The index of a file among the lesson's.
    pub(crate) fn named(&self, name: &str) -> Result<usize, String> {
        let found = self.files.iter().position(|f| f.0 == name);
        found.ok_or_else(|| format!("{name:?} is not among the lesson's files"))
    }

    pub(crate) fn program(&self) -> Result<&'a Program, String> {
        let (name, file) = self.files[self.at];
        file.program().ok_or_else(|| format!("{name} is not a program"))
    }

    /// The step's own file.
    pub(crate) fn file(&self) -> &'a dyn GivenFile {
        self.files[self.at].1
    }

    /// Returns the screen, if the step's file has what the screen shows. The lesson gives a function by its name alone;
    /// the returned screen has the text of [`Given::function`] instead.
    pub(crate) fn has(&self, screen: LessonScreen) -> Result<LessonScreen, String> {
        match &screen {
            LessonScreen::Verdict(_) | LessonScreen::Register => {}
            LessonScreen::Function(name) => return self.function(name).map(LessonScreen::Function),
            LessonScreen::Fits | LessonScreen::Steps(_) => {
                self.program()?;
            }
            LessonScreen::List(name) => {
                let listed = self.file().lists(0);
                if listed.find(name).is_none() {
                    let all: Vec<&str> = listed.entries.iter().map(|e| e.name.as_str()).collect();
                    return Err(format!("the file has no list {name:?}; its lists are: {}", all.join(", ")));
                }
            }
        }
        Ok(screen)
    }

    /// The number of CO-RE relocations of the step's program.
    pub(crate) fn relocations(&self) -> Result<u64, String> {
        Ok(self.program()?.records().len() as u64)
    }

    /// The result of a relocation of the step's program on another file: the value, the verdict, and whether the
    /// program can load there.
    pub(crate) fn relocation(&self, index: usize, on: &str) -> Result<(u64, (ReloVerdict, bool)), String> {
        let program = self.program()?;
        let kernels = [NamedKernel { name: on, on: self.files[self.named(on)?].1.kernel() }];
        let list = Core { program, kernels: &kernels }.list(&|_, _| {});
        let loads = list.heads.first().is_some_and(|head| head.cannot_load.is_none());
        let row = list.rows.get(index).ok_or_else(|| format!("the program has no relocation {index}"))?;
        let value = row.values.first().copied().unwrap_or_default();
        let verdict = row.verdicts.first().copied().unwrap_or(ReloVerdict::Refused);
        Ok((value, (verdict, loads)))
    }

    /// The result, on another file, of a read of a member by a program with the step's types. If the path follows
    /// pointers, there are several reads: the worst result counts.
    pub(crate) fn read(&self, of: &MemberRef, on: &str) -> Result<Read, String> {
        let btf = self.btf();
        let (id, path) = of.find(btf)?;
        let access = access(btf, id, &path).ok_or("only a member of a struct or union can be read")?;
        let kernel = self.files[self.named(on)?].1.kernel();
        // With a trace, the explanation can say why a candidate does not fit.
        let mut resolver = Resolver::new(btf, kernel.target(), Options { trace: true, ..Options::default() });
        let outcomes = access.reads.iter().map(|r| {
            let outcome = resolver.resolve_path(CoreKind::FieldByteOffset, r.root, &r.access);
            (ReloVerdict::of(&outcome, None), r.root, outcome)
        });
        let worst = outcomes.max_by_key(|(verdict, ..)| *verdict);
        let (verdict, why) = match &worst {
            Some((verdict, root, outcome)) if verdict.is_failing() => {
                (*verdict, relo::explain(btf, *root, kernel.target(), outcome, None).headline)
            }
            Some((verdict, ..)) => (*verdict, String::new()),
            None => (ReloVerdict::Refused, String::new()),
        };
        Ok(Read { verdict, loads: relo::loads_here(btf.endian(), kernel.btf().endian()), why })
    }

    /// The verdict of a kernel version on the types of the step's file. A file with a base is judged as the kernel
    /// loads a module's BTF, any other file as a program's loader loads it.
    pub(crate) fn judged(&self, version: Version) -> Result<Verdict, String> {
        let btf = self.btf();
        let base = btf.base().map(|base| &**base);
        let object = self.files[self.at].1.program().map(Program::object);
        let mode = if base.is_some() { Mode::Kernel } else { Mode::Load };
        let case = Case { bytes: btf.bytes(), base, mode, object, lone_module: false };
        case.judge(version, None, false).map(|judged| judged.verdict).map_err(|e| e.to_string())
    }

    /// An ELF relocation of the step's program.
    pub(crate) fn elf(&self, section: &str, place: u32) -> Result<ReloRow, String> {
        let object = self.program()?.object();
        let of = relo_sections(object).into_iter().find(|of| of.name == section);
        let of = of.ok_or_else(|| format!("the program has no section {section:?} of relocations"))?;
        let rows = relo_rows(object, &of);
        let has = || format!("{section} has no relocation {place}, only {}", counted(of.count, "relocation"));
        rows.into_iter().nth(place as usize).ok_or_else(has)
    }

    /// The text by which addresses of the page name a function of the step's program: `section:name`.
    pub(crate) fn function(&self, name: &str) -> Result<String, String> {
        let functions = self.program()?.functions();
        let found = functions.iter().find(|f| f.name == name);
        found
            .map(|f| format!("{}:{}", f.section, f.name))
            .ok_or_else(|| format!("the program has no function {name:?}"))
    }
}
