//! A history with the strips in which a page draws it.

use wire::Wire;

use super::{History, Strip, wide_and_narrow};

/// A history with its strips. The page's worker computes the strips, because it is compiled for speed and the page for
/// size, and because the page would compute them again with each drawing.
#[derive(Clone, PartialEq, Eq, Debug, Default, Wire)]
pub struct DrawnHistory {
    /// The history.
    pub history: History,
    /// The strips of the history, then those of each history in [`History::also`].
    strips: Vec<Strips>,
}

/// The strips of a history on wide and narrow screens.
#[derive(Clone, PartialEq, Eq, Debug, Default, Wire)]
pub struct Strips {
    /// A column for each series.
    pub wide: Strip,
    /// The same lanes in fewer columns: neighbouring series that agree in every lane share a column.
    pub narrow: Strip,
}

impl DrawnHistory {
    /// A history and the histories in the other atlases, each with its strips.
    pub fn new(history: History) -> DrawnHistory {
        let strips = std::iter::once(&history).chain(&history.also).map(Strips::of).collect();
        DrawnHistory { history, strips }
    }

    /// The histories with their strips, one for each atlas that was asked.
    pub fn each(&self) -> impl Iterator<Item = (&History, &Strips)> {
        std::iter::once(&self.history).chain(&self.history.also).zip(&self.strips)
    }
}

impl Strips {
    fn of(history: &History) -> Strips {
        // A history without kernels is shown without a strip.
        if history.present().1 == 0 {
            return Strips::default();
        }
        let [wide, narrow] = wide_and_narrow(history);
        Strips { wide, narrow }
    }
}
