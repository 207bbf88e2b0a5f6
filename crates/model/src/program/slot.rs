//! The bytes of a slot of code, divided into fields.

/// A field of a slot.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SlotField {
    /// `opcode`, `registers`, `offset`, `immediate`.
    pub name: &'static str,
    /// The CSS class of its colour.
    pub class: &'static str,
    /// Its bytes in file order, in hex; fewer or none if the slot was cut off.
    pub hex: String,
}

/// The fields of `struct bpf_insn` (`include/uapi/linux/bpf.h`): first byte, one past the last, name, colour.
const FIELDS: [(usize, usize, &str, &str); 4] =
    [(0, 1, "opcode", "hi"), (1, 2, "registers", "ht"), (2, 4, "offset", "ho"), (4, 8, "immediate", "hn")];

/// The fields of a slot of 8 bytes.
pub fn slot_fields(slot: &[u8]) -> [SlotField; 4] {
    FIELDS.map(|(from, to, name, class)| {
        let bytes = slot.get(from..to.min(slot.len())).unwrap_or_default();
        SlotField { name, class, hex: hex(bytes) }
    })
}

/// Bytes in hex, with blanks between them.
pub fn hex(bytes: &[u8]) -> String {
    let bytes: Vec<String> = bytes.iter().map(|b| format!("{b:02x}")).collect();
    bytes.join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fields_of_a_slot_lie_as_in_bpf_insn() {
        // r2 = *(u64 *)(r1 +8): class LDX, mode MEM, size DW is 0x79; dst is the low half of the second byte.
        let slot = [0x79, 0x12, 8, 0, 0, 0, 0, 0];
        let fields = slot_fields(&slot).map(|f| (f.name, f.hex));
        let expected = [("opcode", "79"), ("registers", "12"), ("offset", "08 00"), ("immediate", "00 00 00 00")];
        assert_eq!(fields, expected.map(|(name, hex)| (name, hex.to_owned())));
        assert_eq!(slot_fields(&slot[..3]).map(|f| f.hex), ["79", "12", "08", ""], "cut off");
    }
}
