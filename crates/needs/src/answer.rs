//! [`Answer`]: whether a kernel meets a need, how certain that is, and the consequences.

use relo::reach::Reached;

use crate::nowhere::in_module;

btf::named! {
    /// Whether a program loads.
    #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
    pub enum Load {
        /// The program loads.
        #[default]
        Loads = "loads";
        /// The program loads, but something that it asked for is missing: a relocation that asks whether something
        /// exists gives 0, a weak symbol is missing, a poisoned instruction is never reached.
        Fallback = "loads with fallback";
        /// BTF alone does not tell.
        CannotTell = "cannot tell";
        /// The program loads, but libbpf ignores the object's BTF or `.BTF.ext`, because it cannot read them. No
        /// relocation is applied, and the program uses the offsets of the headers that it was compiled with.
        Unrelocated = "loads unrelocated";
        /// The program does not load.
        Fails = "fails";
        /// libbpf does not open the object, so the kernel does not matter.
        DoesNotOpen = "does not open";
    }
    /// The variant in words: `"loads with fallback"`.
    pub fn as_str;
}

impl Load {
    /// Whether this result counts as a failure. [`Load::Unrelocated`] counts as one, because the program reads wrong
    /// offsets.
    pub fn is_bad(self) -> bool {
        self >= Load::Unrelocated
    }
}

btf::named! {
    /// Whether a program that is loaded attaches.
    #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
    pub enum Attach {
        /// The program attaches.
        #[default]
        Attaches = "attaches";
        /// The application chooses the target, and nothing in BTF speaks against it.
        ByApplication = "by the application";
        /// The program's target is in the BTF, which does not prove that it can be attached to.
        Likely = "likely";
        /// The program's target is not in the BTF, which does not prove that it is not in the kernel.
        Unlikely = "unlikely";
        /// BTF alone does not tell.
        CannotTell = "cannot tell";
        /// The program does not attach.
        Fails = "fails";
    }
    /// The variant in words: `"by the application"`.
    pub fn as_str;
}

btf::named! {
    /// How certain an answer is.
    #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
    pub enum Sure {
        /// BTF proves the answer.
        Proved = "proved";
        /// BTF suggests the answer.
        Suggested = "suggested";
        /// BTF alone does not tell.
        Unknown = "unknown";
    }
    /// `"proved"`, `"suggested"`, `"unknown"`.
    pub fn as_str;
}

btf::named! {
    /// [`KernelHas`] in short: a kind may stand for several of its variants.
    #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
    pub enum Has {
        /// The kernel has the thing that is needed.
        There = "there";
        /// The kernel has the thing that is needed, in another form than the object.
        OtherForm = "there in another form";
        /// The kernel lacks the thing that is needed.
        Absent = "absent";
        /// No rule is known by which the verifier refuses the program's accesses.
        Allowed = "allowed";
        /// The verifier surely refuses one of the program's accesses.
        Refused = "refused";
        /// BTF alone does not tell.
        Unknown = "unknown";
    }
    /// All kinds.
    pub const ALL;
    /// `"there"`, `"there in another form"`, `"absent"`, `"allowed"`, `"refused"`, `"unknown"`.
    pub fn as_str;
}

/// Whether, and in which form, a kernel has the thing that is needed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum KernelHas {
    /// The kernel has the thing that is needed.
    Yes,
    /// The kernel has the thing in another form than the object: a relocation changes an instruction.
    Changed,
    /// The kernel has this many types of the name that is looked up.
    Several(usize),
    /// The kernel has the function, tagged as one that programs may call.
    Tagged,
    /// The kernel has the thing, but with an incompatible prototype or type.
    Incompatible,
    /// A value that libbpf provides.
    Value(u64),
    /// The number of functions that match the pattern.
    Matches(usize),
    /// The slots of the context that are read (8 bytes each), and the number of slots that the target has; none if the
    /// target is not known.
    Slots(Vec<u64>, Option<u64>),
    /// The kernel lacks the thing that is needed.
    No,
    /// The value of the relocation is 0.
    Absent,
    /// The relocation poisons its instruction.
    Poisoned,
    /// The relocation fails: the loader gives up.
    Refused,
    /// No rule is known by which the verifier refuses the program's accesses.
    Allows,
    /// The verifier surely refuses one of the program's accesses.
    Forbids,
    /// BTF alone does not tell.
    Unknown,
}

impl KernelHas {
    /// The kind of this finding.
    pub fn in_short(&self) -> Has {
        match self {
            KernelHas::Yes | KernelHas::Several(_) | KernelHas::Tagged | KernelHas::Value(_) => Has::There,
            KernelHas::Slots(read, Some(there)) if read.iter().any(|slot| slot >= there) => Has::OtherForm,
            KernelHas::Slots(_, Some(_)) => Has::There,
            KernelHas::Matches(0) | KernelHas::No | KernelHas::Absent | KernelHas::Poisoned => Has::Absent,
            KernelHas::Matches(_) => Has::There,
            KernelHas::Changed | KernelHas::Incompatible | KernelHas::Refused => Has::OtherForm,
            KernelHas::Allows => Has::Allowed,
            KernelHas::Forbids => Has::Refused,
            KernelHas::Slots(_, None) | KernelHas::Unknown => Has::Unknown,
        }
    }

