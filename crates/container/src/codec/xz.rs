//! The .xz container, through lzma-rust2.

use std::io;

use lzma_rust2::XzReader;

use super::kib;
use super::members::Member;
use crate::source::Input;

impl<'a> Member<'a> for XzReader<Input<'a>> {
    fn into_input(self: Box<Self>) -> Input<'a> {
        (*self).into_inner()
    }
}

/// Begins to read a stream.
pub(super) fn begin<'a>(input: Input<'a>, dictionary: u64) -> io::Result<Box<dyn Member<'a> + 'a>> {
    Ok(Box::new(XzReader::new_mem_limit(input, false, kib(dictionary))))
}
