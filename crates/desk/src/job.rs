//! What can be asked of the desk.

use std::sync::Arc;

use model::compare::{Changes, Sides};
use model::fields::FieldRow;
use model::fits::Fits;
use model::kernel_lists::Listed;
use model::lesson::{Lesson, Ready};
use model::listing::Symbols;
use model::log::LogReading;
use model::paths_between::FoundPaths;
use model::program::{FunctionModel, Overview};
use model::relocations::probe::Probe;
use model::relocations::{Carry, CoreList, Detail};
use model::share::Packed;
use model::values::Own;
use model::verdict::Ruling;
use wire::Wire;

use super::atlas::{AskAtlas, AtlasSays, AtlasWork};
use super::compare::{AskSides, SaveChanges};
use super::fields::AskFields;
use super::fits::{AskFits, PackFits, PackedFits};
use super::graph::{AskGraph, GraphDrawn};
use super::kernel_lists::{AskLists, MoveBase};
use super::lesson::{AskPage, AskStep};
use super::pad::{CompilePad, CompiledPad};
use super::paths_between::AskPaths;
use super::picture::Picture;
use super::print::{Print, Printed};
use super::relocations::{AskCore, AskLog, AskProbe, AskRelocation};
use super::search::{FoundTypes, Search};
use super::share::{Carried, Pack};
use super::users::{FindUsers, FoundUsers};
use super::values::AskOwn;
use super::verdict::AskVerdict;
use crate::FileId;
use crate::Pair;
use crate::PictureOf;
use crate::ReadFunction;

/// A request.
#[derive(Clone, PartialEq, Eq, Debug, Wire)]
pub enum Job {
    /// Search the types of a file.
    Search(Search),
    /// Print a whole file.
    Print(Print),
    /// Compute the digest of a file.
    Digest(FileId),
    /// Pack a type for a link.
    Pack(Pack),
    /// Compile the scratch pad.
    Pad(CompilePad),
    /// Unpack what a link carries: its text, and the name of the file it was made of.
    Unpack(String, String),
    /// List what is in a program.
    Program(FileId),
    /// Read a function of a program.
    Function(ReadFunction),
    /// Find the symbols of a program's assembler listing.
    Symbols(FileId),
    /// Find who uses a type.
    Users(FindUsers),
    /// List what a file has beside its types.
    Lists(AskLists),
    /// Move a module from its distilled base onto a kernel.
    Move(MoveBase),
    /// Resolve the relocations of a program.
    Core(AskCore),
    /// Read a relocation of a program.
    Relocation(AskRelocation),
    /// Compute what a CO-RE access to a member would be.
    Probe(AskProbe),
    /// Read a log of a program.
    Log(AskLog),
    /// Pack a relocation for a link, with the types of the kernels.
    Carry(AskRelocation),
    /// Pack a program for a link, with what kernels say of it.
    PackFits(PackFits),
    /// Compare a type with that of another file.
    Sides(AskSides),
    /// Draw a graph.
    Graph(AskGraph),
    /// Draw a picture to save.
    Picture(PictureOf),
    /// Compare two files as wholes.
    Changes(Pair),
    /// Write all that differs between two files.
    SaveChanges(SaveChanges),
    /// Look for fields in files.
    Fields(AskFields),
    /// Say on which kernels a program loads.
    Fits(AskFits),
    /// Look for paths between two types.
    Paths(AskPaths),
    /// Have kernels judge a file.
    Verdict(AskVerdict),
    /// Say what a file has for the Values view.
    Own(AskOwn),
    /// Read a lesson: its file's name, and its text.
    Lesson(String, String),
    /// Work out a step of a lesson.
    Step(Box<AskStep>),
    /// Write a lesson as a page of its own.
    Page(Box<AskPage>),
    /// Ask an atlas.
    Atlas(AskAtlas),
}

