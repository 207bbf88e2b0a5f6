//! Questions on the first fault that the decoder finds in a blob: the step's file, or a blob that the step shows as
//! bytes (`hex:`).

use std::fmt::Write as _;

use btf::{BlobRange, Btf, Error, HeaderField, Owner, Part};
use model::pad::hex::HexText;

use crate::Plan;
use crate::answer::Expected;
use crate::near::near;

/// How many bytes are in a row of a dump: as many as a panel has room for beside their offset.
const ROW: usize = 8;

btf::named! {
    /// A question on a fault.
    #[derive(Clone, Copy, PartialEq, Eq, Debug)]
    pub(crate) enum OfFault {
        /// Where it is: the offset of any of its bytes is right.
        Byte = "fault byte";
        /// The field that it is in.
        Field = "fault field";
        /// The rule that is broken, in the decoder's words.
        Rule = "fault rule";
    }
    /// All questions on a fault.
    pub(crate) const ALL;
    /// The words by which the file of a lesson asks the question.
    pub(crate) fn word;
}

/// A fault, and the field that it is in.
pub(crate) struct Fault {
    error: Error,
    /// The field, if the fault is about a single field.
    field: Option<&'static str>,
    /// For each of the first bytes of the blob, the field, name or gap that it is in, in words; empty if unknown.
    places: Vec<String>,
}

/// The reply to a wrong answer below this offset, in bytes, says what lies there. The blobs of lessons are smaller.
const PLACES: u32 = 256;

/// The bytes of `hex: 9feb0100 18000000`.
///
/// # Errors
/// When a word is not a byte; the error names it.
pub(crate) fn bytes(text: &str) -> Result<Vec<u8>, String> {
    let read = HexText::read(text);
    match read.faults.first() {
        Some((place, why)) => {
            let word = text.get(place.start as usize..place.end as usize).unwrap_or_default();
            Err(format!("{word:?}: {why}"))
        }
        None => Ok(read.bytes),
    }
}

/// Bytes as the text of a step shows them: each row with its offset.
pub(crate) fn dump(bytes: &[u8]) -> String {
    let mut out = String::new();
    for (row, at) in bytes.chunks(ROW).zip((0..).step_by(ROW)) {
        let digits: Vec<String> = row.iter().map(|b| format!("{b:02x}")).collect();
        let start = if at == 0 { "" } else { "\n" };
        let _ = write!(out, "{start}0x{at:02x}  {}", digits.join(" "));
    }
    out
}

impl Fault {
    /// The first fault of some bytes.
    ///
    /// # Errors
    /// When there is no fault.
    pub(crate) fn of_bytes(bytes: Vec<u8>) -> Result<Fault, String> {
        match Btf::parse(bytes, None) {
            Ok(btf) => Fault::of(&btf),
            Err(error) => {
                let place = |at| {
                    let field =
                        HeaderField::ALL.iter().find(|(_, start, len)| BlobRange::at(*start, *len).contains(at));
                    field.map_or_else(String::new, |(field, ..)| in_header(*field))
                };
                Ok(Fault { field: header_field(error.range), error, places: (0..PLACES).map(place).collect() })
            }
        }
    }

    /// The first fault of a blob that could be read.
    ///
    /// # Errors
    /// When there is no fault.
    pub(crate) fn of(btf: &Btf) -> Result<Fault, String> {
        let error = btf.diagnostics().first().cloned().ok_or("the decoder finds no fault")?;
        let owned = btf.owner(error.range.start).filter(|owned| owned.range.end >= error.range.end);
        let field = owned.and_then(|owned| match owned.owner {
            Owner::Header(field) => Some(field.as_str()),
            Owner::Type(_, part) => Some(part.name.as_str()),
            _ => None,
        });
        let places = (0..PLACES).map_while(|at| Some(place(btf.owner(at)?.owner))).collect();
        Ok(Fault { error, field, places })
    }

    /// The fault in the decoder's words, with its bytes.
    pub(crate) fn says(&self) -> String {
        self.error.to_string()
    }

    /// Answers a question on the fault.
    ///
    /// # Errors
    /// When the question is for the field, and the fault is not in a single field.
    pub(crate) fn answer(&self, asked: OfFault) -> Result<Expected, String> {
        match asked {
            OfFault::Byte => {
                let BlobRange { start, end } = self.error.range;
                let last = end.saturating_sub(1).max(start);
                let text = format!("{start} ({start:#x})");
                let right = self.places.get(start as usize);
                let said = self.places.iter().zip(0u32..).filter(|(place, at)| !place.is_empty() && *at != start);
                let said = said.map(|(place, at)| {
                    let which = if right == Some(place) {
                        ", and so is the fault. At which of its bytes?"
                    } else {
                        ". The fault is not there."
                    };
                    near(&at.to_string(), &format!("Byte {at} ({at:#x}) is in {place}{which}"))
                });
                let near = said.collect();
                Ok(Expected { last: Some(last.into()), text, near, ..Expected::number(start.into()) })
            }
            OfFault::Field => self
                .field
                .map(|field| Expected::word(field, &[]))
                .ok_or_else(|| "the fault is in no single field".into()),
            OfFault::Rule => Ok(Expected::word(self.error.kind.to_string(), &[])),
        }
    }
}

