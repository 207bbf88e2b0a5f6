//! Searches that take longer than a frame.

use desk::Answer;
use desk::FoundTypes;
use desk::Problem;
use desk::Search;
use model::search::Query;

use crate::Desk;

pub(crate) fn search(desk: &Desk, request: &Search) -> Result<Answer, Box<Problem>> {
    let file = desk.file(request.file)?;
    let (query, problems) = Query::parse(&request.text);
    let results = file.columns.run(&query, &request.options);
    Ok(Answer::Found(FoundTypes {
        file: request.file,
        turn: request.turn,
        results,
        problem: problems.into_iter().next().map(|p| p.message),
    }))
}
