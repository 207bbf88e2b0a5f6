//! `Wire` for types of the standard library.

use std::ops::Range;
use std::sync::Arc;

use crate::{Packed, Reader, Wire};

impl Wire for u64 {
    /// Seven bits per byte, the lowest first; the eighth bit is set when more bytes follow.
    fn put(&self, to: &mut Packed) {
        let mut rest = *self;
        while rest >= 0x80 {
            to.bytes.push(rest as u8 | 0x80);
            rest >>= 7;
        }
        to.bytes.push(rest as u8);
    }

    fn get(from: &mut Reader<'_>) -> u64 {
        let (mut value, mut shift) = (0u64, 0u32);
        loop {
            let byte = from.byte();
            value |= u64::from(byte & 0x7f).checked_shl(shift).unwrap_or_else(|| {
                from.fail();
                0
            });
            if byte < 0x80 || from.failed {
                return value;
            }
            shift += 7;
        }
    }
}

/// Numbers, written as u64.
macro_rules! number {
    ($($type:ty),*) => {
        $(impl Wire for $type {
            fn put(&self, to: &mut Packed) {
                (*self as u64).put(to);
            }

            fn get(from: &mut Reader<'_>) -> $type {
                let value = u64::get(from);
                // A negative number is written sign-extended, as the u64 of the same bits.
                let number = value as $type;
                if number as u64 != value {
                    from.fail();
                }
                number
            }
        })*
    };
}

number!(u8, u16, u32, i16, i32, i64, usize);

impl Wire for f64 {
    fn put(&self, to: &mut Packed) {
        self.to_bits().put(to);
    }

    fn get(from: &mut Reader<'_>) -> f64 {
        f64::from_bits(u64::get(from))
    }
}

impl Wire for bool {
    fn put(&self, to: &mut Packed) {
        to.bytes.push((*self).into());
    }

    fn get(from: &mut Reader<'_>) -> bool {
        match from.byte() {
            0 => false,
            1 => true,
            _ => {
                from.fail();
                false
            }
        }
    }
}

impl Wire for String {
    fn put(&self, to: &mut Packed) {
        self.len().put(to);
        to.bytes.extend_from_slice(self.as_bytes());
    }

    fn get(from: &mut Reader<'_>) -> String {
        let length = usize::get(from);
        String::from_utf8(from.take(length).to_vec()).unwrap_or_else(|_| {
            from.fail();
            String::new()
        })
    }
}

impl Wire for Arc<str> {
    fn put(&self, to: &mut Packed) {
        self.len().put(to);
        to.bytes.extend_from_slice(self.as_bytes());
    }

    fn get(from: &mut Reader<'_>) -> Arc<str> {
        String::get(from).into()
    }
}

/// Bytes are passed as a buffer of their own, and are not copied into [`Packed::bytes`].
impl Wire for Arc<[u8]> {
    fn put(&self, to: &mut Packed) {
        to.buffers.push(Arc::clone(self));
    }

    fn get(from: &mut Reader<'_>) -> Arc<[u8]> {
        from.buffers.next().unwrap_or_else(|| {
            from.fail();
            Arc::from([])
        })
    }
}

impl<T: Wire> Wire for Option<T> {
    fn put(&self, to: &mut Packed) {
        self.is_some().put(to);
        if let Some(value) = self {
            value.put(to);
        }
    }

    fn get(from: &mut Reader<'_>) -> Option<T> {
        bool::get(from).then(|| T::get(from))
    }
}

impl<T: Wire> Wire for Vec<T> {
    fn put(&self, to: &mut Packed) {
        self.len().put(to);
        self.iter().for_each(|value| value.put(to));
    }

    fn get(from: &mut Reader<'_>) -> Vec<T> {
        let count = usize::get(from);
        // The capacity is bounded by the input, since an element takes at least one byte. Buffers (`Arc<[u8]>`) take
        // none; for them the vector grows as they are pushed.
        let mut out = Vec::with_capacity(count.min(from.bytes.len()));
        for _ in 0..count {
            if from.failed {
                break;
            }
            out.push(T::get(from));
        }
        out
    }
}

impl<T: Wire> Wire for Box<T> {
    fn put(&self, to: &mut Packed) {
        (**self).put(to);
    }

    fn get(from: &mut Reader<'_>) -> Box<T> {
        Box::new(T::get(from))
    }
}

impl<A: Wire, B: Wire> Wire for (A, B) {
    fn put(&self, to: &mut Packed) {
        self.0.put(to);
        self.1.put(to);
    }

    fn get(from: &mut Reader<'_>) -> (A, B) {
        (A::get(from), B::get(from))
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

    fn get(from: &mut Reader<'_>) -> Result<T, E> {
        if bool::get(from) { Ok(T::get(from)) } else { Err(E::get(from)) }
    }
}

impl<T: Wire> Wire for Range<T> {
    fn put(&self, to: &mut Packed) {
        self.start.put(to);
        self.end.put(to);
    }

    fn get(from: &mut Reader<'_>) -> Range<T> {
        T::get(from)..T::get(from)
    }
}