/// The owner of a byte in words, to follow "is in".
fn place(owner: Owner) -> String {
    match owner {
        Owner::Header(field) => in_header(field),
        Owner::Type(id, Part { item: None, name }) => format!("{} of type [{id}]", name.as_str()),
        Owner::Type(id, Part { item: Some(item), name }) => {
            format!("{} of element {} of type [{id}]", name.as_str(), item.0)
        }
        Owner::Layout(kind) => format!("the layout section's entry for kind {kind}"),
        Owner::String(at) => format!("the name at offset {} of the strings", at.0),
        Owner::Gap => "no section".to_owned(),
        Owner::Unreadable => "the bytes behind a record that cannot be read".to_owned(),
    }
}

fn in_header(field: HeaderField) -> String {
    format!("{} of the header", field.as_str())
}

/// The field of a header that has exactly these bytes.
fn header_field(range: BlobRange) -> Option<&'static str> {
    let is = |(_, start, len): &&(HeaderField, u32, u32)| BlobRange::at(*start, *len) == range;
    HeaderField::ALL.iter().find(is).map(|(field, ..)| field.as_str())
}

/// The fault of the blob that a step shows; none if the step shows no blob.
pub(crate) fn shown(plan: &Plan) -> Option<Result<Fault, String>> {
    let said = plan.hex.as_ref()?;
    Some(bytes(&said.text).and_then(Fault::of_bytes))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// An INT of four bytes: 24 bytes of header, 16 of types, and "int" after the empty string.
    const INT: &str =
        "9feb0100 18000000 00000000 10000000 10000000 05000000 01000000 00000001 04000000 20000001 00 696e7400";

    fn damaged(at: usize, byte: u8) -> Fault {
        let mut all = bytes(INT).unwrap();
        all[at] = byte;
        Fault::of_bytes(all).unwrap_or_else(|e| panic!("{at}: {e}"))
    }

    fn byte_of(fault: &Fault, typed: &str) -> String {
        fault.answer(OfFault::Byte).unwrap().check(typed).unwrap_err().text
    }

    #[test]
    fn a_fault_has_its_bytes_its_field_and_its_rule() {
        assert_eq!(Fault::of_bytes(bytes(INT).unwrap()).err().as_deref(), Some("the decoder finds no fault"));
        // A fault in the header ends the decoding: hdr_len is in bytes 4 to 7.
        let fault = damaged(4, 20);
        let byte = fault.answer(OfFault::Byte).unwrap();
        for right in ["4", "0x4", "5", "0x07"] {
            assert!(byte.is(right), "{right}");
        }
        assert!(!byte.is("3") && !byte.is("8") && !byte.is("0x14"));
        let field = fault.answer(OfFault::Field).unwrap();
        assert!(field.is("hdr_len") && field.is("HDR_LEN") && !field.is("type_len"));
        assert!(fault.answer(OfFault::Rule).unwrap().is("hdr_len is 20, but at least 24 is needed"));
        // A record: the encoding of the INT says 33 bits.
        let fault = damaged(36, 33);
        assert!(fault.answer(OfFault::Byte).unwrap().is("0x24") && fault.answer(OfFault::Field).is_ok());
        assert!(fault.says().ends_with("(bytes 0x24..0x28)"), "{}", fault.says());
        // The reply to a wrong byte says where this byte is.
        let said = |at: &str| byte_of(&fault, at);
        assert_eq!(said("0x1c"), "Byte 28 (0x1c) is in info of type [1]. The fault is not there.");
        assert_eq!(said("4"), "Byte 4 (0x4) is in hdr_len of the header. The fault is not there.");
        assert_eq!(said("90"), "Not 90. Try again.");
        // A string is in no field.
        assert!(damaged(44, b't').answer(OfFault::Field).is_err());
    }

    #[test]
    fn bytes_are_shown_in_rows() {
        assert_eq!(dump(&bytes("9feb0100 18000000 00").unwrap()), "0x00  9f eb 01 00 18 00 00 00\n0x08  00");
        assert_eq!(bytes("9f xy").unwrap_err(), "\"xy\": this is no byte in hexadecimal, such as 9f");
    }
}