/// What came of it.
#[derive(Clone, PartialEq, Eq, Debug, Wire)]
pub enum Answer {
    /// What was found.
    Found(FoundTypes),
    /// What was printed.
    Printed(Printed),
    /// A file's digest: SHA-256 in hex.
    Digest(FileId, String),
    /// A type, packed.
    Packed(Pack, Packed),
    /// The scratch pad, compiled.
    Pad(Box<CompiledPad>),
    /// What a link carries.
    Unpacked(Carried),
    /// What is in a program.
    Program(FileId, Box<Overview>),
    /// A function of a program.
    Function(FileId, Box<FunctionModel>),
    /// The symbols of a program's assembler listing.
    Symbols(FileId, Symbols),
    /// The users of a type.
    Users(FindUsers, FoundUsers),
    /// The lists of a file.
    Lists(AskLists, Box<Listed>),
    /// A module's types, moved.
    Moved(MoveBase, Arc<[u8]>),
    /// The relocations of a program.
    Core(AskCore, Box<CoreList>),
    /// A relocation of a program.
    Relocation(AskRelocation, Box<Detail>),
    /// What an access would be; nothing when the member cannot be read.
    Probe(AskProbe, Box<Option<Probe>>),
    /// The lines of a program's log that lead somewhere.
    Log(Option<FileId>, u32, LogReading),
    /// A relocation, packed.
    Carried(AskRelocation, Carry),
    /// A program and what kernels say of it, packed.
    PackedFits(PackFits, PackedFits),
    /// A type beside that of another file.
    Sides(AskSides, Box<Sides>),
    /// A graph.
    Graph(GraphDrawn),
    /// A picture to save.
    Picture(Picture),
    /// What differs between two files.
    Changes(Pair, Changes),
    /// Fields in files.
    Fields(AskFields, Vec<FieldRow>),
    /// On which kernels a program loads.
    Fits(AskFits, Box<Fits>),
    /// Paths between two types.
    Paths(AskPaths, FoundPaths),
    /// What kernels say of a file.
    Verdict(AskVerdict, Box<Ruling>),
    /// What a file has for the Values view.
    Own(AskOwn, Box<Own>),
    /// A lesson, by its file's name.
    Lesson(String, Box<Lesson>),
    /// A step of a lesson, with the number of the request.
    Step(u32, Box<Ready>),
    /// A lesson as a page of its own: the name of its file, and its text.
    Page(String, Arc<[u8]>),
    /// What an atlas says.
    Atlas(AskAtlas, AtlasSays),
}

/// Which requests stand for one another: a newer one of the same kind supersedes an older one, whose answer nobody waits for any more.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum JobKind {
    /// Searches of a file.
    Search(FileId),
    /// Printing; only one file at a time.
    Print,
    /// A file's digest.
    Digest(FileId),
    /// Compiling the scratch pad.
    Pad,
    /// Packing a type; only one at a time.
    Pack,
    /// Unpacking a link; only one at a time.
    Unpack,
    /// The lists of a program.
    Program(FileId),
    /// A function of a program: only one at a time is read.
    Function(FileId),
    /// The symbols of a program's listing.
    Symbols(FileId),
    /// The users of a type of a file.
    Users(FileId),
    /// The lists of a file.
    Lists(FileId),
    /// Moving a module.
    Move(FileId),
    /// The relocations of a program.
    Core(FileId),
    /// A relocation of a program: only one at a time is read.
    Relocation(FileId),
    /// An access to a member; only one at a time.
    Probe,
    /// A log of a program, or alone.
    Log(Option<FileId>),
    /// A type beside that of another file: only one at a time is shown.
    Sides,
    /// The graph that is shown; only one at a time.
    Graph,
    /// A picture to save; only one at a time.
    Picture,
    /// Two files as wholes: only one pair at a time.
    Changes,
    /// Fields in files.
    Fields,
    /// On which kernels a program loads.
    Fits(FileId),
    /// Paths between two types.
    Paths,
    /// What kernels say of a file; only one at a time.
    Verdict,
    /// What a file has for the Values view.
    Own(FileId),
    /// Reading a lesson; only one at a time.
    Lesson,
    /// A step of a lesson; only one at a time.
    Step,
    /// Writing a lesson as a page; only one at a time.
    Page,
    /// A question to an atlas: one of each kind at a time.
    Atlas(AtlasWork),
}

impl JobKind {
    /// Whether it takes long enough to be broken off when nobody waits for it any more: the worker ends then, and a new one gets the
    /// files when there is something to do again.
    pub fn is_long(self) -> bool {
        matches!(self, JobKind::Print | JobKind::Changes | JobKind::Atlas(AtlasWork::Kernel))
    }

