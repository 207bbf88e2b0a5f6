//! Changes a blob record by record, so that checks of records are reached: the sections stay valid, unless the header
//! is changed.

use tests::blob::kind;

use crate::kernel::Numbers;

/// A record: its three words, and the words after them.
#[derive(Clone, Debug)]
struct Record {
    name: u32,
    info: u32,
    size: u32,
    rest: Vec<u32>,
}

/// A little-endian blob, split into parts.
#[derive(Clone, Debug)]
pub struct Parts {
    records: Vec<Record>,
    strings: Vec<u8>,
}

/// The numbers of words after a record's head: of the record itself, and of each item.
fn form(kind: u8) -> (usize, usize) {
    match kind {
        kind::INT | kind::VAR | kind::DECL_TAG => (1, 0),
        kind::ARRAY => (3, 0),
        kind::STRUCT | kind::UNION | kind::DATASEC | kind::ENUM64 => (0, 3),
        kind::ENUM | kind::FUNC_PROTO => (0, 2),
        _ => (0, 0),
    }
}

fn word(bytes: &[u8], at: usize) -> Option<u32> {
    Some(u32::from_le_bytes(*bytes.get(at..)?.first_chunk()?))
}

impl Record {
    fn kind(&self) -> u8 {
        (self.info >> 24 & 0x1f) as u8
    }

    fn items(&self) -> usize {
        match form(self.kind()) {
            (_, 0) => 0,
            (_, words) => self.rest.len() / words,
        }
    }

    fn set_vlen(&mut self, vlen: usize) {
        self.info = self.info & !0xffff | vlen as u32 & 0xffff;
    }
}

/// A word that some rule treats specially, or a plausible size, offset, name or id.
fn any_word(numbers: &mut Numbers, old: u32, types: u32, strings: u32) -> u32 {
    let below = |numbers: &mut Numbers, n: u32| numbers.below(n as usize) as u32;
    match numbers.below(14) {
        0 => old.wrapping_add(1),
        1 => old.wrapping_sub(1),
        2 => 0,
        3 => below(numbers, types + 2),
        4 => types + below(numbers, 3),
        5 => [1, 2, 3, 4, 5, 6, 8, 12, 16, 24, 32, 64][numbers.below(12)],
        6 => below(numbers, strings + 3),
        7 => {
            [0xf_ffff, 0x10_0000, 0xff_ffff, 0x100_0000, u32::MAX, u32::MAX - 1, 1 << 31, 0xffff_fff8][numbers.below(8)]
        }
        // An offset with the size of a bitfield.
        8 => below(numbers, 140) << 24 | below(numbers, 300),
        9 => old & 0xff_ffff | below(numbers, 40) << 24,
        10 => old ^ 1 << numbers.below(32),
        // The word of an INT: encoding, offset, bits.
        11 => {
            below(numbers, 10) << 24
                | below(numbers, 20) << 16
                | [1, 7, 8, 16, 31, 32, 64, 127, 128, 129][numbers.below(10)]
        }
        12 => 8 * below(numbers, 40),
        _ => below(numbers, u32::MAX),
    }
}

/// Bytes for names; most are not allowed in any name.
const LETTERS: &[u8] = b"a_.09$-<> %\n\t\x01\x7f\x80\x9f\xa0\xbf\xc0\xd7\xf7\xff:?*";

