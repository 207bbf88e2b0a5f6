//! gzip (RFC 1952), through flate2.

use std::io;

use flate2::bufread::GzDecoder;

use super::members::Member;
use crate::source::Input;

impl<'a> Member<'a> for GzDecoder<Input<'a>> {
    fn into_input(self: Box<Self>) -> Input<'a> {
        (*self).into_inner()
    }
}

/// Begins to read a member.
pub(super) fn begin<'a>(input: Input<'a>, _dictionary: u64) -> io::Result<Box<dyn Member<'a> + 'a>> {
    Ok(Box::new(GzDecoder::new(input)))
}