    /// The words of [`KernelHas::in_short`].
    pub fn as_str(&self) -> &'static str {
        self.in_short().as_str()
    }
}

/// Whether, and in which form, a kernel has the thing that is needed, and the consequences.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Answer {
    /// Whether, and in which form, the kernel has it.
    pub found: KernelHas,
    /// How certain that is.
    pub sure: Sure,
    /// Whether an instruction that needs the thing is reached; none if no instruction needs it, and for needs of the
    /// whole object.
    pub reached: Option<Reached>,
    /// The consequence for the load.
    pub load: Load,
    /// The consequence for attaching, if any.
    pub attach: Option<Attach>,
    /// The message of libbpf or the kernel, if the load or the attaching fails or may fail.
    pub words: Option<String>,
    /// The module that has the thing that is needed, if vmlinux lacks it.
    pub module: Option<String>,
    /// The number of other modules that have it, too. Any one of all these modules is enough.
    pub other_modules: usize,
    /// The reason, as a sentence without its full stop.
    pub reason: Option<String>,
    /// The thing that the kernel lacks, if that is the reason: `helper bpf_ringbuf_output`. For sentences about several
    /// kernels.
    pub lacks: Option<String>,
    /// The easiest remedy, as a sentence without its full stop.
    pub way_out: Option<String>,
    /// Whether the thing needed is a register that only other architectures have.
    pub elsewhere: bool,
    /// The instruction that fails, if the kernel reports it: a slot of [`relo::reach::Code`].
    pub at: Option<u32>,
}

impl Answer {
    pub(crate) fn new(found: KernelHas, sure: Sure) -> Answer {
        Answer {
            found,
            sure,
            reached: None,
            load: Load::Loads,
            attach: None,
            words: None,
            module: None,
            other_modules: 0,
            reason: None,
            lacks: None,
            way_out: None,
            elsewhere: false,
            at: None,
        }
    }

    pub(crate) fn yes() -> Answer {
        Answer::new(KernelHas::Yes, Sure::Proved)
    }

    pub(crate) fn no() -> Answer {
        Answer::new(KernelHas::No, Sure::Proved)
    }

    pub(crate) fn unknown(reason: &str) -> Answer {
        Answer::new(KernelHas::Unknown, Sure::Unknown).because(reason)
    }

    pub(crate) fn load(mut self, load: Load) -> Answer {
        self.load = load;
        self
    }

    pub(crate) fn attach(mut self, attach: Attach) -> Answer {
        self.attach = Some(attach);
        self
    }

    pub(crate) fn words(mut self, words: impl Into<String>) -> Answer {
        self.words = Some(words.into());
        self
    }

    pub(crate) fn lacks(mut self, what: impl Into<String>) -> Answer {
        self.lacks = Some(what.into());
        self
    }

    pub(crate) fn because(mut self, reason: impl Into<String>) -> Answer {
        self.reason = Some(reason.into());
        self
    }

    /// Marks an answer as coming from a module. `unknown` says why the answer is not certain; it is empty if the answer
    /// is certain.
    pub(crate) fn of_module(mut self, module: &str, unknown: &str) -> Answer {
        self.module = Some(module.to_owned());
        let more = if unknown.is_empty() { String::new() } else { format!("; {unknown}") };
        let reason = format!("{}{more}", in_module(module, self.other_modules));
        self.because(reason)
    }

    pub(crate) fn way_out(mut self, way: impl Into<String>) -> Answer {
        self.way_out = Some(way.into());
        self
    }

    pub(crate) fn at(mut self, slot: u32) -> Answer {
        self.at = Some(slot);
        self
    }

    /// Combines the answers for two sets of facts, if it is not known which set holds.
    pub(crate) fn merge(&mut self, other: Answer) {
        if other.load == self.load && other.attach == self.attach {
            return;
        }
        let others = if self.module.is_some() { self.other_modules } else { other.other_modules };
        let module = self.module.take().or_else(|| other.module.clone());
        let (mut worse, better) = if other.load >= self.load { (other, self.load) } else { (self.clone(), other.load) };
        if worse.load != better && worse.load == Load::Fails {
            worse.load = Load::CannotTell;
            worse.sure = Sure::Unknown;
            worse.reached = worse.reached.map(|_| Reached::Unsure);
            if worse.found != KernelHas::Unknown {
                worse.reason = Some("it depends on the kernel's patch level or on what its modules have".to_owned());
            }
        }
        worse.module = module;
        worse.other_modules = others;
        *self = worse;
    }
}