impl Parts {
    /// The parts of a little-endian blob. `None` if its header has not 24 bytes, a section is outside of the blob, or
    /// the types end within the three words of a record's head.
    pub fn of(blob: &[u8]) -> Option<Parts> {
        let at = |at| word(blob, at).map(|word| word as usize);
        let header = at(4)?;
        let section = |start: usize, len: usize| blob.get(header.checked_add(start)?..)?.get(..len);
        let (types, strings) = (section(at(8)?, at(12)?)?, section(at(16)?, at(20)?)?);
        if header != 24 || !blob.starts_with(&[0x9f, 0xeb, 1, 0]) {
            return None;
        }
        let mut words = types.chunks_exact(4).filter_map(|bytes| word(bytes, 0));
        let mut records = Vec::new();
        while let Some(name) = words.next() {
            let mut record = Record { name, info: words.next()?, size: words.next()?, rest: Vec::new() };
            let (fixed, each) = form(record.kind());
            let behind = fixed + each * (record.info & 0xffff) as usize;
            record.rest.extend(words.by_ref().take(behind));
            records.push(record);
        }
        Some(Parts { records, strings: strings.to_vec() })
    }

    /// The type section.
    fn types(&self) -> Vec<u8> {
        let words =
            self.records.iter().flat_map(|r| [r.name, r.info, r.size].into_iter().chain(r.rest.iter().copied()));
        words.flat_map(u32::to_le_bytes).collect()
    }

    /// The blob.
    pub fn blob(&self) -> Vec<u8> {
        let types = self.types();
        assemble(
            24,
            &[],
            (0, types.len()),
            (types.len(), self.strings.len()),
            &[types.as_slice(), self.strings.as_slice()].concat(),
        )
    }

    /// Changes one thing: in a record, in the order of records, or in the names.
    pub fn change(&mut self, numbers: &mut Numbers) {
        if self.records.is_empty() {
            return;
        }
        let (types, strings) = (self.records.len() as u32, self.strings.len() as u32);
        // Half of the changes are in kinds with rules of their own, if there are such records.
        let wanted = [
            kind::DATASEC,
            kind::FUNC_PROTO,
            kind::DECL_TAG,
            kind::ENUM64,
            kind::STRUCT,
            kind::VAR,
            kind::FUNC,
            kind::TYPE_TAG,
            kind::FLOAT,
            kind::ARRAY,
        ][numbers.below(10)];
        let first = numbers.below(self.records.len());
        let mut order = (first..self.records.len()).chain(0..first);
        let index = match numbers.below(2) {
            0 => order.find(|&i| self.records[i].kind() == wanted).unwrap_or(first),
            _ => first,
        };
        let other = numbers.below(self.records.len());
        let copied = self.records[other].clone();
        let record = &mut self.records[index];
        match numbers.below(20) {
            0 => record.name = any_word(numbers, record.name, types, strings),
            1 => record.info ^= 1 << 31,
            2 => record.set_vlen(record.items() + numbers.below(3)),
            3 => record.info ^= 1 << [16, 17, 20, 23, 28, 29, 30][numbers.below(7)],
            4 => record.info = record.info & !0x1f00_0000 | (numbers.below(22) as u32) << 24,
            5 | 6 => record.size = any_word(numbers, record.size, types, strings),
            7..=10 if !record.rest.is_empty() => {
                let at = numbers.below(record.rest.len());
                record.rest[at] = any_word(numbers, record.rest[at], types, strings);
            }
            // Items: repeat one, remove one, swap two, or repeat one very often.
            11 | 12 if record.items() > 0 => {
                let each = form(record.kind()).1;
                let (count, item) = (record.items(), numbers.below(record.items()));
                let one = record.rest[item * each..(item + 1) * each].to_vec();
                match numbers.below(8) {
                    0 | 1 => drop(record.rest.splice(item * each..item * each, one)),
                    2 | 3 => drop(record.rest.drain(item * each..(item + 1) * each)),
                    4..=6 if count > 1 => {
                        let to = numbers.below(count);
                        (0..each).for_each(|word| record.rest.swap(item * each + word, to * each + word));
                    }
                    _ => {
                        let many = [300, 4_000, 65_535][numbers.below(3)];
                        record.rest = one.iter().copied().cycle().take(many * each).collect();
                    }
                }
                record.set_vlen(record.items());
            }
            13 => self.records.swap(index, other),
            14 => drop(self.records.remove(index)),
            15 => self.records.push(copied),
            16 => self.records.insert(index, copied),
            // Another kind, with the same words.
            17 => {
                let kind = [8, 9, 10, 11, 18, 2, 7, 12, 14, 17, 3, 15, 4, 19, 13][numbers.below(15)];
                let (fixed, each) = form(kind);
                record.info = u32::from(kind) << 24 | record.info & 1 << 31 & numbers.below(2).wrapping_neg() as u32;
                let items = if each > 0 { numbers.below(4) } else { 0 };
                record.set_vlen(items);
                let new = (0..fixed + each * items).map(|_| any_word(numbers, 1, types, strings));
                record.rest = new.collect();
            }
            // Characters in names.
            _ => {
                let names = strings.max(2) as usize - 1;
                let at = 1 + numbers.below(names);
                match numbers.below(12) {
                    0 => {
                        let len = [127, 128, 129, 511, 512, 513, 1020, 1100][numbers.below(8)];
                        record.name = strings;
                        self.strings.extend(std::iter::repeat_n(b'n', len));
                        self.strings.push(0);
                    }
                    1 => self.strings.truncate(at),
                    2 => {
                        if let Some(byte) = self.strings.get_mut(at) {
                            *byte = 0;
                        }
                    }
                    _ => {
                        if let Some(byte) = self.strings.get_mut(at).filter(|byte| **byte != 0) {
                            *byte = LETTERS[numbers.below(LETTERS.len())];
                        }
                    }
                }
            }
        }
    }

