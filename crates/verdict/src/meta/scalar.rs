//! INT, FLOAT, ENUM and ENUM64.

use btf::Kind;

use crate::blob::Record;
use crate::check::Check;
use crate::rule::Rule;

/// The bits of an INT's word that must be 0.
const INT_UNUSED: u32 = 0xf000_0000;

/// The most bits of an INT.
const MAX_BITS: u32 = 128;

impl Check<'_> {
    pub(super) fn int(&mut self, record: &Record) {
        self.no_vlen(record);
        self.no_flag(record);
        let word = record.word(0);
        let data = self.blob.field(word);
        if data & INT_UNUSED != 0 {
            self.brief_fault(record, Rule::IntData, &[data], word);
        }
        let bits = (data & 0xff) + (data >> 16 & 0xff);
        if bits > MAX_BITS {
            self.type_fault(record, Rule::IntBits, &[], word);
        } else if bits.div_ceil(8) > record.third {
            self.type_fault(record, Rule::IntSize, &[], word);
        }
        if !matches!(data >> 24 & 0xf, 0 | 1 | 2 | 4) {
            self.type_fault(record, Rule::IntEncoding, &[], word);
        }
        self.say_type(record);
    }

    pub(super) fn float(&mut self, record: &Record) {
        self.no_vlen(record);
        self.no_flag(record);
        if !matches!(record.third, 2 | 4 | 8 | 12 | 16) {
            self.type_fault(record, Rule::FloatSize, &[], record.third_field());
        }
        self.say_type(record);
    }

    pub(super) fn any_enum(&mut self, record: &Record) {
        if !self.version.has_signed_enums() {
            self.no_flag(record);
        }
        if !matches!(record.third, 1 | 2 | 4 | 8) {
            self.type_fault(record, Rule::EnumSize, &[], record.third_field());
        }
        self.may_have_name(record);
        self.say_type(record);
        for index in 0..record.vlen {
            let [name, low, high] = self.blob.item(record, index);
            if !self.blob.is_name(name) {
                self.item_fault(record, index, Rule::EnumeratorNameOffset, &[name], true);
                continue;
            }
            if name == 0 {
                self.item_fault(record, index, Rule::NameMissing, &[], false);
            } else if !self.is_identifier(name) {
                self.item_fault(record, index, Rule::NotIdentifier, &[], false);
            }
            let blob = &self.blob;
            self.report.say(|line| {
                let mut text = vec![b'\t'];
                text.extend_from_slice(blob.shown(name));
                let wide = u64::from(high) << 32 | u64::from(low);
                let value = match (record.kind == Kind::Enum64, record.flag) {
                    (false, false) => low.to_string(),
                    (false, true) => (low as i32).to_string(),
                    (true, false) => wide.to_string(),
                    (true, true) => (wide as i64).to_string(),
                };
                text.extend_from_slice(b" val=");
                text.extend_from_slice(value.as_bytes());
                text.push(b'\n');
                line.piece(&text);
            });
        }
    }
}
