//! Kernels' verdicts on the BTF of a file, after libbpf's changes. The loader of this BTF is a program, or the kernel
//! itself.

mod unopened;

use std::borrow::Cow;

use bpf::Object;
use btf::{BlobRange, Btf, Endian, Place, TypeId};
use verdict::libbpf::{self, Complaint, NoFix};
use verdict::{Fault, Knowledge, Mode, Options, Verdict, Version, judge, prog};
use wire::Wire;

use crate::focus::BlobId;
use crate::kind::FileKind;
use crate::tone::Tone;
use crate::words::{grouped, many};

/// The BTF to judge.
#[derive(Clone, Copy, Debug)]
pub struct Case<'a> {
    /// The blob.
    pub bytes: &'a [u8],
    /// Its base.
    pub base: Option<&'a Btf>,
    /// The loader: a program that calls `BPF_BTF_LOAD`, or the kernel.
    pub mode: Mode,
    /// The object of a program, for libbpf's changes.
    pub object: Option<&'a Object>,
    /// Whether it is the BTF of a module, and its kernel is not given.
    pub lone_module: bool,
}

/// The verdict of one version.
#[derive(Clone, Debug)]
pub struct Judged {
    /// The version.
    pub version: Version,
    /// Its verdict.
    pub verdict: Verdict,
    /// The changes that libbpf makes before loading, each a sentence without its full stop.
    pub changes: Vec<String>,
}

/// The loader of the BTF of this kind of file: a program, or the kernel.
pub fn mode_of(kind: FileKind, has_base: bool) -> Mode {
    match kind {
        FileKind::Kernel | FileKind::Module | FileKind::Base => Mode::Kernel,
        FileKind::Program | FileKind::Raw if has_base => Mode::Kernel,
        FileKind::Program | FileKind::Raw => Mode::Load,
    }
}

impl Case<'_> {
    /// The verdict of one version. The kernel has the byte order `order`, or if that is none, the byte order of the
    /// blob.
    ///
    /// # Errors
    /// libbpf does not open the object, or cannot change its BTF as it does before loading.
    pub fn judge(&self, version: Version, order: Option<Endian>, whole_log: bool) -> Result<Judged, NoFix> {
        let mut bytes = Cow::Borrowed(self.bytes);
        let mut changes = Vec::new();
        if let Some(object) = self.object {
            if let Some(refusal) = self.refusal() {
                return Err(NoFix::DoesNotOpen(refusal.why()));
            }
            let fixed = libbpf::fix_up(&bytes, object)?;
            changes.extend(fixed.changes);
            bytes = fixed.bytes.into();
            if let Ok(copy) = libbpf::sanitize(&bytes, version) {
                changes.extend(copy.changes);
                bytes = copy.bytes.into();
            }
        }
        let options = Options {
            mode: self.mode,
            base: self.base,
            endian: order,
            whole_log,
            visible_names: true,
            ..Options::new(version)
        };
        Ok(Judged { version, verdict: judge(&bytes, &options), changes })
    }

    /// Why libbpf does not open the object; none if it opens it. A refused object never gets to a kernel.
    pub fn refusal(&self) -> Option<open::Refusal> {
        self.object.and_then(|object| open::open(object.bytes(), "object").refusal)
    }

    /// libbpf's own check of the blob; none for split BTF.
    pub fn libbpf(&self) -> Option<Result<(), Complaint>> {
        self.base.is_none().then(|| libbpf::read(self.bytes))
    }

    /// Remarks on the verdict, each a sentence without a capital letter and full stop.
    pub fn notes(&self, main: &Judged) -> Vec<String> {
        let mut notes = Vec::new();
        if Endian::of_magic(self.bytes) == Some(Endian::Big) {
            notes.push(
                "it is big-endian, and only a big-endian kernel takes it; others say “btf_header not found”".to_owned(),
            );
        }
        notes.extend(judged_as(main.version));
        notes.extend(special_fields(main));
        if main.verdict.depends {
            notes.push(
                "kernels of this version may answer differently: it depends on their types and point release"
                    .to_owned(),
            );
        }
        if let Some(object) = self.object {
            let opened = open::open(object.bytes(), "object");
            for (part, refusal) in [(".BTF", &opened.without_btf), (".BTF.ext", &opened.without_ext)] {
                let unrelocated = match opened.unrelocated() {
                    Some(_) => {
                        ": it applies no CO-RE relocation, and programs read at the offsets of their own headers"
                    }
                    None => "",
                };
                if let Some(refusal) = refusal {
                    notes.push(format!("libbpf goes on without {part}{unrelocated} ({})", refusal.why()));
                }
            }
            notes.extend(opened.load.iter().map(|l| format!("libbpf does not load it: {}", l.refusal.why())));
        }
        if self.object.is_some() && !main.verdict.is_accepted() {
            notes.push("libbpf then continues without BTF, unless the object has struct_ops".to_owned());
        }
        if self.base.is_none() && self.lone_module {
            notes.push("a module's BTF is judged on that of its kernel, which is not given".to_owned());
        }
        notes
    }
}