    /// The blob with another form of header: longer or shorter, with sections in another order, gaps, bytes after the
    /// end, or wrong offsets and lengths.
    pub fn under_another_header(&self, numbers: &mut Numbers) -> Vec<u8> {
        let (types, strings) = (self.types(), &self.strings);
        let (t, s) = (types.len(), strings.len());
        let len = [0, 4, 8, 16, 20, 23, 24, 25, 28, 31, 32, 36, 40, 64][numbers.below(14)];
        let mut extra = vec![0; 64];
        if numbers.below(3) == 0 {
            extra[numbers.below(48)] = numbers.below(256) as u8;
        }
        let gap = vec![0; [1, 2, 4, 8][numbers.below(4)]];
        let g = gap.len();
        let off = |numbers: &mut Numbers, right: usize| match numbers.below(6) {
            0 => right.wrapping_add(numbers.below(9)).wrapping_sub(4),
            1 => numbers.below(u32::MAX as usize),
            _ => right,
        };
        let (types_at, strings_at, body) = match numbers.below(6) {
            0 => ((s, t), (0, s), [strings.as_slice(), types.as_slice()].concat()),
            1 => ((0, t), (t + g, s), [types.as_slice(), gap.as_slice(), strings.as_slice()].concat()),
            2 => ((g, t), (g + t, s), [gap.as_slice(), types.as_slice(), strings.as_slice()].concat()),
            3 => ((0, t), (t, s), [types.as_slice(), strings.as_slice(), gap.as_slice()].concat()),
            _ => ((0, t), (t, s), [types.as_slice(), strings.as_slice()].concat()),
        };
        let types_at = (off(numbers, types_at.0), off(numbers, types_at.1));
        let strings_at = (off(numbers, strings_at.0), off(numbers, strings_at.1));
        assemble(len, &extra, types_at, strings_at, &body)
    }
}

/// A blob with a header of `len` bytes (`extra` has the bytes after the first 24), and `body` after
/// it.
fn assemble(len: usize, extra: &[u8], types: (usize, usize), strings: (usize, usize), body: &[u8]) -> Vec<u8> {
    let mut header = vec![0x9f, 0xeb, 1, 0];
    for word in [len, types.0, types.1, strings.0, strings.1] {
        header.extend((word as u32).to_le_bytes());
    }
    header.extend(extra);
    header.truncate(len);
    [header.as_slice(), body].concat()
}
