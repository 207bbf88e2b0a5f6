//! The output of `bpftool -j btf dump`.

use serde::Deserialize;

/// The output of `bpftool -j btf dump` for a file.
#[derive(Deserialize, PartialEq, Debug)]
pub struct Dump {
    /// The types; for a split BTF only its own.
    #[serde(default)]
    pub types: Vec<DumpType>,
    /// The error message, if there are no types.
    pub error: Option<String>,
}

/// A type. The kind decides which fields are set; other fields in the JSON are errors.
#[derive(Deserialize, PartialEq, Debug, Default)]
#[serde(deny_unknown_fields)]
#[allow(missing_docs)]
pub struct DumpType {
    pub id: u32,
    pub kind: String,
    pub name: String,
    pub size: Option<u32>,
    pub type_id: Option<u32>,
    pub vlen: Option<u32>,
    pub bits_offset: Option<u32>,
    pub nr_bits: Option<u32>,
    pub encoding: Option<String>,
    pub index_type_id: Option<u32>,
    pub nr_elems: Option<u32>,
    pub ret_type_id: Option<u32>,
    pub linkage: Option<String>,
    pub fwd_kind: Option<String>,
    pub component_idx: Option<i32>,
    pub members: Option<Vec<DumpMember>>,
    pub values: Option<Vec<DumpValue>>,
    pub params: Option<Vec<DumpParam>>,
    pub vars: Option<Vec<DumpVar>>,
}

/// A member of a struct or union.
#[derive(Deserialize, PartialEq, Debug)]
#[serde(deny_unknown_fields)]
#[allow(missing_docs)]
pub struct DumpMember {
    pub name: String,
    pub type_id: u32,
    pub bits_offset: u32,
    #[serde(default)]
    pub bitfield_size: u32,
}

/// An enumerator.
#[derive(Deserialize, PartialEq, Debug)]
#[serde(deny_unknown_fields)]
#[allow(missing_docs)]
pub struct DumpValue {
    pub name: String,
    pub val: i128,
}

/// A parameter.
#[derive(Deserialize, PartialEq, Debug)]
#[serde(deny_unknown_fields)]
#[allow(missing_docs)]
pub struct DumpParam {
    pub name: String,
    pub type_id: u32,
}

/// A variable of a section.
#[derive(Deserialize, PartialEq, Debug)]
#[serde(deny_unknown_fields)]
#[allow(missing_docs)]
pub struct DumpVar {
    pub type_id: u32,
    pub offset: u32,
    pub size: u32,
}
