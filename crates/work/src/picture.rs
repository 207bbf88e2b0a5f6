//! Pictures to save.

use desk::Problem;
use desk::{Answer, Picture, PictureOf, What};
use picture::{Caption, svg};

use crate::{Desk, graph};

pub(crate) fn picture(desk: &Desk, of: &PictureOf) -> Result<Answer, Box<Problem>> {
    let file = desk.file(of.file)?;
    let drawn = match &of.what {
        What::Graph(ask) => {
            let caption = Caption { title: &of.frame.title, source: &of.frame.source };
            Some(svg(&graph::drawn(desk, ask)?.0, of.frame.theme(), caption))
        }
        What::Type(picture) => picture.draw(&file.btf, &of.frame),
    };
    let svg = drawn.ok_or_else(|| Box::new(Problem::new(&file.name, "There is nothing to draw.")))?;
    let name = of.frame.file_name(if of.png { "png" } else { "svg" });
    Ok(Answer::Picture(Picture { name, svg: svg.into_bytes().into(), png: of.png }))
}
