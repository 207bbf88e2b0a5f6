//! The `bpf()` calls around a program: those of its loader, and those by which a tool finds it (btf.rst, "BTF Kernel API").

use syscalls::{Call, Command, Value, calls};
use verdict::Version;
use wire::Wire;

use super::Program;

/// An attribute of a call.
#[derive(Clone, PartialEq, Eq, Debug, Wire)]
pub struct LoaderAttribute {
    /// The field of `union bpf_attr`, or of the info that the kernel returns.
    pub name: String,
    /// Its value: `136 bytes`, `what call 1 gave`.
    pub value: String,
    /// Its meaning here; may be empty.
    pub note: String,
    /// Whether the kernel fills it in.
    pub answer: bool,
}

/// A call of `bpf()`. Attributes that are 0 are left out.
#[derive(Clone, PartialEq, Eq, Debug, Wire)]
pub struct LoaderCall {
    /// Its number among the calls of the whole object, from 1.
    pub number: u32,
    /// `BPF_BTF_LOAD`
    pub command: String,
    /// The map, program or blob that it is about.
    pub about: String,
    /// In the order of the kernel's header.
    pub attributes: Vec<LoaderAttribute>,
    /// Notes on it.
    pub notes: Vec<String>,
}

/// The calls around one program.
#[derive(Clone, PartialEq, Eq, Debug, Default, Wire)]
pub struct LoaderCalls {
    /// The loader's calls: for the BTF, the maps, this program.
    pub load: Vec<LoaderCall>,
    /// A tool's calls to find them again.
    pub ask: Vec<LoaderCall>,
    /// Notes on the whole.
    pub notes: Vec<String>,
}

impl Program {
    /// The calls around a function that is loaded as a program, on the newest known kernel; calls for other programs of
    /// the object are left out. `file` is the object's name, with which names of maps begin.
    pub fn loader_calls(&self, function: usize, file: &str) -> LoaderCalls {
        let Some(function) = self.functions.get(function) else { return LoaderCalls::default() };
        let all = calls(&self.object, file, Version::NEWEST);
        let is_other = |call: &&Call| call.command == Command::ProgLoad && call.about != function.name;
        let others: Vec<usize> = all.load.iter().filter(is_other).map(|call| call.number).collect();
        // Calls for another program are left out.
        let of_others = |call: &Call| {
            let used = call.attributes.iter().any(|a| matches!(a.value, Value::Of(n) if others.contains(&n)));
            used || others.contains(&call.number)
        };
        LoaderCalls {
            load: all.load.iter().filter(|call| !of_others(call)).map(in_words).collect(),
            ask: all.ask.iter().map(in_words).collect(),
            notes: all.notes,
        }
    }
}

fn in_words(call: &Call) -> LoaderCall {
    let attribute = |a: &syscalls::Attribute| LoaderAttribute {
        name: a.name.to_owned(),
        value: a.value.to_string(),
        note: a.note.clone(),
        answer: a.answer,
    };
    LoaderCall {
        number: u32::try_from(call.number).unwrap_or(u32::MAX),
        command: call.command.as_str().to_owned(),
        about: call.about.clone(),
        attributes: call.attributes.iter().map(attribute).collect(),
        notes: call.notes.clone(),
    }
}
