//! Values by type: the bytes of a variable in C notation.

use btf::Kind::*;
use btf::{Btf, Endian, Kind, Type, TypeId};

/// The most bytes of an array that are read.
const MAX_ARRAY: usize = 1 << 16;

/// Bytes of a pointer in BPF. Relocations of data fill in words of this size.
const WORD: u64 = 8;

/// The most levels of structs and arrays.
const MAX_DEPTH: u32 = 16;

/// How many bytes of arrays and enumerators are looked at for one value, or for the values of an object beside those in
/// proportion to its size.
pub(crate) const WORK: u64 = 1 << 26;

/// Gives the name of the target of the relocation at an offset of the section; none if there is no relocation.
pub type Pointed<'a> = dyn Fn(u64) -> Option<String> + 'a;

/// Writes values, with a limit.
struct Values<'a> {
    btf: &'a Btf,
    bytes: &'a [u8],
    pointed: &'a Pointed<'a>,
    /// How many more characters may be written.
    left: usize,
    /// How many more bytes of arrays and enumerators may be looked at.
    work: u64,
    out: String,
}

/// A type's value at byte `at` of a section's `bytes`, in about `longest` characters at most, as a C initialiser:
/// `{ .pid = 12, .comm = "sh" }`. Missing bytes (`.bss`) are 0. `pointed` gives the target of a relocation at an
/// offset.
pub fn value(btf: &Btf, id: TypeId, bytes: &[u8], at: u64, longest: usize, pointed: &Pointed<'_>) -> String {
    let mut work = WORK;
    limited_value(btf, id, bytes, at, longest, pointed, &mut work)
}

/// As [`value`], but looks at no more than `work` bytes of arrays and enumerators, and takes those that it looked at from
/// `work`. When none is left, arrays are `{…}` and enums are numbers. Limited, because an array of 64 KB with only zeros
/// takes two characters, and variables may overlap.
pub(crate) fn limited_value(
    btf: &Btf,
    id: TypeId,
    bytes: &[u8],
    at: u64,
    longest: usize,
    pointed: &Pointed<'_>,
    work: &mut u64,
) -> String {
    let mut values = Values { btf, bytes, pointed, left: longest, work: *work, out: String::new() };
    values.write(id, at, 0);
    *work = values.work;
    values.out
}

