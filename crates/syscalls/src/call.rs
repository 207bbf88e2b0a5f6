//! A call and its attributes.

use std::fmt;

use bpf::map_flag_name;
use btf::ExtField;
use text::counted;

btf::named! {
    /// A command of `bpf()` (`enum bpf_cmd`).
    #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
    #[expect(missing_docs, reason = "each is the command of that name")]
    pub enum Command {
        BtfLoad = "BPF_BTF_LOAD";
        MapCreate = "BPF_MAP_CREATE";
        MapUpdateElem = "BPF_MAP_UPDATE_ELEM";
        MapFreeze = "BPF_MAP_FREEZE";
        ObjGet = "BPF_OBJ_GET";
        ObjPin = "BPF_OBJ_PIN";
        ProgLoad = "BPF_PROG_LOAD";
        ProgBindMap = "BPF_PROG_BIND_MAP";
        ProgGetNextId = "BPF_PROG_GET_NEXT_ID";
        ProgGetFdById = "BPF_PROG_GET_FD_BY_ID";
        MapGetNextId = "BPF_MAP_GET_NEXT_ID";
        MapGetFdById = "BPF_MAP_GET_FD_BY_ID";
        BtfGetFdById = "BPF_BTF_GET_FD_BY_ID";
        ObjGetInfoByFd = "BPF_OBJ_GET_INFO_BY_FD";
    }
    /// The name of its constant: `BPF_BTF_LOAD`.
    pub fn as_str;
}

/// Records of `.BTF.ext` as a call passes them.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Records {
    /// The fields of a record, each a word.
    pub fields: &'static [ExtField],
    /// The words of each record.
    pub rows: Vec<Vec<u32>>,
    /// For each record, the offset of its instruction in its section of the file, in bytes.
    pub in_file: Vec<u32>,
}

/// The value of an attribute.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Value {
    /// A number.
    Number(u64),
    /// Constants of the kernel's headers, by name: `BPF_F_RDONLY_PROG|BPF_F_MMAPABLE`.
    Name(String),
    /// A text.
    Text(String),
    /// A buffer of this many bytes.
    Bytes(u64),
    /// The result of an earlier call, by that call's number.
    Of(usize),
    /// Records.
    Records(Records),
    /// A value that only the running kernel knows, in words.
    Kernel(String),
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Value::Number(n) => write!(f, "{n}"),
            Value::Name(name) => f.write_str(name),
            Value::Text(text) => write!(f, "\"{text}\""),
            Value::Bytes(n) => f.write_str(&counted(*n, "byte")),
            Value::Of(call) => write!(f, "the result of call {call}"),
            Value::Records(records) => f.write_str(&counted(records.rows.len(), "record")),
            Value::Kernel(what) => write!(f, "({what})"),
        }
    }
}

/// An attribute of a call: a field of `union bpf_attr`, or of the info that the kernel returns.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Attribute {
    /// The field.
    pub name: &'static str,
    /// Its value.
    pub value: Value,
    /// Its meaning in this call, for a comment; may be empty.
    pub note: String,
    /// Whether the kernel fills the attribute in.
    pub answer: bool,
}

/// A call of `bpf()`. Attributes that are not listed are 0.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Call {
    /// Its number, from 1.
    pub number: usize,
    /// Its command.
    pub command: Command,
    /// The map, program or blob that it is about.
    pub about: String,
    /// Its attributes, in the order of the kernel's header.
    pub attributes: Vec<Attribute>,
    /// For a program, the CO-RE relocations, which libbpf applies itself but a light skeleton passes to the kernel: the
    /// size of a record in bytes, and the records, whose `insn_off` counts bytes from the program's start.
    pub core_relo: Option<(u32, Records)>,
    /// Notes on the call, as sentences without capital and full stop.
    pub notes: Vec<String>,
}

impl Call {
    pub(crate) fn new(number: usize, command: Command, about: impl Into<String>) -> Call {
        Call { number, command, about: about.into(), attributes: Vec::new(), core_relo: None, notes: Vec::new() }
    }

