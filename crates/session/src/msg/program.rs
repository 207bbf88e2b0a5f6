//! Messages of the screen Programs.

use model::program::Goes;

/// Messages of the screen.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ProgramMsg {
    /// Show programs, or the types again.
    Show(bool),
    /// Pick a function, by its index.
    Function(usize),
    /// Pick the overview.
    Overview,
    /// Choose a verdict in the overview: the index of its lane, which is a program, and the index of its run of kernels
    /// in the lane.
    Verdict(usize, usize),
    /// Open a kernel to see whether the program loads on it.
    CheckKernel,
    /// Move by this many rows in the list, which has the overview, the functions, maps and globals, and the graph of
    /// calls.
    ListStep(i64),
    /// Filter the list of functions by words.
    Filter(String),
    /// Pick maps and globals.
    Data,
    /// Pick this item.
    Pick(Picked),
    /// Pick an instruction of the picked function, by its slot.
    Slot(u32),
    /// Move by this many instructions.
    Step(i64),
    /// Show the function as libbpf loads it, or as it is in the file.
    AsLoaded(bool),
    /// Go where a note of an instruction leads.
    Go(Goes),
    /// Go where the jump or the first note of the picked instruction leads.
    Follow,
}

/// The picked item.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Picked {
    /// All programs: on which kernels they load, maps, needs.
    Overview,
    /// A function, by its index, and an instruction of it, by its slot.
    Function(usize, Option<u32>),
    /// Maps and globals, and the name of one of them.
    Data(Option<String>),
    /// The graph of calls and maps.
    Calls,
}
