//! bzip2, decoded. The format has no specification but its program; this follows "BZIP2: Format Specification" (J. Tsai, 2016).
//! Written here because the port of the C library (the crate `bzip2`) is not faster, has a licence of its own, and its reader loops
//! without end when there is no memory.

use std::io::{self, BufRead, Read};

use super::crc32::Crc32;
use super::damaged;
use crate::source::Input;

/// "BZh".
const MAGIC: u32 = 0x42_5a68;

const BLOCK: u64 = 0x3141_5926_5359;
const END: u64 = 0x1772_4538_5090;

/// Symbols of a block: two for runs, 254 places of the list, the end.
const MAX_SYMBOLS: usize = 258;

/// The longest code there is.
const MAX_CODE: u32 = 20;

/// Symbols that use one table.
const GROUP: usize = 50;

/// Reads bits, most significant first.
struct Bits<'a> {
    input: Input<'a>,
    bits: u64,
    /// How many of the low bits of `bits` were not taken yet.
    count: u32,
}

impl Bits<'_> {
    /// Reads until so many bits are there, at most 32; fewer at the end.
    fn fill(&mut self, count: u32) -> io::Result<()> {
        while self.count < count {
            let bytes = self.input.fill_buf()?;
            if let Some(word) = bytes.first_chunk::<4>() {
                self.bits = self.bits << 32 | u64::from(u32::from_be_bytes(*word));
                self.count += 32;
                self.input.consume(4);
            } else if let Some(&byte) = bytes.first() {
                self.bits = self.bits << 8 | u64::from(byte);
                self.count += 8;
                self.input.consume(1);
            } else {
                break;
            }
        }
        Ok(())
    }

    /// The next bits, at most 32, without taking them; zeros after the end.
    fn peek(&mut self, count: u32) -> io::Result<u32> {
        self.fill(count)?;
        let bits = match self.count.checked_sub(count) {
            Some(more) => self.bits >> more,
            None => self.bits << (count - self.count),
        };
        Ok(bits as u32 & ((1u64 << count) - 1) as u32)
    }

    fn skip(&mut self, count: u32) -> io::Result<()> {
        self.count = self.count.checked_sub(count).ok_or(io::ErrorKind::UnexpectedEof)?;
        Ok(())
    }

    fn take(&mut self, count: u32) -> io::Result<u32> {
        let bits = self.peek(count)?;
        self.skip(count)?;
        Ok(bits)
    }

    fn flag(&mut self) -> io::Result<bool> {
        Ok(self.take(1)? != 0)
    }

    /// A magic of 48 bits.
    fn magic(&mut self) -> io::Result<u64> {
        Ok(u64::from(self.take(24)?) << 24 | u64::from(self.take(24)?))
    }

    /// Goes on at the next byte.
    fn align(&mut self) {
        self.count -= self.count % 8;
    }
}

/// A Huffman code in canonical form.
struct Code {
    /// By length, from 1: the bits of [`MAX_CODE`] at which longer codes begin, what to add to a code to get its symbol's place.
    lengths: [(u32, i32); MAX_CODE as usize],
    symbols: Vec<u16>,
}

impl Code {
    fn new(lengths: &[u8]) -> Code {
        let mut code = Code { lengths: [(0, 0); MAX_CODE as usize], symbols: Vec::with_capacity(lengths.len()) };
        let mut first = 0u32;
        for (len, slot) in (1..).zip(code.lengths.iter_mut()) {
            let start = code.symbols.len() as u32;
            let of_len = (0u16..).zip(lengths).filter(|(_, l)| u32::from(**l) == len).map(|(symbol, _)| symbol);
            code.symbols.extend(of_len);
            let end = first + code.symbols.len() as u32 - start;
            *slot = (end << (MAX_CODE - len), start as i32 - first as i32);
            first = end << 1;
        }
        code
    }

    fn read(&self, bits: &mut Bits<'_>) -> io::Result<u16> {
        let next = bits.peek(MAX_CODE)?;
        for (len, &(limit, place)) in (1..).zip(&self.lengths) {
            if next < limit {
                let place = (next >> (MAX_CODE - len)) as i32 + place;
                bits.skip(len)?;
                let symbol = usize::try_from(place).ok().and_then(|place| self.symbols.get(place));
                return symbol.copied().ok_or_else(|| damaged("a code is wrong"));
            }
        }
        Err(damaged("a code is wrong"))
    }
}