    pub(crate) fn with(mut self, name: &'static str, value: impl Into<Value>) -> Call {
        self.attributes.push(Attribute { name, value: value.into(), note: String::new(), answer: false });
        self
    }

    /// Adds an attribute, if it has a value.
    pub(crate) fn with_some(self, name: &'static str, value: Option<impl Into<Value>>) -> Call {
        match value {
            Some(value) => self.with(name, value),
            None => self,
        }
    }

    pub(crate) fn answers(mut self, name: &'static str, value: impl Into<Value>) -> Call {
        self.attributes.push(Attribute { name, value: value.into(), note: String::new(), answer: true });
        self
    }

    /// Adds a note to the last attribute.
    pub(crate) fn note(mut self, note: impl Into<String>) -> Call {
        if let Some(last) = self.attributes.last_mut() {
            last.note = note.into();
        }
        self
    }

    /// The value of an attribute, if the call has it.
    pub fn value(&self, name: &str) -> Option<&Value> {
        self.attributes.iter().find(|a| a.name == name).map(|a| &a.value)
    }
}

/// Adds the call that `make` makes with the next number. `first` is the number of the first call in `calls`. Returns
/// the new call's number.
pub(crate) fn add(calls: &mut Vec<Call>, first: usize, make: impl FnOnce(usize) -> Call) -> usize {
    let number = first + calls.len();
    calls.push(make(number));
    number
}

impl From<u64> for Value {
    fn from(n: u64) -> Value {
        Value::Number(n)
    }
}

impl From<u32> for Value {
    fn from(n: u32) -> Value {
        Value::Number(n.into())
    }
}

/// A constant of the kernel's headers: `head`, and in capitals the name that libbpf and bpftool use.
pub(crate) fn constant(head: &str, name: &str) -> Value {
    Value::Name(format!("{head}{}", name.to_ascii_uppercase()))
}

/// A value that only the running kernel knows.
pub(crate) fn kernel(what: impl Into<String>) -> Value {
    Value::Kernel(what.into())
}

/// Flags of a map by their names; unknown flags as a number.
pub(crate) fn map_flags(value: u32) -> Value {
    let (mut found, mut rest) = (Vec::new(), 0);
    for bit in (0..u32::BITS).filter(|bit| value >> bit & 1 != 0) {
        match map_flag_name(bit) {
            Some(name) => found.push(name.to_owned()),
            None => rest |= 1 << bit,
        }
    }
    if rest != 0 {
        found.push(format!("{rest:#x}"));
    }
    if found.is_empty() { Value::Number(0) } else { Value::Name(found.join("|")) }
}

/// The name that libbpf gives an object: the name of its file up to the first dot (`bpf_object__new`).
pub(crate) fn object_of(file: &str) -> &str {
    file.rsplit('/').next().and_then(|name| name.split('.').next()).unwrap_or_default()
}

/// A name as the kernel stores it: at most 15 bytes (`BPF_OBJ_NAME_LEN` with the NUL).
pub(crate) fn object_name(name: &str) -> Value {
    Value::Text(name.get(..name.floor_char_boundary(15)).unwrap_or_default().to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The numbers are those of the kernel's `include/uapi/linux/bpf.h`.
    #[test]
    fn flags_of_maps_have_the_names_of_their_bits() {
        assert_eq!(map_flags(0).to_string(), "0");
        assert_eq!(map_flags(1 << 7 | 1 << 10).to_string(), "BPF_F_RDONLY_PROG|BPF_F_MMAPABLE");
        assert_eq!(map_flags(1 << 19 | 1).to_string(), "BPF_F_NO_PREALLOC|BPF_F_RB_OVERWRITE");
        assert_eq!(map_flags(1 << 31 | 1 << 20 | 1 << 18).to_string(), "BPF_F_NO_USER_CONV|0x80100000");
    }
}
