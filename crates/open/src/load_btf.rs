//! Phase 4: `.BTF` (`bpf_object__init_btf`, `btf__new`).

use crate::btf::{
    ARRAY, Btf, DATASEC, DECL_TAG, ENUM, ENUM64, FUNC, FUNC_PROTO, HEAD, INT, STRUCT, TYPE_TAG, UNION, VAR,
};
use crate::btf::{CONST, PTR, RESTRICT, TYPEDEF, VOLATILE};
use crate::elf::Order;
use crate::errno::Errno;
use crate::rule::{self, Rule};
use crate::state::{FileBytes, Refusal, Role, State, Step};

const MAGIC: u16 = 0xeb9f;
/// Bytes of the header without a layout section.
const HEADER: u64 = 24;
/// Bytes of the header with a layout section.
const HEADER_WITH_LAYOUT: u64 = 32;
/// The highest kind that libbpf knows.
const LAST_KIND: u32 = 19;
const NEEDED: &str = "BTF is required, but is missing or corrupted.";

/// A fault of a section, and the line that libbpf prints before it says that the section is not loaded.
pub(crate) struct Fault {
    pub(crate) rule: &'static Rule,
    pub(crate) errno: Errno,
    pub(crate) line: Option<String>,
    /// Bytes of the section that it is about.
    pub(crate) at: u64,
    pub(crate) len: u64,
}

impl Fault {
    pub(crate) fn new(rule: &'static Rule, at: u64, len: u64) -> Fault {
        Fault { rule, errno: Errno::EINVAL, line: None, at, len }
    }

    fn line(mut self, line: String) -> Fault {
        self.line = Some(line);
        self
    }
}

