//! Searches that take longer than a frame.

use std::sync::Arc;

use btf::TypeId;

use super::wire::{Packed, Reader, Wire, wire};
use super::{Answer, Desk};
use crate::file::FileId;
use crate::search::{Chip, ChipCount, Options, Order, Query, Results};
use crate::session::Problem;

/// Search a file's types.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Search {
    /// Which file.
    pub file: FileId,
    /// Which search of the file's list this is; the answer says it again.
    pub turn: u32,
    /// What was typed.
    pub text: String,
    /// What the list is set to.
    pub options: Options,
}
wire!(struct Search { file, turn, text, options });
wire!(struct Options { derived, own_only, chip, order });
wire!(
    enum Order {
        Id,
        Name,
    }
);

/// What was found.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Found {
    /// In which file.
    pub file: FileId,
    /// By which search.
    pub turn: u32,
    /// The types.
    pub results: Results,
    /// What cannot be read of the text: the page compiles no patterns.
    pub problem: Option<String>,
}
wire!(struct Found { file, turn, results, problem });
wire!(struct Results { ids, chips, total });
wire!(struct ChipCount { chip, count });

impl Wire for Chip {
    fn put(&self, to: &mut Packed) {
        (*self as usize).put(to);
    }

    fn get(from: &mut Reader<'_>) -> Chip {
        from.one_of(&Chip::ALL)
    }
}

impl Wire for Arc<[TypeId]> {
    fn put(&self, to: &mut Packed) {
        self.len().put(to);
        self.iter().for_each(|id| id.put(to));
    }

    fn get(from: &mut Reader<'_>) -> Arc<[TypeId]> {
        Vec::get(from).into()
    }
}

pub(super) fn search(desk: &Desk, request: &Search) -> Result<Answer, Box<Problem>> {
    let file = desk.file(request.file)?;
    let (query, problems) = Query::parse(&request.text);
    let results = file.columns.run(&query, &request.options);
    Ok(Answer::Found(Found {
        file: request.file,
        turn: request.turn,
        results,
        problem: problems.into_iter().next().map(|p| p.message),
    }))
}
