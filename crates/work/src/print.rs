//! Printing a whole file.

use std::sync::Arc;

use desk::Print;
use desk::Printed;
use desk::Problem;

use crate::{Desk, Work};

impl Work for Print {
    fn answer(&self, desk: &Desk) -> Result<Printed, Box<Problem>> {
        let file = desk.file(self.file)?;
        let object = file.program().ok().map(|program| program.object());
        let text = Arc::from(self.format.print(&file.btf, object).into_bytes());
        Ok(Printed { save_as: self.save_as.clone(), text })
    }
}
