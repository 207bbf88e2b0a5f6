//! The header of a file in a tar archive: its numbers and its checksum. Archives older than ustar (v7) have no magic,
//! and are recognised by these.

/// Bytes of a header.
pub(crate) const BLOCK: usize = 512;

/// The number in a field: octal digits, or, if the first byte is 0x80, a big-endian number in the last eight bytes.
pub(crate) fn number(field: &[u8]) -> Option<u64> {
    if let Some((&first, rest)) = field.split_first()
        && first & 0x80 != 0
    {
        let (zeros, low) = rest.split_at_checked(rest.len().checked_sub(8)?)?;
        let fits = first == 0x80 && zeros.iter().all(|&b| b == 0);
        return fits.then(|| low.iter().fold(0, |n, &b| n << 8 | u64::from(b)));
    }
    let digits = field.split(|&b| b == 0).next().unwrap_or_default().trim_ascii();
    let mut value = 0u64;
    for &digit in digits {
        let digit = digit.checked_sub(b'0').filter(|&d| d < 8)?;
        value = value.checked_mul(8)?.checked_add(digit.into())?;
    }
    Some(value)
}

/// Whether the checksum is the sum of all bytes, with the checksum's own bytes taken as spaces.
pub(crate) fn checksum_is_right(header: &[u8; BLOCK]) -> bool {
    let sum: u64 =
        header.iter().enumerate().map(|(i, &b)| u64::from(if (148..156).contains(&i) { b' ' } else { b })).sum();
    number(&header[148..156]) == Some(sum)
}

/// Whether a file begins with a header of the form before ustar. This has no magic, so a name, an octal mode and size,
/// and the right checksum are required.
pub(crate) fn is_v7(head: &[u8]) -> bool {
    let Some(header) = head.first_chunk::<BLOCK>() else { return false };
    let octal = |field: &[u8]| field.iter().any(u8::is_ascii_digit) && number(field.trim_ascii_start()).is_some();
    // The mode is checked, but not the owner's numbers, which are often blank.
    header[0] != 0 && octal(&header[100..108]) && octal(&header[124..136]) && checksum_is_right(header)
}