impl State<'_> {
    pub(crate) fn load_btf(&mut self) -> Step<()> {
        let needed = self.maps_section.is_some() || self.roles.contains(&Role::StructOps);
        if let Some(index) = self.btf_section {
            let section = self.range_of(index);
            let bytes =
                self.section(index).and_then(|s| self.elf.data(&s).ok()).and_then(|d| d.bytes).unwrap_or_default();
            match parse(bytes, section.start) {
                Ok(btf) => self.btf = Some(btf),
                Err(fault) => {
                    let last = format!("Error loading ELF section .BTF: {}.", fault.errno.text());
                    let refusal = self.section_fault(&fault, last, section);
                    if needed {
                        self.lines.push(NEEDED.to_owned());
                        return Err(Box::new(refusal));
                    }
                    self.without_btf = Some(refusal);
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
        let bytes = self.section(index).and_then(|s| self.elf.data(&s).ok()).and_then(|d| d.bytes).unwrap_or_default();
        match crate::load_ext::parse(bytes) {
            Ok(ext) => self.ext = Some(ext),
            Err(fault) => {
                let last = format!("Error loading ELF section .BTF.ext: {}. Ignored and continue.", fault.errno.text());
                let refusal = self.section_fault(&fault, last, section);
                if needed {
                    self.lines.push(NEEDED.to_owned());
                    return Err(Box::new(refusal));
                }
                self.without_ext = Some(refusal);
            }
        }
        Ok(())
    }

    fn section_fault(&mut self, fault: &Fault, last: String, section: FileBytes) -> Refusal {
        let first = fault.line.clone().unwrap_or_else(|| last.clone());
        self.lines.extend(fault.line.clone());
        self.lines.push(last);
        let range = FileBytes::at(section.start.saturating_add(fault.at), fault.len);
        Refusal { rule: fault.rule, errno: fault.errno, line: Some(first), about: String::new(), range }
    }
}

/// The places of the parts of a blob, from its start.
struct Parts {
    types: u64,
    types_len: u64,
    layout: u64,
    layout_len: u64,
    strings: u64,
    strings_len: u64,
}

fn parse(bytes: &[u8], base: u64) -> Result<Btf<'_>, Fault> {
    let len = bytes.len() as u64;
    let magic = Order::Little.u16(bytes, 0).unwrap_or(0);
    if len < HEADER || magic != MAGIC && magic != MAGIC.swap_bytes() {
        return Err(Fault::new(rule::BTF_HEADER, 0, HEADER.min(len)));
    }
    let swapped = magic != MAGIC;
    let order = if swapped { Order::Big } else { Order::Little };
    let parts = header(bytes, order, swapped)?;
    let slice = |at: u64, n: u64| bytes.get(at as usize..(at + n) as usize).unwrap_or_default();
    let strings = slice(parts.strings, parts.strings_len);
    if strings.is_empty() || parts.strings_len > 1 << 31 || strings.first() != Some(&0) || strings.last() != Some(&0) {
        return Err(Fault::new(rule::BTF_STRINGS, parts.strings, parts.strings_len));
    }
    let layout = if swapped { &[] } else { slice(parts.layout, parts.layout_len) };
    let types = slice(parts.types, parts.types_len);
    let words = types.chunks_exact(4).map(|w| order.u32(w, 0).unwrap_or(0)).collect();
    let mut btf = Btf { words, starts: Vec::new(), strings, base: base.saturating_add(parts.types) };
    cut(&mut btf, parts.types_len, layout, parts.types)?;
    for id in 1..btf.count() {
        validate(&btf, id).map_err(|line| {
            let at = parts.types + btf.range(id).start.saturating_sub(btf.base);
            Fault::new(line.0, at, 12).line(line.1)
        })?;
    }
    Ok(btf)
}

fn header(bytes: &[u8], order: Order, swapped: bool) -> Result<Parts, Fault> {
    let len = bytes.len() as u64;
    let header = u64::from(order.u32(bytes, 4).unwrap_or(0));
    if swapped && header < HEADER {
        let line = format!("Can't load BTF with non-native endianness due to unsupported header length {header}");
        return Err(Fault { errno: Errno::ENOTSUP, ..Fault::new(rule::BTF_SWAPPED, 4, 4).line(line) });
    }
    if header > len {
        return Err(Fault::new(rule::BTF_HEADER, 4, 4));
    }
    let field = |at: u64| if at + 4 <= header { u64::from(order.u32(bytes, at).unwrap_or(0)) } else { 0 };
    let (types, types_len, strings, strings_len) = (field(8), field(12), field(16), field(20));
    let (layout, layout_len) = if header >= HEADER_WITH_LAYOUT { (field(24), field(28)) } else { (0, 0) };
    if strings + strings_len > len - header || types + types_len > strings || types % 4 != 0 {
        return Err(Fault::new(rule::BTF_SECTIONS, 8, 16));
    }
    let fits = layout % 4 == 0 && layout_len % 4 == 0 && layout >= types + types_len && layout + layout_len <= strings;
    if layout_len != 0 && !fits {
        return Err(Fault::new(rule::BTF_LAYOUT, 24, 8));
    }
    Ok(Parts {
        types: header + types,
        types_len,
        layout: header + layout,
        layout_len,
        strings: header + strings,
        strings_len,
    })
}

/// Finds the records (`btf_parse_type_sec`).
fn cut(btf: &mut Btf<'_>, len: u64, layout: &[u8], at: u64) -> Result<(), Fault> {
    let mut word = 0usize;
    while len.saturating_sub(word as u64 * 4) >= 12 {
        let info = btf.words.get(word + 1).copied().unwrap_or(0);
        let (kind, vlen) = (info >> 24 & 0x7f, u64::from(info & 0x00ff_ffff));
        let place = at + word as u64 * 4;
        let body = match kind {
            INT | VAR | DECL_TAG => 1,
            ARRAY => 3,
            STRUCT | UNION | DATASEC | ENUM64 => vlen * 3,
            ENUM | FUNC_PROTO => vlen * 2,
            1..=LAST_KIND => 0,
            _ => unknown(layout, kind, vlen).ok_or_else(|| Fault::new(rule::BTF_KIND, place, 12))?,
        };
        let next = word as u64 + HEAD as u64 + body;
        if next * 4 > len {
            let line = format!("BTF type [{}] is malformed", btf.starts.len() + 1);
            return Err(Fault::new(rule::BTF_RECORD, place, 12).line(line));
        }
        btf.starts.push(word);
        word = next as usize;
    }
    if word as u64 * 4 != len {
        let rest = len - word as u64 * 4;
        let fault = Fault::new(rule::BTF_REST, at + word as u64 * 4, rest);
        return Err(fault.line("BTF types data is malformed".to_owned()));
    }
    Ok(())
}

/// The words behind the head of a kind that only the layout section has.
fn unknown(layout: &[u8], kind: u32, vlen: u64) -> Option<u64> {
    let &[info, each, ..] = layout.as_chunks::<4>().0.get(kind as usize)?;
    (kind != 0 && info % 4 == 0 && each % 4 == 0).then(|| u64::from(info / 4) + u64::from(each / 4) * vlen)
}

/// Checks names and ids of a record (`btf_validate_type`); gives the rule and libbpf's line.
fn validate(btf: &Btf<'_>, id: u32) -> Result<(), (&'static Rule, String)> {
    let kind = btf.kind(id);
    let name = |offset: u32, what: &str| {
        if (offset as usize) < btf.strings.len() {
            return Ok(());
        }
        Err((rule::BTF_NAME, format!("btf: type [{id}]: invalid {what} (string offset {offset})")))
    };
    let there = |of: u32| {
        if of < btf.count() {
            return Ok(());
        }
        Err((rule::BTF_ID, format!("btf: type [{id}]: invalid referenced type ID {of}")))
    };
    if kind > LAST_KIND {
        return Ok(());
    }
    name(btf.word(id, 0), "type name")?;
    match kind {
        PTR | TYPEDEF | VOLATILE | CONST | RESTRICT | VAR | DECL_TAG | TYPE_TAG => there(btf.target(id))?,
        ARRAY => {
            there(btf.word(id, HEAD))?;
            there(btf.word(id, HEAD + 1))?;
        }
        STRUCT | UNION => {
            for index in 0..btf.vlen(id) {
                let [n, of, _] = btf.item(id, index, 3);
                name(n, "field name")?;
                there(of)?;
            }
        }
        ENUM | ENUM64 => {
            let words = if kind == ENUM { 2 } else { 3 };
            for index in 0..btf.vlen(id) {
                name(btf.item(id, index, words)[0], "enum name")?;
            }
        }
        FUNC => {
            let of = btf.target(id);
            there(of)?;
            if btf.kind(of) != FUNC_PROTO {
                let line = format!("btf: type [{id}]: referenced type [{of}] is not FUNC_PROTO");
                return Err((rule::BTF_PROTO, line));
            }
        }
        FUNC_PROTO => {
            for index in 0..btf.vlen(id) {
                let [n, of, _] = btf.item(id, index, 2);
                name(n, "param name")?;
                there(of)?;
            }
        }
        DATASEC => {
            for index in 0..btf.vlen(id) {
                there(btf.item(id, index, 3)[0])?;
            }
        }
        _ => {}
    }
    Ok(())
}
