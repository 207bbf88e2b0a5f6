//! One small BPF program, written in several ways, to compare the instructions and relocations of these variants.
//!
//! The objects are samples of the page, which `tests/fixtures/build.sh` compiles from the sources here.

use crate::address::{Address, Role, Shown, Source};

/// A way to write the program.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Variant {
    /// The difference from the other variants.
    pub title: &'static str,
    /// Its behaviour on other kernels, in one or two sentences.
    pub about: &'static str,
    /// The name of the compiled object, as a sample of the page.
    pub sample: &'static str,
    /// The source.
    pub text: &'static str,
}

/// The section and the name of the only function of each variant, as an address writes them.
const FUNCTION: &str = "raw_tp/sched_switch:on_switch";

/// All variants, each after those that it builds on.
pub const VARIANTS: [Variant; 4] = [
    Variant {
        title: "Without CO-RE",
        about: "The instruction has the offset of the declaration in this C, not that of a kernel. So the program loads on each kernel, and reads the wrong bytes on most.",
        sample: "variant-plain.bpf.o",
        text: include_str!("plain.bpf.c"),
    },
    Variant {
        title: "preserve_access_index",
        about: "The loader writes the kernel's own offset into the instruction. Where the member is missing, the verifier refuses the program.",
        sample: "variant-index.bpf.o",
        text: include_str!("index.bpf.c"),
    },
    Variant {
        title: "With a flavour",
        about: "Both names of the member are declared and read. Each kernel has only one of them, so the verifier refuses the program on all.",
        sample: "variant-flavour.bpf.o",
        text: include_str!("flavour.bpf.c"),
    },
    Variant {
        title: "With a guard",
        about: "A read of a member that the kernel does not have is never reached, so the program loads with either name.",
        sample: "variant-guard.bpf.o",
        text: include_str!("guard.bpf.c"),
    },
];

impl Variant {
    /// The variant that is this sample of the page.
    pub fn of_sample(sample: &str) -> Option<&'static Variant> {
        VARIANTS.iter().find(|variant| variant.sample == sample)
    }

    /// The address of its instructions on the page.
    pub fn address(&self) -> Address {
        let files = vec![(Role::Main, Source::Sample(self.sample.to_owned()))];
        Address { files, shown: Shown::Program(FUNCTION.to_owned()), ..Address::default() }
    }
}
