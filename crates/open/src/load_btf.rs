//! Phase 4: `.BTF` (`bpf_object__init_btf`, `btf__new`).

use btf::BlobRange;

use crate::blob::{self, Complaint};
use crate::btf::Btf;
use crate::errno::Errno;
use crate::rule::{self, Rule};
use crate::state::{FileBytes, Refusal, Role, State, Step};

const NEEDED: &str = "BTF is required, but is missing or corrupted.";

/// A fault of a section, and the line that libbpf prints for it. libbpf then prints a second line, which says that the
/// section is not loaded.
pub(crate) struct Fault {
    pub(crate) rule: &'static Rule,
    pub(crate) errno: Errno,
    pub(crate) line: Option<String>,
    /// The faulty bytes: their offset in the section, and their number.
    pub(crate) at: u64,
    pub(crate) len: u64,
}

impl Fault {
    pub(crate) fn new(rule: &'static Rule, at: u64, len: u64) -> Fault {
        Fault { rule, errno: Errno::EINVAL, line: None, at, len }
    }
}

impl State<'_> {
    pub(crate) fn load_btf(&mut self) -> Step<()> {
        let needed = self.maps_section.is_some() || self.roles.contains(&Role::StructOps);
        if let Some(index) = self.btf_section {
            let section = self.range_of(index);
            match parse(self.elf.bytes_of(index), section.start) {
                Ok(btf) => self.btf = Some(btf),
                Err(fault) => {
                    let last = format!("Error loading ELF section .BTF: {}.", fault.errno.text());
                    self.without_btf = Some(self.ignored(&fault, last, section, needed)?);
                    return Ok(());
                }
            }
        } else if needed {
            let range = self.range_of(self.maps_section.unwrap_or(0));
            return self.refuse(rule::BTF_NEEDED, Errno::ENOENT, NEEDED, range);
        } else {
            return Ok(());
        }
        let Some(index) = self.ext_section else { return Ok(()) };
        let section = self.range_of(index);
        match crate::load_ext::parse(self.elf.bytes_of(index)) {
            Ok(ext) => self.ext = Some(ext),
            Err(fault) => {
                let last = format!("Error loading ELF section .BTF.ext: {}. Ignored and continue.", fault.errno.text());
                self.without_ext = Some(self.ignored(&fault, last, section, needed)?);
            }
        }
        Ok(())
    }

    /// Adds the lines that libbpf prints for a fault of a section. `last`: the line that says that the section is not
    /// loaded. Returns the fault if libbpf ignores the section, an error if the object needs the section (`needed`).
    fn ignored(&mut self, fault: &Fault, last: String, section: FileBytes, needed: bool) -> Step<Refusal> {
        let first = fault.line.clone().unwrap_or_else(|| last.clone());
        self.lines.extend(fault.line.clone());
        self.lines.push(last);
        let range = FileBytes::at(section.start.saturating_add(fault.at), fault.len);
        let refusal = Refusal { rule: fault.rule, errno: fault.errno, line: Some(first), about: String::new(), range };
        if needed {
            self.lines.push(NEEDED.to_owned());
            return Err(Box::new(refusal));
        }
        Ok(refusal)
    }
}

fn parse(bytes: &[u8], base: u64) -> Result<Btf<'_>, Fault> {
    let parts = blob::parts(bytes).map_err(|Complaint { rule, errno, line, range, .. }| Fault {
        rule,
        errno,
        line,
        at: range.start.into(),
        len: range.len().into(),
    })?;
    let slice = |range: BlobRange| bytes.get(range.as_usize()).unwrap_or_default();
    let words = slice(parts.types).as_chunks::<4>().0.iter().map(|&word| parts.endian.u32(word)).collect();
    let starts = parts.starts.iter().map(|&start| start as usize / 4).collect();
    Ok(Btf {
        words,
        starts,
        strings: slice(parts.strings),
        base: base.saturating_add(parts.types.start.into()),
        skipped: Default::default(),
    })
}
