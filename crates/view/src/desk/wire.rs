//! How models travel between the page and its worker: a few bytes for each field, and beside them the buffers that are too large to
//! be written again. Exact (u64 stays u64), small in the page's wasm, and no concern of JavaScript's.

use std::ops::Range;
use std::sync::Arc;

use btf::{Kind, TypeId};

use crate::file::FileId;
use crate::path::Path;

/// What was written.
#[derive(Clone, Debug, Default)]
pub struct Packed {
    /// The fields, one after the other.
    pub bytes: Vec<u8>,
    /// The buffers, in the order in which the fields name them. They are handed over, not copied into [`Packed::bytes`].
    pub buffers: Vec<Arc<[u8]>>,
}

impl Packed {
    /// Writes a value.
    pub fn new(value: &impl Wire) -> Packed {
        let mut to = Packed::default();
        value.put(&mut to);
        to
    }

    /// Reads a value. None when it is not one, which only happens when page and worker are of different builds.
    pub fn read<T: Wire>(self) -> Option<T> {
        let mut from = Reader { bytes: &self.bytes, buffers: self.buffers.into_iter() };
        T::get(&mut from).filter(|_| from.bytes.is_empty())
    }
}

/// What is still to be read.
#[derive(Debug)]
pub struct Reader<'p> {
    bytes: &'p [u8],
    buffers: std::vec::IntoIter<Arc<[u8]>>,
}

impl Reader<'_> {
    fn byte(&mut self) -> Option<u8> {
        let (&first, rest) = self.bytes.split_first()?;
        self.bytes = rest;
        Some(first)
    }
}

/// What can travel. [`wire!`](crate::desk::wire::wire) writes it for structs and enums whose parts can.
pub trait Wire: Sized {
    /// Writes it.
    fn put(&self, to: &mut Packed);

    /// Reads it; none when the bytes are not one.
    fn get(from: &mut Reader<'_>) -> Option<Self>;
}

impl Wire for u64 {
    /// Seven bits a byte, the lowest first; the eighth tells that more follow.
    fn put(&self, to: &mut Packed) {
        let mut rest = *self;
        while rest >= 0x80 {
            to.bytes.push(rest as u8 | 0x80);
            rest >>= 7;
        }
        to.bytes.push(rest as u8);
    }

    fn get(from: &mut Reader<'_>) -> Option<u64> {
        let (mut value, mut shift) = (0u64, 0u32);
        loop {
            let byte = from.byte()?;
            value |= u64::from(byte & 0x7f).checked_shl(shift)?;
            if byte < 0x80 {
                return Some(value);
            }
            shift += 7;
        }
    }
}

/// Numbers that go as u64.
macro_rules! number {
    ($($type:ty),*) => {
        $(impl Wire for $type {
            fn put(&self, to: &mut Packed) {
                (*self as u64).put(to);
            }

            fn get(from: &mut Reader<'_>) -> Option<$type> {
                u64::get(from).map(|n| n as $type)
            }
        })*
    };
}

// A negative number goes as the u64 of the same bits.
number!(u8, u16, u32, i16, i32, i64, usize);

impl Wire for f64 {
    fn put(&self, to: &mut Packed) {
        self.to_bits().put(to);
    }

    fn get(from: &mut Reader<'_>) -> Option<f64> {
        u64::get(from).map(f64::from_bits)
    }
}

impl Wire for bool {
    fn put(&self, to: &mut Packed) {
        to.bytes.push((*self).into());
    }

    fn get(from: &mut Reader<'_>) -> Option<bool> {
        from.byte().map(|b| b != 0)
    }
}

impl Wire for String {
    fn put(&self, to: &mut Packed) {
        self.len().put(to);
        to.bytes.extend_from_slice(self.as_bytes());
    }

    fn get(from: &mut Reader<'_>) -> Option<String> {
        let length = usize::get(from)?;
        let (text, rest) = from.bytes.split_at_checked(length)?;
        from.bytes = rest;
        String::from_utf8(text.to_vec()).ok()
    }
}

impl Wire for Arc<str> {
    fn put(&self, to: &mut Packed) {
        self.len().put(to);
        to.bytes.extend_from_slice(self.as_bytes());
    }

    fn get(from: &mut Reader<'_>) -> Option<Arc<str>> {
        String::get(from).map(Arc::from)
    }
}

/// Bytes go beside: for what is large.
impl Wire for Arc<[u8]> {
    fn put(&self, to: &mut Packed) {
        to.buffers.push(Arc::clone(self));
    }

    fn get(from: &mut Reader<'_>) -> Option<Arc<[u8]>> {
        from.buffers.next()
    }
}

impl<T: Wire> Wire for Option<T> {
    fn put(&self, to: &mut Packed) {
        self.is_some().put(to);
        if let Some(value) = self {
            value.put(to);
        }
    }

    fn get(from: &mut Reader<'_>) -> Option<Option<T>> {
        if bool::get(from)? { T::get(from).map(Some) } else { Some(None) }
    }
}

impl<T: Wire> Wire for Vec<T> {
    fn put(&self, to: &mut Packed) {
        self.len().put(to);
        self.iter().for_each(|value| value.put(to));
    }

