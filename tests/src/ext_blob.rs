//! `.BTF.ext` sections made by hand.

use crate::blob::Order;

/// One subsection: the size of its records, and a block for each ELF section. A block has the offset of the section's
/// name, and the records.
#[derive(Clone, Debug)]
pub struct SubSection {
    /// The stated size of a record, in bytes.
    pub record_size: u32,
    /// (sec_name_off, records). A record shorter than `record_size` is filled with 0xee, a longer one is cut.
    pub blocks: Vec<(u32, Vec<Vec<u32>>)>,
}

impl SubSection {
    fn bytes(&self, order: Order) -> Vec<u8> {
        let mut out = order.u32(self.record_size).to_vec();
        for (name, records) in &self.blocks {
            out.extend_from_slice(&order.u32(*name));
            out.extend_from_slice(&order.u32(records.len() as u32));
            for record in records {
                let mut bytes: Vec<u8> = record.iter().flat_map(|word| order.u32(*word)).collect();
                bytes.resize(self.record_size as usize, 0xee);
                out.append(&mut bytes);
            }
        }
        out
    }
}

/// A `.BTF.ext` section that is being written. A subsection that is `None` has length 0.
#[derive(Clone, Debug)]
pub struct ExtBlob {
    /// The byte order.
    pub order: Order,
    /// The length of the header: 24, 32 or more. With 24, there are no fields for core_relo.
    pub hdr_len: u32,
    /// func_info: {insn_off, type_id}.
    pub func_info: Option<SubSection>,
    /// line_info: {insn_off, file_name_off, line_off, line << 10 | column}.
    pub line_info: Option<SubSection>,
    /// core_relo: {insn_off, type_id, access_str_off, kind}.
    pub core_relo: Option<SubSection>,
    /// Bytes before each subsection that is not `None`.
    pub gap: usize,
    /// Bytes after the last subsection.
    pub trailing: usize,
}

impl ExtBlob {
    /// A section without subsections.
    pub fn new(order: Order, hdr_len: u32) -> ExtBlob {
        ExtBlob { order, hdr_len, func_info: None, line_info: None, core_relo: None, gap: 0, trailing: 0 }
    }

    /// The section's bytes.
    pub fn build(&self) -> Vec<u8> {
        let mut body = Vec::new();
        let mut header = Vec::new();
        header.extend_from_slice(&self.order.u16(0xeb9f));
        header.extend_from_slice(&[1, 0]);
        header.extend_from_slice(&self.order.u32(self.hdr_len));
        for sub in [&self.func_info, &self.line_info, &self.core_relo] {
            let bytes = sub.as_ref().map(|sub| sub.bytes(self.order)).unwrap_or_default();
            if !bytes.is_empty() {
                body.resize(body.len() + self.gap, crate::blob::FILLER);
            }
            header.extend_from_slice(&self.order.u32(body.len() as u32));
            header.extend_from_slice(&self.order.u32(bytes.len() as u32));
            body.extend_from_slice(&bytes);
        }
        header.resize(self.hdr_len as usize, 0);
        body.resize(body.len() + self.trailing, crate::blob::FILLER);
        header.append(&mut body);
        header
    }
}