impl Values<'_> {
    fn put(&mut self, text: &str) {
        if self.left == 0 {
            return;
        }
        self.left = self.left.saturating_sub(text.chars().count());
        self.out.push_str(text);
        if self.left == 0 {
            self.out.push('…');
        }
    }

    /// `size` bytes as an unsigned number, in the byte order of the BTF.
    fn number(&self, at: u64, size: u32) -> u128 {
        let mut n: u128 = 0;
        for i in 0..u64::from(size.min(16)) {
            let byte =
                usize::try_from(at.saturating_add(i)).ok().and_then(|at| self.bytes.get(at)).copied().unwrap_or(0);
            match self.btf.endian() {
                Endian::Little => n |= u128::from(byte) << (i * 8),
                Endian::Big => n = n << 8 | u128::from(byte),
            }
        }
        n
    }

    fn write(&mut self, id: TypeId, at: u64, depth: u32) {
        if self.left == 0 {
            return;
        }
        let Some(t) = self.btf.resolved(id).filter(|_| depth <= MAX_DEPTH) else {
            self.put("?");
            return;
        };
        match t.kind() {
            Int => self.int(t, at),
            Enum | Enum64 => self.enumeration(t, at),
            Ptr if self.pointed_word(at) => {}
            Ptr => match self.number(at, self.btf.pointer_size()) {
                0 => self.put("NULL"),
                n => self.put(&format!("{n:#x}")),
            },
            Array => self.array(t, at, depth),
            Struct | Union => self.composite(t, at, depth),
            Float => {
                let size = t.size().unwrap_or(0);
                self.put(&format!("{:#x}", self.number(at, size)));
            }
            Var => match t.type_ref() {
                Some(id) => self.write(id, at, depth + 1),
                None => self.put("?"),
            },
            Fwd | Typedef | Volatile | Const | Restrict | Func | FuncProto | DataSec | DeclTag | TypeTag | LocParam
            | LocProto | LocSec | Unknown(_) => self.put("?"),
        }
    }

    fn int(&mut self, t: Type<'_>, at: u64) {
        let size = t.size().unwrap_or(0).min(16);
        let n = self.number(at, size);
        let text = match t.int() {
            Some(int) if int.is_bool() => (if n == 0 { "false" } else { "true" }).to_owned(),
            Some(int) if (int.is_char() || t.name() == "char") && (0x20..0x7f).contains(&n) => {
                format!("'{}'", (n as u8 as char).escape_default())
            }
            _ if self.pointed_word(at) => return,
            Some(int) if int.is_signed() => signed(n, size * 8).to_string(),
            _ => n.to_string(),
        };
        self.put(&text);
    }

    /// Writes the name of the target of a word that a relocation fills in. Returns false, and writes nothing, if the
    /// word has no relocation.
    fn pointed_word(&mut self, at: u64) -> bool {
        match (self.pointed)(at) {
            Some(name) => {
                self.put(&format!("&{name}"));
                true
            }
            None => false,
        }
    }

    fn enumeration(&mut self, t: Type<'_>, at: u64) {
        let size = t.size().unwrap_or(4).min(8);
        let raw = self.number(at, size);
        let mask = if size >= 8 { u64::MAX } else { (1 << (size * 8)) - 1 };
        // Real enums have fewer than 4096 enumerators; the rest of a hostile list is not read.
        let (most, mut looked) = (self.work.min(4096), 0);
        let found =
            t.enumerators().take(most as usize).inspect(|_| looked += 1).find(|e| u128::from(e.raw & mask) == raw);
        self.work -= looked;
        match found {
            Some(e) => self.put(e.name()),
            None if t.is_signed_enum() => self.put(&signed(raw, size * 8).to_string()),
            None => self.put(&raw.to_string()),
        }
    }

    fn array(&mut self, t: Type<'_>, at: u64, depth: u32) {
        let Some(array) = t.array() else { return };
        let Ok(size) = self.btf.size_of(array.element) else {
            self.put("?");
            return;
        };
        let total = u64::from(size) * u64::from(array.nelems);
        let bytes = self.bytes;
        let here = usize::try_from(at).ok().and_then(|at| bytes.get(at..)).unwrap_or_default();
        let here = here.get(..usize::try_from(total).unwrap_or(usize::MAX).min(MAX_ARRAY)).unwrap_or(here);
        let Some(work) = self.work.checked_sub(here.len() as u64) else {
            self.work = 0;
            self.put("{…}");
            return;
        };
        self.work = work;
        if self.is_text(array.element, size) && self.text(at, array.nelems) {
            return;
        }
        // Elements at the end whose bytes are all 0 are left out, as in C.
        let used = here.iter().rposition(|&b| b != 0).map_or(0, |last| last as u64 + 1);
        // But an element with a relocation stays, because a relocation fills in a word that is 0 in the file.
        let words = (used / WORD..(here.len() as u64).div_ceil(WORD)).rev();
        let mut words = words.map(|word| word * WORD);
        let last = words.find(|word| (self.pointed)(at.saturating_add(*word)).is_some());
        let used = last.map_or(used, |word| used.max(word + WORD));
        let used = if size == 0 { 0 } else { used.div_ceil(u64::from(size)) };
        self.put("{");
        for i in 0..used {
            if self.left == 0 {
                return;
            }
            self.put(if i == 0 { " " } else { ", " });
            self.write(array.element, at.saturating_add(i * u64::from(size)), depth + 1);
        }
        self.put(if used == 0 { "}" } else { " }" });
    }

    fn is_text(&self, element: TypeId, size: u32) -> bool {
        let int = self.btf.resolved(element).and_then(|t| Some((t.int()?, t.name() == "char")));
        size == 1 && int.is_some_and(|(int, char)| int.is_char() || char)
    }

    /// Writes the bytes as a string if they are printable up to a NUL and 0 after it. Returns false, and writes
    /// nothing, if they are not.
    fn text(&mut self, at: u64, len: u32) -> bool {
        let start = usize::try_from(at).unwrap_or(usize::MAX);
        let here = self.bytes.get(start..).unwrap_or_default();
        let here = here.get(..(len as usize).min(MAX_ARRAY)).unwrap_or(here);
        let end = here.iter().position(|&b| b == 0).unwrap_or(here.len());
        let (text, rest) = here.split_at(end);
        let printable = text.iter().all(|&b| (0x20..0x7f).contains(&b) || matches!(b, b'\n' | b'\t' | b'\r'));
        if !printable || rest.iter().any(|&b| b != 0) {
            return false;
        }
        let shown = text.get(..self.left).unwrap_or(text);
        self.put(&format!("\"{}\"", String::from_utf8_lossy(shown).escape_default()));
        true
    }

    fn composite(&mut self, t: Type<'_>, at: u64, depth: u32) {
        self.put("{");
        let mut any = false;
        for member in t.members() {
            if self.left == 0 {
                return;
            }
            self.put(if any { ", " } else { " " });
            any = true;
            if !member.name().is_empty() {
                self.put(&format!(".{} = ", member.name()));
            }
            let bits = member.bitfield_size();
            if bits > 0 {
                self.bitfield(member.type_id, at, member.bit_offset(), bits);
            } else {
                self.write(member.type_id, at.saturating_add(u64::from(member.bit_offset() / 8)), depth + 1);
            }
            // All members of a union share the same bytes, so only the first is written.
            if t.kind() == Kind::Union {
                break;
            }
        }
        self.put(if any { " }" } else { "}" });
    }

    fn bitfield(&mut self, id: TypeId, at: u64, bit: u32, bits: u32) {
        let first = at.saturating_add(u64::from(bit / 8));
        let size = (bit % 8 + bits).div_ceil(8);
        let all = self.number(first, size);
        let shift = match self.btf.endian() {
            Endian::Little => bit % 8,
            Endian::Big => (size * 8).saturating_sub(bit % 8 + bits),
        };
        let n = all.checked_shr(shift).unwrap_or(0) & (1u128.checked_shl(bits).unwrap_or(0).wrapping_sub(1));
        let t = self.btf.resolved(id);
        let is_signed = t.is_some_and(|t| t.int().is_some_and(|int| int.is_signed()) || t.is_signed_enum());
        self.put(&if is_signed { signed(n, bits).to_string() } else { n.to_string() });
    }
}

/// The value of `n`, a number of `bits` bits in two's complement.
fn signed(n: u128, bits: u32) -> i128 {
    match bits {
        1..=127 if n >> (bits - 1) & 1 == 1 => (n | u128::MAX << bits) as i128,
        _ => n as i128,
    }
}