/// The version by whose rules `version` is judged, in a sentence without a capital letter and full stop; none if the
/// source of `version` itself was compared.
pub fn judged_as(version: Version) -> Option<String> {
    let (known, is_alike) = version.judged_as();
    let changes = if is_alike { "" } else { ", with the known changes since then" };
    match version.knowledge() {
        Knowledge::Compared => None,
        Knowledge::Between => Some(format!("{version} was not compared itself: judged as {known}{changes}")),
        Knowledge::Newer => {
            Some(format!("{version} is newer than the versions known here: judged as {known}{changes}"))
        }
        Knowledge::Incomplete => {
            Some(format!("not all rules of {version} are known: judged as {known}, but for what is known to differ"))
        }
    }
}

/// Words that say which special fields of the BTF (such as `bpf_spin_lock`) this kernel checks when it loads the BTF.
fn special_fields(main: &Judged) -> Option<String> {
    let names = &main.verdict.special;
    if names.is_empty() {
        return None;
    }
    let (mut looked, mut left) = (Vec::new(), Vec::new());
    for name in names {
        match verdict::first_to_look(name) {
            Some(since) if main.version >= since => looked.push((*name).to_owned()),
            Some(since) => left.push(format!("{name} (since {since})")),
            None => left.push(format!("{name} (checked only when a map is created)")),
        }
    }
    let left = if left.is_empty() { String::new() } else { format!("not looked at: {}", left.join(", ")) };
    let looked = match looked.is_empty() {
        true => String::new(),
        false => format!("looked at: {}{}", looked.join(", "), if left.is_empty() { "" } else { "; " }),
    };
    Some(format!("special fields when {} loads BTF: {looked}{left}", main.version))
}

/// The verdicts of all versions that are offered, with the details of one of them.
#[derive(Clone, PartialEq, Eq, Debug, Default, Wire)]
pub struct Ruling {
    /// The kernels, newest first.
    pub kernels: Vec<KernelSays>,
    /// The index of the kernel with the details.
    pub at: u32,
    /// Whether a program's loader loads it (`BPF_BTF_LOAD`); if not, the kernel loads its own or a module's BTF.
    pub load: bool,
    /// The faults; the kernel refuses the BTF for the first one.
    pub faults: Vec<FaultRow>,
    /// How many more faults there are.
    pub left_out: u64,
    /// The changes that libbpf makes before loading.
    pub changes: Vec<String>,
    /// libbpf's objection to the BTF, the kernel's objections to the records of programs, and remarks on the verdict.
    pub notes: Vec<String>,
    /// Why libbpf does not open the object, as a sentence without its full stop; empty if it opens it. If it does
    /// not, there are no verdicts of kernels, and the only fault is libbpf's.
    pub unopened: String,
}

/// A kernel's verdict.
#[derive(Clone, PartialEq, Eq, Debug, Wire)]
pub struct KernelSays {
    /// `7.2`.
    pub version: String,
    /// The error: `EINVAL (22)`; empty if the BTF is accepted.
    pub errno: String,
    /// Whether all rules of this version are known.
    pub complete: bool,
}

impl KernelSays {
    /// Whether it accepts the BTF.
    pub fn accepts(&self) -> bool {
        self.errno.is_empty()
    }

    /// The version and a sign for the verdict: `7.2 ✓`.
    pub fn short(&self) -> String {
        format!("{} {}", self.version, if self.accepts() { "✓" } else { "✗" })
    }

    /// The verdict, and how certain it is.
    pub fn title(&self) -> String {
        let unsure = if self.complete { "" } else { " (not all its rules are known)" };
        format!("{}{unsure}", self.sentence())
    }

