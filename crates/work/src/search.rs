//! Searching types, for searches that take longer than a frame.

use desk::FoundTypes;
use desk::Problem;
use desk::Search;
use search::Query;

use crate::{Desk, Work};

impl Work for Search {
    fn answer(&self, desk: &Desk) -> Result<FoundTypes, Box<Problem>> {
        let file = desk.file(self.file)?;
        let (query, problems) = Query::parse(&self.text);
        let results = file.columns.run(&query, &self.options);
        Ok(FoundTypes { results, problem: problems.into_iter().next().map(|p| p.message) })
    }
}
