//! Reading programs: their lists, a function, their symbols.

use desk::Problem;
use desk::ReadFunction;
use desk::{ReadProgram, ReadSymbols};
use model::listing::Symbols;
use model::program::{FunctionModel, Overview};

use crate::{Desk, Work};

impl Work for ReadProgram {
    fn answer(&self, desk: &Desk) -> Result<Box<Overview>, Box<Problem>> {
        let program = desk.file(self.file)?.program()?;
        let problems = program.object().problems().iter().map(ToString::to_string).collect();
        let (functions, data, needs) = (program.functions(), program.data(), program.need_counts());
        Ok(Box::new(Overview { functions, data, needs, problems }))
    }
}

impl Work for ReadFunction {
    fn answer(&self, desk: &Desk) -> Result<Box<FunctionModel>, Box<Problem>> {
        let file = desk.file(self.file)?;
        let (program, index) = (file.program()?, self.index);
        let (listing, load) = (program.listing(index), program.load(index));
        let calls = program.loader_calls(index, &file.name);
        Ok(Box::new(FunctionModel { index, listing, load, calls }))
    }
}

impl Work for ReadSymbols {
    fn answer(&self, desk: &Desk) -> Result<Symbols, Box<Problem>> {
        Ok(Symbols::of(desk.file(self.file)?.program()?.object()))
    }
}
