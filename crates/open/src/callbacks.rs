//! The exception callbacks that decl tags give to programs (`bpf_prog_assign_exc_cb`).

use crate::btf::{DECL_TAG, FUNC, HEAD};
use crate::errno::Errno;
use crate::externs::GLOBAL;
use crate::names::{Name, NameMap};
use crate::programs::Program;
use crate::rule;
use crate::state::{Refusal, State};

/// The prefix of the decl tag that names a program's exception callback.
const CALLBACK: &str = "exception_callback:";

/// The tags that name exception callbacks. libbpf looks at all types for each program; here they are sorted by program
/// beforehand.
#[derive(Debug)]
pub(crate) struct Callbacks<'a> {
    /// The first tag that is not on a global function. libbpf refuses a program when it comes to this tag.
    wrong: Option<u32>,
    /// The index in `tags`, by the tagged function's name.
    of: NameMap<'a, usize>,
    /// The first tag of a function's name, and the second, if any.
    tags: Vec<(u32, Option<u32>)>,
    /// The first function of `.text` of a name, as an index among the programs.
    functions: NameMap<'a, usize>,
}

impl<'a> Callbacks<'a> {
    pub(crate) fn new(state: &State<'a>) -> Callbacks<'a> {
        let mut all = Callbacks { wrong: None, of: NameMap::new(), tags: Vec::new(), functions: NameMap::new() };
        let Some(btf) = &state.btf else { return all };
        for tag in 1..btf.count() {
            let is_callback = btf.kind(tag) == DECL_TAG && btf.word(tag, HEAD) == u32::MAX;
            if !is_callback || !btf.name(tag).starts(CALLBACK) {
                continue;
            }
            let of = btf.target(tag);
            if btf.kind(of) != FUNC || btf.vlen(of) != GLOBAL {
                all.wrong = Some(tag);
                // libbpf never gets behind this tag.
                break;
            }
            let name = btf.name(of);
            match all.of.get(name).and_then(|index| all.tags.get_mut(index)) {
                Some((_, second)) => *second = second.or(Some(tag)),
                None => {
                    all.of.add(name, all.tags.len());
                    all.tags.push((tag, None));
                }
            }
        }
        if !all.tags.is_empty() {
            let functions = state.programs.iter().enumerate().filter(|(_, p)| p.section == state.text);
            all.functions = functions.map(|(index, p)| (p.name, index)).collect();
        }
        all
    }
}

impl<'a> State<'a> {
    /// The exception callback of a program, if it names one.
    pub(crate) fn exception_callback(
        &self,
        program: &Program<'a>,
        callbacks: &Callbacks<'a>,
    ) -> Result<Option<&Program<'a>>, Box<Refusal>> {
        let Some(btf) = &self.btf else { return Ok(None) };
        let say = |errno, tag: u32, line: String| {
            let refusal = self.no(rule::L_CALLBACK, errno, None, format!("prog '{}': {line}", program.name));
            Err(Box::new(Refusal { range: btf.range(tag), ..refusal }))
        };
        let tags = callbacks.of.get(program.name).and_then(|index| callbacks.tags.get(index));
        let mut found = None;
        if let Some(&(tag, second)) = tags {
            let name = Name(btf.name(tag).0.get(CALLBACK.len()..).unwrap_or_default());
            if name.is_empty() {
                let line = "exception_callback:<value> decl tag contains empty value";
                return say(Errno::EINVAL, tag, line.to_owned());
            }
            let Some(callback) = callbacks.functions.get(name).and_then(|index| self.programs.get(index)) else {
                return say(Errno::ENOENT, tag, format!("cannot find exception callback '{name}'"));
            };
            if !callback.is_global || callback.is_hidden {
                let line = format!("exception callback {name} must be a global non-hidden function");
                return say(Errno::EINVAL, tag, line);
            }
            // The program has two tags with an exception callback: libbpf leaves this error to the verifier.
            if second.is_some() {
                return Ok(None);
            }
            found = Some(callback);
        }
        if let Some(tag) = callbacks.wrong {
            let line = "exception_callback:<value> decl tag not applied to the main program";
            return say(Errno::EINVAL, tag, line.to_owned());
        }
        Ok(found)
    }
}
