//! The `bpf()` calls for a program: those by which the loader loads it, and those by which a tool later finds what the
//! loader loaded (btf.rst, "BTF Kernel API").

use syscalls::{Call, Command, Value, calls};
use verdict::Version;
use wire::Wire;

use super::Program;

crate::made! {
    /// An attribute of a call.
    #[derive(Clone, PartialEq, Eq, Debug, Wire)]
    pub struct LoaderAttribute(a: &syscalls::Attribute) {
        /// The field of `union bpf_attr`, or of the info that the kernel returns.
        pub name: String = a.name.to_owned(),
        /// Its value: `136 bytes`, `the result of call 1`.
        pub value: String = a.value.to_string(),
        /// Its meaning in this call; may be empty.
        pub note: String = a.note.clone(),
        /// Whether the kernel fills it in.
        pub answer: bool,
    }
}

crate::made! {
    /// A call of `bpf()`. Attributes that are not listed are 0.
    #[derive(Clone, PartialEq, Eq, Debug, Wire)]
    pub struct LoaderCall(call: &Call) {
        /// Its number among the calls of the whole object, from 1.
        pub number: u32 = u32::try_from(call.number).unwrap_or(u32::MAX),
        /// The command: `BPF_BTF_LOAD`.
        pub command: String = call.command.as_str().to_owned(),
        /// The map, program or blob that it is about.
        pub about: String = call.about.clone(),
        /// Its attributes, in the order of the kernel's header.
        pub attributes: Vec<LoaderAttribute> = call.attributes.iter().map(LoaderAttribute::of).collect(),
        /// Notes on the call.
        pub notes: Vec<String> = call.notes.clone(),
    }
}

/// The calls that load one program, and those of a tool that looks at the object afterwards.
#[derive(Clone, PartialEq, Eq, Debug, Default, Wire)]
pub struct LoaderCalls {
    /// The loader's calls: for the BTF, the maps, this program.
    pub load: Vec<LoaderCall>,
    /// The calls by which a tool finds the BTF again, and the first program and the first map that were loaded with it.
    pub ask: Vec<LoaderCall>,
    /// Notes on the whole object: why libbpf would not load it, and which parts of it libbpf ignores.
    pub notes: Vec<String>,
}

impl Program {
    /// The calls for a function that is loaded as a program, on the newest known kernel. Of the loader's calls, those
    /// for other programs of the object are left out; a tool's calls are the same for all programs. `file`: the name of
    /// the object, which is the first part of the names of some maps.
    pub fn loader_calls(&self, function: usize, file: &str) -> LoaderCalls {
        let Some(function) = self.functions.get(function) else { return LoaderCalls::default() };
        let all = calls(&self.object, file, Version::NEWEST);
        let is_other = |call: &&Call| call.command == Command::ProgLoad && call.about != function.name;
        let others: Vec<usize> = all.load.iter().filter(is_other).map(|call| call.number).collect();
        // A call that loads another program, or uses the result of such a call.
        let of_others = |call: &Call| {
            let used = call.attributes.iter().any(|a| matches!(a.value, Value::Of(n) if others.contains(&n)));
            used || others.contains(&call.number)
        };
        LoaderCalls {
            load: all.load.iter().filter(|call| !of_others(call)).map(LoaderCall::of).collect(),
            ask: all.ask.iter().map(LoaderCall::of).collect(),
            notes: all.notes,
        }
    }
}
