//! Each job and its function.

use desk::{Answer, FileId, Job, Problem};

use crate::{
    Desk, atlas, compare, fields, fits, graph, kernel_lists, lesson, pad, paths_between, picture, print, program,
    relocations, search, share, users, values, verdict,
};

impl Desk {
    /// Does the work.
    pub(crate) fn run(&self, job: &Job) -> Result<Answer, Box<Problem>> {
        let desk = self;
        match job {
            Job::Search(request) => search::search(desk, request),
            Job::Print(request) => print::print(desk, request),
            Job::Digest(id) => digest(desk, *id),
            Job::Pack(request) => share::pack(desk, request),
            Job::Pad(request) => pad::compile(request),
            Job::Unpack(text, name) => share::unpack(text, name),
            Job::Program(id) => program::overview(desk, *id),
            Job::Function(request) => program::function(desk, request),
            Job::Symbols(id) => program::symbols(desk, *id),
            Job::Users(request) => users::users(desk, request),
            Job::Lists(request) => kernel_lists::lists(desk, request),
            Job::Move(request) => kernel_lists::move_base(desk, request),
            Job::Core(request) => relocations::list(desk, request),
            Job::Relocation(request) => relocations::detail(desk, request),
            Job::Probe(request) => relocations::access(desk, request),
            Job::Log(request) => relocations::log(desk, request),
            Job::Carry(request) => relocations::carry(desk, request),
            Job::PackFits(request) => fits::pack(desk, request),
            Job::Graph(request) => graph::graph(desk, request),
            Job::Picture(request) => picture::picture(desk, request),
            Job::Sides(request) => compare::sides_of(desk, request),
            Job::Changes(pair) => compare::changes(desk, *pair),
            Job::SaveChanges(request) => compare::save(desk, request),
            Job::Fields(request) => fields::fields(desk, request),
            Job::Fits(request) => fits::fits(desk, request),
            Job::Paths(request) => paths_between::find(desk, request),
            Job::Verdict(request) => verdict::verdict(desk, request),
            Job::Own(request) => values::own(desk, request),
            Job::Lesson(name, text) => lesson::read(name, text),
            Job::Step(request) => lesson::step(desk, request),
            Job::Page(request) => lesson::page(desk, request),
            Job::Atlas(ask) => atlas::answer(desk, ask),
        }
    }
}

/// For pages whose browser does not compute digests itself.
fn digest(desk: &Desk, id: FileId) -> Result<Answer, Box<Problem>> {
    let file = desk.file(id)?;
    let bytes = file.object.as_deref().unwrap_or(file.btf.bytes());
    Ok(Answer::Digest(id, model::digest::sha256_hex(bytes)))
}
