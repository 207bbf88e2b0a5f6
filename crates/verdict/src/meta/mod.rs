//! Every type alone, in file order (the kernel's `btf_check_all_metas` and the `check_meta` of each kind).

mod composite;
mod data;
mod function;
mod reference;
mod scalar;
mod tag;

use btf::{BlobRange, Kind, Place, TypeId};

use crate::blob::{MAX_TYPE, RECORD, Record, body_form};
use crate::check::{Check, State};
use crate::name::is_identifier;
use crate::report::At;
use crate::rule::Rule;

/// How many bytes of a name are read: one more than the longest allowed.
const READ_NAME: usize = 513;

/// The last id that a type can have.
const LAST_ID: u32 = MAX_TYPE - 1;

impl Check<'_> {
    /// Reads and checks all records, until one cannot be read.
    pub(crate) fn records(&mut self) {
        let section = self.blob.types;
        let mut at = section.start;
        let mut id = self.blob.first_id;
        while at < section.end {
            let Some(end) = self.record(id, at, section.end) else { return };
            // Types beyond the last id are still read and counted, but not kept.
            if id > LAST_ID {
                self.report.remark("Exceeded max num of types");
            } else {
                self.starts.push(at);
            }
            id = id.saturating_add(1);
            at = end;
        }
    }

    /// Checks the record at a byte. Returns where the next one starts, if that is known.
    fn record(&mut self, id: u32, at: u32, end: u32) -> Option<u32> {
        let left = end - at;
        let at_record = |range| At { place: Place::Type(TypeId(id)), kind: None, range };
        if left < RECORD {
            let text = format!("[{id}] {}", Rule::Truncated.fill(&[left, RECORD]));
            let range = BlobRange::new(at, end);
            self.report.fault(Rule::Truncated, at_record(range), |line| line.piece(text.as_bytes()));
            return None;
        }
        let record = self.blob.record(id, at, self.version);
        if id <= LAST_ID {
            self.states.push(State::default());
        }
        let mut head_fault = |rule: Rule, number: u32, kind: Option<Kind>, range: BlobRange| {
            let text = format!("[{id}] {}", rule.fill(&[number]));
            let at = At { kind, ..at_record(range) };
            self.report.fault(rule, at, |line| line.piece(text.as_bytes()));
        };
        if record.info & !self.version.info_mask() != 0 {
            head_fault(Rule::InfoBits, record.info, None, record.info_field());
        }
        let number = record.kind.number();
        if number == 0 || number > self.version.last_kind() {
            head_fault(Rule::UnknownKind, number.into(), None, record.info_field());
            return None;
        }
        if !self.blob.is_name(record.name) {
            head_fault(Rule::NameOffset, record.name, Some(record.kind), record.name_field());
        }
        let (fixed, each) = body_form(record.kind);
        let need = u64::from(fixed) + u64::from(each) * u64::from(record.vlen);
        if u64::from(left - RECORD) < need {
            let need = u32::try_from(need).unwrap_or(u32::MAX);
            self.brief_fault(&record, Rule::Truncated, &[left - RECORD, need], BlobRange::new(at, end));
            return None;
        }
        self.kind(&record);
        Some(record.body().end)
    }

    fn kind(&mut self, record: &Record) {
        match record.kind {
            Kind::Int => self.int(record),
            Kind::Ptr | Kind::Volatile | Kind::Const | Kind::Restrict | Kind::Typedef | Kind::TypeTag => {
                self.reference(record);
            }
            Kind::Array => self.array(record),
            Kind::Struct | Kind::Union => self.composite(record),
            Kind::Enum | Kind::Enum64 => self.any_enum(record),
            Kind::Fwd => self.fwd(record),
            Kind::Func => self.func(record),
            Kind::FuncProto => self.func_proto(record),
            Kind::Var => self.var(record),
            Kind::DataSec => self.data_section(record),
            Kind::Float => self.float(record),
            Kind::DeclTag => self.decl_tag(record),
            // Linux 7.4 knows the LOC kinds, but its checks were not compared. For older versions, the numbers of these
            // kinds were refused above.
            Kind::LocParam | Kind::LocProto | Kind::LocSec | Kind::Unknown(_) => {}
        }
    }

    /// Whether the string at an offset can be an identifier; true if the strings are too damaged to judge names.
    pub(crate) fn is_identifier(&self, name: u32) -> bool {
        !self.blob.has_names || is_identifier(self.name(name), self.version.longest_name())
    }

    /// The name at an offset, long enough to check it.
    fn name(&self, name: u32) -> &[u8] {
        self.blob.string(name, READ_NAME)
    }

    /// Reports a fault of the name, unless its offset is a fault already. Without sound strings, it is only reported
    /// whether there is a name.
    fn name_fault(&mut self, record: &Record, rule: Rule) {
        let says_something = self.blob.has_names || matches!(rule, Rule::NameMissing | Rule::NameUnwanted);
        if self.blob.is_name(record.name) && says_something {
            self.type_fault(record, rule, &[], record.name_field());
        }
    }

    fn no_vlen(&mut self, record: &Record) {
        if record.vlen != 0 {
            self.type_fault(record, Rule::Vlen, &[], record.info_field());
        }
    }

    fn no_flag(&mut self, record: &Record) {
        if record.flag {
            self.type_fault(record, Rule::KindFlag, &[], record.info_field());
        }
    }

    fn no_name(&mut self, record: &Record) {
        if record.name != 0 {
            self.name_fault(record, Rule::NameUnwanted);
        }
    }

    /// The name must be an identifier.
    fn needs_name(&mut self, record: &Record) {
        if record.name == 0 {
            self.name_fault(record, Rule::NameMissing);
        } else if !self.is_identifier(record.name) {
            self.name_fault(record, Rule::NotIdentifier);
        }
    }

    /// The name must be an identifier, if there is one.
    fn may_have_name(&mut self, record: &Record) {
        if record.name != 0 && !self.is_identifier(record.name) {
            self.name_fault(record, Rule::NotIdentifier);
        }
    }
}
