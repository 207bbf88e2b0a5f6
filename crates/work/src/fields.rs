//! Finding fields in all open files.

use desk::AskFields;
use desk::Problem;
use model::fields::FieldRow;
use model::fields::find;

use crate::{Desk, Work};

impl Work for AskFields {
    fn answer(&self, desk: &Desk) -> Result<Vec<FieldRow>, Box<Problem>> {
        let files = self.files.iter().map(|&id| desk.file(id).map(|file| (file.name.as_str(), &*file.btf)));
        Ok(find(&self.text, &files.collect::<Result<Vec<_>, _>>()?))
    }
}
