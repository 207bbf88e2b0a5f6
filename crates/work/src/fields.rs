//! Finding fields in all open files.

use btf::Btf;
use desk::AskFields;
use desk::Problem;
use model::fields::FieldRow;
use model::fields::find;

use crate::{Desk, Work};

impl Work for AskFields {
    fn answer(&self, desk: &Desk) -> Result<Vec<FieldRow>, Box<Problem>> {
        let mut files: Vec<(&str, &Btf)> = Vec::new();
        for &id in &self.files {
            let file = desk.file(id)?;
            files.push((&file.name, &file.btf));
        }
        Ok(find(&self.text, &files))
    }
}
