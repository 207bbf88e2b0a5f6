//! [`Resolver`]: a relocation's result on one target (libbpf `bpf_core_calc_relo_insn`).

use std::collections::BTreeMap;

use btf::{Btf, Endian, TypeId};

use crate::CoreKind;
use crate::problem::{Errno, Problem, Reason};
use crate::record::Record;
use crate::search;
use crate::spec::Spec;
use crate::target::{Candidate, Target};
use crate::trace::{Event, Search};
use crate::value::{Values, values};

/// How relocations are resolved.
#[derive(Clone, Copy, Debug)]
pub struct Options {
    /// Whether to keep candidates by local type, as libbpf does while it loads an object. Once some candidates of a
    /// type match a relocation, later relocations of the type try only these; so the order of relocations matters.
    pub cache: bool,
    /// Whether results come with a trace.
    pub trace: bool,
    /// The byte order by which left shifts are computed; `None` for the target's order, which gives the right values.
    /// libbpf takes the order of the machine on which it runs: the target's, if the program can load. Set this only to
    /// compare with libbpf's results on a machine of the other byte order.
    pub shift_order: Option<Endian>,
}

impl Default for Options {
    /// The options that correspond to a load by libbpf.
    fn default() -> Options {
        Options { cache: true, trace: false, shift_order: None }
    }
}

/// The result for a candidate.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Fate {
    /// The candidate matches, and its value agrees with the others'.
    Match,
    /// The candidate does not match.
    NoMatch,
    /// The candidate cannot be compared, its value cannot be computed, or it contradicts another candidate. The
    /// relocation fails.
    Error(Problem),
    /// Not tried: an earlier candidate's error ended the search, or the relocation itself cannot be used.
    NotTried,
}

/// A candidate and its result.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Tried {
    /// The candidate.
    pub candidate: Candidate,
    /// Its result.
    pub fate: Fate,
    /// The path in the candidate, as far as it was found.
    pub spec: Spec,
    /// The comparisons; empty without [`Options::trace`].
    pub events: Vec<Event>,
}

/// A candidate that is not tried, because an earlier relocation of the same local type did not match it and matched
/// another candidate. libbpf keeps only the candidates that matched.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Dropped {
    /// The candidate.
    pub candidate: Candidate,
    /// The path that the earlier relocation asked for, in the object's types.
    pub by: Spec,
}

/// A relocation's result on one target.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Outcome {
    /// The path in the object's types.
    pub local: Result<Spec, Problem>,
    /// The candidates in the order in which libbpf tries them. Candidates behind one with an error are not tried.
    pub tried: Vec<Tried>,
    /// The candidates that earlier relocations dropped.
    pub dropped: Vec<Dropped>,
    /// The values of the first candidate that matches. If no candidate matches, the values of a missing field. If the
    /// relocation fails, the values that were computed before the error.
    pub values: Values,
    /// Why the relocation fails, and with it the load.
    pub error: Option<Problem>,
}

/// A relocation's result in one word.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum Status {
    /// There is a value.
    Ok,
    /// There is a value, but no load or store can use it, because the field's size changed; other instructions can.
    BadSizeChange,
    /// Nothing matches: the instruction is poisoned. A verifier that reaches the instruction refuses the program.
    Poison,
    /// The loader gives up.
    Error(Errno),
}

impl Status {
    /// `"ok"`, `"ok-fail_memsz"`, `"poison"`, or the errno's words.
    pub fn as_str(self) -> &'static str {
        match self {
            Status::Ok => "ok",
            Status::BadSizeChange => "ok-fail_memsz",
            Status::Poison => "poison",
            Status::Error(errno) => errno.as_str(),
        }
    }
}

impl Outcome {
    /// The result in one word.
    pub fn status(&self) -> Status {
        match &self.error {
            Some(problem) => Status::Error(problem.errno),
            None if self.values.poison => Status::Poison,
            None if self.values.bad_size_change => Status::BadSizeChange,
            None => Status::Ok,
        }
    }

    /// The first candidate that matches.
    pub fn matched(&self) -> Option<&Tried> {
        self.tried.iter().find(|t| t.fate == Fate::Match)
    }
}

/// Resolves the relocations of one object on one target, in the order they are given.
#[derive(Debug)]
pub struct Resolver<'a> {
    local: &'a Btf,
    target: &'a Target,
    options: Options,
    cache: BTreeMap<TypeId, Vec<Candidate>>,
    dropped: BTreeMap<TypeId, Vec<Dropped>>,
}

