//! A program as the loader passes it to the kernel.

use btf::BlobRange;
use wire::Wire;

use super::Program;

/// A record of func_info or line_info: its offset in the file, and the offset that is passed to the kernel.
#[derive(Clone, PartialEq, Eq, Debug, Wire)]
pub struct LoadRow {
    /// The name of the function that it belongs to.
    pub function: String,
    /// The offset in the file: bytes from the start of the section.
    pub in_file: u32,
    /// The offset that is passed: slots of 8 bytes from the start of the program.
    pub passed: u32,
    /// The record's bytes in `.BTF.ext`.
    pub record: BlobRange,
}

/// A function in a loaded program.
#[derive(Clone, PartialEq, Eq, Debug, Wire)]
pub struct LoadPart {
    /// Its name.
    pub name: String,
    /// Its first slot in the loaded program.
    pub at: u32,
    /// Its length in slots.
    pub slots: u32,
}

/// The records that libbpf passes to the kernel for a program (`BPF_PROG_LOAD`).
#[derive(Clone, PartialEq, Eq, Debug, Default, Wire)]
pub struct LoadModel {
    /// The functions in the order in which they are loaded.
    pub functions: Vec<LoadPart>,
    /// `func_info`.
    pub func_infos: Vec<LoadRow>,
    /// `line_info`.
    pub line_infos: Vec<LoadRow>,
    /// The kernel's requirements for these records, each with the reason if it is not met.
    pub demands: Vec<(String, Option<String>)>,
}

impl Program {
    /// The records that libbpf passes to the kernel if it loads this function as a program.
    pub fn load(&self, function: usize) -> LoadModel {
        let load = self.object.load(&self.functions, function);
        let name = |index: usize| self.functions.get(index).map_or("", |f| f.name.as_str()).to_owned();
        let row = |i: &bpf::LoadedInfo| LoadRow {
            function: load.functions.get(i.part).map(|l| name(l.function)).unwrap_or_default(),
            in_file: i.in_file,
            passed: i.passed,
            record: i.record,
        };
        LoadModel {
            functions: load
                .functions
                .iter()
                .map(|l| LoadPart { name: name(l.function), at: l.at, slots: l.slots })
                .collect(),
            func_infos: load.func_infos.iter().map(row).collect(),
            line_infos: load.line_infos.iter().map(row).collect(),
            demands: load.demands.iter().map(|d| (d.what.to_owned(), d.broken.clone())).collect(),
        }
    }
}