enum State {
    Start,
    Blocks,
    End,
}

/// Reads what is in bzip2 data.
pub(crate) struct Bzip2Reader<'a> {
    bits: Bits<'a>,
    alone: bool,
    state: State,
    any: bool,
    /// The most that a block holds, in bytes.
    max: usize,
    /// The block: the last column in the low byte, the way to the next in the others.
    block: Vec<u32>,
    at: u32,
    left: usize,
    /// How many of the last byte came in a row, and how many more are to come.
    run: u32,
    last: u8,
    repeat: u32,
    crc: Crc32,
    expected: u32,
    combined: u32,
}

impl<'a> Bzip2Reader<'a> {
    pub(crate) fn new(input: Input<'a>, alone: bool) -> Bzip2Reader<'a> {
        Bzip2Reader {
            bits: Bits { input, bits: 0, count: 0 },
            alone,
            state: State::Start,
            any: false,
            max: 0,
            block: Vec::new(),
            at: 0,
            left: 0,
            run: 0,
            last: 0,
            repeat: 0,
            crc: Crc32::new(),
            expected: 0,
            combined: 0,
        }
    }

    /// The header of a stream. False when none follows.
    fn start(&mut self) -> io::Result<bool> {
        self.bits.align();
        if self.any && (!self.alone || self.bits.peek(24)? != MAGIC) {
            return Ok(false);
        }
        self.any = true;
        let (magic, level) = (self.bits.take(24)?, self.bits.take(8)?);
        let level = (level as usize).checked_sub(usize::from(b'0')).filter(|l| (1..=9).contains(l));
        let (MAGIC, Some(level)) = (magic, level) else { return Err(damaged("not a bzip2 header")) };
        self.max = level * 100_000;
        self.combined = 0;
        Ok(true)
    }

    /// The next block. False at the stream's end.
    fn next_block(&mut self) -> io::Result<bool> {
        let magic = self.bits.magic()?;
        let crc = self.bits.take(32)?;
        match magic {
            BLOCK => {}
            END if crc == self.combined => return Ok(false),
            END => return Err(damaged("the checksum is wrong")),
            _ => return Err(damaged("no block where one should begin")),
        }
        self.expected = crc;
        if self.bits.flag()? {
            return Err(damaged("a block that was randomised, as bzip2 0.9.0 and before did"));
        }
        let origin = self.bits.take(24)?;
        self.symbols()?;
        self.invert(origin)?;
        self.crc.reset();
        (self.run, self.repeat) = (0, 0);
        Ok(true)
    }

    /// Huffman codes, runs and the list of recent bytes: fills the block with the last column.
    fn symbols(&mut self) -> io::Result<()> {
        let bits = &mut self.bits;
        let mut recent = Vec::with_capacity(256);
        let ranges = bits.take(16)?;
        for range in (0..16u8).filter(|range| ranges >> (15 - range) & 1 != 0) {
            let used = bits.take(16)?;
            recent.extend((0..16u8).filter(|i| used >> (15 - i) & 1 != 0).map(|i| range * 16 + i));
        }
        let symbols = recent.len() + 2;
        let tables = bits.take(3)? as usize;
        let selectors = bits.take(15)? as usize;
        if recent.is_empty() || !(2..=6).contains(&tables) || selectors == 0 {
            return Err(damaged("a block's tables are wrong"));
        }
        let mut order: Vec<u8> = (0..tables as u8).collect();
        let mut chosen = Vec::with_capacity(selectors);
        for _ in 0..selectors {
            let mut i = 0;
            while bits.flag()? {
                i += 1;
            }
            let table = *order.get(i).ok_or_else(|| damaged("a block's tables are wrong"))?;
            order.copy_within(..i, 1);
            order[0] = table;
            chosen.push(table);
        }
        let mut codes = Vec::with_capacity(tables);
        for _ in 0..tables {
            let mut lengths = [0u8; MAX_SYMBOLS];
            let mut len = bits.take(5)?;
            for slot in &mut lengths[..symbols] {
                while bits.flag()? {
                    len = if bits.flag()? { len.wrapping_sub(1) } else { len + 1 };
                    if !(1..=MAX_CODE).contains(&len) {
                        return Err(damaged("a code's length is wrong"));
                    }
                }
                if !(1..=MAX_CODE).contains(&len) {
                    return Err(damaged("a code's length is wrong"));
                }
                *slot = len as u8;
            }
            codes.push(Code::new(&lengths[..symbols]));
        }

        let too_long = || damaged("a block is longer than its stream allows");
        self.block.clear();
        let (mut run, mut weight) = (0usize, 1usize);
        let mut groups = chosen.iter();
        let mut code = None;
        let mut in_group = 0;
        loop {
            if in_group == 0 {
                code = groups.next().and_then(|&table| codes.get(usize::from(table)));
                in_group = GROUP;
            }
            in_group -= 1;
            let symbol = code.ok_or_else(|| damaged("a block has no end"))?.read(bits)?;
            if symbol <= 1 {
                // A run's length in the digits 1 and 2, least significant first.
                if weight > self.max {
                    return Err(too_long());
                }
                run += weight << symbol;
                weight *= 2;
                continue;
            }
            if run > 0 {
                if self.block.len() + run > self.max {
                    return Err(too_long());
                }
                let byte = recent.first().copied().unwrap_or_default();
                self.block.resize(self.block.len() + run, byte.into());
                (run, weight) = (0, 1);
            }
            let place = usize::from(symbol) - 1;
            // The symbol after the last place is the end.
            let Some(&byte) = recent.get(place) else { return Ok(()) };
            recent.copy_within(..place, 1);
            recent[0] = byte;
            if self.block.len() >= self.max {
                return Err(too_long());
            }
            self.block.push(byte.into());
        }
    }

    /// Burrows and Wheeler's transform, backwards: each entry gets the way to the next above its byte.
    fn invert(&mut self, origin: u32) -> io::Result<()> {
        let mut starts = [0u32; 256];
        for &entry in &self.block {
            starts[(entry & 0xff) as usize] += 1;
        }
        let mut sum = 0;
        for start in &mut starts {
            sum += std::mem::replace(start, sum);
        }
        for i in 0..self.block.len() {
            let start = &mut starts[(self.block[i] & 0xff) as usize];
            // A block has at most 900,000 bytes: the way fits into 24 bits.
            self.block[*start as usize] |= (i as u32) << 8;
            *start += 1;
        }
        self.left = self.block.len();
        self.at = match self.block.get(origin as usize) {
            Some(entry) => entry >> 8,
            None => return Err(damaged("a block begins outside of itself")),
        };
        Ok(())
    }

    /// Undoes the first step of packing, four equal bytes and a count, and gives what fits.
    fn give(&mut self, buf: &mut [u8]) -> usize {
        let mut done = 0;
        while let Some(slot) = buf.get_mut(done) {
            if self.repeat > 0 {
                self.repeat -= 1;
                *slot = self.last;
                done += 1;
                continue;
            }
            if self.left == 0 {
                break;
            }
            self.left -= 1;
            let Some(&entry) = self.block.get(self.at as usize) else { break };
            self.at = entry >> 8;
            let byte = entry as u8;
            if self.run == 4 {
                self.run = 0;
                self.repeat = byte.into();
                continue;
            }
            self.run = if self.run > 0 && byte == self.last { self.run + 1 } else { 1 };
            self.last = byte;
            *slot = byte;
            done += 1;
        }
        self.crc.update(buf.get(..done).unwrap_or_default());
        done
    }
}

impl Read for Bzip2Reader<'_> {
    fn read(&mut self, buf: &mut [u8]) -> io::Result<usize> {
        if buf.is_empty() {
            return Ok(0);
        }
        loop {
            match self.state {
                State::End => return Ok(0),
                State::Start => self.state = if self.start()? { State::Blocks } else { State::End },
                State::Blocks => {
                    let count = self.give(buf);
                    if count > 0 {
                        return Ok(count);
                    }
                    if !self.block.is_empty() {
                        if self.crc.value() != self.expected {
                            return Err(damaged("a block's checksum is wrong"));
                        }
                        self.combined = self.combined.rotate_left(1) ^ self.expected;
                        self.block.clear();
                    }
                    if !self.next_block()? {
                        self.state = State::Start;
                    }
                }
            }
        }
    }
}
