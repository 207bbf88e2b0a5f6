//! Who uses a type: the index of a file is built when it is first asked.

use btf::TypeId;
use relate::{Through, User, Users};

use super::wire::{Packed, Reader, Wire, wire};
use super::{Answer, Desk};
use crate::file::FileId;
use crate::session::Problem;

/// Find the users of a type.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FindUsers {
    /// Which file.
    pub file: FileId,
    /// Which type.
    pub of: TypeId,
}
wire!(struct FindUsers { file, of });

/// The users of a type, by sort, then by who and which part.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FoundUsers {
    /// In which file.
    pub file: FileId,
    /// Of which type.
    pub of: TypeId,
    /// All of them, through pointers, typedefs and qualifiers.
    pub users: Vec<User>,
}
wire!(struct FoundUsers { file, of, users });
wire!(struct User { sort, from, slot, held, pointers, arrays });

impl Wire for relate::Sort {
    fn put(&self, to: &mut Packed) {
        self.index().put(to);
    }

    fn get(from: &mut Reader<'_>) -> Option<relate::Sort> {
        relate::Sort::ALL.get(usize::get(from)?).copied()
    }
}

pub(super) fn users(desk: &Desk, request: &FindUsers) -> Result<Answer, Box<Problem>> {
    let file = desk.file(request.file)?;
    let index = file.users.get_or_init(|| Users::new(&file.btf));
    let users = index.of(&file.btf, request.of, Through::EVERYTHING);
    Ok(Answer::Users(FoundUsers { file: request.file, of: request.of, users }))
}
