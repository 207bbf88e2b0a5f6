//! Units of debug information: finding them ([`head`]), and reading one ([`tree`], [`attr`]).

pub(crate) mod abbrev;
pub(crate) mod attr;
pub(crate) mod cache;
pub(crate) mod head;
pub(crate) mod read;
mod split;
pub(crate) mod tree;

pub(crate) use attr::Value;
pub(crate) use cache::{At, Units};
pub(crate) use head::UnitKind;
pub(crate) use tree::Tree;
