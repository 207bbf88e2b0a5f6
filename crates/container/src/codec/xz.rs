//! The .xz container (tukaani.org, "The .xz File Format", 1.2.1) around lzma-rust2's LZMA2 and branch filters. Its own reader of the
//! container brings a second copy of SHA-256, which nobody packs kernels with: here data with that check is read, not checked.

use std::io::{self, Read};

use lzma_rust2::Lzma2Reader;
use lzma_rust2::filter::bcj::BcjReader;
use lzma_rust2::filter::delta::DeltaReader;

use super::crc32::Crc32;
use super::damaged;
use crate::source::Input;

const MAGIC: [u8; 6] = [0xfd, b'7', b'z', b'X', b'Z', 0];

/// A filter of a block, or the decoder below them.
trait Layer<'a>: Read {
    /// Gives the input back.
    fn into_input(self: Box<Self>) -> Input<'a>;
}

impl<'a> Layer<'a> for Lzma2Reader<Input<'a>> {
    fn into_input(self: Box<Self>) -> Input<'a> {
        self.into_inner()
    }
}

impl<'a> Layer<'a> for BcjReader<Box<dyn Layer<'a> + 'a>> {
    fn into_input(self: Box<Self>) -> Input<'a> {
        self.into_inner().into_input()
    }
}

impl<'a> Layer<'a> for DeltaReader<Box<dyn Layer<'a> + 'a>> {
    fn into_input(self: Box<Self>) -> Input<'a> {
        self.into_inner().into_input()
    }
}

/// What a stream's blocks are checked with.
enum Check {
    Crc32(Crc32),
    Crc64(Crc64),
    /// So many bytes that are passed over.
    Other(usize),
}

impl Check {
    fn new(kind: u8) -> Check {
        match kind {
            1 => Check::Crc32(Crc32::gzip()),
            4 => Check::Crc64(Crc64::new()),
            // Section 2.1.1.2: three kinds for each length but none.
            0 => Check::Other(0),
            kind => Check::Other([4, 8, 16, 32, 64][usize::from(kind - 1) / 3]),
        }
    }

    fn update(&mut self, bytes: &[u8]) {
        match self {
            Check::Crc32(crc) => crc.update(bytes),
            Check::Crc64(crc) => crc.update(bytes),
            Check::Other(_) => {}
        }
    }
}

enum State<'a> {
    /// Between streams.
    Stream(Input<'a>),
    /// Between blocks.
    Header(Input<'a>),
    Block(Box<dyn Layer<'a> + 'a>),
    End,
}

/// Reads what is in .xz data.
pub(crate) struct XzReader<'a> {
    state: State<'a>,
    alone: bool,
    any: bool,
    memory_kib: u32,
    /// Flags of the stream's header: 0, and the kind of check.
    flags: [u8; 2],
    check: Check,
    /// Where the block's header began, and what came out of the block.
    block_start: u64,
    block_len: u64,
    /// Of the stream's blocks: how many, their lengths, and those of what came out.
    tally: [u64; 3],
}