    /// The verdict's tone.
    pub fn tone(&self) -> Tone {
        Tone::accepted(self.accepts())
    }

    /// The verdict in words: `Linux 7.2 refuses it: EINVAL (22)`.
    pub fn sentence(&self) -> String {
        let kernel = format!("Linux {}", self.version);
        if self.accepts() { format!("{kernel} accepts it") } else { format!("{kernel} refuses it: {}", self.errno) }
    }
}

/// A fault.
#[derive(Clone, PartialEq, Eq, Debug, Wire)]
pub struct FaultRow {
    /// The line with which the kernel's log ends when the kernel stops at this fault; empty if it logs nothing. If
    /// libbpf does not open the object, libbpf's line.
    pub words: String,
    /// The rule as a sentence without its full stop, and the source of the rule: `(btf.rst 2.2.7 BTF_KIND_FWD)`.
    pub rule: String,
    /// Its place: `type [3], item 1, bytes 0x40..0x4c`.
    pub place: String,
    /// The type at fault, if the fault is in a type.
    pub id: Option<TypeId>,
    /// The index of the item at fault, if the fault is in an item.
    pub item: Option<u32>,
    /// The blob that has the bytes at fault; none if they are elsewhere in the file.
    pub blob: Option<BlobId>,
    /// The bytes at fault, in that blob.
    pub range: BlobRange,
}

impl FaultRow {
    /// [`FaultRow::words`], or a text that says that the kernel logs nothing.
    pub fn log(&self) -> &str {
        if self.words.is_empty() { "(the kernel says nothing)" } else { self.words.trim_start_matches("\\t") }
    }
}

impl From<&Fault> for FaultRow {
    fn from(fault: &Fault) -> FaultRow {
        let (id, item) = match fault.place {
            Place::Type(id) => (Some(id), None),
            Place::Item(id, index) => (Some(id), Some(index.0)),
            _ => (None, None),
        };
        FaultRow {
            words: fault.words.clone(),
            rule: format!("{} (btf.rst {})", fault.rule.says(), fault.reference()),
            place: format!("{}, {}", fault.place, fault.range),
            id,
            item,
            blob: Some(BlobId::Own),
            range: fault.range,
        }
    }
}

impl Ruling {
    /// The verdicts of all kernels. `at`: the kernel whose faults are wanted, by its index with the newest kernel
    /// first.
    ///
    /// # Errors
    /// libbpf cannot change the BTF as it does before loading. An object that libbpf does not open is no error: the
    /// result then says so ([`Ruling::unopened`]).
    pub fn of(case: &Case<'_>, at: u32) -> Result<Ruling, NoFix> {
        if let (Some(object), Some(refusal)) = (case.object, case.refusal()) {
            return Ok(unopened::ruling(object, &refusal));
        }
        let mut kernels = Vec::new();
        let mut main = None;
        for (place, &version) in (0..).zip(Version::OFFERED.iter().rev()) {
            let judged = case.judge(version, None, false)?;
            kernels.push(KernelSays {
                version: version.to_string(),
                errno: judged.verdict.errno.map(|errno| errno.to_string()).unwrap_or_default(),
                complete: version.knowledge() != Knowledge::Incomplete,
            });
            if place == at {
                main = Some(judged);
            }
        }
        let at = if main.is_some() { at } else { 0 };
        let main = match main {
            Some(main) => main,
            None => case.judge(Version::NEWEST, None, false)?,
        };
        let mut notes = Vec::new();
        match case.libbpf() {
            Some(Err(complaint)) => notes.push(format!("libbpf does not open it: {}: {complaint}", complaint.errno)),
            // The remark explains why libbpf accepts what the kernel refuses, so it is made only if the kernel refuses.
            Some(Ok(())) if !main.verdict.is_accepted() => {
                notes.push("libbpf opens it, because libbpf checks less than the kernel".to_owned());
            }
            _ => {}
        }
        for program in case.object.map(prog::programs).unwrap_or_default() {
            for (what, refusal) in program.refusals() {
                notes.push(format!("{what} of {} ({}): {refusal}", program.name, program.section));
            }
        }
        notes.extend(case.notes(&main));
        Ok(Ruling {
            kernels,
            at,
            load: case.mode == Mode::Load,
            faults: main.verdict.faults.iter().map(FaultRow::from).collect(),
            left_out: main.verdict.left_out,
            changes: main.changes,
            notes,
            unopened: String::new(),
        })
    }

