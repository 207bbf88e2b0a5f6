//! Compressed sections: SHF_COMPRESSED with zlib or zstd (System V ABI), and the older `.zdebug_*` (GNU).

use std::io::Read;

use object::elf::SHF_COMPRESSED;

use super::Elf;
use crate::error::{Error, ErrorKind};

const ZLIB: u32 = 1;
const ZSTD: u32 = 2;

/// The first size of the buffer for unpacked bytes, in bytes.
const STEP: usize = 1 << 20;

impl Elf<'_> {
    /// The unpacked bytes of a section; none if neither its flags nor its name say that it is compressed.
    pub(crate) fn unpacked(&mut self, index: usize) -> Result<Option<Vec<u8>>, Error> {
        let Some(section) = self.sections.get(index) else { return Ok(None) };
        let (range, name) = (section.range, section.name.clone());
        let old = name.starts_with(".zdebug_");
        if !old && section.flags & SHF_COMPRESSED.0 == 0 {
            return Ok(None);
        }
        let packed = self.read(range)?;
        let bad = |elf: &Elf<'_>, message: String| Error::new(ErrorKind::BadSection, &elf.name, range, message);
        let (how, size, data) = if old {
            match packed.split_first_chunk::<12>() {
                Some((&[b'Z', b'L', b'I', b'B', ref size @ ..], data)) => (ZLIB, u64::from_be_bytes(*size), data),
                // As in GNU tools: a section without the header is not compressed.
                _ => return Ok(Some(packed)),
            }
        } else {
            self.header(&packed).ok_or_else(|| {
                bad(self, format!("section {name} says that it is compressed, but ends in the header"))
            })?
        };
        let Some(left) = self.unpacked_left.checked_sub(size) else {
            let message = format!(
                "section {name} would have {size} bytes; only {} more bytes of this file may be unpacked",
                self.unpacked_left
            );
            return Err(bad(self, message));
        };
        self.unpacked_left = left;
        let unpacked = match how {
            ZLIB => zlib(data, size as usize),
            ZSTD => zstd(data, size as usize),
            other => {
                return Err(bad(
                    self,
                    format!("section {name} is compressed by method {other}; 1 (zlib) and 2 (zstd) are known"),
                ));
            }
        };
        match unpacked {
            Some(bytes) if bytes.len() as u64 == size => Ok(Some(bytes)),
            _ => Err(bad(
                self,
                format!(
                    "section {name} cannot be unpacked: its data is damaged, or does not unpack to the {size} bytes that its \
                     header gives"
                ),
            )),
        }
    }

    /// Parses an `Elf32_Chdr` or `Elf64_Chdr`: the method, the size, the data.
    fn header<'d>(&self, packed: &'d [u8]) -> Option<(u32, u64, &'d [u8])> {
        let (size_at, len) = if self.wide { (8, 24) } else { (4, 12) };
        let data = packed.get(len..)?;
        let method = self.endian.u32(*packed.first_chunk()?);
        Some((method, self.word(packed.get(size_at..)?), data))
    }
}

/// Unpacks at most `size` bytes; memory grows with the output.
fn zlib(data: &[u8], size: usize) -> Option<Vec<u8>> {
    use miniz_oxide::inflate::TINFLStatus;
    use miniz_oxide::inflate::core::{DecompressorOxide, decompress, inflate_flags};

    let flags = inflate_flags::TINFL_FLAG_PARSE_ZLIB_HEADER | inflate_flags::TINFL_FLAG_USING_NON_WRAPPING_OUTPUT_BUF;
    let mut state = Box::<DecompressorOxide>::default();
    let (mut out, mut at, mut done) = (Vec::new(), 0, 0);
    loop {
        if done == out.len() {
            grow(&mut out, size);
        }
        let input = data.get(at..)?;
        let (status, read, written) = decompress(&mut state, input, &mut out, done, flags);
        (at, done) = (at + read, done + written);
        match status {
            TINFLStatus::Done => {
                out.truncate(done);
                return Some(out);
            }
            TINFLStatus::HasMoreOutput if done < size => {}
            _ => return None,
        }
    }
}

fn zstd(data: &[u8], size: usize) -> Option<Vec<u8>> {
    let mut reader = ruzstd::decoding::StreamingDecoder::new(data).ok()?;
    let (mut out, mut done) = (Vec::new(), 0);
    loop {
        if done == out.len() {
            if done == size {
                return Some(out);
            }
            grow(&mut out, size);
        }
        match reader.read(out.get_mut(done..)?).ok()? {
            0 => {
                out.truncate(done);
                return Some(out);
            }
            count => done += count,
        }
    }
}

/// Doubles the buffer for unpacked bytes: at least to [`STEP`], at most to the final `size`.
fn grow(out: &mut Vec<u8>, size: usize) {
    let want = out.len().saturating_mul(2).max(STEP).min(size);
    if want == size {
        out.reserve_exact(size - out.len());
    }
    out.resize(want, 0);
}
