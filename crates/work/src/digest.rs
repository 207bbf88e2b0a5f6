//! Computing digests, where the browser does not.

use desk::{Digest, Problem};

use crate::{Desk, Work};

impl Work for Digest {
    fn answer(&self, desk: &Desk) -> Result<String, Box<Problem>> {
        let file = desk.file(self.file)?;
        let bytes = file.object.as_deref().unwrap_or(file.btf.bytes());
        Ok(model::digest::sha256_hex(bytes))
    }
}