    /// The kernel with the details.
    pub fn kernel(&self) -> Option<&KernelSays> {
        self.kernels.get(self.at as usize)
    }

    /// The loader of the BTF, in words.
    pub fn asked_by(&self) -> &'static str {
        match () {
            () if !self.unopened.is_empty() => "so no kernel is asked",
            () if self.load => "loaded by BPF_BTF_LOAD",
            () => "as the BTF of the kernel or a module",
        }
    }

    /// The verdict of the kernel with the details, in words. If libbpf does not open the object, the reason for that.
    pub fn sentence(&self) -> String {
        self.kernel().map_or_else(|| self.unopened.clone(), KernelSays::sentence)
    }

    /// The tone of [`Ruling::sentence`].
    pub fn tone(&self) -> Tone {
        self.kernel().map_or(Tone::accepted(self.unopened.is_empty()), KernelSays::tone)
    }

    /// The origin of the messages of the faults, in words: the kernel, or libbpf.
    pub fn words_of(&self) -> &'static str {
        if self.unopened.is_empty() { "The kernel's words" } else { "libbpf's words" }
    }

    /// The number of faults; empty when there are none.
    pub fn count_text(&self) -> String {
        let more = match self.left_out {
            0 => String::new(),
            n => format!(", and {} more", grouped(n)),
        };
        match self.faults.len() {
            0 => String::new(),
            _ if !self.unopened.is_empty() => "libbpf stops at the first fault".to_owned(),
            n => format!("{} found{more}; a kernel stops at the first", many(n as u64, "fault")),
        }
    }

    /// The verdicts in one line: first the verdict of the kernel that the details are about, with its first fault, then
    /// the verdicts of the other kernels. If libbpf does not open the object, the line says only this.
    pub fn line(&self) -> Option<String> {
        if !self.unopened.is_empty() {
            let why = self.faults.first().map(|fault| format!(": {}", fault.log()));
            return Some(format!("{}{}", self.unopened, why.unwrap_or_default()));
        }
        let kernel = self.kernel()?;
        let others = self.kernels.iter().filter(|k| k.version != kernel.version);
        // A version and its sign must not be separated by a line break.
        let others: Vec<String> = others.map(|kernel| kernel.short().replace(' ', "\u{a0}")).collect();
        let why = self.faults.first().filter(|_| !kernel.accepts()).map(|fault| format!(": {}", fault.log()));
        Some(format!("{}{} · {}", kernel.sentence(), why.unwrap_or_default(), others.join(" ")))
    }
}

#[cfg(test)]
mod tests {
    use super::{BlobRange, FaultRow, KernelSays, Ruling};

    #[test]
    fn a_verdict_is_a_line() {
        let kernel = |version: &str, errno: &str| KernelSays {
            version: version.into(),
            errno: errno.into(),
            complete: version != "4.18",
        };
        let fault = |words: &str| FaultRow {
            words: words.into(),
            rule: "a rule".into(),
            place: "type [1]".into(),
            id: None,
            item: None,
            blob: None,
            range: BlobRange::new(0, 4),
        };
        let mut ruling = Ruling {
            kernels: vec![kernel("7.2", "EINVAL (22)"), kernel("4.18", "")],
            at: 0,
            load: true,
            faults: vec![fault("\\tInvalid name"), fault("")],
            left_out: 1200,
            changes: vec![],
            notes: vec![],
            unopened: String::new(),
        };
        assert_eq!(ruling.line().as_deref(), Some("Linux 7.2 refuses it: EINVAL (22): Invalid name · 4.18\u{a0}✓"));
        assert_eq!(ruling.count_text(), "2 faults found, and 1,200 more; a kernel stops at the first");
        assert_eq!(ruling.faults[1].log(), "(the kernel says nothing)");
        assert_eq!(ruling.kernels[1].title(), "Linux 4.18 accepts it (not all its rules are known)");
        ruling.at = 1;
        assert_eq!(ruling.line().as_deref(), Some("Linux 4.18 accepts it · 7.2\u{a0}✗"));
        ruling.faults.clear();
        assert_eq!(ruling.count_text(), "");
    }
}
