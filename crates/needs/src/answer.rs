//! [`Answer`]: what a kernel has for a need, how sure that is, and what follows.

use relo::reach::Reached;

use crate::nowhere::in_module;

/// Whether a program loads.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub enum Load {
    /// It does.
    #[default]
    Loads,
    /// It does, and something that it asked for is not there: a guard was answered 0, a weak symbol is missing, a poisoned
    /// instruction is never reached.
    Fallback,
    /// BTF does not say.
    CannotTell,
    /// It does, but libbpf goes on without the object's BTF or `.BTF.ext`, which it cannot read: no relocation is applied, and the program
    /// reads the offsets of the headers that it was compiled with.
    Unrelocated,
    /// It does not.
    Fails,
    /// libbpf does not open the object, so no kernel is asked.
    DoesNotOpen,
}

impl Load {
    /// Whether it is as bad as not to load: a program that reads wrong offsets is no better.
    pub fn is_bad(self) -> bool {
        self >= Load::Unrelocated
    }

    /// The field's words: `"loads with fallback"`.
    pub fn as_str(self) -> &'static str {
        match self {
            Load::Loads => "loads",
            Load::Fallback => "loads with fallback",
            Load::CannotTell => "cannot tell",
            Load::Unrelocated => "loads unrelocated",
            Load::Fails => "fails",
            Load::DoesNotOpen => "does not open",
        }
    }
}

/// Whether a program that is loaded attaches.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub enum Attach {
    /// It does.
    #[default]
    Attaches,
    /// The application says where, and BTF has nothing against it.
    ByApplication,
    /// What it attaches to is in the BTF, which does not prove that it can be attached to.
    Likely,
    /// It is not in the BTF, which does not prove that it is not in the kernel.
    Unlikely,
    /// BTF does not say.
    CannotTell,
    /// It does not.
    Fails,
}

impl Attach {
    /// The field's words: `"by the application"`.
    pub fn as_str(self) -> &'static str {
        match self {
            Attach::Attaches => "attaches",
            Attach::ByApplication => "by the application",
            Attach::Likely => "likely",
            Attach::Unlikely => "unlikely",
            Attach::CannotTell => "cannot tell",
            Attach::Fails => "fails",
        }
    }
}

/// How sure an answer is.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Sure {
    /// BTF proves it.
    Proved,
    /// BTF suggests it.
    Suggested,
    /// BTF does not say.
    Unknown,
}

impl Sure {
    /// `"proved"`, `"suggested"`, `"unknown"`.
    pub fn as_str(self) -> &'static str {
        match self {
            Sure::Proved => "proved",
            Sure::Suggested => "suggested",
            Sure::Unknown => "unknown",
        }
    }
}

/// What a kernel has for a need, in short.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Has {
    /// It is there.
    There,
    /// It is there, in another form than the object has it.
    OtherForm,
    /// It is not there.
    Absent,
    /// Nothing that the program does is surely refused.
    Allowed,
    /// A verifier surely refuses what the program does.
    Refused,
    /// BTF does not say.
    Unknown,
}

impl Has {
    /// All of them.
    pub const ALL: [Has; 6] = [Has::There, Has::OtherForm, Has::Absent, Has::Allowed, Has::Refused, Has::Unknown];

    /// `"there"`, `"there in another form"`, `"absent"`, `"allowed"`, `"refused"`, `"unknown"`.
    pub fn as_str(self) -> &'static str {
        match self {
            Has::There => "there",
            Has::OtherForm => "there in another form",
            Has::Absent => "absent",
            Has::Allowed => "allowed",
            Has::Refused => "refused",
            Has::Unknown => "unknown",
        }
    }
}

/// What a kernel has for a need.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum KernelHas {
    /// It is there.
    Yes,
    /// It is there, in another form than the object has it: a relocation changed an instruction.
    Changed,
    /// It is there several times: so many.
    Several(usize),
    /// A kernel function that is tagged as one that programs may call.
    Tagged,
    /// It is there with a prototype, or of a type, that is not compatible.
    Incompatible,
    /// A value that libbpf makes up.
    Value(u64),
    /// So many names fit the pattern.
    Matches(usize),
    /// Which slots of the context are read, and how many there are; none where the target is not known.
    Slots(Vec<u64>, Option<u64>),
    /// It is not there.
    No,
    /// The relocation is answered by 0.
    Absent,
    /// The relocation poisons its instruction.
    Poisoned,
    /// The relocation cannot be made: the loader gives up.
    Refused,
    /// Nothing that the program does is surely refused.
    Allows,
    /// A verifier surely refuses what the program does.
    Forbids,
    /// BTF does not say.
    Unknown,
}

impl KernelHas {
    /// In short, without the numbers.
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

/// What a kernel has for a need, and what follows from it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Answer {
    /// What it has.
    pub found: KernelHas,
    /// How sure that is.
    pub sure: Sure,
    /// Whether an instruction that needs it is reached; none where no instruction does, and of needs of the whole object.
    pub reached: Option<Reached>,
    /// What follows for the load.
    pub load: Load,
    /// What follows for attaching, if anything.
    pub attach: Option<Attach>,
    /// What libbpf or the kernel says then.
    pub words: Option<String>,
    /// The module that has it, where vmlinux lacks it.
    pub module: Option<String>,
    /// How many modules have it, too: one of all is enough.
    pub other_modules: usize,
    /// Why, as a sentence without its full stop.
    pub reason: Option<String>,
    /// The nearest way out, as a sentence without its full stop.
    pub way_out: Option<String>,
    /// What is asked for is a register that only other architectures have.
    pub elsewhere: bool,
    /// The instruction that decides, where the kernel says which: a slot of [`relo::reach::Code`].
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

    pub(crate) fn because(mut self, reason: impl Into<String>) -> Answer {
        self.reason = Some(reason.into());
        self
    }

    /// Of a module, and why it is known no better: nothing where all of it is known.
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

    /// One answer for two sets of facts, neither of which is known to be so.
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
