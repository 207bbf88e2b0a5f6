//! What can be asked of the desk.

use std::sync::Arc;

use model::compare::{Changes, Sides};
use model::fields::FieldRow;
use model::lesson::{Lesson, Ready};
use model::lists::Listed;
use model::paths::FoundPaths;
use model::program::{FunctionModel, Overview};
use model::relocations::log::LogLink;
use model::relocations::probe::Probe;
use model::relocations::{Carry, CoreList, Detail};
use model::share::Packed;
use wire::wire;

use super::compare::{AskSides, SaveChanges};
use super::fields::AskFields;
use super::graph::{AskGraph, GraphDrawn};
use super::lesson::AskStep;
use super::lists::{AskLists, MoveBase};
use super::pad::{CompilePad, CompiledPad};
use super::paths::AskPaths;
use super::picture::Picture;
use super::print::{Print, Printed};
use super::relocations::{AskCore, AskLog, AskProbe, AskRelocation};
use super::search::{Found, Search};
use super::share::{Carried, Pack};
use super::users::{FindUsers, FoundUsers};
use crate::FileId;
use crate::Pair;
use crate::PictureOf;
use crate::ReadFunction;

/// A request.
#[derive(Clone, PartialEq, Eq, Debug)]
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
    /// Tell what a CO-RE access to a member would be.
    Probe(AskProbe),
    /// Read a log of a program.
    Log(AskLog),
    /// Pack a relocation for a link, with the types of the kernels.
    Carry(AskRelocation),
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
    /// Look for paths between two types.
    Paths(AskPaths),
    /// Read a lesson: its file's name, and its text.
    Lesson(String, String),
    /// Work out a step of a lesson.
    Step(Box<AskStep>),
}
wire!(
    enum Job {
        Search(request),
        Print(request),
        Digest(id),
        Pack(request),
        Pad(request),
        Unpack(text, name),
        Program(id),
        Function(request),
        Users(request),
        Lists(request),
        Move(request),
        Core(request),
        Relocation(request),
        Probe(request),
        Log(request),
        Carry(request),
        Sides(request),
        Graph(request),
        Picture(request),
        Changes(pair),
        SaveChanges(request),
        Fields(request),
        Paths(request),
        Lesson(name, text),
        Step(request),
    }
);

/// What came of it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Answer {
    /// What was found.
    Found(Found),
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
    /// The users of a type.
    Users(FoundUsers),
    /// The lists of a file.
    Lists(AskLists, Box<Listed>),
    /// A module's types, moved.
    Moved(MoveBase, Arc<[u8]>),
    /// The relocations of a program.
    Core(AskCore, Box<CoreList>),
    /// A relocation of a program.
    Relocation(AskRelocation, Box<Detail>),
    /// What an access would be; nothing when the member is none that is read.
    Probe(AskProbe, Box<Option<Probe>>),
    /// The lines of a program's log that lead somewhere.
    Log(FileId, Vec<LogLink>),
    /// A relocation, packed.
    Carried(AskRelocation, Carry),
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
    /// Paths between two types.
    Paths(AskPaths, FoundPaths),
    /// A lesson, by its file's name.
    Lesson(String, Box<Lesson>),
    /// A step of a lesson, with the number of the request.
    Step(u32, Box<Ready>),
}
wire!(
    enum Answer {
        Found(found),
        Printed(printed),
        Digest(id, sha256),
        Packed(request, packed),
        Pad(compiled),
        Unpacked(carried),
        Program(id, overview),
        Function(id, model),
        Users(found),
        Lists(request, listed),
        Moved(request, blob),
        Core(request, list),
        Relocation(request, detail),
        Probe(request, probe),
        Log(id, links),
        Carried(request, carry),
        Sides(request, sides),
        Graph(drawn),
        Picture(picture),
        Changes(pair, changes),
        Fields(request, rows),
        Paths(request, found),
        Lesson(name, lesson),
        Step(turn, ready),
    }
);

/// Which requests stand for one another: a newer one of the same sort supersedes an older one, whose answer nobody waits for any more.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Sort {
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
    /// A log of a program.
    Log(FileId),
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
    /// Paths between two types.
    Paths,
    /// Reading a lesson; only one at a time.
    Lesson,
    /// A step of a lesson; only one at a time.
    Step,
}

impl Sort {
    /// Whether it takes long enough to be broken off when nobody waits for it any more: the worker ends then, and a new one gets the
    /// files when there is something to do again.
    pub fn is_long(self) -> bool {
        matches!(self, Sort::Print | Sort::Changes)
    }

    /// Whether it takes memory that is worth to be given back: the worker ends after it, too.
    pub fn is_large(self) -> bool {
        matches!(self, Sort::Print)
    }
}

impl Job {
    /// Its sort.
    pub fn sort(&self) -> Sort {
        match self {
            Job::Search(request) => Sort::Search(request.file),
            Job::Print(_) => Sort::Print,
            Job::Digest(id) => Sort::Digest(*id),
            Job::Pack(_) => Sort::Pack,
            Job::Pad(_) => Sort::Pad,
            Job::Unpack(..) => Sort::Unpack,
            Job::Program(id) => Sort::Program(*id),
            Job::Function(request) => Sort::Function(request.file),
            Job::Users(request) => Sort::Users(request.file),
            Job::Lists(request) => Sort::Lists(request.file),
            Job::Move(request) => Sort::Move(request.file),
            Job::Core(request) => Sort::Core(request.file),
            Job::Relocation(request) => Sort::Relocation(request.on.file),
            Job::Probe(_) => Sort::Probe,
            Job::Log(request) => Sort::Log(request.file),
            Job::Carry(_) => Sort::Pack,
            Job::Sides(_) => Sort::Sides,
            Job::Graph(_) => Sort::Graph,
            Job::Picture(_) => Sort::Picture,
            Job::Changes(_) => Sort::Changes,
            Job::SaveChanges(_) => Sort::Print,
            Job::Fields(_) => Sort::Fields,
            Job::Paths(_) => Sort::Paths,
            Job::Lesson(..) => Sort::Lesson,
            Job::Step(_) => Sort::Step,
        }
    }

    /// The files that it is about. They are on the desk when it runs, with their bases.
    pub fn files(&self) -> Vec<FileId> {
        match self {
            Job::Search(request) => vec![request.file],
            Job::Print(request) => vec![request.file],
            Job::Pack(request) => std::iter::once(request.file).chain(request.other.map(|o| o.0)).collect(),
            Job::Unpack(..) | Job::Lesson(..) | Job::Pad(_) => vec![],
            Job::Digest(id) | Job::Program(id) => vec![*id],
            Job::Function(request) => vec![request.file],
            Job::Users(request) => vec![request.file],
            Job::Lists(request) => request.files(),
            Job::Move(request) => vec![request.file, request.kernel],
            Job::Core(request) => request.files(),
            Job::Relocation(request) => request.on.files(),
            Job::Probe(request) => request.on.files(),
            Job::Log(request) => vec![request.file],
            Job::Carry(request) => request.on.files(),
            Job::Graph(request) => vec![request.file],
            Job::Picture(request) => vec![request.file],
            Job::Sides(request) => request.pair.files(),
            Job::Changes(pair) => pair.files(),
            Job::SaveChanges(request) => request.pair.files(),
            Job::Fields(request) => request.files.clone(),
            Job::Paths(request) => vec![request.file],
            Job::Step(request) => request.files.iter().map(|f| f.1).collect(),
        }
    }
}
