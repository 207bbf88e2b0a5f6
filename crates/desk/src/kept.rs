//! How types were made from debug information, as the bytes that the browser stores after the blob.

use model::from_dwarf::FromDwarf;
use wire::Packed;

/// Writes how types were made, as bytes for [`from_bytes`].
pub fn to_bytes(from: &FromDwarf) -> Vec<u8> {
    Packed::new(from).bytes
}

/// Reads the bytes of [`to_bytes`]. If another build of the page wrote them in another form, the result says only
/// that there was debug information.
pub fn from_bytes(bytes: &[u8]) -> FromDwarf {
    Packed { bytes: bytes.to_vec(), buffers: Vec::new() }.read().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use model::from_dwarf::FromDwarf;

    #[test]
    fn stored_bytes_read_back() {
        let from = FromDwarf { units: 3, types: 7, languages: vec![("C".into(), 3)], ..FromDwarf::default() };
        let bytes = super::to_bytes(&from);
        assert_eq!(super::from_bytes(&bytes), from);
        assert_eq!(super::from_bytes(&bytes).sentence(), "Made from DWARF by btfscope: 7 types of 3 units of C.");
        for other in [&bytes[..bytes.len() - 1], &[0xff; 40], &[]] {
            assert_eq!(super::from_bytes(other).sentence(), "Made from DWARF by btfscope.");
        }
    }
}
