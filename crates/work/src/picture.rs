//! Drawing pictures to save.

use desk::Problem;
use desk::{Picture, PictureOf, What};
use picture::{Caption, svg};

use crate::{Desk, Work, graph};

impl Work for PictureOf {
    fn answer(&self, desk: &Desk) -> Result<Picture, Box<Problem>> {
        let file = desk.file(self.file)?;
        let drawn = match &self.what {
            What::Graph(ask) => {
                let caption = Caption { title: &self.frame.title, source: &self.frame.source };
                Some(svg(&graph::drawn(desk, ask)?.0, self.frame.theme(), caption))
            }
            What::Type(picture) => picture.draw(&file.btf, &self.frame),
        };
        let svg = drawn.ok_or_else(|| Box::new(Problem::new(&file.name, "There is nothing to draw.")))?;
        let name = self.frame.file_name(if self.png { "png" } else { "svg" });
        Ok(Picture { name, svg: svg.into_bytes().into(), png: self.png })
    }
}
