//! Byte orders.

/// A byte order to write in.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Order {
    /// Least significant byte first.
    Little,
    /// Most significant byte first.
    Big,
}

impl Order {
    /// Both byte orders, for tests that run in each.
    pub const BOTH: [Order; 2] = [Order::Little, Order::Big];

    /// `"le"` or `"be"`, for file names.
    pub fn as_str(self) -> &'static str {
        match self {
            Order::Little => "le",
            Order::Big => "be",
        }
    }

    /// The bytes of a u16.
    pub fn u16(self, value: u16) -> [u8; 2] {
        match self {
            Order::Little => value.to_le_bytes(),
            Order::Big => value.to_be_bytes(),
        }
    }

    /// The bytes of a u32.
    pub fn u32(self, value: u32) -> [u8; 4] {
        match self {
            Order::Little => value.to_le_bytes(),
            Order::Big => value.to_be_bytes(),
        }
    }

    /// The bytes of a u64.
    pub fn u64(self, value: u64) -> [u8; 8] {
        match self {
            Order::Little => value.to_le_bytes(),
            Order::Big => value.to_be_bytes(),
        }
    }
}