    /// What is done, as the bar has it that is shown while it is waited for.
    pub fn words(self) -> &'static str {
        match self {
            JobKind::Search(_) => "searching",
            JobKind::Print => "printing",
            JobKind::Digest(_) => "computing the digest",
            JobKind::Pad => "compiling the scratch pad",
            JobKind::Pack => "packing for a link",
            JobKind::Unpack => "unpacking the link",
            JobKind::Program(_) => "reading the program",
            JobKind::Function(_) => "reading the function",
            JobKind::Symbols(_) => "reading the symbols",
            JobKind::Users(_) => "searching for users",
            JobKind::Lists(_) => "reading the lists",
            JobKind::Move(_) => "moving the module",
            JobKind::Core(_) | JobKind::Relocation(_) => "resolving relocations",
            JobKind::Probe => "computing the access",
            JobKind::Log(_) => "reading the log",
            JobKind::Sides => "comparing the types",
            JobKind::Graph => "drawing the graph",
            JobKind::Picture => "drawing the picture",
            JobKind::Changes => "comparing all types",
            JobKind::Fields => "looking for the fields",
            JobKind::Fits(_) => "asking the kernels",
            JobKind::Paths => "looking for paths",
            JobKind::Verdict => "asking for the kernels' verdict",
            JobKind::Own(_) => "reading the values",
            JobKind::Lesson => "reading the lesson",
            JobKind::Step => "working out the step",
            JobKind::Page => "writing the lesson",
            JobKind::Atlas(_) => "asking the atlas",
        }
    }

    /// Whether it takes memory that is worth to be given back: the worker ends after it, too.
    pub fn is_large(self) -> bool {
        matches!(self, JobKind::Print)
    }
}

impl Job {
    /// Its kind.
    pub fn kind(&self) -> JobKind {
        match self {
            Job::Search(request) => JobKind::Search(request.file),
            Job::Print(_) => JobKind::Print,
            Job::Digest(id) => JobKind::Digest(*id),
            Job::Pack(_) => JobKind::Pack,
            Job::Pad(_) => JobKind::Pad,
            Job::Unpack(..) => JobKind::Unpack,
            Job::Program(id) => JobKind::Program(*id),
            Job::Function(request) => JobKind::Function(request.file),
            Job::Symbols(id) => JobKind::Symbols(*id),
            Job::Users(request) => JobKind::Users(request.file),
            Job::Lists(request) => JobKind::Lists(request.file),
            Job::Move(request) => JobKind::Move(request.file),
            Job::Core(request) => JobKind::Core(request.file),
            Job::Relocation(request) => JobKind::Relocation(request.on.file),
            Job::Probe(_) => JobKind::Probe,
            Job::Log(request) => JobKind::Log(request.file),
            Job::Carry(_) | Job::PackFits(_) => JobKind::Pack,
            Job::Sides(_) => JobKind::Sides,
            Job::Graph(_) => JobKind::Graph,
            Job::Picture(_) => JobKind::Picture,
            Job::Changes(_) => JobKind::Changes,
            Job::SaveChanges(_) => JobKind::Print,
            Job::Fields(_) => JobKind::Fields,
            Job::Fits(request) => JobKind::Fits(request.file),
            Job::Paths(_) => JobKind::Paths,
            Job::Verdict(_) => JobKind::Verdict,
            Job::Own(request) => JobKind::Own(request.file),
            Job::Lesson(..) => JobKind::Lesson,
            Job::Step(_) => JobKind::Step,
            Job::Page(_) => JobKind::Page,
            Job::Atlas(ask) => JobKind::Atlas(ask.work()),
        }
    }

    /// The files that it is about. They are on the desk when it runs, with their bases.
    pub fn files(&self) -> Vec<FileId> {
        match self {
            Job::Search(request) => vec![request.file],
            Job::Print(request) => vec![request.file],
            Job::Pack(request) => std::iter::once(request.file).chain(request.other.map(|o| o.0)).collect(),
            Job::Unpack(..) | Job::Lesson(..) | Job::Pad(_) => vec![],
            Job::Digest(id) | Job::Program(id) | Job::Symbols(id) => vec![*id],
            Job::Function(request) => vec![request.file],
            Job::Users(request) => vec![request.file],
            Job::Lists(request) => request.files(),
            Job::Move(request) => vec![request.file, request.kernel],
            Job::Core(request) => request.files(),
            Job::Relocation(request) => request.on.files(),
            Job::Probe(request) => request.on.files(),
            Job::Log(request) => request.file.into_iter().collect(),
            Job::Carry(request) => request.on.files(),
            Job::PackFits(request) => vec![request.file],
            Job::Graph(request) => vec![request.file],
            Job::Picture(request) => vec![request.file],
            Job::Sides(request) => request.pair.files(),
            Job::Changes(pair) => pair.files(),
            Job::SaveChanges(request) => request.pair.files(),
            Job::Fields(request) => request.files.clone(),
            Job::Fits(request) => request.files(),
            Job::Paths(request) => vec![request.file],
            Job::Verdict(request) => vec![request.file],
            Job::Own(request) => vec![request.file],
            Job::Step(request) => request.files.iter().map(|f| f.1).collect(),
            Job::Page(request) => request.files.iter().map(|f| f.1).collect(),
            Job::Atlas(ask) => ask.files(),
        }
    }
}