impl<'a> Resolver<'a> {
    /// A resolver for an object's types and a target. Types of different byte order have results, too; [`loads_here`]
    /// tells that such a program cannot load.
    pub fn new(local: &'a Btf, target: &'a Target, options: Options) -> Resolver<'a> {
        Resolver { local, target, options, cache: BTreeMap::new(), dropped: BTreeMap::new() }
    }

    /// Whether later results come with a trace.
    pub fn set_trace(&mut self, on: bool) {
        self.options.trace = on;
    }

    /// The candidates of a local type (libbpf `bpf_core_find_cands`).
    fn candidates(&self, id: TypeId) -> Vec<Candidate> {
        if let Some(kept) = self.cache.get(&id) {
            return kept.clone();
        }
        match self.local.get(id) {
            Some(t) => self.target.candidates(t.name_bytes(), Some(t.kind())),
            None => Vec::new(),
        }
    }

    /// Resolves a relocation.
    pub fn resolve(&mut self, record: &Record) -> Outcome {
        self.resolve_spec(record.type_id, Spec::parse(self.local, record), record.relo_kind())
    }

    /// Resolves a path without a record.
    pub fn resolve_path(&mut self, kind: CoreKind, root: TypeId, access: &str) -> Outcome {
        self.resolve_spec(root, Spec::of(self.local, kind, root, access), Some(kind))
    }

    fn resolve_spec(&mut self, root: TypeId, local: Result<Spec, Problem>, kind: Option<CoreKind>) -> Outcome {
        // As in libbpf, the candidates are looked up first, even for a relocation whose path then is invalid.
        let candidates = if kind == Some(CoreKind::TypeIdLocal) { Vec::new() } else { self.candidates(root) };
        let empty = |candidate: Candidate| {
            let spec = Spec::empty(candidate.id, kind.unwrap_or(CoreKind::FieldByteOffset));
            Tried { candidate, fate: Fate::NotTried, spec, events: Vec::new() }
        };
        let mut tried: Vec<Tried> = candidates.into_iter().map(empty).collect();
        let dropped = self.dropped.get(&root).cloned().unwrap_or_default();
        let spec = match &local {
            Ok(spec) => spec.clone(),
            Err(problem) => {
                let error = Some(problem.clone());
                return Outcome { local, tried, dropped, values: Values::default(), error };
            }
        };
        if spec.kind == CoreKind::TypeIdLocal {
            let id = u64::from(spec.root.0);
            let values = Values { original: id, new: id, ..Values::default() };
            return Outcome { local, tried, dropped, values, error: None };
        }
        if self.local.get(root).is_none_or(|t| t.is_anonymous()) {
            let error = Some(Problem::new(Errno::NotSupported, Reason::Anonymous));
            return Outcome { local, tried, dropped, values: Values::default(), error };
        }
        let (values, error) = match self.try_all(&spec, &mut tried) {
            Ok(values) => (values, None),
            Err((values, problem)) => (values, Some(problem)),
        };
        if self.options.cache && error.is_none() {
            let matched: Vec<Candidate> = tried.iter().filter(|t| t.fate == Fate::Match).map(|t| t.candidate).collect();
            if !matched.is_empty() && matched.len() < tried.len() {
                let others = tried.iter().filter(|t| t.fate != Fate::Match);
                let others = others.map(|t| Dropped { candidate: t.candidate, by: spec.clone() });
                self.dropped.entry(root).or_default().extend(others);
            }
            let kept = if matched.is_empty() { tried.iter().map(|t| t.candidate).collect() } else { matched };
            self.cache.insert(root, kept);
        }
        Outcome { local, tried, dropped, values, error }
    }

    fn try_all(&self, local: &Spec, tried: &mut [Tried]) -> Result<Values, (Values, Problem)> {
        let order = self.options.shift_order.unwrap_or(self.target.endian());
        let mut first: Option<(Values, u32)> = None;
        for (i, t) in tried.iter_mut().enumerate() {
            let so_far = first.map(|(v, _)| v).unwrap_or_default();
            match self.try_one(local, t, order, i, first) {
                Ok(None) => t.fate = Fate::NoMatch,
                Ok(Some(values)) => {
                    t.fate = Fate::Match;
                    first.get_or_insert((values, t.spec.bit_offset));
                }
                Err(problem) => {
                    t.fate = Fate::Error(problem.clone());
                    return Err((so_far, problem));
                }
            }
        }
        match first {
            Some((values, _)) => Ok(values),
            None => match values((self.local, local), None, order) {
                (values, Ok(())) => Ok(values),
                (values, Err(problem)) => Err((values, problem)),
            },
        }
    }

    fn try_one(
        &self,
        local: &Spec,
        t: &mut Tried,
        order: Endian,
        place: usize,
        first: Option<(Values, u32)>,
    ) -> Result<Option<Values>, Problem> {
        let Some(btf) = self.target.btf(t.candidate.part) else { return Ok(None) };
        let mut search = Search::new(self.local, btf, self.options.trace);
        let matched = search::candidate(&mut search, local, &mut t.spec);
        t.events = search.into_events();
        if !matched? {
            return Ok(None);
        }
        let (values, result) = values((self.local, local), Some((btf, &t.spec)), order);
        result?;
        if let Some((one, bit_offset)) = first {
            if t.spec.bit_offset != bit_offset {
                let (found, candidate) = (t.spec.bit_offset, place);
                return Err(Problem::invalid(Reason::OffsetAmbiguity { found, first: bit_offset, candidate }));
            }
            if one.new != values.new || one.poison != values.poison {
                let (found, first) = (values.new, one.new);
                return Err(Problem::invalid(Reason::ValueAmbiguity { found, first, candidate: place }));
            }
        }
        Ok(Some(values))
    }
}

/// Whether a program of byte order `object` can run on a kernel of byte order `kernel`. If not, other results for the
/// pair do not matter.
pub fn loads_here(object: Endian, kernel: Endian) -> bool {
    object == kernel
}
