//! The sums of a layout, which pahole prints below a struct.

/// The sums of one struct or union. Holes and padding are those around its direct members, as pahole counts them; those
/// inside of members are in [`Figures::nested`].
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Figures {
    /// Bytes.
    pub size: u32,
    /// How many cache lines it touches when it begins where a cache line begins.
    pub cache_lines: u32,
    /// Bytes used in the last cache line; 0 when it is full (pahole then prints no "last cacheline").
    pub last_cache_line: u32,
    /// How many members.
    pub members: u32,
    /// Bytes of the members that are not bitfields.
    pub sum_members: u64,
    /// Bits of the bitfields.
    pub sum_bitfield_bits: u64,
    /// Gaps of whole bytes before or between members ("holes").
    pub holes: u32,
    /// Bytes in them ("sum holes").
    pub hole_bytes: u64,
    /// Gaps within storage units of bitfields ("bit holes"). The bits before and the bits after a hole of bytes
    /// count as one gap.
    pub bit_holes: u32,
    /// Bits in them ("sum bit holes").
    pub bit_hole_bits: u64,
    /// Bytes after the last member ("padding").
    pub padding: u64,
    /// If the last member is a bitfield, the bits after it in its storage unit ("bit_padding").
    pub bit_padding: u64,
    /// Members with an inferred alignment ("forced alignments"): see [`crate::MemberLayout::aligned`].
    pub forced_alignments: u32,
    /// Forced alignments with a hole before the member ("forced holes").
    pub forced_holes: u32,
    /// Bytes in these holes ("sum forced holes").
    pub forced_hole_bytes: u64,
    /// Whether the last member is an array of one dimension without elements, not behind a typedef: pahole's struct
    /// with a flexible array (`class__has_flexible_array`). See also [`crate::MemberLayout::flexible`].
    pub flexible: bool,
    /// Whether a member is a struct with a flexible array, or a struct that has such a member itself
    /// (`class__has_embedded_flexible_array`). Typedefs and qualifiers of the member are followed; elements of arrays
    /// and members of unions do not count.
    pub flexible_inside: bool,
    /// The sums that pahole prints of members that are themselves structs.
    pub member_types: MemberTypes,
    /// Holes and padding inside of members, all the way down.
    pub nested: Nested,
    /// Whether pahole infers `__attribute__((__packed__))` from the layout (`class__infer_packed_attributes`). A struct
    /// with holes or padding never counts as packed. See also [`crate::MemberLayout::unnatural`].
    pub packed: bool,
    /// The alignment in bytes that pahole infers beyond the natural one from the padding: probably an
    /// `__attribute__((__aligned__))`. None for a union.
    pub aligned: Option<u32>,
}

/// Holes and padding in members whose type is itself a STRUCT, as pahole counts them. Members behind a typedef, a
/// qualifier or an array do not count.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct MemberTypes {
    /// Members with holes.
    pub with_holes: u32,
    /// The holes in them.
    pub holes: u32,
    /// Members with bit holes.
    pub with_bit_holes: u32,
    /// The bit holes in them.
    pub bit_holes: u32,
    /// Members with padding ("paddings").
    pub with_padding: u32,
    /// Bytes of padding in them ("sum paddings").
    pub padding: u64,
    /// Members with bit padding ("bit paddings").
    pub with_bit_padding: u32,
    /// Bits of padding in them.
    pub bit_padding: u64,
    /// Members whose struct ends in a flexible array ("flexible array members: end").
    pub flexible: u32,
    /// Members whose struct has a struct with a flexible array somewhere inside ("middle").
    pub flexible_inside: u32,
}

/// Holes and padding inside of members, through structs, unions and arrays, recursively. Every member of a
/// union counts, but only one element of an array.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Nested {
    /// Holes of whole bytes.
    pub holes: u64,
    /// Bytes in them.
    pub hole_bytes: u64,
    /// Bit holes.
    pub bit_holes: u64,
    /// Bits in them.
    pub bit_hole_bits: u64,
    /// Members with padding, of bytes or of bits.
    pub paddings: u64,
    /// Bytes of padding.
    pub padding: u64,
    /// Bits of padding in storage units.
    pub bit_padding: u64,
}

impl Nested {
    /// Adds the sums of a member whose struct or union has the figures `member`: its own holes and padding, and those
    /// inside of its members.
    pub(crate) fn add(&mut self, member: &Figures) {
        let inner = &member.nested;
        // Saturates, because a hostile blob doubles these sums with every level.
        let add = |sum: &mut u64, own: u64, inner: u64| *sum = sum.saturating_add(own).saturating_add(inner);
        add(&mut self.holes, member.holes.into(), inner.holes);
        add(&mut self.hole_bytes, member.hole_bytes, inner.hole_bytes);
        add(&mut self.bit_holes, member.bit_holes.into(), inner.bit_holes);
        add(&mut self.bit_hole_bits, member.bit_hole_bits, inner.bit_hole_bits);
        add(&mut self.paddings, (member.padding > 0 || member.bit_padding > 0).into(), inner.paddings);
        add(&mut self.padding, member.padding, inner.padding);
        add(&mut self.bit_padding, member.bit_padding, inner.bit_padding);
    }
}