    fn get(from: &mut Reader<'_>) -> Option<Vec<T>> {
        let count = usize::get(from)?;
        // Room for what may be there; each element takes a byte at least.
        let mut out = Vec::with_capacity(count.min(from.bytes.len()));
        for _ in 0..count {
            out.push(T::get(from)?);
        }
        Some(out)
    }
}

impl<T: Wire> Wire for Box<T> {
    fn put(&self, to: &mut Packed) {
        (**self).put(to);
    }

    fn get(from: &mut Reader<'_>) -> Option<Box<T>> {
        T::get(from).map(Box::new)
    }
}

impl<A: Wire, B: Wire> Wire for (A, B) {
    fn put(&self, to: &mut Packed) {
        self.0.put(to);
        self.1.put(to);
    }

    fn get(from: &mut Reader<'_>) -> Option<(A, B)> {
        Some((A::get(from)?, B::get(from)?))
    }
}

impl<T: Wire, E: Wire> Wire for Result<T, E> {
    fn put(&self, to: &mut Packed) {
        self.is_ok().put(to);
        match self {
            Ok(value) => value.put(to),
            Err(error) => error.put(to),
        }
    }

    fn get(from: &mut Reader<'_>) -> Option<Result<T, E>> {
        if bool::get(from)? { T::get(from).map(Ok) } else { E::get(from).map(Err) }
    }
}

impl<T: Wire> Wire for Range<T> {
    fn put(&self, to: &mut Packed) {
        self.start.put(to);
        self.end.put(to);
    }

    fn get(from: &mut Reader<'_>) -> Option<Range<T>> {
        Some(T::get(from)?..T::get(from)?)
    }
}

impl Wire for TypeId {
    fn put(&self, to: &mut Packed) {
        self.0.put(to);
    }

    fn get(from: &mut Reader<'_>) -> Option<TypeId> {
        u32::get(from).map(TypeId)
    }
}

impl Wire for FileId {
    fn put(&self, to: &mut Packed) {
        self.0.put(to);
    }

    fn get(from: &mut Reader<'_>) -> Option<FileId> {
        u32::get(from).map(FileId)
    }
}

impl Wire for Path {
    fn put(&self, to: &mut Packed) {
        self.0.put(to);
    }

    fn get(from: &mut Reader<'_>) -> Option<Path> {
        Vec::get(from).map(Path)
    }
}

impl Wire for Kind {
    fn put(&self, to: &mut Packed) {
        to.bytes.push(self.number());
    }

    fn get(from: &mut Reader<'_>) -> Option<Kind> {
        from.byte().map(Kind::from_number)
    }
}

/// Lets structs and enums travel: `wire!(struct Found { file, ids })` with the names of all fields,
/// `wire!(enum Job { Search(job), Print(job), Nothing })` with a made-up name for what a variant holds.
macro_rules! wire {
    (struct $name:ident { $($field:ident),* $(,)? }) => {
        impl $crate::desk::wire::Wire for $name {
            fn put(&self, to: &mut $crate::desk::wire::Packed) {
                $($crate::desk::wire::Wire::put(&self.$field, to);)*
            }

            fn get(from: &mut $crate::desk::wire::Reader<'_>) -> Option<$name> {
                // Fields are read in the order in which they were written.
                Some($name { $($field: $crate::desk::wire::Wire::get(from)?),* })
            }
        }
    };
    (enum $name:ident { $($variant:ident $(($($part:ident),*))?),* $(,)? }) => {
        impl $crate::desk::wire::Wire for $name {
            #[allow(unused_assignments)]
            fn put(&self, to: &mut $crate::desk::wire::Packed) {
                let mut tag = 0u8;
                $(
                    if let $name::$variant $(($($part),*))? = self {
                        tag.put(to);
                        $($($crate::desk::wire::Wire::put($part, to);)*)?
                    }
                    tag += 1;
                )*
            }

            #[allow(unused_assignments)]
            fn get(from: &mut $crate::desk::wire::Reader<'_>) -> Option<$name> {
                let wanted: u8 = $crate::desk::wire::Wire::get(from)?;
                let mut tag = 0u8;
                $(
                    if tag == wanted {
                        $($(let $part = $crate::desk::wire::Wire::get(from)?;)*)?
                        return Some($name::$variant $(($($part),*))?);
                    }
                    tag += 1;
                )*
                None
            }
        }
    };
}

pub(crate) use wire;

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Clone, PartialEq, Debug)]
    struct Inner {
        id: TypeId,
        share: f64,
        bytes: Option<Arc<[u8]>>,
    }
    wire!(struct Inner { id, share, bytes });

    #[derive(Clone, PartialEq, Debug)]
    enum Outer {
        Nothing,
        One(String),
        Two(Vec<Inner>, Result<u64, i64>),
    }
    wire!(
        enum Outer {
            Nothing,
            One(text),
            Two(all, last),
        }
    );

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
            // Large bytes are not among the small ones.
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
}