impl<'a> XzReader<'a> {
    pub(crate) fn new(input: Input<'a>, alone: bool, memory_kib: u32) -> XzReader<'a> {
        XzReader {
            state: State::Stream(input),
            alone,
            any: false,
            memory_kib,
            flags: [0; 2],
            check: Check::Other(0),
            block_start: 0,
            block_len: 0,
            tally: [0; 3],
        }
    }

    /// The header of a stream. False when none follows.
    fn stream(&mut self, input: &mut Input<'a>) -> io::Result<bool> {
        if self.any {
            // Zeros between streams come in fours.
            while self.alone && input.peek(4)? == [0; 4] {
                array::<4>(input)?;
            }
            if !self.alone || !input.peek(6)?.starts_with(&MAGIC) {
                return Ok(false);
            }
        }
        self.any = true;
        let header = array::<12>(input)?;
        let (magic, rest) = header.split_at(6);
        let (flags, crc) = rest.split_at(2);
        if magic != MAGIC || flags[0] != 0 || flags[1] > 15 || crc != crc32(flags) {
            return Err(damaged("a stream's header is wrong"));
        }
        self.flags = [flags[0], flags[1]];
        self.tally = [0; 3];
        Ok(true)
    }

    /// A block's header: gives the reader of the block, or the input back when the index follows.
    fn header(&mut self, mut input: Input<'a>) -> io::Result<State<'a>> {
        let start = input.position();
        let [size] = array::<1>(&mut input)?;
        if size == 0 {
            self.index(&mut input, start)?;
            return Ok(State::Stream(input));
        }
        let mut header = vec![size];
        header.resize((usize::from(size) + 1) * 4, 0);
        input.read_exact(header.get_mut(1..).unwrap_or_default())?;
        let (fields, crc) = header.split_at(header.len() - 4);
        if crc != crc32(fields) {
            return Err(damaged("the checksum of a block's header is wrong"));
        }
        let flags = fields[1];
        let mut rest = &fields[2..];
        if flags & 0x3c != 0 {
            return Err(damaged("a block's header has flags that are not known"));
        }
        for present in [flags & 0x40, flags & 0x80] {
            if present != 0 {
                number(&mut rest)?;
            }
        }
        let mut filters = Vec::new();
        for _ in 0..=flags & 3 {
            let (id, len) = (number(&mut rest)?, number(&mut rest)?);
            let len = usize::try_from(len).ok().filter(|&len| len <= rest.len());
            let (props, more) = rest.split_at(len.ok_or_else(|| damaged("a filter's properties are wrong"))?);
            filters.push((id, props));
            rest = more;
        }
        self.check = Check::new(self.flags[1]);
        self.block_start = start;
        self.block_len = 0;
        Ok(State::Block(self.layers(input, &filters)?))
    }

    /// The filters of a block, of which the last is LZMA2, as readers.
    fn layers(&self, input: Input<'a>, filters: &[(u64, &[u8])]) -> io::Result<Box<dyn Layer<'a> + 'a>> {
        let Some(((0x21, &[size]), others)) = filters.split_last().map(|(&(id, props), others)| ((id, props), others))
        else {
            return Err(damaged("a block's last filter is not LZMA2"));
        };
        // Section 5.3.1: 2 or 3 times a power of two, or all that 32 bits can tell.
        let dictionary = match size {
            0..40 => (2 | u32::from(size & 1)) << (size / 2 + 11),
            40 => u32::MAX,
            _ => return Err(damaged("a filter's properties are wrong")),
        };
        if lzma_rust2::lzma2_get_memory_usage(dictionary) > self.memory_kib {
            return Err(damaged("it needs more memory than it may have"));
        }
        let mut layer: Box<dyn Layer<'a> + 'a> = Box::new(Lzma2Reader::new(input, dictionary, None));
        for &(id, props) in others.iter().rev() {
            if let (3, &[distance]) = (id, props) {
                layer = Box::new(DeltaReader::new(layer, usize::from(distance) + 1));
                continue;
            }
            let start = match *props {
                [] => 0,
                [a, b, c, d] => u32::from_le_bytes([a, b, c, d]) as usize,
                _ => return Err(damaged("a filter's properties are wrong")),
            };
            layer = Box::new(match id {
                4 => BcjReader::new_x86(layer, start),
                5 => BcjReader::new_ppc(layer, start),
                6 => BcjReader::new_ia64(layer, start),
                7 => BcjReader::new_arm(layer, start),
                8 => BcjReader::new_arm_thumb(layer, start),
                9 => BcjReader::new_sparc(layer, start),
                10 => BcjReader::new_arm64(layer, start),
                11 => BcjReader::new_riscv(layer, start),
                _ => return Err(damaged("a block has a filter that is not known")),
            });
        }
        Ok(layer)
    }

    /// What follows a block's data: padding to 4 bytes, and its check.
    fn end_of_block(&mut self, input: &mut Input<'a>) -> io::Result<()> {
        let mut len = input.position() - self.block_start;
        let unpadded = len;
        while !len.is_multiple_of(4) {
            if array::<1>(input)? != [0] {
                return Err(damaged("a block's padding is wrong"));
            }
            len += 1;
        }
        let (right, check_len) = match &self.check {
            Check::Crc32(crc) => (array::<4>(input)? == crc.value().to_le_bytes(), 4),
            Check::Crc64(crc) => (array::<8>(input)? == crc.value().to_le_bytes(), 8),
            Check::Other(len) => {
                input.read_exact([0; 64].get_mut(..*len).unwrap_or_default())?;
                (true, *len)
            }
        };
        if !right {
            return Err(damaged("a block's checksum is wrong"));
        }
        for (sum, value) in self.tally.iter_mut().zip([1, unpadded + check_len as u64, self.block_len]) {
            *sum = sum.wrapping_add(value);
        }
        Ok(())
    }

    /// The index, of which the first byte was read, and the stream's footer.
    fn index(&mut self, input: &mut Input<'a>, start: u64) -> io::Result<()> {
        let mut crc = Crc32::gzip();
        crc.update(&[0]);
        let mut next = |crc: &mut Crc32| -> io::Result<u8> {
            let byte = array::<1>(input)?;
            crc.update(&byte);
            Ok(byte[0])
        };
        let count = vli(|| next(&mut crc))?;
        let mut tally = [count, 0, 0];
        if count != self.tally[0] {
            return Err(damaged("the index does not count the blocks"));
        }
        for _ in 0..count {
            for sum in &mut tally[1..] {
                *sum = sum.wrapping_add(vli(|| next(&mut crc))?);
            }
        }
        if tally != self.tally {
            return Err(damaged("the index does not fit the blocks"));
        }
        while !(input.position() - start).is_multiple_of(4) {
            crc.update(&array::<1>(input)?);
        }
        if array::<4>(input)? != crc.value().to_le_bytes() {
            return Err(damaged("the checksum of the index is wrong"));
        }
        // The footer: CRC-32 of the six bytes after it, the length of the index in fours less one, the flags, "YZ".
        let words = (input.position() - start) / 4 - 1;
        let footer = array::<12>(input)?;
        let (sum, rest) = footer.split_at(4);
        let fields = &rest[..6];
        let right = sum == crc32(fields)
            && fields[..4] == (words as u32).to_le_bytes()
            && fields[4..] == self.flags
            && rest[6..] == *b"YZ";
        if right { Ok(()) } else { Err(damaged("a stream's footer is wrong")) }
    }
}

impl Read for XzReader<'_> {
    fn read(&mut self, buf: &mut [u8]) -> io::Result<usize> {
        if buf.is_empty() {
            return Ok(0);
        }
        loop {
            // What fails leaves the end behind: nobody reads on.
            match std::mem::replace(&mut self.state, State::End) {
                State::End => return Ok(0),
                State::Stream(mut input) => {
                    if self.stream(&mut input)? {
                        self.state = State::Header(input);
                    }
                }
                State::Header(input) => self.state = self.header(input)?,
                State::Block(mut layer) => {
                    let count = layer.read(buf)?;
                    if count > 0 {
                        self.check.update(buf.get(..count).unwrap_or_default());
                        self.block_len += count as u64;
                        self.state = State::Block(layer);
                        return Ok(count);
                    }
                    let mut input = layer.into_input();
                    self.end_of_block(&mut input)?;
                    self.state = State::Header(input);
                }
            }
        }
    }
}

fn array<const N: usize>(input: &mut Input<'_>) -> io::Result<[u8; N]> {
    let mut bytes = [0; N];
    input.read_exact(&mut bytes)?;
    Ok(bytes)
}

fn crc32(bytes: &[u8]) -> [u8; 4] {
    let mut crc = Crc32::gzip();
    crc.update(bytes);
    crc.value().to_le_bytes()
}

/// A number of a block's header.
fn number(bytes: &mut &[u8]) -> io::Result<u64> {
    vli(|| {
        let (&first, rest) = bytes.split_first().ok_or_else(|| damaged("a block's header is too short"))?;
        *bytes = rest;
        Ok(first)
    })
}

/// Section 1.2: seven bits a byte, least significant first, at most nine bytes.
fn vli(mut next: impl FnMut() -> io::Result<u8>) -> io::Result<u64> {
    let mut value = 0;
    for shift in (0..63).step_by(7) {
        let byte = next()?;
        value |= u64::from(byte & 0x7f) << shift;
        if byte & 0x80 == 0 {
            return Ok(value);
        }
    }
    Err(damaged("a number is too long"))
}

/// CRC-64 (ECMA-182, reflected).
struct Crc64 {
    table: Box<[u64; 256]>,
    value: u64,
}

impl Crc64 {
    fn new() -> Crc64 {
        let mut table = Box::new([0; 256]);
        for (byte, slot) in (0u64..).zip(table.iter_mut()) {
            let mut c = byte;
            for _ in 0..8 {
                c = if c & 1 != 0 { 0xc96c_5795_d787_0f42 ^ (c >> 1) } else { c >> 1 };
            }
            *slot = c;
        }
        Crc64 { table, value: !0 }
    }

    fn update(&mut self, bytes: &[u8]) {
        let mut c = self.value;
        for &b in bytes {
            c = self.table[usize::from(c as u8 ^ b)] ^ (c >> 8);
        }
        self.value = c;
    }

    fn value(&self) -> u64 {
        !self.value
    }
}

#[cfg(test)]
mod tests {
    #[test]
    fn the_check_value_of_the_catalogue() {
        let mut crc = super::Crc64::new();
        crc.update(b"123456789");
        assert_eq!(crc.value(), 0x995d_c9bb_df19_39fa);
    }
}
