//! Messages between the page and its worker: a few bytes for each field, and beside them large buffers that are passed
//! without copying. Numbers are exact (a u64 stays a u64), the code is small in the page's wasm, and no JavaScript
//! objects are made.

#![forbid(unsafe_code)]

extern crate self as wire;

mod foreign;
mod standard;

use std::sync::Arc;

pub use wire_derive::Wire;

/// A written value.
#[derive(Clone, Debug, Default)]
pub struct Packed {
    /// The fields, one after the other.
    pub bytes: Vec<u8>,
    /// The buffers, in the order in which the fields refer to them. They are handed over, not copied into
    /// [`Packed::bytes`].
    pub buffers: Vec<Arc<[u8]>>,
}

impl Packed {
    /// Writes a value.
    pub fn new(value: &impl Wire) -> Packed {
        let mut to = Packed::default();
        value.put(&mut to);
        to
    }

    /// Reads a value. `None` when it is malformed. A message is malformed only if page and worker are of different
    /// builds.
    pub fn read<T: Wire>(self) -> Option<T> {
        let mut from = Reader { bytes: &self.bytes, buffers: self.buffers.into_iter(), failed: false };
        let value = T::get(&mut from);
        (!from.failed && from.bytes.is_empty()).then_some(value)
    }
}

/// Reads a [`Packed`] from its start.
#[derive(Debug)]
pub struct Reader<'p> {
    bytes: &'p [u8],
    buffers: std::vec::IntoIter<Arc<[u8]>>,
    /// Whether something was missing or invalid. Values that are read later are meaningless.
    failed: bool,
}

impl<'p> Reader<'p> {
    /// Notes that the input is malformed. Reads do not return errors, because the compiler would add code that drops
    /// half-read values, field by field; this code was most of the readers' size.
    pub fn fail(&mut self) {
        self.bytes = &[];
        self.failed = true;
    }

    /// The element of `all` whose index was written. When there is no such index, fails and returns the first element.
    ///
    /// # Panics
    /// When `all` is empty.
    pub fn place<'a, T>(&mut self, all: &'a [T]) -> &'a T {
        all.get(usize::get(self)).unwrap_or_else(|| {
            self.fail();
            &all[0]
        })
    }

    fn byte(&mut self) -> u8 {
        self.take(1).first().copied().unwrap_or(0)
    }

    fn take(&mut self, length: usize) -> &'p [u8] {
        match self.bytes.split_at_checked(length) {
            Some((taken, rest)) => {
                self.bytes = rest;
                taken
            }
            None => {
                self.fail();
                &[]
            }
        }
    }
}

/// A value that can be sent in a message. `#[derive(Wire)]` implements the trait for structs and enums of such values.
pub trait Wire: Sized {
    /// Writes the value.
    fn put(&self, to: &mut Packed);

    /// Reads a value. When the bytes are malformed, the reader [fails](Reader::fail), and the value is meaningless.
    fn get(from: &mut Reader<'_>) -> Self;
}

#[cfg(test)]
mod tests {
    use btf::TypeId;

    use super::*;

    #[derive(Clone, PartialEq, Debug, Wire)]
    struct Inner {
        id: TypeId,
        share: f64,
        bytes: Option<Arc<[u8]>>,
    }

    #[derive(Clone, PartialEq, Debug, Wire)]
    enum Outer {
        Nothing,
        One(String),
        Two(Vec<Inner>, Result<u64, i64>),
    }

    #[test]
    fn what_is_written_is_read() {
        let inner = |n: u32| Inner {
            id: TypeId(n),
            share: f64::from(n) / 3.0,
            bytes: (n > 1).then(|| Arc::from([n as u8, 7])),
        };
        for value in [
            Outer::Nothing,
            Outer::One("straße".into()),
            Outer::Two(vec![], Err(-5)),
            Outer::Two(vec![inner(1), inner(300), inner(u32::MAX)], Ok(u64::MAX)),
        ] {
            let packed = Packed::new(&value);
            // Large buffers are not copied into the bytes.
            assert_eq!(
                packed.buffers.len(),
                if matches!(&value, Outer::Two(all, _) if !all.is_empty()) { 2 } else { 0 }
            );
            assert_eq!(packed.read::<Outer>(), Some(value));
        }
    }

    #[test]
    fn what_is_cut_off_or_too_long_is_nothing() {
        let packed = Packed::new(&(String::from("abc"), vec![1u64, 1 << 40]));
        for length in 0..packed.bytes.len() {
            let short = Packed { bytes: packed.bytes[..length].to_vec(), buffers: vec![] };
            assert_eq!(short.read::<(String, Vec<u64>)>(), None, "{length}");
        }
        let mut long = packed.clone();
        long.bytes.push(0);
        assert_eq!(long.read::<(String, Vec<u64>)>(), None);
        let absurd = Packed { bytes: vec![0xff, 0xff, 0xff, 0xff, 0x0f], buffers: vec![] };
        assert_eq!(absurd.clone().read::<Vec<u64>>(), None);
        assert_eq!(absurd.read::<String>(), None);
        assert_eq!(Packed { bytes: vec![0xff; 20], buffers: vec![] }.read::<u64>(), None);
        assert_eq!(Packed { bytes: vec![9], buffers: vec![] }.read::<Outer>(), None);
        assert_eq!(Packed { bytes: vec![], buffers: vec![] }.read::<Arc<[u8]>>(), None);
    }

    #[test]
    fn a_number_that_does_not_fit_is_no_value() {
        let packed = Packed::new(&(1u64 << 32));
        assert_eq!(packed.clone().read::<u64>(), Some(1 << 32));
        assert_eq!(packed.clone().read::<u32>(), None);
        assert_eq!(packed.read::<i32>(), None);
        assert_eq!(Packed::new(&-1i64).read::<i16>(), Some(-1));
        assert_eq!(Packed::new(&-40_000i64).read::<i16>(), None);
        assert_eq!(Packed { bytes: vec![2], buffers: vec![] }.read::<bool>(), None);
    }
}
