//! An atlas taken apart, for tests and fuzzing: its parts can be changed, and reassembled with right checksums, so that
//! the readers of the parts see the change.

use std::sync::Arc;

use container::FileRange;

use crate::content::{Content, VERSION};
use crate::directory::{Directory, Part};
use crate::error::Error;
use crate::open::{Atlas, read};
use crate::pack;
use crate::write::together;

/// The parts of an atlas without pages of kernel sets, unpacked.
#[derive(Clone, Debug)]
pub struct Parts {
    /// The directory.
    pub directory: Vec<u8>,
    /// The names and the forms of each block.
    pub blocks: Vec<[Vec<u8>; 2]>,
    about: Directory,
}

impl Parts {
    /// Takes an atlas apart.
    ///
    /// # Errors
    /// When its header or directory is damaged.
    pub fn of(atlas: &[u8]) -> Result<Parts, Error> {
        let bytes: Arc<[u8]> = Arc::from(atlas);
        let open = Atlas::open(Arc::clone(&bytes))?;
        let unpacked = |part: &Part| {
            let stored = read(&bytes, part.range)?;
            Ok(pack::unpack(&stored, part.unpacked).unwrap_or_default())
        };
        let about = open.directory.clone();
        let blocks: Result<_, Error> =
            about.blocks.iter().map(|block| Ok([unpacked(&block.names)?, unpacked(&block.forms)?])).collect();
        Ok(Parts { directory: about.encode(), blocks: blocks?, about })
    }

    /// Reassembles the blocks with a directory made for them.
    pub fn with_blocks(&self) -> Vec<u8> {
        let mut about = self.about.clone();
        let packed = self.packed();
        let forms = packed.iter().skip(self.blocks.len());
        for ((block, parts), packed) in about.blocks.iter_mut().zip(&self.blocks).zip(packed.iter().zip(forms)) {
            let packed = [packed.0, packed.1];
            for ((part, bytes), packed) in [&mut block.names, &mut block.forms].into_iter().zip(parts).zip(packed) {
                part.range = FileRange::at(0, packed.len() as u64);
                part.unpacked = bytes.len() as u32;
                part.check = pack::check(packed);
            }
        }
        together(Content::Types, VERSION, &about.encode(), &packed)
    }

    /// Reassembles all parts with the directory as it is.
    pub fn with_directory(&self) -> Vec<u8> {
        together(Content::Types, VERSION, &self.directory, &self.packed())
    }

    /// The packed names of all blocks, then their forms.
    fn packed(&self) -> Vec<Vec<u8>> {
        let part = |at: usize| self.blocks.iter().filter_map(move |parts| parts.get(at)).map(|part| pack::pack(part));
        part(0).chain(part(1)).collect()
    }
}
